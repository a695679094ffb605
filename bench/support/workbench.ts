// Engines on a temporary folder, and calls timed in turn with their peers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config';
import type { Engines } from '#conversion/engines/index.ts';
import { composeEngines } from '#src/compose-engines.ts';

export interface BenchFolder extends AsyncDisposable {
  path: string;
  engines: Engines;
}

export async function benchFolder(): Promise<BenchFolder> {
  const path = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const config = loadConfig({});
  const engines = composeEngines(config, path, { warmProcesses: config.warmProcesses });
  engines.warmUp();
  return {
    path,
    engines,
    async [Symbol.asyncDispose]() {
      await engines.stop();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Runs the contestants in turn, `rounds` times after one warm-up; milliseconds of each. */
export async function interleaved<Name extends string>(
  contestants: Record<Name, () => Promise<unknown>>,
  rounds: number,
  before: () => Promise<void> = async () => {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      await before();
      const began = performance.now();
      await contestants[name]();
      if (round >= 0) times[name].push(performance.now() - began);
    }
  return times;
}

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

/** A temporary folder. */
export async function temporaryFolder(): Promise<Pick<BenchFolder, 'path'> & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function benchFolder(): Promise<BenchFolder> {
  await using made = new AsyncDisposableStack();
  const { path } = made.use(await temporaryFolder());
  const config = loadConfig({});
  const engines = composeEngines(config, path, { warmProcesses: config.warmProcesses });
  made.defer(() => engines.stop());
  engines.warmUp();
  const owned = made.move();
  return { path, engines, [Symbol.asyncDispose]: () => owned.disposeAsync() };
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

// A run of libFuzzer on the program that works on PDFs (explorer.cc).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sanitizerOptions } from './build.ts';
import { endless } from './process.ts';
import { samples } from './samples.ts';
import { seedsOf } from './seeds.ts';

export interface Exploring {
  seconds: number;
  seed: number;
  /** Where the input goes that has ended it. */
  keep?: string | undefined;
}

/** Starts from the samples where the corpus is empty, with patches that `maker` helps to make. @returns the status to end with: libFuzzer ends at its first finding */
export async function explore(
  { program, maker }: { program: string; maker: string },
  corpus: string,
  { seconds, seed, keep = '.' }: Exploring,
): Promise<number> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'platen-explored-'));
  try {
    await mkdir(corpus, { recursive: true });
    await mkdir(keep, { recursive: true });
    if ((await readdir(corpus)).length === 0) await plant(maker, corpus, folder);
    const bounds = [
      `-max_total_time=${seconds}`,
      `-seed=${seed}`,
      '-max_len=20000',
      '-timeout=30',
      '-print_final_stats=1',
    ];
    const exploring = spawn(program, [folder, 'alone', endless, endless, endless, ''], {
      env: {
        ...sanitizerOptions,
        PLATEN_EXPLORE: [resolve(corpus), ...bounds, `-artifact_prefix=${resolve(keep)}/`].join(' '),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return await new Promise((resolved, reject) =>
      exploring.once('exit', (code) => resolved(code ?? 1)).once('error', reject),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Each sample, and each with each patch behind it. */
async function plant(maker: string, corpus: string, folder: string): Promise<void> {
  const { patches } = await seedsOf(samples, maker, folder);
  for (const { name, bytes } of samples) {
    await writeFile(join(corpus, name), bytes);
    for (const [n, patch] of patches.entries())
      await writeFile(join(corpus, `${name}-${n}`), Buffer.concat([bytes, Buffer.from('\u0000patch'), patch]));
  }
}

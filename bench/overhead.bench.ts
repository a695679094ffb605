// What the API adds to an engine call: loopback, a file of 1 KB, a tool that only copies.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#cli/bench.ts';
import { startServer } from './support/server.ts';
import { median, quantile } from './support/statistics.ts';

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const path = join(folder, 'small.txt');
  await writeFile(path, 'x'.repeat(1024));
  await using server = await startServer(join(import.meta.dirname, 'support', 'copy-server.ts'));
  const call = async () => {
    const body = new FormData();
    body.append('file', new Blob(['x'.repeat(1024)]), 'small.txt');
    const response = await fetch(`${server.url}/v1/convert/copy`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${server.key}` },
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const bare = () => copyFile(path, join(folder, 'copy.txt'));

  const timed = async (work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  for (let n = 0; n < 200; n++) await call();
  const added: number[] = [];
  for (let n = 0; n < (quick ? 300 : 2000); n++) added.push((await timed(call)) - (await timed(bare)));
  await rm(folder, { recursive: true });
  return [
    { name: 'added by the API, p50', value: median(added), unit: 'ms', goal: { atMost: 5 } },
    { name: 'added by the API, p95', value: quantile(added, 0.95), unit: 'ms' },
  ];
}

// Memory of the server while eight clients upload 200 MiB each at once.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MiB } from '#core/bytes.ts';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { startServer } from './support/server.ts';

const execute = promisify(execFile);

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const path = join(folder, 'large.txt');
  await writeFile(path, 'x');
  await truncate(path, 200 * MiB);
  // Zeros are no text: the file is refused after it was received whole, so that only the upload is measured.
  await using server = await startServer(join(import.meta.dirname, 'support', 'copy-server.ts'));
  const upload = (file: string) =>
    execute('curl', [
      '-s',
      '-H',
      `Authorization: Bearer ${server.key}`,
      '-F',
      `file=@${file}`,
      `${server.url}/v1/convert/copy`,
    ]);
  await writeFile(join(folder, 'small.txt'), 'warm');
  for (let n = 0; n < 50; n++) await upload(join(folder, 'small.txt'));
  await upload(path);

  const before = await server.residentBytes();
  let peak = before;
  const watch = setInterval(() => void server.residentBytes().then((bytes) => (peak = Math.max(peak, bytes))), 20);
  const began = performance.now();
  const rounds = quick ? 1 : 3;
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: 8 }, () => upload(path)));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  await rm(folder, { recursive: true });
  return [
    {
      name: 'growth of memory, 8 uploads of 200 MiB',
      value: (peak - before) / MiB,
      unit: 'MiB',
      goal: { atMost: 50 },
      note: `from ${Math.round(before / MiB)} MiB`,
    },
    { name: 'throughput', value: (rounds * 8 * 200) / seconds, unit: 'MiB/s' },
  ];
}

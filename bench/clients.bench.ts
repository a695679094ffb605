// Many conversions by `batch` of each client over a line on which one request in twenty fails (503, 429, cut before, after and within
// the answer), beside the same over a line that holds: each document is made once and counted once.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { startFaultyLine, type Fault } from '../test/clients/faults.ts';
import { runners } from '../test/clients/runners.ts';
import { pdf } from '../test/support/fixtures.ts';
import { startPlaten, type Platen } from '../test/support/platen.ts';
import { temporaryFolder } from './support/workbench.ts';

/** Of requests; conversions and downloads alike. */
const faultShare = 0.05;
const answer = (status: number, error: string): Fault => ({ status, body: { error }, headers: { 'Retry-After': '0' } });
const faults: readonly Fault[] = [answer(503, 'server_busy'), answer(429, 'rate_limited'), 'reset', 'lost', 'half'];

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const count = quick ? 200 : 1000;
  await using folder = await temporaryFolder();
  await using platen = await startPlaten({ warmProcesses: 1 });
  const files = Array.from({ length: count }, (_, n) => join(folder.path, `${n}.pdf`));
  await Promise.all(files.map((path, n) => writeFile(path, pdf(`Page ${n}`))));
  const figures: Figure[] = [];
  for (const { name, skip, start } of runners) {
    if (skip !== false) continue;
    const batch = (calls: number, isBad: boolean) =>
      byBatch(platen, start, { files: files.slice(0, calls), isBad, folder: folder.path });
    await batch(20, false);
    const good = await batch(count, false);
    const bad = await batch(count, true);
    figures.push({
      name: `${name}: documents made once and counted once, of ${count} over the bad line`,
      value: Math.min(bad.made, 2 * count - bad.counted),
      unit: '',
      goal: { atLeast: count },
      note: `${bad.faults} of ${bad.requests} requests failed`,
    });
    figures.push({
      name: `${name}: throughput over the bad line, of that over a good one less the requests that failed`,
      value: (good.seconds * (bad.requests / good.requests)) / bad.seconds,
      unit: '×',
      goal: { atLeast: 0.95 },
      note: `${(count / bad.seconds).toFixed(1)} and ${(count / good.seconds).toFixed(1)} documents a second`,
    });
  }
  return figures;
}

interface Batch {
  files: readonly string[];
  isBad: boolean;
  folder: string;
}

let folders = 0;

async function byBatch(platen: Platen, start: (typeof runners)[number]['start'], { files, isBad, folder }: Batch) {
  let requests = 0;
  let failed = 0;
  const next = () => {
    requests += 1;
    const isNext = isBad && requests % Math.round(1 / faultShare) === 0;
    return isNext ? faults[failed++ % faults.length] : undefined;
  };
  await using line = await startFaultyLine(platen.url, next);
  const key = await platen.key();
  await using client = start(line.url, key);
  const results = join(folder, `results-${folders++}`);
  await mkdir(results);
  const began = performance.now();
  const fields = { rotation: '90' };
  await client.run({ do: 'batch', tool: 'rotate-pdf', files, fields, concurrency: 4, folder: results });
  const seconds = (performance.now() - began) / 1000;
  let made = 0;
  for (const n of files.keys()) {
    const bytes = await readFile(join(results, `${n}.pdf`)).catch(() => Buffer.alloc(0));
    if (bytes.subarray(0, 5).toString() === '%PDF-' && bytes.includes('%%EOF')) made += 1;
  }
  return { seconds, made, counted: await platen.used(key), requests, faults: failed };
}

// The overhead of the API over an engine call, on loopback: for a tool that only copies a file of 1 KB, and for an office letter.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { timedCopy } from './support/copying.ts';
import { officeDocuments } from './support/office-documents.ts';
import { startServer } from './support/server.ts';
import { median, quantile } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

export const run = async ({ quick }: BenchOptions): Promise<Figure[]> => [
  ...(await toCopying(quick ? 300 : 2000)),
  await toAnOfficeLetter(quick ? 8 : 25),
];

async function toCopying(rounds: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const path = join(folder, 'small.txt');
  await writeFile(path, 'x'.repeat(1024));
  await using server = await startServer(join(import.meta.dirname, 'support', 'copy-server.ts'));
  const timedBare = async () => {
    const began = performance.now();
    await copyFile(path, join(folder, 'copy.txt'));
    return performance.now() - began;
  };
  for (let n = 0; n < 200; n++) await timedCopy(server);
  const added: number[] = [];
  for (let n = 0; n < rounds; n++) added.push((await timedCopy(server)) - (await timedBare()));
  await rm(folder, { recursive: true });
  return [
    { name: 'added to copying, p50', value: median(added), unit: 'ms', goal: { atMost: 3 } },
    { name: 'added to copying, p95', value: quantile(added, 0.95), unit: 'ms' },
  ];
}

/** A letter, upload and download included, beside the same letter given to the engine. */
async function toAnOfficeLetter(rounds: number): Promise<Figure> {
  await using folder = await benchFolder();
  const { libreoffice } = folder.engines;
  const letter = (await officeDocuments(folder.path)).find(({ name }) => name === 'letter');
  if (letter === undefined) throw new Error('there is no letter');
  await libreoffice.settled();
  await using server = await startServer(join(import.meta.dirname, 'support', 'whole-server.ts'));
  const headers = { Authorization: `Bearer ${server.key}` };
  const file = new Blob([await readFile(letter.path)]);
  const call = async () => {
    const body = new FormData();
    body.append('file', file, 'letter.docx');
    const response = await fetch(`${server.url}/v1/convert/office-to-pdf`, { method: 'POST', body, headers });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  let n = 0;
  const engine = () =>
    libreoffice.convert({
      input: letter.path,
      output: join(folder.path, `out-${n++}.pdf`),
      to: 'pdf',
      family: letter.family,
    });
  for (let warm = 0; warm < 60; warm++) await call(); // the service's code is compiled as it is used
  // A moment of quiet before each call, in which waiting processes get ready.
  const times = await interleaved({ api: call, engine }, rounds, () => pause(1500));
  const [api, bare] = [median(times.api), median(times.engine)];
  const note = `${api.toFixed(1)} ms against ${bare.toFixed(1)} ms`;
  return { name: 'added to an office letter, p50', value: api - bare, unit: 'ms', goal: { atMost: 5 }, note };
}

// Documents a minute at one, two and four callers: a few usual tools, each call through the whole conversion with warm engines.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { photoPdf, textPdf } from './support/documents.ts';
import { officeDocuments } from './support/office-documents.ts';
import { median } from './support/statistics.ts';
import { benchFolder, type BenchFolder } from './support/workbench.ts';

const callers = [1, 2, 4] as const;

interface Work {
  name: string;
  tool: string;
  source: string;
  fields?: Record<string, string>;
}

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const windowMs = quick ? 1500 : 3000;
  const rounds = quick ? 1 : 3;
  const figures: Figure[] = [];
  for (const work of await works(folder)) {
    // Engines that keep processes ready have them ready for this tool.
    await callFor(500, 2, work, folder);
    const rates = new Map<number, number[]>(callers.map((count) => [count, []]));
    for (let round = 0; round < rounds; round++)
      for (const count of callers) rates.get(count)?.push(await callFor(windowMs, count, work, folder));
    for (const [count, found] of rates)
      figures.push({
        name: `${work.name}, ${count} ${count === 1 ? 'caller' : 'callers'}`,
        value: median(found),
        unit: 'documents a minute',
      });
  }
  return figures;
}

async function works({ path, engines }: BenchFolder): Promise<Work[]> {
  const picture = join(path, 'picture.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const grain = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  await sharp(grain).resize(2000, 1500, { kernel: 'cubic' }).jpeg({ quality: 90 }).toFile(picture);
  const letter = (await officeDocuments(path)).find(({ name }) => name === 'letter');
  if (letter === undefined) throw new Error('no letter');
  await engines.libreoffice.settled();
  return [
    { name: 'rotate one page', tool: 'rotate-pdf', source: await textPdf(path, 'one', 1), fields: { rotation: '90' } },
    {
      name: 'extract 20 of 59 pages',
      tool: 'extract-pages',
      source: await textPdf(path, 'many', 59),
      fields: { ranges: '1-20' },
    },
    { name: 'picture to PDF', tool: 'image-to-pdf', source: picture },
    { name: 'office letter to PDF', tool: 'office-to-pdf', source: letter.path },
    { name: 'ten pages of text to PNG', tool: 'pdf-to-image', source: await textPdf(path, 'ten', 10) },
    { name: 'compress two photographs', tool: 'compress-pdf', source: await photoPdf(path, 'photos', 2, engines) },
  ];
}

/** Keeps `count` callers busy for that long; documents a minute until the last of them has its result. */
async function callFor(
  milliseconds: number,
  count: number,
  work: Work,
  { path, engines }: BenchFolder,
): Promise<number> {
  const tool = tools.find(({ id }) => id === work.tool);
  if (tool === undefined) throw new Error(`no ${work.tool}`);
  let started = 0;
  let done = 0;
  const began = performance.now();
  const caller = async () => {
    while (performance.now() - began < milliseconds) {
      // A folder of its own, as every job of the service has.
      const job = join(path, `job-${started++}`);
      await mkdir(job, { mode: 0o755 });
      const input = join(job, 'input');
      await copyFile(work.source, input);
      const output = join(job, `output${tool.produces.format.extensions[0]}`);
      const arrivals = [{ path: input, name: work.source }];
      await convert({ tool, arrivals, fields: work.fields ?? {}, output, timeoutMs: 90_000 }, engines);
      await rm(job, { recursive: true });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
  return done / ((performance.now() - began) / 60_000);
}

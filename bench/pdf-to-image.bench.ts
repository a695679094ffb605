// Pages a second at 150 DPI beside pdftoppm and mutool, with the bytes and the likeness of the pictures.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { photoPdf, textPdf } from './support/documents.ts';
import { drawingPdf } from './support/drawing-pdf.ts';
import { similarity } from './support/similarity.ts';
import { geometricMean, median } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

const execute = promisify(execFile);

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const documents = [
    await textPdf(folder.path, 'one page', 1),
    await textPdf(folder.path, 'ten pages', 10),
    ...(quick ? [] : [await textPdf(folder.path, 'thirty pages', 30)]),
    await photoPdf(folder.path, 'photos', quick ? 2 : 10, folder.engines),
    await drawingPdf(folder.path, 'drawings', quick ? 2 : 10),
  ];
  const tool = tools.find(({ id }) => id === 'pdf-to-image');
  if (tool === undefined) throw new Error('no pdf-to-image');
  const figures: Figure[] = [];
  for (const format of ['png', 'jpg'] as const) {
    const speeds: number[] = [];
    for (const document of documents) {
      const ours = join(folder.path, `ours-${format}`);
      const theirs = join(folder.path, `theirs-${format}`);
      const mutool = join(folder.path, 'mutool');
      for (const place of [ours, theirs, mutool]) {
        await rm(place, { recursive: true, force: true });
        await mkdir(place);
      }
      const archive = join(ours, 'pages.zip');
      const times = await interleaved(
        {
          platen: async () => {
            const path = join(folder.path, 'input');
            await copyFile(document, path);
            await convert(
              { tool, arrivals: [{ path, name: 'a.pdf' }], fields: { format }, output: archive, timeoutMs: 90_000 },
              folder.engines,
            );
          },
          pdftoppm: () =>
            execute('pdftoppm', ['-r', '150', format === 'png' ? '-png' : '-jpeg', document, join(theirs, 'p')]),
          mutool: () => execute('mutool', ['draw', '-q', '-r', '150', '-o', join(mutool, '%03d.png'), document]),
        },
        quick ? 3 : 5,
      );
      await execute('unzip', ['-q', '-o', archive, '-d', ours]);
      await rm(archive);
      const [a, b] = [await bytesOf(ours), await bytesOf(theirs)];
      const ratio = median(times.pdftoppm) / median(times.platen);
      speeds.push(ratio);
      const like = { ours: await likeness(ours, mutool), theirs: await likeness(theirs, mutool) };
      const name = basename(document, '.pdf');
      figures.push({
        name: `${format} of ${name}: speed`,
        value: ratio,
        unit: '× pdftoppm',
        goal: { atLeast: format === 'png' ? 8 : 1.25 },
        note: `${(median(times.mutool) / median(times.platen)).toFixed(1)} × mutool`,
      });
      figures.push({
        name: `${format} of ${name}: bytes`,
        value: a / b,
        unit: '× pdftoppm',
        // PDFium smooths fine lines with more shades than poppler, so that there is more in its pictures of drawings.
        ...(format === 'png' && name !== 'drawings' ? { goal: { atMost: 1 } } : {}),
      });
      figures.push({
        name: `${format} of ${name}: likeness to mutool`,
        value: like.ours - like.theirs,
        unit: 'SSIM more than pdftoppm',
        goal: { atLeast: 0 },
        note: `${like.ours.toFixed(3)} against ${like.theirs.toFixed(3)}`,
      });
    }
    figures.push({
      name: `${format}: speed, geometric mean`,
      value: geometricMean(speeds),
      unit: '× pdftoppm',
      goal: { atLeast: format === 'png' ? 8 : 1.25 },
    });
  }
  return figures;
}

async function bytesOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Mean similarity of the first pages to those of the reference. */
async function likeness(folder: string, reference: string): Promise<number> {
  const [names, references] = [(await readdir(folder)).toSorted(), (await readdir(reference)).toSorted()];
  const values: number[] = [];
  for (const [n, name] of names.slice(0, 3).entries()) {
    const wanted = sharp(join(reference, references[n] ?? ''));
    const { width, height } = await wanted.metadata();
    const grey = (image: Sharp) =>
      image.flatten({ background: '#fff' }).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer();
    values.push(similarity(await grey(sharp(join(folder, name))), await grey(wanted), width));
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

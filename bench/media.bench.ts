// Books, photos and images, compared with calibre, heif-convert and img2pdf. Peers that are not installed are left out.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { epub, xhtml } from '../test/support/epub.ts';
import { sentence } from './support/documents.ts';
import { median } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

const execute = promisify(execFile);
/** calibre prints with a browser engine, which does not start as root otherwise. */
const peerEnvironment = { ...process.env, QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox' };

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  let n = 0;
  const platen = (id: string, source: string) => async () => {
    const tool = tools.find((candidate) => candidate.id === id);
    if (tool === undefined) throw new Error(id);
    const path = join(folder.path, `in-${n++}`);
    await writeFile(path, await readFile(source));
    const output = `${path}${tool.produces.format.extensions[0]}`;
    await convert({ tool, arrivals: [{ path, name: source }], fields: {}, output, timeoutMs: 90_000 }, folder.engines);
    return output;
  };

  const novel = join(folder.path, 'novel.epub');
  await writeFile(novel, await makeNovel());
  const photo = join(folder.path, 'photo.heic');
  const large = join(folder.path, 'large.jpg');
  await makePhotos(folder.path, photo, large);

  const figures: Figure[] = [];
  const compare = async (
    name: string,
    ours: () => Promise<string>,
    program: string,
    words: string[],
    rounds: number,
    goal: Figure['goal'],
  ) => {
    const isThere = await execute(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      figures.push({ name, value: Number.NaN, unit: '', note: `${program} is not installed` });
      return;
    }
    const times = await interleaved(
      { ours, peer: () => execute(program, words, { timeout: 300_000, maxBuffer: 1 << 26, env: peerEnvironment }) },
      rounds,
    );
    const [mine, theirs] = [median(times.ours), median(times.peer)];
    figures.push({
      name,
      value: goal !== undefined && 'atLeast' in goal ? theirs / mine : mine / theirs,
      unit: goal !== undefined && 'atLeast' in goal ? '× as fast' : '× its time',
      ...(goal === undefined ? {} : { goal }),
      note: `platen ${mine.toFixed(0)} ms, ${program} ${theirs.toFixed(0)} ms`,
    });
  };

  await compare(
    'novel to PDF',
    platen('epub-to-pdf', novel),
    'ebook-convert',
    [novel, join(folder.path, 'calibre.pdf'), '--pdf-add-toc'],
    quick ? 1 : 3,
    { atLeast: 4 },
  );
  await compare(
    '12 MP HEIC to JPEG',
    platen('heic-to-jpg', photo),
    'heif-convert',
    ['-q', '90', photo, join(folder.path, 'peer.jpg')],
    quick ? 4 : 10,
    { atMost: 1.1 },
  );
  await compare(
    '20 MP JPEG to PDF',
    platen('image-to-pdf', large),
    'img2pdf',
    [large, '-o', join(folder.path, 'peer.pdf')],
    quick ? 4 : 10,
    { atMost: 1 },
  );

  const made = await platen('image-to-pdf', large)();
  const isIdentical = (await readFile(made)).includes(await readFile(large));
  figures.push({ name: 'JPEG stream is the file itself', value: isIdentical ? 1 : 0, unit: '', goal: { atLeast: 1 } });
  return figures;
}

/** About 300 pages in 40 chapters, with contents. */
function makeNovel(): Promise<Buffer> {
  const chapter = (c: number) =>
    xhtml(
      `<h1>Chapter ${c + 1}</h1>${Array.from({ length: 62 }, (_, p) => `<p>${Array.from({ length: 5 }, (_, s) => sentence(c * 400 + p * 5 + s)).join('. ')}.</p>`).join('')}`,
    );
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, c) => [`c${c}.xhtml`, chapter(c)]));
  const nav = Object.keys(files)
    .map((name, c) => `<li><a href="${name}">Chapter ${c + 1}</a></li>`)
    .join('');
  return epub({ files, nav });
}

async function makePhotos(folder: string, photo: string, large: string): Promise<void> {
  const noise = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer();
  const source = join(folder, 'photo.jpg');
  await sharp(noise).resize(4000, 3000, { kernel: 'cubic' }).jpeg({ quality: 92 }).toFile(source);
  await execute('heif-enc', ['-q', '60', '-o', photo, source], { timeout: 120_000 });
  await sharp(noise).resize(5200, 3900, { kernel: 'cubic' }).jpeg({ quality: 92 }).toFile(large);
}

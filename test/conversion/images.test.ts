// image-to-pdf: nothing is lost, nothing is compressed again, the page has the image's own size.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { loadConfig } from '#config';
import { isFailure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { pageSize } from '#conversion/images/image-pdf.ts';
import { imageToPdf } from '#conversion/tools/image-to-pdf.ts';
import { composeEngines } from '#src/compose-engines.ts';

const execute = promisify(execFile);
let folder: string;
let engines: Engines;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-images-'));
  engines = composeEngines(loadConfig({}), folder);
});
after(() => rm(folder, { recursive: true }));

let n = 0;
async function toPdf(data: Buffer): Promise<string> {
  const path = join(folder, `image-${n++}`);
  await writeFile(path, data);
  const output = `${path}.pdf`;
  await convert(
    { tool: imageToPdf, arrivals: [{ path, name: 'image' }], fields: {}, output, timeoutMs: 60_000 },
    engines,
  );
  await execute('qpdf', ['--check', output]);
  return output;
}

/** Noise with a clear top left corner, so that every turn and mirror shows. */
function picture(width: number, height: number, channels: 1 | 3 | 4): Buffer {
  const pixels = Buffer.alloc(width * height * channels);
  for (let i = 0; i < pixels.length; i++) {
    const pixel = Math.floor(i / channels);
    const corner = pixel % width < width / 4 && pixel < (width * height) / 4;
    pixels[i] = corner ? 250 : ((pixel * 7919) ^ (i * 104_729)) & 0x7f;
  }
  return pixels;
}
const made = (channels: 1 | 3 | 4, width = 40, height = 30): Sharp =>
  sharp(picture(width, height, channels), { raw: { width, height, channels } });

/** The embedded images of a PDF as raw samples, decoded by poppler. */
async function embedded(pdf: string): Promise<Buffer[]> {
  const prefix = pdf.replace('.pdf', '-x');
  await execute('pdfimages', ['-png', pdf, prefix]);
  const { stdout } = await execute('pdfimages', ['-list', pdf]);
  const count = stdout.trim().split('\n').length - 2;
  return Promise.all(Array.from({ length: count }, (_, i) => readFile(`${prefix}-${String(i).padStart(3, '0')}.png`)));
}
const raw = (image: Buffer) => sharp(image).raw().toBuffer();

const sizeOf = async (pdf: string) =>
  /Page size:\s+([\d.]+) x ([\d.]+)/
    .exec((await execute('pdfinfo', [pdf])).stdout)
    ?.slice(1)
    .map(Number);

for (const [name, encode] of [
  ['PNG', (image: Sharp) => image.png()],
  ['interlaced PNG', (image: Sharp) => image.png({ progressive: true })],
  ['lossless WebP', (image: Sharp) => image.webp({ lossless: true })],
  ['TIFF', (image: Sharp) => image.tiff({ compression: 'lzw' })],
] as const)
  test(`the pixels of a ${name} are kept exactly`, async () => {
    const [image] = await embedded(await toPdf(await encode(made(3)).toBuffer()));
    assert.ok(image !== undefined);
    assert.deepEqual(await raw(image), picture(40, 30, 3));
  });

test('a palette stays a palette, grey stays grey, sixteen bits stay sixteen', async () => {
  const list = async (data: Buffer) =>
    (await execute('pdfimages', ['-list', await toPdf(data)])).stdout.trim().split('\n').at(-1)?.trim().split(/\s+/);
  assert.deepEqual((await list(await made(3).png({ palette: true, colours: 16 }).toBuffer()))?.slice(5, 8), [
    'index',
    '1',
    '4',
  ]);
  assert.deepEqual((await list(await made(1).toColourspace('b-w').png().toBuffer()))?.slice(5, 8), ['gray', '1', '8']);
  assert.deepEqual((await list(await made(3).toColourspace('rgb16').png().toBuffer()))?.slice(5, 8), [
    'rgb',
    '3',
    '16',
  ]);
});

test('alpha becomes a soft mask with the same values', async () => {
  const images = await embedded(await toPdf(await made(4).png().toBuffer()));
  assert.equal(images.length, 2);
  const pixels = picture(40, 30, 4);
  const alpha = Buffer.from(Array.from({ length: 1200 }, (_, i) => pixels[i * 4 + 3] ?? 0));
  assert.deepEqual(await sharp(images[1]).extractChannel(0).raw().toBuffer(), alpha);
});

test('JPEG data goes in byte for byte', async () => {
  for (const image of [
    made(3).jpeg(),
    made(1).toColourspace('b-w').jpeg(),
    made(3).jpeg({ progressive: true }),
    made(3).toColourspace('cmyk').jpeg(),
  ]) {
    const data = await image.toBuffer();
    const pdf = await readFile(await toPdf(data));
    assert.ok(pdf.includes(data));
    assert.ok(pdf.length < data.length * 1.03 + 1500);
  }
});

test('an ICC profile is kept', async () => {
  const pdf = await readFile(await toPdf(await made(3).withIccProfile('p3').jpeg().toBuffer()), 'latin1');
  assert.match(pdf, /\/ICCBased/);
});

test('each EXIF orientation comes out upright', async () => {
  const ramp = (_: unknown, i: number) => (Math.floor(i / 3) % 80) * 2 + (i % 3 === 0 ? Math.floor(i / 240) : 0);
  const smooth = Buffer.from(Array.from({ length: 80 * 60 * 3 }, ramp));
  const upright = await sharp(smooth, { raw: { width: 80, height: 60, channels: 3 } })
    .png()
    .toBuffer();
  for (let orientation = 1; orientation <= 8; orientation++) {
    const data = await sharp(upright)
      .withMetadata({ orientation, density: 72 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const pdf = await toPdf(data);
    const page = join(folder, `page-${orientation}`);
    await execute('pdftoppm', ['-r', '72', '-png', '-singlefile', pdf, page]);
    const wanted = await sharp(data).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const got = await sharp(`${page}.png`).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual(
      [got.info.width, got.info.height],
      [wanted.info.width, wanted.info.height],
      `orientation ${orientation}`,
    );
    const difference =
      wanted.data.reduce((sum, value, i) => sum + Math.abs(value - (got.data[i] ?? 0)), 0) / wanted.data.length;
    assert.ok(difference < 12, `orientation ${orientation}: ${difference}`);
  }
});

test('the page has the size the resolution says, 96 dpi without one', async () => {
  assert.deepEqual(
    await sizeOf(await toPdf(await made(3, 300, 150).withMetadata({ density: 300 }).jpeg().toBuffer())),
    [72, 36],
  );
  assert.deepEqual(await sizeOf(await toPdf(await made(3, 96, 192).webp().toBuffer())), [72, 144]);
  assert.deepEqual(pageSize(200_000, 100_000, 96), [14_400, 7200]);
});

test('a TIFF of several pages gives a page each, an animation its first frame', async () => {
  const pages = (data: Buffer) =>
    toPdf(data)
      .then((pdf) => execute('pdfinfo', [pdf]))
      .then(({ stdout }) => /Pages:\s+(\d+)/.exec(stdout)?.[1]);
  const frames = [made(3), made(3).negate()].map((image) => image.png().toBuffer());
  const several = sharp(await Promise.all(frames), { join: { animated: true } });
  assert.equal(await pages(await several.clone().tiff().toBuffer()), '2');
  assert.equal(await pages(await several.clone().gif().toBuffer()), '1');
  assert.equal(await pages(await several.clone().webp({ lossless: true }).toBuffer()), '1');
});

test('a Group 4 TIFF goes in as it is, black stays black', async () => {
  const [width, height] = [100, 80];
  const bilevel = Buffer.alloc(width * height, 255);
  for (let y = 10; y < 30; y++) bilevel.fill(0, y * width + 20, y * width + 60);
  const fax = await sharp(bilevel, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();
  const path = await toPdf(fax);
  assert.match((await execute('pdfimages', ['-list', path])).stdout, /ccitt/);
  await execute('pdfimages', ['-png', path, `${path}-x`]);
  const { data } = await sharp(`${path}-x-000.png`).greyscale().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual(data, bilevel);
});

test('an image that is cut short is rejected', async () => {
  const data = await made(3, 400, 300).png().toBuffer();
  await assert.rejects(toPdf(data.subarray(0, data.length / 2)), (error) => isFailure(error, 'source_unreadable'));
});

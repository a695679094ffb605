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
import { tiffOf } from '../support/tiff-builder.ts';

const execute = promisify(execFile);
let folder: string;
let engines: Engines;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-images-'));
  engines = composeEngines(loadConfig({}), folder);
});
after(() => rm(folder, { recursive: true }));

let n = 0;
const toPdf = async (data: Buffer): Promise<string> => (await bench(data)).path;

/** The PDF, and the warnings. */
async function bench(data: Buffer): Promise<{ path: string; warnings: readonly string[] | undefined }> {
  const path = join(folder, `image-${n++}`);
  await writeFile(path, data);
  const output = `${path}.pdf`;
  const { warnings } = await convert(
    { tool: imageToPdf, arrivals: [{ path, name: 'image' }], fields: {}, output, timeoutMs: 60_000 },
    engines,
  );
  await execute('qpdf', ['--check', output]);
  return { path: output, warnings };
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

test('each EXIF orientation becomes upright', async () => {
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
  assert.deepEqual(pageSize(150_000, 75_000), [14_400, 7200]);
});

test('pixels that are not square keep the shape of the picture, in every format', async () => {
  const plain = Buffer.alloc(204 * 98, 200);
  const tags = { ...grey(204, 98), 282: [[204, 1]], 283: [[98, 1]] } as const;
  const inCentimetres = { ...tags, 282: [[8031, 100]], 283: [[3858, 100]], 296: [3] } as const;
  const compared = { ...tags, 282: [[2, 1]], 283: [[1, 1]], 296: [1] } as const;
  assert.deepEqual(await sizeOf(await toPdf(tiffOf({ tags, pieces: [plain] }))), [72, 72]);
  const metric = await sizeOf(await toPdf(tiffOf({ tags: inCentimetres, pieces: [plain] })));
  assert.deepEqual(metric?.map(Math.round), [72, 72]);
  assert.deepEqual(await sizeOf(await toPdf(tiffOf({ tags: compared, pieces: [plain] }))), [153, 147]);
  const jpeg = await made(3, 200, 100).jpeg().toBuffer();
  const jfif = Buffer.from('ffe000104a46494600010101 00c8 0064 0000'.replaceAll(' ', ''), 'hex');
  const stated = Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
  assert.deepEqual(await sizeOf(await toPdf(stated)), [72, 72]);
});

const grey = (width: number, height: number) => ({
  256: [width],
  257: [height],
  258: [8],
  259: [1],
  262: [1],
  277: [1],
  278: [height],
});
const ramp = (values: (x: number) => readonly number[]) =>
  Uint8Array.from(Array.from({ length: 256 }, (_, n) => values(n % 16)).flat());
const samplesOf = async (data: Buffer) => raw((await embedded(await toPdf(data)))[0] ?? Buffer.alloc(0));
/** Of a grey picture. */
const shadesOf = async (data: Buffer) => (await samplesOf(data)).filter((_, n) => n % 3 === 0);

test('CMYK is stored as it is, without a profile too', async () => {
  const inks = ramp((x) => [x * 16, 0, 255 - x, 7]);
  const tags = { ...grey(16, 16), 258: [8, 8, 8, 8], 262: [5], 277: [4] };
  const deep = Uint8Array.from(Buffer.from(inks).swap16());
  for (const [data, wanted] of [
    [tiffOf({ tags, pieces: [inks] }), inks],
    [tiffOf({ tags: { ...tags, 256: [8], 258: [16, 16, 16, 16] }, pieces: [deep] }), inks],
  ] as const) {
    const path = await toPdf(data);
    const { stdout } = await execute('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'buffer' });
    assert.ok(stdout.includes(Buffer.from(wanted)), 'the samples are those of the file');
  }
});

test('samples that are no counts are scaled, and the result says so', async () => {
  const floats = (values: (x: number) => number) =>
    new Uint8Array(Float32Array.from(Array.from({ length: 256 }, (_, n) => values(n % 16))).buffer);
  const tags = { ...grey(16, 16), 258: [32], 339: [3] };
  for (const pieces of [[floats((x) => x / 15)], [floats((x) => x * 1000 - 7500)]]) {
    const samples = await shadesOf(tiffOf({ tags, pieces }));
    assert.deepEqual(
      [...samples.subarray(0, 16)],
      Array.from({ length: 16 }, (_, x) => x * 17),
    );
  }
  const signed = new Uint8Array(
    Int16Array.from(Array.from({ length: 256 }, (_, n) => (n % 16) * 2000 - 15_000)).buffer,
  );
  const samples = await shadesOf(tiffOf({ tags: { ...grey(16, 16), 258: [16], 339: [2] }, pieces: [signed] }));
  assert.deepEqual([samples[0], samples.at(-1)], [0, 255]);
  const { warnings } = await bench(tiffOf({ tags, pieces: [floats((x) => x)] }));
  assert.match(warnings?.join(' ') ?? '', /black to white/);
});

test('TIFF files that libvips does not read are read', async () => {
  const planes = [0, 1, 2].map((band) => ramp((x) => [x * 16 + band]));
  const jpeg = await made(3, 16, 16).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
  const colors = { 258: [8, 8, 8], 262: [2], 277: [3] };
  const tiled = tiffOf({
    tags: { 256: [16], 257: [16], 259: [1], ...colors, 284: [2], 322: [16], 323: [16] },
    pieces: planes,
  });
  assert.deepEqual([...(await samplesOf(tiled)).subarray(0, 6)], [0, 1, 2, 16, 17, 18]);
  const lab = tiffOf({
    tags: { ...grey(16, 16), 258: [8, 8, 8], 262: [8], 277: [3] },
    pieces: [ramp((x) => [x * 17, 0, 0])],
  });
  const neutral = await samplesOf(lab);
  assert.ok(Math.abs((neutral[3] ?? 0) - (neutral[5] ?? 0)) < 4 && (neutral[45] ?? 0) > 250);
  const old = {
    ...grey(16, 16),
    258: [8, 8, 8],
    259: [6],
    262: [6],
    277: [3],
    513: [8],
    514: [jpeg.length],
    530: [1, 1],
  };
  assert.equal((await samplesOf(tiffOf({ tags: old, pieces: [jpeg] }))).length, 16 * 16 * 3);
  const packed = tiffOf({
    tags: { ...grey(16, 16), 258: [4, 4], 277: [2], 338: [2] },
    pieces: [ramp((x) => [(x << 4) | (15 - x)])],
  });
  const [shades, alpha] = await embedded(await toPdf(packed));
  assert.deepEqual([...(await sharp(shades).extractChannel(0).raw().toBuffer())].slice(0, 3), [0, 17, 34]);
  assert.deepEqual([...(await sharp(alpha).extractChannel(0).raw().toBuffer())].slice(0, 3), [255, 238, 221]);
});

test('a TIFF of several pages becomes one page each, an animation its first frame', async () => {
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

test('pages of a TIFF that lead in a circle come once', async () => {
  const tags = { ...grey(16, 16), 258: [4, 4], 277: [2], 338: [2] };
  const looping = tiffOf({ tags, pieces: [ramp((x) => [(x << 4) | 15])] });
  const directory = looping.readUInt32LE(4);
  looping.writeUInt32LE(directory, directory + 2 + looping.readUInt16LE(directory) * 12);
  assert.equal(/Pages:\s+(\d+)/.exec((await execute('pdfinfo', [await toPdf(looping)])).stdout)?.[1], '1');
});

test('the existing part of a truncated image is shown, with a warning', async () => {
  for (const [data, rows] of [
    [await made(3, 400, 300).png().toBuffer(), 100],
    [await made(4, 400, 300).png().toBuffer(), 100],
    [await made(3, 400, 300).gif().toBuffer(), 60],
    [await made(3, 400, 300).png({ progressive: true }).toBuffer(), 0],
  ] as const) {
    const { warnings, path } = await bench(data.subarray(0, data.length / 2));
    assert.match(warnings?.join(' ') ?? '', /damaged/);
    const [shown, whole] = await Promise.all(
      [(await embedded(path))[0], data].map((image) => sharp(image).removeAlpha().raw().toBuffer()),
    );
    assert.equal(shown?.length, whole?.length);
    const first = (samples: Buffer | undefined) => samples?.subarray(0, rows * 1200).toString('hex') ?? '';
    assert.ok(first(shown) === first(whole), `the first rows of ${data.length} bytes`);
  }
});

test('a PNG with damage in the middle is shown up to there', async () => {
  const data = await made(3, 400, 300).png().toBuffer();
  const damaged = Buffer.from(data);
  damaged.fill(0x55, data.length / 2, data.length / 2 + 400);
  const { warnings, path } = await bench(damaged);
  assert.match(warnings?.join(' ') ?? '', /damaged/);
  const [shown] = await embedded(path);
  const first = async (image: Buffer) => (await raw(image)).subarray(0, 100_000).toString('hex');
  assert.ok((await first(shown ?? data)) === (await first(data)));
});

test('an image without any pixels is rejected', async () => {
  const data = await made(3, 400, 300).png().toBuffer();
  await assert.rejects(toPdf(data.subarray(0, 60)), (error) => isFailure(error));
});

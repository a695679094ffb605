// HEIC: upright exactly once, with its profile, on white where it is transparent, and without the place it was taken at.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { isFailure } from '#core/failure.ts';
import { withoutLocation } from '#conversion/heif/exif.ts';
import { workbench, type Workbench } from '../support/convert.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

let n = 0;
/** A HEIC file of a picture, written by libheif's own encoder. */
async function heic(picture: Sharp, kind: 'png' | 'jpg' = 'png', ...options: string[]): Promise<Buffer> {
  const source = await bench.write(
    `source-${n}.${kind}`,
    await (kind === 'png' ? picture.png() : picture.jpeg({ quality: 95 })).toBuffer(),
  );
  const output = join(bench.folder, `made-${n++}.heic`);
  await execute('heif-enc', ['-q', '90', ...options, '-o', output, source]);
  return readFile(output);
}

/** Red on the left, blue on the right, a green corner at the top left. */
const flag = (width = 128, height = 64) =>
  sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    { input: { create: { width: 16, height: 16, channels: 3, background: '#0f0' } }, left: 0, top: 0 },
  ]);

async function colorAt(image: Buffer | string, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const near = (value = 0) => (value > 190 ? '1' : value < 65 ? '0' : '?');
  return near(data[at]) + near(data[at + 1]) + near(data[at + 2]);
}

test('a photo whose metadata are broken is converted without them', async () => {
  const file = await heic(sharp(await flag().png().toBuffer()).withExif({ IFD0: { Make: 'Camera' } }), 'jpg');
  // The offset of the metadata precedes them; now it leads out of the file.
  const tiff = Math.max(file.indexOf('II*\0'), file.indexOf('MM\0*'));
  const start = file.subarray(tiff - 6, tiff).toString('latin1') === 'Exif\0\0' ? tiff - 6 : tiff;
  file.fill(0xff, start - 4, start);
  const jpg = await readFile(await bench.run('heic-to-jpg', [file]));
  assert.deepEqual([await colorAt(jpg, 4, 4), await colorAt(jpg, 100, 50)], ['010', '001']);
});

test('a photo keeps its size and colours, its profile, and its place is not told', async () => {
  const tagged = sharp(await flag().png().toBuffer())
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } });
  const jpg = await readFile(await bench.run('heic-to-jpg', [await heic(tagged, 'jpg')]));
  const metadata = await sharp(jpg).metadata();
  assert.deepEqual([metadata.format, metadata.width, metadata.height], ['jpeg', 128, 64]);
  assert.match(metadata.icc?.toString('latin1') ?? '', /P\x003/);
  assert.match(metadata.exif?.toString('latin1') ?? '', /Camera/);
  assert.doesNotMatch(metadata.exif?.toString('latin1') ?? '', /3230/);
  assert.equal(await colorAt(jpg, 4, 4), '010');
  assert.equal(await colorAt(jpg, 120, 32), '001');
});

test('every turn and mirror is applied exactly once', async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const source = sharp(await flag().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()).withMetadata({
      orientation,
    });
    const stored = await source.jpeg({ quality: 95 }).toBuffer();
    const upright = await sharp(stored).autoOrient().toBuffer({ resolveWithObject: true });
    const jpg = await readFile(await bench.run('heic-to-jpg', [await heic(sharp(stored).keepMetadata(), 'jpg')]));
    const metadata = await sharp(jpg).metadata();
    assert.equal(metadata.orientation ?? 1, 1);
    assert.deepEqual(
      [metadata.width, metadata.height],
      [upright.info.width, upright.info.height],
      `orientation ${orientation}`,
    );
    for (const [x, y] of [
      [4, 4],
      [upright.info.width - 5, 4],
      [4, upright.info.height - 5],
    ] as const)
      assert.equal(
        await colorAt(jpg, x, y),
        await colorAt(upright.data, x, y),
        `orientation ${orientation} at ${x},${y}`,
      );
  }
});

test('transparent pixels become white, ten bits become eight', async () => {
  const half = sharp({
    create: { width: 64, height: 64, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  }).composite([
    { input: { create: { width: 32, height: 64, channels: 4, background: '#0000ffff' } }, left: 0, top: 0 },
  ]);
  const jpg = await bench.run('heic-to-jpg', [await heic(half)]);
  assert.equal(await colorAt(jpg, 60, 32), '111');
  assert.equal(await colorAt(jpg, 4, 32), '001');
  const deep = await bench.run('heic-to-jpg', [await heic(flag(), 'png', '-b', '10')]);
  assert.equal(await colorAt(deep, 4, 4), '010');
});

test('a PDF has one page for each photo, a JPEG the primary one', async () => {
  const first = await bench.write('first.png', await flag(64, 64).png().toBuffer());
  const second = await bench.write('second.png', await flag(32, 64).png().toBuffer());
  const both = join(bench.folder, 'both.heic');
  await execute('heif-enc', ['-q', '90', '-o', both, first, second]);
  const path = await bench.run('heic-to-pdf', [await readFile(both)]);
  assert.match((await execute('pdfinfo', [path])).stdout, /Pages:\s+2/);
  assert.equal((await sharp(await bench.run('heic-to-jpg', [await readFile(both)])).metadata()).width, 64);
});

test('a broken file is refused', async () => {
  const data = await heic(flag());
  await assert.rejects(bench.run('heic-to-jpg', [data.subarray(0, 300)]), (error) =>
    isFailure(error, 'source_unreadable'),
  );
});

test('positions are taken out of EXIF data and XMP packets, the picture’s data is not touched', async () => {
  const jpeg = await flag()
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 3230/100' }, IFD0: { Software: 'x' } })
    .toBuffer();
  const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="51,30N"/>', 'latin1');
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, xmp.length + 2]), xmp]);
  const cleaned = withoutLocation(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]));
  assert.doesNotMatch(cleaned.toString('latin1'), /GPSLatitude|51,30N/);
  const pixels = (image: Buffer) => sharp(image).raw().toBuffer();
  assert.deepEqual(await pixels(cleaned), await pixels(jpeg));
});

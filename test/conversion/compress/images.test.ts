// Samples, colours and codings of images, from pictures of which a test knows every pixel.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { bilevel } from '#conversion/compress/images/bilevel.ts';
import { smallest, type Coded } from '#conversion/compress/images/coding.ts';
import { colourSpaceOf } from '#conversion/compress/images/colour.ts';
import { bitsOfGrey, graphic, indices, steppedGrey } from '#conversion/compress/images/graphic.ts';
import { jbig2 } from '#conversion/compress/images/jbig2.ts';
import { needsFullChroma, photo } from '#conversion/compress/images/photo.ts';
import { ImageRecoder, type Image } from '#conversion/compress/images/recode.ts';
import { resample } from '#conversion/compress/images/resample.ts';
import { packed, samplesOf, type ImageFacts, type Samples } from '#conversion/compress/images/samples.ts';
import { similarity } from '#conversion/compress/images/similarity.ts';
import { decodePicture } from '#conversion/compress/picture-decoder.ts';
import { qualities } from '#conversion/compress/quality.ts';
import { StreamStore } from '#conversion/compress/store.ts';
import { decodeStream } from '#conversion/pdf/filters.ts';
import type { PdfDictionary, PdfObject, PdfValue } from '#conversion/pdf/graph.ts';
import { documentWith, streamOf } from '../../support/graphs.ts';
import { photograph, textLike } from '../../support/pictures.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-images-'));
});
after(() => rm(folder, { recursive: true }));

const document = documentWith({ 1: {} });

/** Of one channel, unless said otherwise. */
const samples = (width: number, height: number, data: readonly number[] | Uint8Array, channels = 1): Samples => ({
  width,
  height,
  channels,
  data: Buffer.from(data as number[]),
});

/** A coding as decoded by a PDF reader: its samples of 8 bits, indices unchanged. */
async function decoded(coded: Coded | null, width: number, height: number, components = 1): Promise<number[]> {
  assert.ok(coded !== null);
  const dictionary: PdfDictionary = {
    '/Filter': coded.filter,
    ...(coded.parameters === undefined ? {} : { '/DecodeParms': coded.parameters }),
  };
  const isPalette = Array.isArray(coded.colourSpace);
  const colour = colourSpaceOf(
    document,
    coded.colourSpace ?? (components === 1 ? '/DeviceGray' : '/DeviceRGB'),
    (value) => Buffer.from((value as string).slice(2), 'hex'),
  );
  const facts: ImageFacts = { dictionary, width, height, bits: coded.bits, isMask: false, colour };
  const read = await samplesOf(document, facts, coded.data);
  const { palette } = colour ?? {};
  return isPalette && palette !== undefined
    ? [...read.data].flatMap((value) => [
        ...palette.colours.subarray(value * palette.base.components, (value + 1) * palette.base.components),
      ])
    : [...read.data];
}

test('the family of a colour space determines the meaning of its samples (8.6)', () => {
  const spaces = documentWith({ 1: {}, 2: { '/N': 3 }, 3: ['/CalRGB', {}] });
  const profile = (word: string) => Buffer.concat([Buffer.alloc(16), Buffer.from(word, 'latin1')]);
  const of = (value: PdfValue | undefined, bytes: Buffer | null = null) => {
    const space = colourSpaceOf(spaces, value, () => bytes);
    return space === null ? null : [space.kind, space.components, space.greyIsDevice];
  };
  assert.deepEqual(
    ['/DeviceGray', '/G'].map((name) => of(name)),
    [
      ['grey', 1, true],
      ['grey', 1, true],
    ],
  );
  assert.deepEqual(
    ['/DeviceRGB', '/RGB'].map((name) => of(name)),
    [
      ['rgb', 3, true],
      ['rgb', 3, true],
    ],
  );
  assert.deepEqual(
    ['/DeviceCMYK', '/CMYK'].map((name) => of(name)),
    [
      ['cmyk', 4, false],
      ['cmyk', 4, false],
    ],
  );
  assert.deepEqual(
    [of(['/CalGray', {}]), of('3 0 R'), of(['/Separation', '/Spot'])],
    [
      ['grey', 1, false],
      ['rgb', 3, false],
      ['grey', 1, false],
    ],
  );
  assert.deepEqual(
    [of(['/Lab', {}]), of(['/DeviceN', ['/A', '/B']])],
    [
      ['other', 3, false],
      ['other', 2, false],
    ],
  );
  assert.deepEqual(
    [of(['/ICCBased', { '/N': 1 }]), of(['/ICCBased', { '/N': 4 }])],
    [
      ['grey', 1, false],
      ['cmyk', 4, false],
    ],
  );
  assert.deepEqual(of(['/ICCBased', '2 0 R'], profile('RGB sRGB IEC')), ['rgb', 3, true]);
  assert.deepEqual(of(['/ICCBased', '2 0 R'], profile('RGB s\0R\0G\0B')), ['rgb', 3, true]);
  assert.deepEqual(of(['/ICCBased', '2 0 R'], profile('RGB Adobe')), ['rgb', 3, false]);
  assert.deepEqual(
    [of(['/ICCBased', '2 0 R'], profile('Lab ')), of(['/ICCBased', '2 0 R'])],
    [
      ['other', 3, false],
      ['other', 3, false],
    ],
  );
  for (const odd of [undefined, 7, '/Pattern', [], ['/ICCBased', { '/N': 2 }], ['/ICCBased']])
    assert.equal(of(odd), null, JSON.stringify(odd));
});

test('a palette has all the colours that it says, missing ones black (8.6.6.3)', () => {
  const of = (...rest: PdfValue[]) =>
    colourSpaceOf(document, ['/Indexed', ...rest], (value) =>
      value === 'none' ? null : Buffer.from([1, 2, 3, 4, 5, 6]),
    )?.palette;
  assert.deepEqual(of('/DeviceRGB', 1, 'table')?.colours, Buffer.from([1, 2, 3, 4, 5, 6]));
  assert.deepEqual(of('/DeviceRGB', 2, 'table')?.colours, Buffer.from([1, 2, 3, 4, 5, 6, 0, 0, 0]));
  assert.deepEqual(of('/DeviceGray', 0, 'table')?.colours, Buffer.from([1]));
  assert.equal(of('/DeviceGray', 255, 'table')?.colours.length, 256);
  for (const odd of [
    ['/DeviceGray', 256, 't'],
    ['/DeviceGray', -1, 't'],
    ['/DeviceGray', 'x', 't'],
    ['/DeviceGray', 1],
    ['/DeviceGray', 1, 'none'],
    ['/None', 1, 't'],
    [['/Indexed', '/DeviceGray', 1, 't'], 1, 't'],
  ])
    assert.equal(of(...odd), undefined, JSON.stringify(odd));
});

const factsOf = (
  width: number,
  height: number,
  bits: number,
  space: PdfValue,
  dictionary: PdfDictionary = {},
): ImageFacts => ({
  dictionary,
  width,
  height,
  bits,
  isMask: false,
  colour: colourSpaceOf(document, space, () => Buffer.alloc(9)),
});

test('samples of every depth are spread over 0 to 255, indices are as they are', async () => {
  const read = async (bits: number, space: PdfValue, data: number[], width = 3, height = 2) => [
    ...(await samplesOf(document, factsOf(width, height, bits, space), Buffer.from(data))).data,
  ];
  assert.deepEqual(await read(1, '/DeviceGray', [0b1010_0000, 0b0110_0000]), [255, 0, 255, 0, 255, 255]);
  assert.deepEqual(await read(2, '/DeviceGray', [0b0001_1011, 0b1100_0100]), [0, 85, 170, 255, 0, 85]);
  assert.deepEqual(await read(4, '/DeviceGray', [0x0f, 0x30, 0xa1, 0xf0]), [0, 255, 51, 170, 17, 255]);
  assert.deepEqual(await read(16, '/DeviceGray', [1, 99, 2, 99, 3, 99, 4, 99, 5, 99, 6, 99]), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(await read(8, '/DeviceRGB', [1, 2, 3, 4, 5, 6, 7, 8, 9], 3, 1), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(await read(4, ['/Indexed', '/DeviceGray', 8, 'x'], [0x0f, 0x30, 0xa1, 0xf0]), [0, 15, 3, 10, 1, 15]);
  const much = samples(
    10,
    10,
    Array.from({ length: 101 }, (_, n) => n),
  ).data;
  assert.equal((await read(8, '/DeviceGray', [...much], 10, 10)).length, 100, 'surplus data is ignored');
  assert.deepEqual(
    (await read(8, '/DeviceGray', [...much.subarray(0, 98)], 10, 10)).slice(96),
    [96, 97, 0, 0],
    'a little that is missing is 0',
  );
  await assert.rejects(read(8, '/DeviceGray', [...much.subarray(0, 97)], 10, 10), /fewer samples/);
  await assert.rejects(read(3, '/DeviceGray', [0, 0, 0]), /unknown kind/);
  await assert.rejects(read(8, '/Pattern', [0, 0, 0]), /unknown kind/);
  await assert.rejects(samplesOf(document, factsOf(20_001, 20_000, 8, '/DeviceGray'), Buffer.alloc(0)), /more samples/);
  await assert.rejects(
    samplesOf(document, factsOf(1, 1, 8, '/DeviceGray', { '/Filter': '/None' }), Buffer.alloc(1)),
    /cannot be undone/,
  );
});

test('samples packed into fewer bits are restored', () => {
  assert.deepEqual([...packed(samples(3, 2, [255, 0, 255, 0, 255, 255]), 1, false)], [0b1010_0000, 0b0110_0000]);
  assert.deepEqual([...packed(samples(3, 1, [0, 85, 255]), 2, false)], [0b0001_1100]);
  assert.deepEqual([...packed(samples(3, 1, [16, 136, 255]), 4, false)], [0x18, 0xf0]);
  assert.deepEqual([...packed(samples(3, 1, [1, 2, 3]), 4, true)], [0x12, 0x30]);
  assert.deepEqual([...packed(samples(2, 1, [0, 255, 0, 255, 0, 255], 3), 1, false)], [0b0101_0100]);
});

test('grey is held by the fewest bits that hold it exactly', () => {
  assert.deepEqual(
    [[0, 255], [0, 85, 170], [17, 34], [0, 1], [84]].map((data) => bitsOfGrey(Buffer.from(data))),
    [1, 2, 4, 8, 8],
  );
});

test('of several codings the smallest is taken, of equals the first', () => {
  const coded = (length: number, bits: Coded['bits']): Coded => ({ data: Buffer.alloc(length), bits, filter: '/A' });
  assert.equal(smallest([null, coded(3, 1), coded(2, 2), null, coded(2, 4)])?.bits, 2);
  assert.equal(smallest([null]), null);
});

test('drawings are coded without loss: in few bits, by a palette, or by predictors', async () => {
  const grey = samples(
    9,
    3,
    Array.from({ length: 27 }, (_, n) => (n % 3) * 85),
  );
  const few = await graphic(grey, null);
  assert.deepEqual([few?.bits, await decoded(few, 9, 3)], [2, [...grey.data]]);
  const colours = [
    [255, 0, 0],
    [0, 128, 0],
    [1, 2, 3],
  ];
  const drawn = samples(20, 20, Array.from({ length: 400 }, (_, n) => colours[(n * 7) % 3] ?? []).flat(), 3);
  const withPalette = await graphic(drawn, '/DeviceRGB');
  assert.deepEqual(
    [withPalette?.bits, withPalette?.colourSpace],
    [2, ['/Indexed', '/DeviceRGB', 2, 'b:008000010203ff0000']],
  );
  assert.deepEqual(await decoded(withPalette, 20, 20, 3), [...drawn.data]);
  const without = await graphic(drawn, null);
  assert.equal(without?.colourSpace, undefined);
  assert.deepEqual(await decoded(without, 20, 20, 3), [...drawn.data]);
  const soft = samples(64, 64, photograph(64, 64, 1));
  assert.deepEqual(
    await decoded(await graphic(soft, '/DeviceGray'), 64, 64),
    [...soft.data],
    'more than 16 greys are no palette',
  );
  const odd = samples(
    40,
    1,
    Array.from({ length: 40 }, (_, n) => 3 + (n % 16) * 5),
  );
  const sixteen = await graphic(odd, '/DeviceGray');
  assert.deepEqual(await decoded(sixteen, 40, 1), [...odd.data]);
  const many = samples(257, 1, Array.from({ length: 257 }, (_, n) => [n & 255, n >> 8, 7]).flat(), 3);
  assert.equal((await graphic(many, '/DeviceRGB'))?.colourSpace, undefined, 'nor are more than 256 colours');
  const exact = samples(256, 40, Array.from({ length: 256 * 40 }, (_, n) => [(n * 89) & 255, 9, 7]).flat(), 3);
  assert.equal((await graphic(exact, '/DeviceRGB'))?.bits, 8);
  assert.ok(Array.isArray((await graphic(exact, '/DeviceRGB'))?.colourSpace));
});

test('indices take as many bits as the palette has colours', () => {
  const line = samples(
    400,
    3,
    Array.from({ length: 1200 }, (_, n) => (n * n) % 2),
  );
  assert.deepEqual(
    [1, 2, 3, 4, 15, 16, 255].map((hival) => indices(line, hival).bits),
    [1, 2, 2, 4, 4, 8, 8],
  );
});

test('sixteen greys are used where they look the same, row by row or by the row above', async () => {
  // Each row is one step lighter than the one above: nothing repeats itself but the difference.
  const rising = samples(
    101,
    15,
    Array.from({ length: 101 * 15 }, (_, n) => (((n % 101) ** 2 + Math.floor(n / 101)) % 16) * 17 + (n % 2)).map(
      (value) => Math.min(value, 255),
    ),
  );
  const stepped = steppedGrey(rising, 0.9);
  assert.deepEqual([stepped?.bits, stepped?.parameters?.['/Predictor']], [4, 15]);
  assert.deepEqual(
    await decoded(stepped, 101, 15),
    [...rising.data].map((value) => Math.round(value / 17) * 17),
  );
  const random = samples(
    8,
    8,
    photograph(8, 8, 1).map((value) => Math.round(value / 17) * 17),
  );
  assert.deepEqual(await decoded(steppedGrey(random, 0.9), 8, 8), [...random.data]);
  assert.equal(steppedGrey(samples(8, 8, photograph(8, 8, 3), 3), 0), null);
  assert.equal(
    steppedGrey(
      samples(
        16,
        16,
        Array.from({ length: 256 }, (_, n) => 120 + (n % 8)),
      ),
      0.99,
    ),
    null,
  );
});

const bits = (data: Buffer) => data.map((value) => (value > 127 ? 255 : 0));

test('JBIG2 and Group 4 restore black and white exactly', async () => {
  const cases: Samples[] = [
    samples(97, 61, textLike(97, 61)),
    samples(64, 64, bits(photograph(64, 64, 1))),
    samples(
      7,
      3,
      Array.from({ length: 21 }, () => 255),
    ),
    samples(
      8,
      2,
      Array.from({ length: 16 }, () => 0),
    ),
    samples(1, 1, [0]),
    samples(600, 150, bits(photograph(600, 150, 1, 3))),
  ];
  for (const picture of cases) {
    const { width, height } = picture;
    const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode`;
    const read = decodePicture(jbig2(packed(picture, 1, false), width, height), entries);
    const grey = Array.from({ length: width * height }, (_, n) => read.data[n * read.channels]);
    assert.deepEqual(grey, [...picture.data], `${width} by ${height}`);
    const fax = await bilevel(picture, { mayUseJbig2: false });
    assert.equal(fax?.filter, '/CCITTFaxDecode');
    assert.deepEqual(await decoded(fax, width, height), [...picture.data], `${width} by ${height}`);
    const best = await bilevel(picture, { mayUseJbig2: true });
    assert.ok(best !== null && best.data.length <= fax.data.length);
  }
});

test('a picture is wholly like itself, and less so the more it changes', () => {
  const picture = samples(64, 64, photograph(64, 64, 1));
  const noisy = (size: number) =>
    samples(
      64,
      64,
      picture.data.map((value, n) => value + (n % 3 === 0 ? size : -size)),
    );
  assert.ok(Math.abs(similarity(picture, picture) - 1) < 1e-9);
  const [little, much] = [similarity(picture, noisy(2)), similarity(picture, noisy(20))];
  assert.ok(little < 1 && little > 0.9 && much < little && much > 0, `${little} ${much}`);
  // By the formula, for two plain pictures: only the means differ.
  const plain = (value: number) => samples(8, 8, Buffer.alloc(64, value));
  const c1 = (0.01 * 255) ** 2;
  assert.ok(Math.abs(similarity(plain(50), plain(200)) - (2 * 50 * 200 + c1) / (50 ** 2 + 200 ** 2 + c1)) < 1e-9);
  // One window of two halves against its mirror image: covariance is the negative of the variance.
  const halves = (dark: boolean) =>
    samples(
      8,
      8,
      Array.from({ length: 64 }, (_, n) => (n % 8 < 4 === dark ? 0 : 200)),
    );
  const c2 = (0.03 * 255) ** 2;
  assert.ok(Math.abs(similarity(halves(true), halves(false)) - (2 * -10_000 + c2) / (20_000 + c2)) < 1e-9);
  assert.equal(
    similarity(samples(2, 1, [0, 255]), samples(2, 1, [255, 255])),
    0.5,
    'of tiny pictures the share that is the same',
  );
});

test('colours count as well as light and dark, and ink covers', () => {
  const fill = (channels: number, ...values: number[]) =>
    samples(16, 16, Array.from({ length: 256 }, () => values).flat(), channels);
  assert.ok(similarity(fill(3, 100, 100, 100), fill(3, 200, 48, 100)) < 0.7, 'another hue of the same luminance');
  assert.ok(similarity(fill(3, 100, 100, 100), fill(3, 102, 100, 100)) > 0.99);
  const [light, dark] = [
    similarity(fill(3, 100, 100, 100), fill(3, 100, 100, 110)),
    similarity(fill(3, 100, 100, 100), fill(3, 100, 110, 100)),
  ];
  assert.ok(dark < light, 'green is brighter than blue');
  assert.ok(
    Math.abs(similarity(fill(4, 0, 0, 0, 100), fill(4, 100, 100, 100, 0)) - 1) < 1e-9,
    'black is as dark as the three together',
  );
});

test('pictures are scaled channel by channel, hidden colours under a mask do not bleed', async () => {
  const [red, blue] = [
    [200, 10, 20],
    [0, 0, 255],
  ];
  const halves = samples(16, 16, Array.from({ length: 256 }, (_, n) => (n % 16 < 8 ? red : blue)).flat(), 3);
  const mask = samples(
    16,
    16,
    Array.from({ length: 256 }, (_, n) => (n % 16 < 8 ? 255 : 0)),
  );
  const plain = await resample(halves, 4, 4);
  assert.deepEqual([plain.width, plain.height, plain.channels, plain.data.length], [4, 4, 3, 48]);
  const pixel = (of: Samples, x: number) => [...of.data.subarray(x * of.channels, (x + 1) * of.channels)];
  const shown = await resample(halves, 4, 4, mask);
  const near = (a: number[], b: number[]) => a.every((value, n) => Math.abs(value - (b[n] ?? 999)) <= 3);
  assert.ok(near(pixel(plain, 0), red) && near(pixel(plain, 3), blue), JSON.stringify(pixel(plain, 0)));
  assert.ok(near(pixel(shown, 1), red), 'the edge that is seen keeps its colour');
  const five = samples(4, 4, Array.from({ length: 16 }, () => [10, 20, 30, 40, 50]).flat(), 5);
  assert.deepEqual(pixel(await resample(five, 2, 2), 3), [10, 20, 30, 40, 50]);
  assert.deepEqual((await resample(samples(4, 4, Buffer.alloc(16, 77)), 2, 1)).data, Buffer.alloc(2, 77));
});

test('a photograph becomes a JPEG of the lowest quality that looks the same', async () => {
  const picture = samples(160, 120, photograph(160, 120, 3), 3);
  const target = { ...qualities.medium, fullChroma: false };
  const coded = await photo(picture, target);
  assert.equal(coded?.filter, '/DCTDecode');
  const read = samples(160, 120, await decoded(coded, 160, 120, 3), 3);
  assert.ok(similarity(picture, read) >= target.minSimilarity);
  const worse = await photo(picture, { ...target, quality: 34, minSimilarity: 0.4, enoughSimilarity: 0.5 });
  assert.ok((worse?.data.length ?? 0) < coded.data.length);
  assert.equal(await photo(picture, { ...target, minSimilarity: 1.1, enoughSimilarity: 1.1 }), null);
  const ink = samples(64, 64, photograph(64, 64, 4), 4);
  assert.ok(((await photo(ink, target))?.data.length ?? 0) > 0);
  const large = samples(900, 800, photograph(900, 800, 1));
  const whole = samples(900, 800, await decoded(await photo(large, target), 900, 800));
  assert.ok(similarity(large, whole) >= target.minSimilarity);
});

test('colours that change sharply need all of their chroma', () => {
  const stripes = (other: number[]) =>
    samples(
      32,
      32,
      Array.from({ length: 1024 }, (_, n) => ((n + Math.floor(n / 32)) % 4 < 2 ? [100, 100, 100] : other)).flat(),
      3,
    );
  assert.equal(needsFullChroma(stripes([255, 0, 0])), true);
  assert.equal(needsFullChroma(stripes([200, 200, 200])), false);
  assert.equal(needsFullChroma(stripes([120, 100, 100])), false);
  assert.equal(needsFullChroma(samples(32, 32, Buffer.alloc(1024))), false);
});

interface Recoding {
  entries: PdfDictionary;
  data: Buffer;
  placement?: Image['placement'];
  objects?: Record<number, PdfValue | PdfObject>;
  quality?: keyof typeof qualities;
  claims?: { isPrepress?: boolean; keepsSpaces?: boolean };
}

async function recoded({ entries, data, placement, objects = {}, quality = 'medium', claims = {} }: Recoding) {
  const dictionary: PdfDictionary = { '/Subtype': '/Image', ...entries };
  const own = documentWith({ 1: {}, 2: streamOf(dictionary), ...objects });
  const recoder = new ImageRecoder(own, qualities[quality], new StreamStore(own, folder), {
    isOldStandard: false,
    isPrepress: false,
    keepsSpaces: false,
    ...claims,
  });
  return recoder.recode({ reference: '2 0 R', dictionary, raw: data, placement });
}

const [width, height] = [200, 150];
const size = { '/Width': width, '/Height': height, '/BitsPerComponent': 8 };
const grey = photograph(width, height, 1);
const rgbOfGrey = Buffer.from([...grey].flatMap((value) => [value, value, value]));

test('an image has no more pixels than its place needs, but loses none where that wins little', async () => {
  const of = async (points: number, quality: keyof typeof qualities = 'medium') => {
    const made = await recoded({
      entries: { ...size, '/ColorSpace': '/DeviceGray' },
      data: grey,
      placement: { width: points, height: (points * 3) / 4 },
      quality,
    });
    return [made?.dictionary['/Width'], made?.dictionary['/Height']];
  };
  // 48 points are 100 pixels at 150 dots an inch.
  assert.deepEqual(await of(48), [100, 75]);
  assert.deepEqual(await of(48, 'low'), [48, 36]);
  assert.deepEqual(await of(48, 'high'), [200, 150]);
  assert.deepEqual(await of(77), [200, 150], 'a quarter more than needed is not too much');
  assert.deepEqual(await of(76), [159, 119]);
  const narrow = await recoded({
    entries: { ...size, '/ColorSpace': '/DeviceGray' },
    data: grey,
    placement: { width: 48, height: 72 },
  });
  assert.deepEqual(
    [narrow?.dictionary['/Width'], narrow?.dictionary['/Height']],
    [200, 150],
    'the side that needs more decides',
  );
  const tiny = { '/Width': 64, '/Height': 63, '/BitsPerComponent': 8, '/ColorSpace': '/DeviceGray' };
  const small = await recoded({ entries: tiny, data: photograph(64, 63, 1), placement: { width: 1, height: 1 } });
  assert.deepEqual([small?.dictionary['/Width'] ?? 64], [64]);
  const enough = await recoded({
    entries: { ...tiny, '/Height': 64 },
    data: photograph(64, 64, 1),
    placement: { width: 1, height: 1 },
  });
  assert.deepEqual([enough?.dictionary['/Width'], enough?.dictionary['/Height']], [3, 3]);
});

test('a picture without colour becomes grey, where spaces may be exchanged', async () => {
  const of = async (more: Partial<Recoding> & { entries?: PdfDictionary } = {}) =>
    (await recoded({ data: rgbOfGrey, ...more, entries: { ...size, '/ColorSpace': '/DeviceRGB', ...more.entries } }))
      ?.dictionary['/ColorSpace'];
  assert.equal(await of(), '/DeviceGray');
  assert.equal(await of({ claims: { keepsSpaces: true } }), '/DeviceRGB');
  assert.equal(await of({ entries: { '/Decode': [0, 1, 0, 1, 0, 1] } }), '/DeviceGray');
  assert.equal(await of({ entries: { '/Decode': [1, 0, 1, 0, 1, 0] } }), '/DeviceRGB');
  assert.notDeepEqual(await of({ entries: { '/ColorSpace': ['/CalRGB', {}] } }), '/DeviceGray');
  const tinted = Buffer.from(rgbOfGrey);
  tinted[3 * 77] = (tinted[3 * 77] ?? 0) ^ 8;
  assert.equal(await of({ data: tinted }), '/DeviceRGB', 'one pixel of colour is colour');
});

test('images whose every sample means something stay as they are', async () => {
  const whole = { entries: { ...size, '/ColorSpace': '/DeviceGray' }, data: grey };
  assert.notEqual(await recoded(whole), null);
  for (const more of [
    { '/Mask': [1, 2] },
    { '/Matte': [0] },
    { '/SMask': '3 0 R' },
    { '/Width': 0 },
    { '/Height': 0 },
    { '/Width': 'x' },
    { '/ColorSpace': '/None' },
    { '/Filter': '/JBIG2Decode' },
    { '/Filter': '/None' },
  ])
    assert.equal(
      await recoded({ ...whole, entries: { ...whole.entries, ...more }, objects: { 3: { '/Matte': [0] } } }),
      null,
      JSON.stringify(more),
    );
  assert.notEqual(
    await recoded({ ...whole, entries: { ...whole.entries, '/Mask': '3 0 R', '/SMask': '3 0 R' }, objects: { 3: {} } }),
    null,
  );
});

test('stencil masks and black and white in many bits keep every pixel, in one bit', async () => {
  const text = textLike(width, height);
  const one = packed(samples(width, height, text), 1, false);
  const mask = await recoded({
    entries: { '/Width': width, '/Height': height, '/ImageMask': true, '/Decode': [1, 0] },
    data: one,
    placement: { width: 1, height: 1 },
  });
  assert.equal(mask?.dictionary['/BitsPerComponent'], undefined);
  assert.deepEqual(
    [mask?.dictionary['/Width'], mask?.dictionary['/Decode'], mask?.dictionary['/ColorSpace']],
    [width, [1, 0], undefined],
  );
  for (const isPrepress of [false, true]) {
    const plain = await recoded({
      entries: { ...size, '/ColorSpace': '/DeviceRGB' },
      data: Buffer.from([...text].flatMap((value) => [value, value, value])),
      placement: { width: 1, height: 1 },
      claims: { isPrepress },
    });
    assert.deepEqual(
      [plain?.dictionary['/BitsPerComponent'], plain?.dictionary['/ColorSpace'], plain?.dictionary['/Width']],
      [1, '/DeviceGray', width],
    );
    assert.equal(plain?.dictionary['/Filter'] === '/CCITTFaxDecode' || !isPrepress, true);
    const facts = factsOf(width, height, 1, '/DeviceGray', plain?.dictionary);
    assert.deepEqual((await samplesOf(document, facts, plain?.data ?? Buffer.alloc(0))).data, text);
  }
});

test('a palette image keeps its palette, colours beyond it are its last one', async () => {
  const table = { 3: 'b:00000000ff00ff0000' };
  const values = Array.from({ length: width * height }, (_, n) => (n * 7 + (n >> 5)) % 5);
  const entries = { ...size, '/ColorSpace': ['/Indexed', '/DeviceRGB', 2, '3 0 R'] };
  const made = await recoded({ entries, data: Buffer.from(values), objects: table });
  assert.deepEqual(
    [made?.dictionary['/BitsPerComponent'], made?.dictionary['/ColorSpace']],
    [2, entries['/ColorSpace']],
  );
  const raw =
    decodeStream(document, made?.dictionary ?? {}, made?.data ?? Buffer.alloc(0), 1 << 20)?.data ?? Buffer.alloc(0);
  const indicesRead = Array.from(
    { length: width * height },
    (_, n) => ((raw[((n / width) | 0) * 50 + ((n % width) >> 2)] ?? 0) >> (6 - 2 * ((n % width) & 3))) & 3,
  );
  assert.deepEqual(
    indicesRead,
    values.map((value) => Math.min(value, 2)),
  );
  const typical = await recoded({
    entries: { ...entries, '/Decode': [0, 255] },
    data: Buffer.from(values),
    objects: table,
  });
  assert.equal(typical?.dictionary['/Decode'], undefined);
  for (const odd of [
    [1, 255],
    [0, 254],
    [255, 0],
  ])
    assert.equal(
      await recoded({ entries: { ...entries, '/Decode': odd }, data: Buffer.from(values), objects: table }),
      null,
    );
  const ramp = `b:${Buffer.from(Array.from({ length: 256 }, (_, n) => 255 - n)).toString('hex')}`;
  const scaled = await recoded({
    entries: { ...size, '/ColorSpace': ['/Indexed', '/DeviceGray', 255, ramp] },
    data: grey,
    placement: { width: 20, height: 15 },
  });
  assert.deepEqual(
    [scaled?.dictionary['/Width'], scaled?.dictionary['/Height'], scaled?.dictionary['/ColorSpace']],
    [42, 32, '/DeviceGray'],
  );
});

test('a coding with loss has to be worth it', async () => {
  const once = await recoded({ entries: { ...size, '/ColorSpace': '/DeviceGray' }, data: grey });
  assert.equal(once?.dictionary['/Filter'], '/DCTDecode');
  const again = await recoded({ entries: once?.dictionary ?? {}, data: once?.data ?? Buffer.alloc(0) });
  assert.ok(again === null || again.data.length < (once?.data.length ?? 0));
  assert.equal(
    await recoded({
      entries: { ...size, '/ColorSpace': ['/Lab', {}], '/Filter': '/FlateDecode' },
      data: deflateSync(Buffer.alloc(3)),
    }),
    null,
  );
});

test('a mask of the same size is judged with its image', async () => {
  await writeFile(
    join(folder, 's-3'),
    Buffer.from(Array.from({ length: width * height }, (_, n) => (n % width < 100 ? 255 : 0))),
  );
  const rgb = Buffer.from(
    Array.from({ length: width * height }, (_, n) => (n % width < 100 ? [200, 10, 20] : [0, 0, 255])).flat(),
  );
  const of = async (mask: PdfDictionary) =>
    recoded({
      entries: { ...size, '/ColorSpace': '/DeviceRGB', '/SMask': '3 0 R' },
      data: rgb,
      placement: { width: 10, height: 7.5 },
      objects: { 3: streamOf({ ...size, '/ColorSpace': '/DeviceGray', ...mask }) },
    });
  const [same, other] = [await of({}), await of({ '/Decode': [1, 0] })];
  assert.notEqual(same, null);
  assert.notDeepEqual(same, other, 'an inverted one is left out of it');
});

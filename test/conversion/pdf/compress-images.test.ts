// Images of every colour space, depth, filter, mask and placement: smaller, and the same to look at.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { faxPicture } from '#conversion/images/fax.ts';
import { type PdfDictionary } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { stream } from '../../support/pdf-builder.ts';
import { apart, drawn, imagePagesPdf, imagePdf, inBits, photograph, textLike } from '../../support/pictures.ts';
import { readDocument } from '../../support/pdf-graph.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const side = 800;
const size = `/Width ${side} /Height ${side}`;
const flate = (data: Buffer) => deflateSync(data, { level: 1 });
const rgb = photograph(side, side, 3);
const grey = photograph(side, side, 1);
const four = photograph(side, side, 4);
const text = textLike(side, side);
const hex = (data: Buffer) => `${data.toString('hex')}>`;

/** Compresses, checks the result and returns its images. */
async function compressed(source: Buffer, { quality = 'medium', tolerance = 2.5 } = {}) {
  const before = await bench.write('before.pdf', source);
  const { path, report } = await bench.convert('compress-pdf', [source], { quality });
  await execute('qpdf', ['--check', path]);
  await looksTheSame(before, path, { tolerance });
  const document = await readDocument(path);
  const images: PdfDictionary[] = [];
  for (const dictionary of document.dictionaries()) if (dictionary['/Subtype'] === '/Image') images.push(dictionary);
  const bytes = (await readFile(path)).length;
  assert.ok(bytes <= source.length, `${bytes} of ${source.length} bytes`);
  return { images, bytes, share: bytes / source.length, report, document };
}

async function looksTheSame(before: string, after: string, { tolerance = 2.5, page = 1 } = {}): Promise<void> {
  for (const by of ['mutool', 'poppler'] as const) {
    const difference = apart(await drawn(before, { by, page }), await drawn(after, { by, page }));
    assert.ok(difference < tolerance, `${by}: page ${page} is ${difference.toFixed(2)} of 255 apart`);
  }
}

/** Compresses images on a page each, in one document: the result, and the image of each page. */
async function compressedPages(images: Parameters<typeof imagePagesPdf>[0]) {
  const source = imagePagesPdf(images);
  const before = await bench.write('before-pages.pdf', source);
  const { path, report } = await bench.convert('compress-pdf', [source], { quality: 'medium' });
  await execute('qpdf', ['--check', path]);
  const document = await readDocument(path);
  const found = pagesOf(document).map(({ dictionary }) => {
    const { '/XObject': drawings } = document.dictionary(dictionary['/Resources']);
    return document.dictionary(document.dictionary(drawings)['/Im']);
  });
  return { before, path, report, images: found };
}

const separation =
  '[/Separation /Spot /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0.5 0] /N 1 >>]';
const kinds: Record<string, { entries: string; data: Buffer | string; filter: string; most: number; space?: string }> =
  {
    'RGB under Flate': {
      entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(rgb),
      filter: '/DCTDecode',
      most: 0.1,
    },
    'grey under Flate': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(grey),
      filter: '/DCTDecode',
      most: 0.15,
    },
    'CMYK under Flate': {
      entries: `${size} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(four),
      filter: '/DCTDecode',
      most: 0.15,
      space: '/DeviceCMYK',
    },
    'RGB without a filter': {
      entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      data: rgb,
      filter: '/DCTDecode',
      most: 0.1,
    },
    'RGB that is grey': {
      entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      data: Buffer.from([...grey].flatMap((value) => [value, value, value])),
      filter: '/DCTDecode',
      most: 0.06,
      space: '/DeviceGray',
    },
    '16 bits a sample': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 16`,
      data: Buffer.from([...grey].flatMap((value) => [value, 77])),
      filter: '/DCTDecode',
      most: 0.1,
    },
    'a spot colour': {
      entries: `${size} /ColorSpace ${separation} /BitsPerComponent 8`,
      data: grey,
      filter: '/DCTDecode',
      most: 0.15,
      space: JSON.stringify(['/Separation']).slice(1, -1),
    },
    'inverted by its Decode array': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]`,
      data: grey,
      filter: '/DCTDecode',
      most: 0.15,
    },
    'calibrated RGB': {
      entries: `${size} /ColorSpace [/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2] >>] /BitsPerComponent 8`,
      data: rgb,
      filter: '/DCTDecode',
      most: 0.1,
    },
    'a palette of 256 colours': {
      entries: `${size} /ColorSpace [/Indexed /DeviceRGB 255 <${Buffer.from(Array.from({ length: 256 }, (_, n) => [n, 255 - n, (n * 7) & 255]).flat()).toString('hex')}>] /BitsPerComponent 8`,
      data: grey,
      filter: '/DCTDecode',
      most: 0.3,
    },
    'a palette of 16 colours in 4 bits': {
      entries: `${size} /ColorSpace [/Indexed /DeviceRGB 15 <${Buffer.from(Array.from({ length: 16 }, (_, n) => [n * 17, 0, 255 - n * 17]).flat()).toString('hex')}>] /BitsPerComponent 4`,
      data: inBits(text, side, 4),
      filter: '/FlateDecode',
      most: 0.2,
    },
    '2 bits of grey': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 2`,
      data: inBits(text, side, 2),
      filter: '',
      most: 0.3,
    },
    'one bit without a filter': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 1`,
      data: inBits(text, side, 1),
      filter: '/JBIG2Decode',
      most: 0.1,
    },
    'black and white in 8 bits of RGB': {
      entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      data: Buffer.from([...text].flatMap((value) => [value, value, value])),
      filter: '',
      most: 0.05,
    },
    'hexadecimal digits': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode`,
      data: hex(grey),
      filter: '/DCTDecode',
      most: 0.1,
    },
    'two filters': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null null]`,
      data: hex(flate(grey)),
      filter: '/DCTDecode',
      most: 0.1,
    },
    'a PNG predictor': {
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${side} >>`,
      data: flate(up(grey)),
      filter: '/DCTDecode',
      most: 0.15,
    },
  };

/** PNG's filter "Up" on every row. */
function up(data: Buffer): Buffer {
  return Buffer.concat(
    Array.from({ length: side }, (_, y) => {
      const row = Buffer.alloc(side + 1, 2);
      for (let x = 0; x < side; x++)
        row[x + 1] = (data[y * side + x] ?? 0) - (y === 0 ? 0 : (data[(y - 1) * side + x] ?? 0));
      return row;
    }),
  );
}

let together: ReturnType<typeof compressedPages> | undefined;
const kindsTogether = () => (together ??= compressedPages(Object.values(kinds)));

for (const [n, [kind, { data, filter, most, space }]] of Object.entries(kinds).entries()) {
  test(`${kind}: smaller and the same`, async () => {
    const { before: source, path, images } = await kindsTogether();
    const image = images[n];
    if (filter !== '') assert.equal(image?.['/Filter'], filter);
    if (space !== undefined) assert.ok(JSON.stringify(image?.['/ColorSpace']).includes(space));
    const share = Number(image?.['/Length']) / data.length;
    assert.ok(share < most, `${share.toFixed(3)} of the bytes`);
    await looksTheSame(source, path, { page: n + 1 });
  });
}

test('every image was changed, and no image is lost', async () => {
  const { report } = await kindsTogether();
  const { changed, total } = report.compression?.images ?? {};
  assert.deepEqual([changed, total], [Object.keys(kinds).length, Object.keys(kinds).length]);
});

for (const [kind, make] of Object.entries({
  RGB: () =>
    sharp(rgb, { raw: { width: side, height: side, channels: 3 } }).jpeg({ quality: 96, chromaSubsampling: '4:4:4' }),
  grey: () =>
    sharp(grey, { raw: { width: side, height: side, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 96 }),
  CMYK: () =>
    sharp(rgb, { raw: { width: side, height: side, channels: 3 } })
      .toColourspace('cmyk')
      .jpeg({ quality: 96 }),
}))
  test(`a JPEG of ${kind} is scaled to its place and keeps its colours`, async () => {
    const data = await make().toBuffer();
    const entries =
      kind === 'CMYK'
        ? `${size} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0] /Filter /DCTDecode`
        : `${size} /ColorSpace /Device${kind === 'RGB' ? 'RGB' : 'Gray'} /BitsPerComponent 8 /Filter /DCTDecode`;
    // 200 points at 150 DPI are 417 pixels.
    const { images, share } = await compressed(imagePdf({ entries, data }));
    assert.deepEqual([images[0]?.['/Width'], images[0]?.['/Height']], [417, 417]);
    assert.ok(share < 0.5, `${share}`);
  });

test('an ICC profile stays with its image', async () => {
  const picture = sharp(rgb, { raw: { width: side, height: side, channels: 3 } }).withIccProfile('p3');
  const { icc } = await sharp(await picture.png().toBuffer()).metadata();
  assert.ok(icc);
  const source = imagePdf(
    { entries: `${size} /ColorSpace [/ICCBased 10 0 R] /BitsPerComponent 8`, data: rgb },
    { more: { 10: stream('/N 3', icc.toString('latin1')) } },
  );
  const { images, document } = await compressed(source);
  const [family, profile] = document.array(images[0]?.['/ColorSpace']);
  assert.equal(family, '/ICCBased');
  assert.equal(document.dictionary(profile)['/N'], 3);
});

test('Group 4 and JPX are read too', async () => {
  const tiff = await sharp(text, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: side })
    .toBuffer();
  const fax = faxPicture(tiff, 0);
  assert.ok(fax);
  const bilevel = await compressed(
    imagePdf({
      entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 1 ${fax.entries}`,
      data: Buffer.from(fax.data),
    }),
  );
  assert.equal(bilevel.images[0]?.['/Filter'], '/JBIG2Decode');

  const [png, jpx] = [join(bench.folder, 'a.png'), join(bench.folder, 'a.jp2')];
  await sharp(rgb, { raw: { width: side, height: side, channels: 3 } }).toFile(png);
  await execute('opj_compress', ['-i', png, '-o', jpx, '-r', '4']);
  const wavelet = await compressed(
    imagePdf({ entries: `${size} /ColorSpace /DeviceRGB /Filter /JPXDecode`, data: await readFile(jpx) }),
  );
  assert.deepEqual([wavelet.images[0]?.['/Filter'], wavelet.images[0]?.['/Width']], ['/DCTDecode', 417]);
  assert.ok(wavelet.share < 0.5);
});

test('a soft mask stays over its image, and hidden colours do not bleed', async () => {
  // A disc of colour on black that the mask hides.
  const mask = Buffer.alloc(side * side);
  const hidden = Buffer.from(rgb);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const within = side / 2.5 - Math.hypot(x - side / 2, y - side / 2);
      mask[y * side + x] = Math.max(0, Math.min(255, within * 8));
      if (within <= 0) hidden.fill(0, (y * side + x) * 3, (y * side + x) * 3 + 3);
    }
  const { images } = await compressed(
    imagePdf(
      { entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 10 0 R`, data: hidden },
      {
        more: {
          10: stream(
            `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /BitsPerComponent 8`,
            mask.toString('latin1'),
          ),
        },
      },
    ),
    { tolerance: 1.5 },
  );
  assert.deepEqual(
    images.map((image) => image['/Width']),
    [417, 417],
  );
});

test('stencil masks, image masks and colour keys keep every pixel', async () => {
  const bits = inBits(text, side, 1).toString('latin1');
  const stencil = await compressed(
    imagePdf(
      { entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask 10 0 R`, data: rgb },
      { more: { 10: stream(`/Type /XObject /Subtype /Image ${size} /ImageMask true /BitsPerComponent 1`, bits) } },
    ),
  );
  const mask = stencil.images.find((image) => image['/ImageMask'] === true);
  assert.deepEqual([mask?.['/Width'], mask?.['/Filter']], [side, '/JBIG2Decode']);

  const painted = await compressed(
    imagePdf(
      { entries: `${size} /ImageMask true`, data: bits },
      { content: 'q 0.8 0.1 0.1 rg 200 0 0 200 50 100 cm /Im Do Q' },
    ),
    { tolerance: 0.01 },
  );
  assert.equal(painted.images[0]?.['/ColorSpace'], undefined);

  const keyed = Buffer.from([...text].flatMap((value) => [value, 30, 200]));
  const key = await compressed(
    imagePdf(
      { entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [255 255 30 30 200 200]`, data: keyed },
      { content: '0.9 1 0.9 rg 0 0 300 400 re f q 200 0 0 200 50 100 cm /Im Do Q' },
    ),
    { tolerance: 0.01 },
  );
  assert.equal(key.images[0]?.['/Width'], side);
});

const plain = { entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`, data: rgb };
const half = Math.ceil((100 / 72) * 150);
const whole = Math.ceil((200 / 72) * 150);
for (const [where, { content, resources, more, width }] of Object.entries({
  turned: { content: 'q 141.42 141.42 -141.42 141.42 150 60 cm /Im Do Q', resources: '', more: {}, width: whole },
  skewed: {
    content: 'q 200 0 60 200 20 100 cm /Im Do Q',
    resources: '',
    more: {},
    width: Math.ceil((208.8 / 72) * 150),
  },
  'in a form that scales it': {
    content: 'q 0.5 0 0 0.5 50 100 cm /Fm Do Q',
    resources: '/XObject << /Fm 10 0 R >>',
    more: {
      10: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Resources << /XObject << /Im 5 0 R >> >>',
        'q 200 0 0 200 0 0 cm /Im Do Q',
      ),
    },
    width: half,
  },
  'in a pattern': {
    content: '/Pattern cs /P scn 50 100 200 200 re f',
    resources: '/Pattern << /P 10 0 R >>',
    more: {
      10: stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100 100] /XStep 100 /YStep 100 /Resources << /XObject << /Im 5 0 R >> >>',
        'q 100 0 0 100 0 0 cm /Im Do Q',
      ),
    },
    width: half,
  },
  'at two sizes': {
    content: 'q 50 0 0 50 10 10 cm /Im Do Q q 200 0 0 200 50 100 cm /Im Do Q',
    resources: '',
    more: {},
    width: whole,
  },
  'as an appearance': {
    content: '',
    resources: '',
    more: {
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [11 0 R] >>',
      10: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << /XObject << /Im 5 0 R >> >>',
        'q 10 0 0 10 0 0 cm /Im Do Q',
      ),
      11: '<< /Type /Annot /Subtype /Stamp /Rect [50 100 250 300] /F 4 /AP << /N 10 0 R >> >>',
    },
    width: whole,
  },
}))
  test(`an image ${where} has the pixels that its largest use needs`, async () => {
    const resourcesOfPage = resources.includes('/Fm') ? '' : resources;
    const own: Record<number, string> = { ...more };
    if (resources.includes('/Fm'))
      own[3] =
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /XObject << /Fm 10 0 R >> >> >>';
    const { images } = await compressed(imagePdf(plain, { content, resources: resourcesOfPage, more: own }));
    assert.ok(
      Math.abs(Number(images[0]?.['/Width']) - width) <= 2,
      `${JSON.stringify(images[0]?.['/Width'])}, not ${width}`,
    );
  });

test('the three qualities are 72, 150 and 300 DPI, and high keeps an image that medium scales', async () => {
  const large = photograph(1200, 1200, 3);
  const source = imagePdf({
    entries: '/Width 1200 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    data: large,
  });
  const sizes: number[] = [];
  for (const [quality, width] of [
    ['low', 200],
    ['medium', 417],
    ['high', 834],
  ] as const) {
    const { images, bytes } = await compressed(source, { quality, tolerance: 4 });
    assert.equal(images[0]?.['/Width'], width);
    sizes.push(bytes);
  }
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
});

test('an image that no page draws is removed, duplicates are stored once, inline images stay', async () => {
  const inline = `q 20 0 0 20 5 5 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF80EE> EI Q`;
  const twin = stream(`/Type /XObject /Subtype /Image ${plain.entries}`, rgb.toString('latin1'));
  const source = imagePdf(plain, {
    content: `${inline} q 100 0 0 100 10 100 cm /Im Do Q q 100 0 0 100 150 100 cm /Two Do Q`,
    more: {
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R /Two 10 0 R /Dead 11 0 R >> >> >>',
      10: twin,
      11: stream(`/Type /XObject /Subtype /Image ${plain.entries}`, photograph(side, side, 3, 9).toString('latin1')),
    },
  });
  const { images, report } = await compressed(source);
  assert.equal(images.length, 1);
  assert.equal(report.compression?.images.bytes_before, 3 * rgb.length);
});

test('colour keys of few and of many bits, mattes, palettes with a Decode array and colours beyond the palette stay right', async () => {
  const bits = (n: 1 | 2 | 4) => inBits(text, side, n);
  const ground = '0.9 1 0.9 rg 0 0 300 400 re f q 200 0 0 200 50 100 cm /Im Do Q';
  const palette = (count: number) =>
    `<${Buffer.from(Array.from({ length: count }, (_, n) => [n * 60, 255 - n * 60, 90]).flat()).toString('hex')}>`;
  const cases: { entries: string; data: Buffer; more?: Record<number, string> }[] = [
    { entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Mask [255 255]`, data: text },
    { entries: `${size} /ColorSpace /DeviceGray /BitsPerComponent 4 /Mask [15 15]`, data: bits(4) },
    {
      entries: `${size} /ColorSpace [/Indexed /DeviceRGB 3 ${palette(4)}] /BitsPerComponent 8 /Decode [0 255]`,
      data: Buffer.from(text.map((value) => value & 3)),
    },
    {
      entries: `${size} /ColorSpace [/Indexed /DeviceRGB 1 ${palette(2)}] /BitsPerComponent 8`,
      data: Buffer.from(text.map((value) => (value === 0 ? 0 : 200))),
    },
    {
      entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 10 0 R`,
      data: Buffer.from([...grey].flatMap((value) => [value, value, value])),
      more: {
        10: stream(
          `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Matte [0 0 0]`,
          grey.toString('latin1'),
        ),
      },
    },
  ];
  const { before: source, path } = await compressedPages(cases.map((one) => ({ ...one, content: ground })));
  for (const n of cases.keys()) await looksTheSame(source, path, { tolerance: 0.01, page: n + 1 });
});

test('damaged images and those of unknown kinds are left as they are', async () => {
  const broken = imagePdf({
    entries: `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    data: 'no JPEG',
  });
  const { path } = await bench.convert('compress-pdf', [broken]);
  assert.ok((await readFile(path)).includes('no JPEG'));
  const unknown = imagePdf({
    entries: `${size} /ColorSpace [/Lab << /WhitePoint [0.95 1 1.08] >>] /BitsPerComponent 8`,
    data: rgb,
  });
  const { images } = await compressed(unknown);
  assert.equal(images[0]?.['/Filter'], '/FlateDecode');
});

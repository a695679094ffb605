// Fonts of every kind that is made smaller: pages look the same, glyph for glyph, and the font says that it is a subset.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { subsetCff } from '#conversion/fonts/cff-subset.ts';
import { readCff } from '#conversion/fonts/cff.ts';
import { writeCff } from '#conversion/compress/fonts/cff-writer.ts';
import { sameOutline } from '#conversion/compress/fonts/outline.ts';
import { glyphsOfCmap } from '#conversion/fonts/truetype.ts';
import { type1Glyph } from '#conversion/compress/fonts/type1-charstring.ts';
import { parseType1 } from '#conversion/fonts/type1.ts';
import { type2Charstring, type2Outline } from '#conversion/compress/fonts/type2-charstring.ts';
import { type PdfDictionary } from '#conversion/pdf/graph.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { apart, drawn } from '../../support/pictures.ts';
import { readDocument } from '../../support/pdf-graph.ts';

const execute = promisify(execFile);
let bench: Workbench;
let trueType: Buffer;
let type1: Buffer;
before(async () => {
  bench = await workbench();
  trueType = await readFile('/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf');
  type1 = await readFile('/usr/share/fonts/type1/urw-base35/NimbusRoman-Italic.t1');
});
after(() => bench[Symbol.asyncDispose]());

const words = 'Sphinx of black quartz, judge my vow';

interface FontObjects {
  font: string;
  file: string;
  /** The shown text, as a string of content; by default the words. */
  shown?: string;
  more?: Record<number, string>;
  catalog?: string;
}

/** 10 is the font, 11 its descriptor, 12 its program. */
function fontPdf({ font, file, shown = `(${words})`, more = {}, catalog = '' }: FontObjects) {
  const key = /\/Subtype\s*\/(Type1C|CIDFontType0C)/.test(file)
    ? 'FontFile3'
    : file.includes('/Length2')
      ? 'FontFile'
      : 'FontFile2';
  return pdfOf({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 100] /Contents 4 0 R /Resources << /Font << /F 10 0 R >> >> >>',
    4: stream('', `BT /F 20 Tf 20 40 Td ${shown} Tj ET`),
    10: font,
    11: `<< /Type /FontDescriptor /FontName /Face /Flags 32 /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /${key} 12 0 R >>`,
    12: file,
    ...more,
  });
}

const widths = `/FirstChar 32 /LastChar 126 /Widths [${Array.from({ length: 95 }, () => 520).join(' ')}]`;
const simple = (subtype: string, encoding: string) =>
  `<< /Type /Font /Subtype /${subtype} /BaseFont /Face ${widths} /FontDescriptor 11 0 R ${encoding} >>`;
const binary = (dictionary: string, data: Buffer) => stream(dictionary, data.toString('latin1'));

async function compressed(source: Buffer) {
  const before = await bench.write('font.pdf', source);
  const { path, report } = await bench.convert('compress-pdf', [source]);
  const { stderr } = await execute('pdffonts', [path]);
  assert.equal(stderr, '');
  for (const by of ['mutool', 'poppler'] as const)
    assert.ok(apart(await drawn(before, { by, dpi: 200 }), await drawn(path, { by, dpi: 200 })) < 0.35, by);
  const document = await readDocument(path);
  const fonts: PdfDictionary[] = [];
  for (const dictionary of document.dictionaries()) if (dictionary['/Type'] === '/Font') fonts.push(dictionary);
  const bytes = report.compression?.fonts;
  return { fonts, share: (bytes?.bytes_after ?? 0) / (bytes?.bytes_before ?? 1), document };
}

const type1File = () => {
  const clear = type1.indexOf('eexec') + 6;
  return binary(`/Length1 ${clear} /Length2 ${type1.length - clear} /Length3 0`, type1);
};

test('a whole TrueType font keeps the glyphs that are shown', async () => {
  for (const encoding of [
    '/Encoding /WinAnsiEncoding',
    '/Encoding /MacRomanEncoding',
    '/Encoding << /Differences [65 /B] >>',
  ]) {
    const font = simple('TrueType', encoding);
    const { fonts, share } = await compressed(fontPdf({ font, file: binary(`/Length1 ${trueType.length}`, trueType) }));
    assert.match(JSON.stringify(fonts[0]?.['/BaseFont']), /^"\/[A-Z]{6}\+Face"$/);
    assert.ok(share < 0.1, `${encoding}: ${share}`);
  }
});

test('a composite font under Identity loses even its character tables', async () => {
  const [cmap] = glyphsOfCmap(trueType).filter(({ platform }) => platform === 3);
  const shown = [...words].map((character) =>
    (cmap?.glyphOf(character.codePointAt(0) ?? 0) ?? 0).toString(16).padStart(4, '0'),
  );
  const { share, fonts } = await compressed(
    fontPdf({
      font: '<< /Type /Font /Subtype /Type0 /BaseFont /Face /Encoding /Identity-H /DescendantFonts [13 0 R] >>',
      file: binary(`/Length1 ${trueType.length}`, trueType),
      shown: `<${shown.join('')}>`,
      more: {
        13: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Face /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 11 0 R /DW 520 /CIDToGIDMap /Identity >>',
      },
    }),
  );
  assert.ok(share < 0.08, `${share}`);
  assert.ok(fonts.every((font) => /^"\/[A-Z]{6}\+Face"$/.test(JSON.stringify(font['/BaseFont']))));
});

test('a Type 1 font becomes CFF with the glyphs that are shown', async () => {
  const { share, document } = await compressed(
    fontPdf({ font: simple('Type1', '/Encoding /WinAnsiEncoding'), file: type1File() }),
  );
  assert.ok(share < 0.15, `${share}`);
  const descriptors = [...document.dictionaries()].filter((dictionary) => dictionary['/Type'] === '/FontDescriptor');
  assert.equal(document.dictionary(descriptors[0]?.['/FontFile3'])['/Subtype'], '/Type1C');
  const builtIn = await compressed(fontPdf({ font: simple('Type1', ''), file: type1File() }));
  assert.ok(builtIn.share < 0.15);
});

test('every glyph of a Type 1 font is the same as CFF', () => {
  const font = parseType1(type1);
  assert.ok(font.charstrings.size > 400);
  for (const name of font.charstrings.keys()) {
    const glyph = type1Glyph(font, name);
    assert.ok(sameOutline(glyph.segments, type2Outline(type2Charstring(glyph, null))), name);
  }
});

test('a whole CFF font keeps the glyphs that are shown, and the others draw nothing', async () => {
  const font = parseType1(type1);
  const glyphs = new Map([...font.charstrings.keys()].map((name) => [name, type1Glyph(font, name)]));
  const { data: cff } = writeCff({ ...font, name: 'Face', glyphs });
  const { share } = await compressed(
    fontPdf({ font: simple('Type1', '/Encoding /WinAnsiEncoding'), file: binary('/Subtype /Type1C', cff) }),
  );
  assert.ok(share < 0.2, `${share}`);
  const read = readCff(cff);
  const kept = read.charset.findIndex((identifier) => read.stringOf(identifier) === 'ampersand');
  const again = readCff(subsetCff(read, new Set([kept])));
  assert.deepEqual(again.charset, read.charset);
  assert.ok(again.charstrings[kept]?.equals(read.charstrings[kept] ?? Buffer.alloc(0)));
  assert.equal(again.charstrings.filter(({ length }) => length > 1).length, 2);
});

test('glyphs with names outside of Latin-1 stay, or the whole font does', async () => {
  const differences = [
    '/Encoding << /Type /Encoding /Differences [65 /Ccaron /eogonek /Delta /alpha /Omega /afii10017 /Euro] >>',
    '/Encoding << /Type /Encoding /Differences [65 /Ccaron /nobodyknows /Delta /alpha /Omega /afii10017 /Euro] >>',
  ];
  for (const encoding of differences) {
    const file = binary(`/Length1 ${trueType.length}`, trueType);
    await compressed(fontPdf({ font: simple('TrueType', encoding), file, shown: '(ABCDEFG)' }));
    await compressed(fontPdf({ font: simple('Type1', encoding), file: type1File(), shown: '(ABCDEFG)' }));
  }
  const euro = fontPdf({ font: simple('Type1', '/Encoding /WinAnsiEncoding'), file: type1File(), shown: '(\\200 1)' });
  await compressed(euro);
});

test('fonts that fields are filled in with, and fonts of which not everything is known, stay whole', async () => {
  const file = binary(`/Length1 ${trueType.length}`, trueType);
  const font = simple('TrueType', '/Encoding /WinAnsiEncoding');
  const form = await compressed(
    fontPdf({ font, file, catalog: '/AcroForm << /Fields [] /DR << /Font << /F 10 0 R >> >> /DA (/F 12 Tf 0 g) >>' }),
  );
  assert.equal(form.fonts[0]?.['/BaseFont'], '/Face');
  const unknown = await compressed(
    fontPdf({
      font: '<< /Type /Font /Subtype /Type0 /BaseFont /Face /Encoding /UniGB-UCS2-H /DescendantFonts [13 0 R] >>',
      file,
      shown: '<00410042>',
      more: {
        13: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Face /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> /FontDescriptor 11 0 R /DW 520 /CIDToGIDMap /Identity >>',
      },
    }),
  );
  assert.equal(unknown.fonts[0]?.['/BaseFont'], '/Face');
});

test('a damaged font is left as it is', async () => {
  const broken = fontPdf({
    font: simple('TrueType', '/Encoding /WinAnsiEncoding'),
    file: binary('/Length1 4', Buffer.from('none')),
  });
  const { path } = await bench.convert('compress-pdf', [broken]);
  assert.ok((await readFile(path)).includes('none'));
});

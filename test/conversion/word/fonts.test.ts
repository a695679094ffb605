// Fonts of a PDF and its text, read with PDFium.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pdfium } from '#conversion/pdfium/library.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { glyphsOf } from '#conversion/layout/read/glyphs.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';

before(() => pdfium.init());

/** The letters of a page with one word in a font; `map` is the meaning of its codes. */
async function lettersIn(font: string, descriptor: string, map = ''): Promise<Glyph[]> {
  const folder = await mkdtemp(join(tmpdir(), 'word-fonts-'));
  try {
    const path = join(folder, 'font.pdf');
    const widths = Array.from({ length: 95 }, () => 500).join(' ');
    await writeFile(
      path,
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        4: stream('', 'BT /F1 12 Tf 40 300 Td (harbour) Tj ET'),
        5: `<< /Type /Font /Subtype /TrueType /BaseFont /${font} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths}] /FontDescriptor 6 0 R ${map === '' ? '' : '/ToUnicode 7 0 R'} >>`,
        ...(map === '' ? {} : { 7: stream('', map) }),
        6: `<< /Type /FontDescriptor /FontName /${font} /FontBBox [0 -200 700 800] /Ascent 800 /Descent -200 /CapHeight 700 /ItalicAngle 0 ${descriptor} >>`,
      }),
    );
    const document = pdfium.loadFile(path, null);
    assert.ok(document !== null);
    const page = pdfium.loadPage(document, 0);
    assert.ok(page !== null);
    return glyphsOf(page, { left: 0, bottom: 0, right: 300, top: 400, rotation: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('text is bold by the name of its font, not by thick stems that a distiller has guessed', async () => {
  const isBold = async (font: string, stem: number) =>
    (await lettersIn(font, `/Flags 4 /StemV ${stem}`)).every(({ style }) => style.bold);
  assert.equal(await isBold('ABCDEF+LiberationSerif', 200), false);
  assert.equal(await isBold('ABCDEF+LiberationSerif-Bold', 70), true);
});

test('the letters of one ligature are one after the other in its place', async () => {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <6f> <006600660069> endbfchar endcmap end end`;
  const letters = await lettersIn('ABCDEF+LiberationSerif', '/Flags 4', map);
  assert.equal(letters.map(({ text }) => text).join(''), 'harbffiur');
  const places = letters.map(({ left, right }) => [Math.round(left * 10) / 10, Math.round(right * 10) / 10]);
  assert.deepEqual(places.slice(3), [
    [58, 64],
    [64, 66],
    [66, 68],
    [68, 70],
    [70, 76],
    [76, 82],
  ]);
});

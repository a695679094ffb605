// Letters of a font without names or a map, by the shapes of letters of the same file that are known: on the real engines.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pagesOf } from '#conversion/pdf/pages.ts';
import type { PdfDictionary, PdfDocument, PdfValue } from '#conversion/pdf/graph.ts';
import { convert } from '#conversion/standalone.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { applyPatch, readDocument } from '../../support/pdf-graph.ts';
import { wordParagraphs, wordParts } from '../../support/word.ts';

let bench: Workbench;
before(async () => (bench = await workbench()));
after(async () => {
  await bench.engines.stop();
  await bench[Symbol.asyncDispose]();
});

const office = (first: string, second: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles><office:body><office:text><text:p>${first}</text:p><text:p text:style-name="P">${second}</text:p></office:text></office:body></office:document>`,
  );

interface SecondPage {
  /** Its font, made of that of the first page. */
  fontOf: (font: PdfDictionary, document: PdfDocument) => PdfDictionary;
  /** The text that it shows instead of its words. */
  content?: string;
}

/** The text of a file of two pages in one typeface, the second of them in a font of its own; and the warnings. */
async function textOf(first: string, second: string, { fontOf, content }: SecondPage) {
  const path = join(bench.folder, `${Math.random()}.pdf`);
  const source = { path: await bench.write('two.fodt', office(first, second)), name: 'two.fodt' };
  const call = { tool: officeToPdf, arrivals: [source], fields: {}, output: path, timeoutMs: 60_000 };
  await convert(call, bench.engines);
  const document = await readDocument(path);
  const [one, two] = pagesOf(document);
  assert(one !== undefined && two !== undefined);
  const resources = document.dictionary(one.dictionary['/Resources']);
  const [name, reference] = Object.entries(document.dictionary(resources['/Font']))[0] ?? [];
  const font = document.add(fontOf(document.dictionary(reference), document));
  document.set(two.reference, {
    ...two.dictionary,
    '/Resources': { ...resources, '/Font': { [name ?? '/F']: font } },
    ...(content === undefined ? {} : { '/Contents': document.addStream({}, content.replace('/F', name ?? '')) }),
  });
  const { '/StructTreeRoot': _tree, ...catalog } = document.catalog;
  document.set(document.root, catalog);
  const changed = join(bench.folder, `${Math.random()}.pdf`);
  await applyPatch(path, changed, document.patch);
  const result = await bench.convert('pdf-to-word', [await readFile(changed)]);
  const [body = ''] = await wordParts(result.path, 'word/document.xml');
  return { paragraphs: wordParagraphs(body).map(({ text }) => text), warnings: result.report.warnings ?? [] };
}

const without = (font: PdfDictionary, ...keys: string[]): PdfDictionary =>
  Object.fromEntries(Object.entries(font).filter(([key]) => !keys.includes(key)));

test('letters of a font without a map are read from another font of the file with the same shapes', async () => {
  const { paragraphs, warnings } = await textOf('The harbour was quiet at night.', 'At night, the quiet harbour.', {
    fontOf: (font) => without(font, '/ToUnicode', '/Encoding'),
  });
  // Of the A and the comma, which the first page does not have, nothing is known.
  assert.deepEqual(paragraphs, ['The harbour was quiet at night.', '\ufffdt night\ufffd the quiet harbour.']);
  assert.match(warnings.join(' '), /^On page 2, 2 letters/);
});

/** A font whose codes are identifiers, with the glyphs of those. */
function numberedFont(font: PdfDictionary, glyphs: PdfValue): PdfDictionary {
  const name = font['/BaseFont'] as PdfValue;
  const descendant: PdfDictionary = {
    '/Type': '/Font',
    '/Subtype': '/CIDFontType2',
    '/BaseFont': name,
    '/CIDSystemInfo': { '/Registry': 'u:Adobe', '/Ordering': 'u:Identity', '/Supplement': 0 },
    '/CIDToGIDMap': glyphs,
    '/FontDescriptor': font['/FontDescriptor'] ?? null,
    '/DW': 500,
  };
  return {
    '/Type': '/Font',
    '/Subtype': '/Type0',
    '/BaseFont': name,
    '/Encoding': '/Identity-H',
    '/DescendantFonts': [descendant],
  };
}

test('so are letters of a font of nothing but numbers of glyphs', async () => {
  const { paragraphs } = await textOf('The harbour was quiet.', 'The', {
    fontOf: (font) => numberedFont(font, '/Identity'),
    // Glyphs are numbered in the order that they are first seen in.
    content: 'BT /F 12 Tf 72 700 Td <00010002000300040005000600070003> Tj ET',
  });
  assert.deepEqual(paragraphs, ['The harbour was quiet.', 'The arbe']);
});

test('and those of a font whose identifiers have other numbers than their glyphs', async () => {
  const { paragraphs } = await textOf('The harbour was quiet.', 'The', {
    // The first is empty, the second the ninth glyph, and so on down to the first.
    fontOf: (font, document) =>
      numberedFont(
        font,
        document.addStream({}, Buffer.from(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 0 : 9 - (n - 1) / 2)))),
      ),
    content: 'BT /F 12 Tf 72 700 Td <00080007000600050004000300020006> Tj ET',
  });
  assert.deepEqual(paragraphs, ['The harbour was quiet.', 'The arbe']);
});

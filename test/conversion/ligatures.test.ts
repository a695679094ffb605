// No letter is lost to a ligature, however a PDF states its text: by its map, a separate code, an actual text or a name.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readLetterMap } from '#conversion/pdf/letter-map.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const sentence = 'The first effective offer of the office was the best fit: affluent staff, fifth fjord, final act';
/** Their substitute has ligatures of two and three letters. */
const families = ['Calibri', 'Cambria', 'Times New Roman', 'Arial', 'Georgia', 'Segoe UI', 'Noto Serif'];

const page = `<!doctype html><html lang="en"><body>${families
  .map((family) => `<p style="font-family: '${family}'">${sentence}</p>`)
  .join('')}<table border="1">${families
  .map((family) => `<tr style="font-family: '${family}'"><td>${sentence}</td><td>1234</td></tr>`)
  .join('')}</table></body></html>`;

/** The words of a result, as text without markup. */
async function wordsOf(tool: string, pdf: Buffer, fields: Record<string, string> = {}): Promise<string> {
  const path = await bench.run(tool, [pdf], fields);
  if (tool === 'pdf-to-markdown') return await readFile(path, 'utf8');
  const whole = await withZip(path, async (zip) => {
    const name = [...zip.names].find((one) => one === 'word/document.xml' || one.endsWith('.csv')) ?? '';
    return String(await zip.readWhole(name, 1 << 22)).replaceAll(/<[^>]*>/g, '');
  });
  return whole ?? '';
}

const count = (text: string, words: string): number => text.replaceAll(/\s+/g, ' ').split(words).length - 1;

test('a page that a browser prints keeps every letter, in all families and all tools', async () => {
  const printed = await readFile(await bench.run('html-to-pdf', [Buffer.from(page)]));
  const all = 2 * families.length;
  assert.equal(count(await wordsOf('pdf-to-markdown', printed), sentence), all);
  assert.equal(count(await wordsOf('pdf-to-markdown', printed, { format: 'txt' }), sentence), all);
  assert.ok(count(await wordsOf('pdf-to-markdown', printed, { format: 'json' }), sentence) >= all);
  assert.equal(count(await wordsOf('pdf-to-word', printed), sentence), all);
  assert.equal(count(await wordsOf('pdf-to-excel', printed, { format: 'csv' }), sentence), families.length);
});

/** Glyphs of a font that draws them itself: the test sets the text of each code. */
const codes = { ff: '01', fi: '02', ffi: '03', st: '04', ct: '05' } as const;
const hex = (text: string) => [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
const shown = `<${hex('The o')}${codes.ff}${hex('ce was the be')}${codes.st}${hex(' ')}${codes.fi}${hex('t of its sta')}${codes.ff}${hex(', in fa')}${codes.ct}${hex('.')}> Tj`;
const text = 'The offce was the best fit of its staff, in fact.';

function drawn(lines: readonly string[], { map, differences = '' }: { map?: string; differences?: string }): Buffer {
  const glyphs = [...new Set([...shown.matchAll(/[0-9a-f]{2}/g)].map(([code]) => Number.parseInt(code, 16)))];
  const names = glyphs.map((code) => `${code} ${differences.includes(`${code} /`) ? '' : `/g${code}`}`);
  const encoding = `<< /Differences [${names.filter((name) => name.includes('/')).join(' ')} ${differences}] >>`;
  const procs = [...new Set([...encoding.matchAll(/\/([A-Za-z_0-9]+)(?=[ \]])/g)].map(([, name]) => name))]
    .filter((name) => name !== 'Differences')
    .map((name) => `/${name} 6 0 R`);
  const content = lines.map((line, n) => `BT /F 12 Tf 40 ${700 - 20 * n} Td ${line} ET`).join('\n');
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: stream('', content),
    5: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 0 /LastChar 127 /Widths [${'500 '.repeat(128)}] /Encoding ${encoding} /CharProcs << ${procs.join(' ')} >> ${map === undefined ? '' : '/ToUnicode 7 0 R'} >>`,
    6: stream('', '500 0 0 0 500 700 d1 50 0 400 650 re f'),
    7: stream('', map ?? ''),
  });
}

const plainMap = `1 beginbfrange <20> <7E> <0020> endbfrange`;
const mapWith = (entries: string) =>
  `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${plainMap} ${entries} endcmap`;

test('a glyph has the letters of its map, one by one, in ranges and in lists', async () => {
  const several =
    '5 beginbfchar <01> <00660066> <02> <00660069> <03> <006600660069> <04> <00730074> <05> <00630074> endbfchar';
  const list = '1 beginbfrange <01> <05> [<00660066> <00660069> <006600660069> <00730074> <00630074>] endbfrange';
  for (const entries of [several, list])
    assert.equal(count(await wordsOf('pdf-to-markdown', drawn([shown, shown], { map: mapWith(entries) })), text), 2);
});

test('ligatures that have a code of their own are letters', async () => {
  const entries = '5 beginbfchar <01> <FB00> <02> <FB01> <03> <FB03> <04> <FB06> <05> <00630074> endbfchar';
  assert.equal(count(await wordsOf('pdf-to-markdown', drawn([shown, shown], { map: mapWith(entries) })), text), 2);
});

test('an actual text of a glyph is its letters, where the map says the same or nothing', async () => {
  const marked = (shown.match(/[0-9a-f]{2}/g) ?? [])
    .map((code) => {
      const letters = Object.entries(codes).find(([, one]) => one === code)?.[0];
      return letters === undefined ? `<${code}> Tj` : `/Span <</ActualText (${letters})>> BDC <${code}> Tj EMC`;
    })
    .join(' ');
  for (const entries of [
    '',
    '2 beginbfchar <01> <00660066> <02> <FB01> endbfchar',
    '1 beginbfchar <03> <006600660069> endbfchar',
  ])
    assert.equal(
      count(await wordsOf('pdf-to-word', drawn([marked, marked], { map: mapWith(entries) })), text),
      2,
      entries,
    );
});

test('hyphens stay hyphens though one of them is soft, and a glyph that means two things changes neither', async () => {
  const line = `<${hex('a well')}2d${hex('known o')}${codes.ff}${hex('er of 2020')}2d${hex('2024 has')}> Tj /Span <</ActualText <FEFF00AD>>> BDC <2d> Tj EMC`;
  const entries = '1 beginbfchar <01> <00660066> endbfchar';
  const read = await wordsOf('pdf-to-markdown', drawn([line, `<${hex('ppened')}> Tj`], { map: mapWith(entries) }));
  assert.match(read, /a well-known offer of 2020-2024 has/);
  const twice = `<${hex('salt & pepper')}> Tj /Span <</ActualText (and)>> BDC <26> Tj EMC <${hex(' more')}> Tj`;
  assert.match(await wordsOf('pdf-to-markdown', drawn([twice, twice], { map: mapWith(entries) })), /salt & pepper/);
});

test('maps of letters that are made to stop a reader are left alone', () => {
  const hostile = [
    'beginbfrange <2000000000000000> <2000000000000000> <0041> endbfrange',
    'beginbfchar '.repeat(50_000),
    `beginbfrange ${'['.repeat(100_000)}`,
    `beginbfrange <0000> <FFFF> <${'00'.repeat(100_000)}> endbfrange`,
    `beginbfrange ${'<0000> <FFFF> <0041> '.repeat(10_000)} endbfrange`,
    '<'.repeat(200_000),
  ];
  for (const cmap of hostile) assert.ok((readLetterMap(cmap)?.size ?? 0) <= 210_000);
  assert.equal(readLetterMap('/Adobe-Japan1-UCS2 usecmap 1 beginbfchar <01> <0041> endbfchar'), undefined);
});

const flights = 'The first effective offer of the office was the best fit: affluent staff, fifth flight, final flag';
const used = ['Calibri', 'Cambria', 'DejaVu Serif', 'DejaVu Sans'];

test('ligatures that the map calls by their first letter are told by their width and their outline', async () => {
  const office = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${used
    .map(
      (family, n) =>
        `<style:style style:name="P${n}" style:family="paragraph"><style:text-properties fo:font-family="${family}"/></style:style>`,
    )
    .join('')}</office:automatic-styles><office:body><office:text>${used
    .map((_, n) => `<text:p text:style-name="P${n}">${flights}</text:p>`)
    .join('')}</office:text></office:body></office:document>`;
  const { path } = await bench.convert('office-to-pdf', [Buffer.from(office)], {}, ['lines.fodt']);
  const { read, ligatures } = await calledByTheirFirst(path);
  assert.ok(ligatures > used.length * 2);
  assert.equal(count(read, flights), used.length);
});

test('and so are those of fonts whose codes are numbers of glyphs, as browsers have them', async () => {
  // Their maps have no ranges.
  const own = ['Calibri', 'Cambria'];
  const lines = own.map((family) => `<p style="font-family: '${family}'">${flights}</p>`).join('');
  const printed = await bench.run('html-to-pdf', [Buffer.from(`<!doctype html><html lang="en"><body>${lines}`)]);
  const { read, ligatures } = await calledByTheirFirst(printed);
  assert.ok(ligatures > own.length * 2);
  assert.equal(count(read, flights), own.length);
});

/** The text of a PDF whose maps say no more of their ligatures than the first letter. */
async function calledByTheirFirst(path: string): Promise<{ read: string; ligatures: number }> {
  const plain = `${path}.plain.pdf`;
  await promisify(execFile)('qpdf', ['--stream-data=uncompress', '--object-streams=disable', path, plain]);
  const ligature = /<(FB0[0-4]|0066(?:0066)?(?:006[69C])?)>/gi;
  const file = (await readFile(plain)).toString('latin1').replaceAll('/ActualText', '/InnerTexts');
  const called = file.replace(ligature, (all) => '<0066>'.padEnd(all.length));
  const read = await wordsOf('pdf-to-markdown', Buffer.from(called, 'latin1'), { format: 'txt' });
  return { read, ligatures: (file.match(ligature) ?? []).length };
}

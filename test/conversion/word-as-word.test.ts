// office-to-pdf prints Word documents where LibreOffice alone would print something else than Word.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { loadConfig } from '#config';
import { convert } from '#conversion/standalone.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { withBulletFonts } from '#conversion/office/word/bullets.ts';
import { withLevelColumns } from '#conversion/office/word/columns.ts';
import { withContentsEnd } from '#conversion/office/word/contents-end.ts';
import { withSavedFileNames } from '#conversion/office/word/file-names.ts';
import { compatibilityModeIn, withCompatibilityMode } from '#conversion/office/word/settings.ts';
import { readStyles } from '#conversion/office/word/styles.ts';
import { withTableSpacing } from '#conversion/office/word/table-spacing.ts';
import { withWideTables } from '#conversion/office/word/wide-tables.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { docxParts, zip } from '../support/fixtures.ts';

const execute = promisify(execFile);
let folder: string;
let engines: Engines;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-word-'));
  engines = composeEngines(loadConfig({}), folder, { warmProcesses: 1 });
  engines.warmUp();
  await engines.libreoffice.settled();
});
after(async () => {
  await engines.stop();
  await rm(folder, { recursive: true });
});

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  styles?: string;
  settings?: string;
}

/** A Word document with this body, its styles and its settings. */
function document(body: string, { styles = '', settings = '' }: Parts = {}): Promise<Uint8Array> {
  const parts = docxParts();
  const types = ['styles', 'settings']
    .map(
      (name) =>
        `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml"/>`,
    )
    .join('');
  return zip({
    ...parts,
    '[Content_Types].xml': (parts['[Content_Types].xml'] ?? '').replace('</Types>', `${types}</Types>`),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${related}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${related}/settings" Target="settings.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${namespace}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${namespace}>${typicalStyles}${styles}</w:styles>`,
    'word/settings.xml': `<w:settings ${namespace}>${settings}</w:settings>`,
  });
}

const typicalStyles =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Sans" w:hAnsi="Liberation Sans"/><w:sz w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="200"/></w:pPr></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';

const mode = (version: number) =>
  `<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${version}"/></w:compat>`;
const page = (more = '') =>
  `<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>${more}</w:sectPr>`;
const paragraph = (text: string, properties = '') =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

interface Word {
  x: number;
  y: number;
}

let n = 0;
/** The left edge and the top of each word of the printed document, in points. */
async function printed(data: Uint8Array): Promise<Map<string, Word>> {
  const path = join(folder, `in-${n++}.docx`);
  await writeFile(path, data);
  const output = `${path}.pdf`;
  await convert(
    { tool: officeToPdf, arrivals: [{ path, name: 'in.docx' }], fields: {}, output, timeoutMs: 60_000 },
    engines,
  );
  const { stdout } = await execute('pdftotext', ['-bbox', output, '-']);
  const words = stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</g);
  return new Map(Array.from(words, ([, x, y, word]) => [word ?? '', { x: Number(x), y: Number(y) }] as const));
}

function near(actual: number | undefined, expected: number, what: string) {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1.5, `${what}: ${actual}, not ${expected}`);
}

const gridStyle =
  '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:basedOn w:val="TableNormal"/><w:pPr><w:contextualSpacing/></w:pPr></w:style>';
const rows = (...cells: string[][]) =>
  cells.map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${cell}</w:tc>`).join('')}</w:tr>`).join('');
const table = (width: string, grid: readonly number[], content: string, style = '') =>
  `<w:tbl><w:tblPr>${style}${width}</w:tblPr><w:tblGrid>${grid.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${content}</w:tbl>`;

test('spacing that a table style leaves out between paragraphs is left out between cells', async () => {
  const spaced = '<w:spacing w:before="240" w:after="240"/>';
  const cells = rows(
    [paragraph('one', spaced), paragraph('two', spaced)],
    [paragraph('three', spaced), paragraph('four', spaced)],
  );
  const width = '<w:tblW w:w="4000" w:type="dxa"/>';
  const body =
    table(width, [2000, 2000], cells, '<w:tblStyle w:val="Grid"/>') +
    paragraph('after', '<w:pStyle w:val="Other"/>') +
    page();
  const words = await printed(await document(body, { styles: gridStyle, settings: mode(15) }));
  const [one, two, three] = ['one', 'two', 'three'].map((word) => words.get(word)?.y ?? 0);
  near(two! - one!, -12, 'only the first paragraph of the table has space above it');
  near(three! - one!, 11.5, 'without space between the rows');
});

test('and between a paragraph of the same style and the table', async () => {
  const list = '<w:pStyle w:val="List"/>';
  const styles =
    '<w:style w:type="paragraph" w:styleId="List"><w:name w:val="List"/><w:basedOn w:val="Normal"/><w:pPr><w:contextualSpacing/></w:pPr></w:style>';
  const cells = rows([paragraph('cell', list)]);
  const body =
    paragraph('above', list) +
    table('<w:tblW w:w="4000" w:type="dxa"/>', [4000], cells) +
    paragraph('below', list) +
    page();
  const words = await printed(await document(body, { styles, settings: mode(15) }));
  near((words.get('cell')?.y ?? 0) - (words.get('above')?.y ?? 0), 11.5, 'the cell');
  near((words.get('below')?.y ?? 0) - (words.get('cell')?.y ?? 0), 11.5, 'the paragraph after the table');
});

test('a table wider than the text has its width, and one of Word 2010 begins left of the text', async () => {
  const width = (share: number) => `<w:tblW w:w="${share}" w:type="pct"/>`;
  const cells = rows([paragraph('left'), paragraph('right')]);
  const wide = await printed(
    await document(table(width(5500), [5148, 5148], cells) + paragraph('after') + page(), { settings: mode(15) }),
  );
  near(wide.get('right')?.x, 72 + 5.4 + 257.4, 'the second column');
  const older = await printed(
    await document(table(width(5000), [4788, 4788], cells) + paragraph('after') + page(), { settings: mode(14) }),
  );
  near(older.get('left')?.x, 72, 'the first column');
  near(older.get('right')?.x, 72 + 239.4, 'the second column');
});

test('a document that names no version of Word is laid out as by Word 2007', async () => {
  const cells = rows([paragraph('left'), paragraph('right')]);
  const body = table('<w:tblW w:w="8000" w:type="dxa"/>', [4000, 4000], cells) + paragraph('after') + page();
  near((await printed(await document(body))).get('left')?.x, 72, 'the first column');
  for (const settings of [
    '<w:settings></w:settings>',
    '<w:settings><w:compat/></w:settings>',
    '<w:settings><w:compat><w:x/></w:compat></w:settings>',
  ])
    assert.equal(compatibilityModeIn(withCompatibilityMode(settings)), 12);
  assert.equal(withCompatibilityMode(mode(15)), mode(15));
});

test('the second column begins at the top although a heading with space above it begins the first', async () => {
  const body =
    paragraph('heading', '<w:spacing w:before="480"/>') +
    '<w:p><w:r><w:br w:type="column"/><w:t>second</w:t></w:r></w:p>' +
    page('<w:cols w:num="2" w:space="720"/>');
  const words = await printed(await document(body, { settings: mode(15) }));
  near(words.get('heading')?.y, 72 + 24, 'the heading');
  near(words.get('second')?.y, 72, 'the second column');
});

test('columns in the middle of a page keep the space above their first heading', async () => {
  const body =
    `<w:p><w:pPr>${page()}</w:pPr><w:r><w:t>before</w:t></w:r></w:p>` +
    paragraph('heading', '<w:spacing w:before="480"/>') +
    page('<w:cols w:num="2" w:space="720"/>').replace('<w:pgSz', '<w:type w:val="continuous"/><w:pgSz');
  const words = await printed(await document(body, { settings: mode(15) }));
  near((words.get('heading')?.y ?? 0) - (words.get('before')?.y ?? 0), 11.5 + 24, 'the heading');
});

test('the empty line that a table of contents ends in is printed, although the table is made again', async () => {
  const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const contents =
    `<w:p>${field('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${field('separate')}<w:r><w:t>heading</w:t></w:r><w:r><w:tab/><w:t>7</w:t></w:r></w:p>` +
    `<w:p>${field('end')}</w:p>`;
  const heading = paragraph('heading', '<w:pStyle w:val="Heading1"/>');
  const styles =
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
  const body = contents + paragraph('after') + heading + page();
  const words = await printed(await document(body, { styles, settings: mode(15) }));
  assert.ok(!words.has('7'), 'the table has the number of the page');
  near((words.get('after')?.y ?? 0) - 72, 2 * (11.5 + 10), 'the line after the contents');
});

test('a field with the name of the file prints the name that Word saved', async () => {
  const field = '<w:fldSimple w:instr=" FILENAME \\p "><w:r><w:t>C:\\plans\\plan.docx</w:t></w:r></w:fldSimple>';
  const body = `<w:p>${field}</w:p>${page()}`;
  assert.deepEqual([...(await printed(await document(body, { settings: mode(15) }))).keys()], ['C:\\plans\\plan.docx']);
});

test('malformed documents stay as they are, and large ones do not hold on', { timeout: 60_000 }, () => {
  const styles = readStyles(
    `<w:styles>${'<w:style w:styleId="a"><w:basedOn w:val="a"/></w:style>'.repeat(20_000)}</w:styles>`,
  );
  const unfinished = [
    '<w:p><w:pPr>',
    '<w:tbl><w:tc><w:p>',
    '<w:sectPr ',
    '<w:p><w:fldChar w:fldCharType="end"/>',
    '<w:tblW w:type="pct" ',
  ];
  for (const piece of unfinished) {
    const text = `<w:body><w:tbl> TOC w:type="pct"${piece.repeat(100_000)}`;
    assert.equal(withTableSpacing(text, styles), text);
    assert.equal(withWideTables(text, 12), text);
    assert.equal(withLevelColumns(text, styles), text);
    assert.equal(withContentsEnd(text), text);
    assert.equal(withSavedFileNames(text), text);
  }
  const paragraph = `<w:p>${'<w:r><w:rPr>'.repeat(100_000)}<w:fldChar w:fldCharType="end"/></w:p>`;
  const contents = `<w:p><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText></w:p>${paragraph}`;
  assert.equal(withContentsEnd(contents), contents);
  const named = `<w:compatSetting ${'w:name="compatibilityMode" '.repeat(100_000)}`;
  assert.equal(compatibilityModeIn(named), 12);
});

const bullet = (text: string, properties = '') =>
  `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr>${properties}</w:lvl>`;
const symbolFont = (name: string) => `<w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:hint="default"/></w:rPr>`;

test('bullets are characters in fonts that make lines as high as those of the symbol fonts', () => {
  assert.match(
    withBulletFonts(bullet('\uf0b7', symbolFont('Symbol'))),
    /<w:lvlText w:val="•"\/>.*<w:rFonts w:ascii="Platen Symbols 1"/,
  );
  assert.match(
    withBulletFonts(bullet('\uf0a7', symbolFont('Wingdings'))),
    /<w:lvlText w:val="▪"\/>.*<w:rFonts w:ascii="Platen Symbols 2"/,
  );
  // A sign that no font of text has.
  assert.match(withBulletFonts(bullet('❏')), /<w:rPr><w:rFonts w:ascii="Segoe UI Symbol"[^<>]*\/><\/w:rPr><\/w:lvl>$/);
  for (const level of [
    bullet('o', symbolFont('Courier New')),
    bullet('%1.'),
    bullet('\uf0ff', symbolFont('Wingdings')),
    bullet('–', symbolFont('Symbol')),
    '<w:lvl w:ilvl="0"><w:lvlText w:val="\uf0b7"/>',
  ])
    assert.equal(withBulletFonts(level), level);
});

test('columns that begin on a page of their own by themselves have no paragraph before them', () => {
  const section = (properties: string) =>
    `<w:body><w:p><w:pPr><w:spacing w:before="480"/>${properties}</w:pPr></w:p><w:p><w:pPr><w:sectPr><w:cols w:num="2"/></w:sectPr></w:pPr></w:p></w:body>`;
  const styles = readStyles(
    '<w:styles><w:style w:type="paragraph" w:styleId="H"><w:pPr><w:pageBreakBefore/></w:pPr></w:style></w:styles>',
  );
  assert.notEqual(withLevelColumns(section(''), styles), section(''));
  assert.notEqual(
    withLevelColumns(section('<w:pageBreakBefore w:val="0"/>'), styles),
    section('<w:pageBreakBefore w:val="0"/>'),
  );
  for (const properties of ['<w:pageBreakBefore/>', '<w:pStyle w:val="H"/>'])
    assert.equal(withLevelColumns(section(properties), styles), section(properties));
});

test('widths of strict documents, which have a unit, stay', () => {
  const body =
    '<w:body><w:tbl><w:tblPr><w:tblW w:w="120%" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="280.8pt"/><w:gridCol w:w="280.8pt"/></w:tblGrid></w:tbl><w:sectPr><w:pgSz w:w="612pt"/><w:pgMar w:left="72pt" w:right="72pt"/></w:sectPr></w:body>';
  assert.equal(withWideTables(body, 15), body);
});

// Slides look as PowerPoint shows them: text that it has shrunk to fit its shape keeps the size that is saved in the file.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { formats } from '#core/formats.ts';
import { withDocument } from '#conversion/office/document.ts';
import { withSavedFit } from '#conversion/office/slides/fitted-text.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { zip } from '../support/fixtures.ts';

const execute = promisify(execFile);
let folder: string;
let bench: Workbench;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-slides-'));
  bench = await workbench();
});
after(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const names = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const relations = (...targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([type, target], n) => `<Relationship Id="r${n + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const tree = (shapes: string) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
const frame = '<a:xfrm><a:off x="600000" y="600000"/><a:ext cx="7000000" cy="4000000"/></a:xfrm>';
const shape = (placeholder: string, body: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${frame}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${body}</p:txBody></p:sp>`;

interface Deck {
  placeholder?: string;
  body: string;
  layoutStyle?: string;
  masterStyle?: string;
  layoutFit?: string;
}

const content = '<p:ph idx="1"/>';
const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** One slide with a placeholder, whose text is `body`. */
const deck = async ({ placeholder = content, body, layoutStyle = '', masterStyle = '', layoutFit = '' }: Deck) =>
  await zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
      ['presentation.xml', 'presentation.main'],
      ['slides/slide1.xml', 'slide'],
      ['slideLayouts/slideLayout1.xml', 'slideLayout'],
      ['slideMasters/slideMaster1.xml', 'slideMaster'],
    ]
      .map(
        ([part, type]) =>
          `<Override PartName="/ppt/${part}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.${type}+xml"/>`,
      )
      .join('')}</Types>`,
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="r2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['slide', 'slides/slide1.xml'],
    ),
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${names}>${tree('')}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle/><p:bodyStyle>${masterStyle}</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${names}>${tree(shape(content, `<a:bodyPr>${layoutFit}</a:bodyPr><a:lstStyle>${layoutStyle}</a:lstStyle><a:p/>`))}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(['slideMaster', '../slideMasters/slideMaster1.xml']),
    'ppt/slides/slide1.xml': `<p:sld ${names}>${tree(shape(placeholder, body))}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
  });

const fit = (attributes: string) => `<a:bodyPr><a:normAutofit${attributes}/></a:bodyPr><a:lstStyle/>`;
const run = (text: string, properties = '<a:rPr lang="en-US"/>') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`;

/** A part of the deck as it is laid out; null where the deck is left as it is. */
async function prepared(data: Uint8Array, part = 'ppt/slides/slide1.xml'): Promise<string | null> {
  const [source, output] = [join(folder, 'deck.pptx'), join(folder, 'fitted.pptx')];
  await writeFile(source, data);
  const isChanged = await withDocument(
    source,
    formats.pptx,
    async ({ archive }) => archive !== null && (await withSavedFit(archive, output)),
  );
  if (!isChanged) return null;
  return (await withZip(output, async (archive) => (await archive.readWhole(part, 1 << 20))?.toString())) ?? null;
}

const sizes = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<a:rPr[^<>]*\ssz="(\d+)"/g)].map(([, size]) => Number(size));
const spacings = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<a:lnSpc>(.*?)<\/a:lnSpc>/g)].map(([, spacing]) => spacing);

test('the saved scale makes whole points of the sizes of runs', async () => {
  const own =
    run('a', '<a:rPr lang="en-US" sz="2000"/>') + run('b', '<a:rPr sz="1400"><a:latin typeface="Arial"/></a:rPr>');
  const xml = await prepared(await deck({ body: `${fit(' fontScale="92500"')}<a:p>${own}</a:p>` }));
  assert.deepEqual(sizes(xml), [1900, 1300]);
  assert.match(xml ?? '', /<a:noAutofit\/>/);
  assert.doesNotMatch(xml ?? '', /normAutofit/);
});

test('sizes are inherited from the shape, its layout, its master, in this order, by the level of the paragraph', async () => {
  const level = (n: number, size: number) => `<a:lvl${n}pPr><a:defRPr sz="${size}"/></a:lvl${n}pPr>`;
  const body = `<a:bodyPr><a:normAutofit fontScale="50000"/></a:bodyPr><a:lstStyle>${level(1, 4000)}</a:lstStyle><a:p>${run('one')}</a:p><a:p><a:pPr lvl="1"/>${run('two', '')}</a:p><a:p><a:pPr lvl="2"/>${run('three')}<a:br/></a:p><a:p><a:pPr lvl="3"/>${run('four')}</a:p>`;
  const masterStyle = level(1, 1000) + level(2, 1000) + level(3, 2000);
  const xml = await prepared(await deck({ body, layoutStyle: level(1, 1200) + level(2, 3000), masterStyle }));
  assert.deepEqual(sizes(xml), [2000, 1500, 1000, 1000, 900]);
});

test('the saved reduction is subtracted from the line spacing, wherever it is set', async () => {
  const masterStyle = '<a:lvl1pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:defRPr sz="2000"/></a:lvl1pPr>';
  const own = '<a:pPr algn="r"><a:lnSpc><a:spcPct val="150000"/></a:lnSpc><a:buNone/></a:pPr>';
  const exact = '<a:pPr><a:lnSpc><a:spcPts val="2000"/></a:lnSpc></a:pPr>';
  const paragraphs = ['', own, exact, '<a:pPr lvl="1"/>'].map((properties) => `<a:p>${properties}${run('x')}</a:p>`);
  const body = fit(' lnSpcReduction="20000"') + paragraphs.join('');
  const xml = await prepared(await deck({ body, masterStyle }));
  assert.deepEqual(spacings(xml), [
    '<a:spcPct val="70000"/>',
    '<a:spcPct val="130000"/>',
    '<a:spcPts val="1600"/>',
    '<a:spcPct val="80000"/>',
  ]);
  assert.match(xml ?? '', /<a:pPr algn="r"><a:lnSpc>.*?<\/a:lnSpc><a:buNone\/>/);
});

test('a first paragraph without text is as high as its line spacing', async () => {
  const empty = '<a:p><a:endParaRPr lang="en-US" sz="2000"/></a:p>';
  const xml = (await prepared(await deck({ body: fit(' lnSpcReduction="20000"') + empty + empty }))) ?? '';
  assert.deepEqual(spacings(xml), ['<a:spcPct val="100000"/>', '<a:spcPct val="80000"/>']);
  assert.deepEqual(
    [...xml.matchAll(/<a:endParaRPr sz="(\d+)"/g)].map(([, size]) => size),
    ['1600', '2000'],
  );
});

test('text that PowerPoint has not shrunk is not shrunk', async () => {
  const paragraph = `<a:p>${run('x')}</a:p>`;
  const own = await prepared(await deck({ body: fit('') + paragraph }));
  assert.match(own ?? '', /<a:noAutofit\/>/);
  assert.deepEqual(sizes(own), []);
  const data = await deck({ body: `<a:bodyPr/><a:lstStyle/>${paragraph}`, layoutFit: '<a:normAutofit/>' });
  assert.match((await prepared(data, 'ppt/slideLayouts/slideLayout1.xml')) ?? '', /<a:noAutofit\/>/);
});

test('slides without such text, and broken ones, stay as they are', async () => {
  assert.equal(await prepared(await deck({ body: `<a:bodyPr/><a:lstStyle/><a:p>${run('x')}</a:p>` })), null);
  const open = `<a:bodyPr><a:normAutofit fontScale="50000"/></a:bodyPr><a:p>${'<a:p '.repeat(9)}`;
  const kept = await prepared(await deck({ body: open }));
  assert.ok(kept === null || !kept.includes('sz='));
  const odd = await prepared(
    await deck({ body: `${fit(' fontScale="-1" lnSpcReduction="many"')}<a:p>${run('x')}</a:p>` }),
  );
  assert.deepEqual([sizes(odd), spacings(odd)], [[], []]);
});

test('hostile slides do not hold on', { timeout: 60_000 }, async () => {
  const level = `<a:lvl1pPr>${'<a:lnSpc>'.repeat(30_000)}</a:lvl1pPr>`;
  const many = `<a:bodyPr><a:normAutofit fontScale="50000" lnSpcReduction="10000"/></a:bodyPr><a:lstStyle>${level}</a:lstStyle>`;
  await prepared(await deck({ body: `${many}${'<a:p></a:p>'.repeat(30_000)}` }));
  for (const piece of ['<a:p>', '<p:sp>', '<a:r><a:t', '<a:br', '<a:lnSpc>', '<a:lvl1pPr>', '<a:normAutofit'])
    await prepared(await deck({ body: `${fit(' fontScale="50000"')}${piece.repeat(400_000)}` }));
});

test('the PDF has the saved size', async () => {
  const height = async (attributes: string) => {
    const body = `${fit(attributes)}<a:p>${run('Heading', '<a:rPr lang="en-US" sz="4000"/>')}</a:p>`;
    const { path } = await bench.convert('office-to-pdf', [await deck({ body })], {}, ['deck.pptx']);
    const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
    const [, top, bottom] = /yMin="([\d.]+)"[^<>]*yMax="([\d.]+)">Heading</.exec(stdout) ?? [];
    return Number(bottom) - Number(top);
  };
  assert.ok(Math.abs((await height(' fontScale="50000"')) / (await height('')) - 0.5) < 0.01);
});

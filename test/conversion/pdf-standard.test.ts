// pdf_standard: the PDF meets the needs of archives and screen readers; unmet requirements are reported, and the claim omitted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { srgbProfile } from '#conversion/pdf/standard/srgb-profile.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { epub, xhtml } from '../support/epub.ts';
import { docxParts, fodt, zip } from '../support/fixtures.ts';
import { readDocument } from '../support/pdf-graph.ts';
import { accessibleProblems, archiveProblems, claimsOf } from '../support/pdf-standards.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const pixel = (format: 'png' | 'jpeg', more = (image: Sharp) => image) =>
  more(sharp({ create: { width: 40, height: 30, channels: 3, background: '#7090b0' } }))
    .toFormat(format)
    .toBuffer();

/** A text with a picture, whose words are given or missing. */
async function illustrated(words: string): Promise<Buffer> {
  const data = (await pixel('png')).toString('base64');
  const title = words === '' ? '' : `<svg:title>${words}</svg:title>`;
  const frame = `<text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="2cm"><draw:image><office:binary-data>${data}</office:binary-data></draw:image>${title}</draw:frame></text:p>`;
  const link = '<text:p><text:a xlink:type="simple" xlink:href="https://example.org/">a link</text:a></text:p>';
  return fodt('Heading', 'Words of the text', frame + link);
}

for (const [asked, claims] of [
  ['PDF/A-2b', ['PDF/A-2b']],
  ['PDF/A-3b', ['PDF/A-3b']],
  ['PDF/UA-1', ['PDF/UA-1']],
  ['PDF/UA-1, PDF/A-2b', ['PDF/A-2b', 'PDF/UA-1']],
  ['PDF/A-3b,PDF/UA-1', ['PDF/A-3b', 'PDF/UA-1']],
] as const)
  test(`an office document is made as ${asked}`, async () => {
    const { path, report } = await bench.convert('office-to-pdf', [await illustrated('A blue field')], {
      pdf_standard: asked,
    });
    assert.deepEqual(report.warnings, []);
    assert.deepEqual(await claimsOf(path), claims);
    if (asked.includes('/A-')) assert.deepEqual(await archiveProblems(path), []);
    if (asked.includes('/UA-')) assert.deepEqual(await accessibleProblems(path), []);
  });

test('without the field nothing is claimed', async () => {
  const { path } = await bench.convert('office-to-pdf', [await illustrated('A blue field')]);
  assert.deepEqual(await claimsOf(path), []);
  assert.notDeepEqual(await archiveProblems(path), []);
});

test('a picture without words keeps a document from PDF/UA-1: that is told, and not claimed', async () => {
  const { path, report } = await bench.convert('office-to-pdf', [await illustrated('')], {
    pdf_standard: 'PDF/A-2b,PDF/UA-1',
  });
  assert.deepEqual(report.warnings, ['The PDF does not meet PDF/UA-1: 1 picture has no alternative text.']);
  assert.deepEqual(await claimsOf(path), ['PDF/A-2b']);
});

test('headings that leave out a level keep a document from PDF/UA-1', async () => {
  const deep = fodt('Heading', 'Words', '<text:h text:outline-level="3">Deeper</text:h><text:p>More</text:p>');
  const { report } = await bench.convert('office-to-pdf', [deep], { pdf_standard: 'PDF/UA-1' });
  assert.deepEqual(report.warnings, ['The PDF does not meet PDF/UA-1: its headings leave out a level.']);
});

test('a document without a title has the name of its file, one with a title keeps it', async () => {
  const titleOf = async (path: string) => {
    const document = await readDocument(path);
    return document.get(document.dictionary(document.trailer['/Info'])['/Title']);
  };
  const fields = { pdf_standard: 'PDF/UA-1' };
  assert.equal(await titleOf(await bench.run('office-to-pdf', [fodt('Heading', 'Words')], fields)), 'u:file-1');
  const parts = docxParts('Words');
  const titled = await zip({
    ...parts,
    '[Content_Types].xml': String(parts['[Content_Types].xml']).replace(
      '</Types>',
      '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
    ),
    '_rels/.rels': String(parts['_rels/.rels']).replace(
      '</Relationships>',
      '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>',
    ),
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A &lt;true&gt; title</dc:title></cp:coreProperties>',
  });
  const path = await bench.run('office-to-pdf', [titled], fields);
  assert.equal(await titleOf(path), 'u:A <true> title');
  assert.deepEqual(await claimsOf(path), ['PDF/UA-1']);
});

test('a book is made as PDF/A and PDF/UA: decoration is told from text, links have words', async () => {
  const body =
    '<h1 style="background: #eef">Chapter</h1><p>Text of <em>the</em> chapter, <a href="https://example.org/">a link</a>.</p><hr/>';
  const book = await epub({ files: { 'c.xhtml': xhtml(body) } });
  const { path, report } = await bench.convert('epub-to-pdf', [book], { pdf_standard: 'PDF/A-2b,PDF/UA-1' });
  assert.deepEqual(report.warnings, []);
  assert.deepEqual(await claimsOf(path), ['PDF/A-2b', 'PDF/UA-1']);
  assert.deepEqual([...(await archiveProblems(path)), ...(await accessibleProblems(path))], []);
});

test('a picture becomes PDF/A; requirements that it does not meet are reported', async () => {
  const archive = { pdf_standard: 'PDF/A-2b' };
  const plain = await bench.convert('image-to-pdf', [await pixel('png')], archive);
  assert.deepEqual(plain.report.warnings, []);
  assert.deepEqual(await archiveProblems(plain.path), []);
  assert.deepEqual(await claimsOf(plain.path), ['PDF/A-2b']);

  const press = await bench.convert(
    'image-to-pdf',
    [await pixel('jpeg', (image) => image.toColourspace('cmyk'))],
    archive,
  );
  assert.deepEqual(press.report.warnings, [
    'The PDF does not meet PDF/A-2b: a picture is in CMYK without a colour profile.',
  ]);
  assert.deepEqual(await claimsOf(press.path), []);

  const untold = await bench.convert('image-to-pdf', [await pixel('png')], { pdf_standard: 'PDF/UA-1' });
  assert.deepEqual(untold.report.warnings, ['The PDF does not meet PDF/UA-1: it has no tags.']);
});

test('the colour profile of archives is sRGB', async () => {
  const path = await bench.write('srgb.icc', srgbProfile());
  const samples = Buffer.from([0, 0, 0, 255, 255, 255, 12, 130, 250, 200, 40, 90, 3, 7, 11, 128, 128, 128]);
  const picture = await sharp(samples, { raw: { width: 6, height: 1, channels: 3 } })
    .withIccProfile(path)
    .png()
    .toBuffer();
  // Decoded with its profile to libvips' own sRGB, every sample is unchanged.
  const decoded = await sharp(picture).toColourspace('srgb').raw().toBuffer();
  for (const [n, value] of decoded.entries()) assert.ok(Math.abs(value - (samples[n] ?? 0)) <= 1, `${n}: ${value}`);
  assert.equal((await sharp(picture).metadata()).icc?.length, srgbProfile().length);
});

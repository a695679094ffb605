// Annotations that do not say how they look are in the picture of their page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf } from '../../support/pdf-builder.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const kinds: Readonly<Record<string, string>> = {
  'a text': '/Subtype /FreeText /Contents (Hello there) /DA (/Helv 20 Tf 1 0 0 rg)',
  'the frame of a text': '/Subtype /FreeText /Contents () /DA (/Helv 20 Tf 1 0 0 rg)',
  'a text on a ground': '/Subtype /FreeText /Contents () /C [1 0 0] /DA (/Helv 20 Tf 0 g)',
  'a line': '/Subtype /Line /L [20 100 180 100] /C [1 0 0] /BS << /W 4 >>',
  'an arrow': '/Subtype /Line /L [20 100 180 100] /LE [/None /ClosedArrow] /C [1 0 0] /IC [1 0 0] /BS << /W 4 >>',
  'a polygon': '/Subtype /Polygon /Vertices [20 80 180 80 100 160] /C [0 0 1] /IC [1 0 0]',
  'a polyline': '/Subtype /PolyLine /Vertices [20 80 180 80 100 160] /C [1 0 0] /BS << /W 3 >>',
  ink: '/Subtype /Ink /InkList [[20 80 100 120 180 80]] /C [1 0 0] /BS << /W 4 >>',
  'a highlight': '/Subtype /Highlight /QuadPoints [20 120 180 120 20 80 180 80] /C [1 0 0]',
  'an underline': '/Subtype /Underline /QuadPoints [20 120 180 120 20 80 180 80] /C [1 0 0] /Border [0 0 3]',
  'a line through text': '/Subtype /StrikeOut /QuadPoints [20 120 180 120 20 80 180 80] /C [1 0 0] /Border [0 0 3]',
  'a stamp by its name': '/Subtype /Stamp /Name /NotApproved /C [1 0 0]',
  'a note': '/Subtype /Text /Contents (Note) /C [1 0 0]',
};

/** Pixels of a page that are red. */
async function red(annotation: string, flags = 4): Promise<number> {
  const pdf = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>',
    4: `<< /Type /Annot /Rect [10 70 190 170] /F ${flags} ${annotation} >>`,
  });
  const png = await withZip(await bench.run('pdf-to-image', [pdf]), (zip) =>
    zip.readWhole([...zip.names][0] ?? '', 1 << 24),
  );
  const { data, info } = await sharp(png ?? Buffer.alloc(0))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 80 && (data[at + 2] ?? 255) < 80) count += 1;
  return count;
}

for (const [name, annotation] of Object.entries(kinds))
  test(`${name} without an appearance is drawn`, async () => {
    assert.ok((await red(annotation)) > 60);
  });

test('hidden annotations are not drawn', async () => {
  assert.equal(await red(kinds['a line'] ?? '', 2), 0);
});

// Long documents are read by two threads: what comes out is what one alone would have made of them, and a second one that fails costs
// nothing.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { Writable } from 'node:stream';
import { graphOf, PdfDocument } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import type { PageContent } from '#conversion/word/page-content.ts';
import { convertToWord } from '#conversion/word/pdf-to-docx.ts';
import { pageOfColumns } from '#conversion/word/read/page-columns.ts';
import { openReading, type PageRead } from '#conversion/word/read/reading.ts';
import { startSecondReader } from '#conversion/word/read/second-reader.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { readObjects } from '../../support/pdf-graph.ts';
import { eventually } from '../../support/platen.ts';

let folder: string;
before(async () => {
  pdfium.init();
  folder = await mkdtemp(join(tmpdir(), 'second-reader-'));
});
after(() => rm(folder, { recursive: true }));

/** Pages of text in shared fonts, one of them without a map, with a picture, a table's lines, a drawing and turned text on each. */
function pagesOf(count: number, isTagged: boolean): Buffer {
  const pages = Array.from({ length: count }, (_, n) => n);
  const at = (n: number, what: number) => 20 + n * 4 + what;
  const objects: Record<number, string> = {};
  for (const n of pages) {
    const lines = Array.from({ length: 12 }, (_, line) => `(Line ${line} of page ${n} goes on to the edge.) Tj T*`);
    const mark = (mcid: number, content: string) => (isTagged ? `/P << /MCID ${mcid} >> BDC ${content} EMC` : content);
    objects[at(n, 0)] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${at(n, 1)} 0 R /StructParents ${n} /Resources 3 0 R ${n % 3 === 1 ? '/Rotate 90' : ''} >>`;
    objects[at(n, 1)] = stream(
      '',
      [
        mark(0, `BT /F1 16 Tf 30 360 Td (Part ${n}) Tj ET`),
        mark(1, `BT /F1 10 Tf 12 TL 30 330 Td ${lines.join(' ')} ET`),
        mark(2, `BT /F2 10 Tf 30 170 Td (\\001\\002\\001) Tj ET`),
        `BT /F1 9 Tf 0 1 -1 0 20 100 Tm (Aside) Tj ET`,
        `q 40 0 0 20 30 120 cm /Im Do Q 0.5 w 30 100 m 200 100 l S 30 60 m 90 90 120 30 200 60 c S 0.9 g 30 20 50 20 re f`,
      ].join('\n'),
    );
    objects[at(n, 2)] =
      `<< /Type /StructElem /S /Document /P 7 0 R /Pg ${at(n, 0)} 0 R /K [ << /S /H1 /Pg ${at(n, 0)} 0 R /K 0 >> << /S /P /Pg ${at(n, 0)} 0 R /K 1 >> << /S /P /Pg ${at(n, 0)} 0 R /K 2 >> ] >>`;
  }
  const each = (what: number) => pages.map((n) => `${at(n, what)} 0 R`).join(' ');
  objects[1] = `<< /Type /Catalog /Pages 2 0 R ${isTagged ? '/StructTreeRoot 7 0 R /MarkInfo << /Marked true >>' : ''} >>`;
  objects[2] = `<< /Type /Pages /Count ${count} /Kids [${each(0)}] >>`;
  objects[3] = '<< /Font << /F1 4 0 R /F2 5 0 R >> /XObject << /Im 6 0 R >> >>';
  objects[4] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  objects[5] =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 700 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 2 /Widths [700 700] /Encoding << /Differences [1 /c1 /c2] >> /CharProcs << /c1 8 0 R /c2 9 0 R >> /Resources << >> >>';
  objects[6] = stream(
    '/Type /XObject /Subtype /Image /Width 4 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
    'abcdefgh',
  );
  objects[8] = stream('', '700 0 0 0 700 700 d1 0 0 600 600 re f');
  objects[9] = stream('', '700 0 0 0 700 700 d1 0 0 m 600 0 l 300 600 l f');
  objects[7] = `<< /Type /StructTreeRoot /K [${each(2)}] >>`;
  return pdfOf(objects);
}

async function written(name: string, data: Buffer) {
  const [pdf, graph] = [join(folder, `${name}.pdf`), join(folder, `${name}.json`)];
  await writeFile(pdf, data);
  const objects = await readObjects(pdf);
  await writeFile(graph, JSON.stringify({ qpdf: [{ maxobjectid: objects.maxId }, objects.objects] }));
  return { pdf, graph, objects };
}

let secondHasRead = false;

/** The DOCX and what could not be told. */
async function wordOf(
  { pdf, objects }: Awaited<ReturnType<typeof written>>,
  graphFile: string | undefined,
  { waits = true } = {},
): Promise<{ docx: Buffer; untold: unknown }> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  // The first thread waits until the second one has begun: otherwise it would read all pages itself.
  const begun = async (taken: Int32Array) => {
    await eventually(async () => Atomics.load(taken, 1) > 0, 'the second thread has taken a page', 60);
    secondHasRead = true;
  };
  const usual = { minPages: 2, isCoreFree: () => true, maxGraphBytes: 1 << 30 };
  const sharing = waits ? { ...usual, begun } : usual;
  const untold = await convertToWord(pdf, graphOf(objects), output, { graphFile, sharing });
  return { docx: Buffer.concat(chunks), untold };
}

for (const kind of ['tagged', 'untagged'] as const)
  test(`two threads make of a long document that is ${kind} what one makes of it, byte for byte`, async () => {
    mock.timers.enable({ apis: ['Date'], now: 1e12 });
    try {
      const file = await written(kind, pagesOf(120, kind === 'tagged'));
      const alone = await wordOf(file, undefined);
      secondHasRead = false;
      const shared = await wordOf(file, file.graph);
      assert.ok(secondHasRead);
      assert(shared.docx.equals(alone.docx));
      assert.deepEqual(shared.untold, alone.untold);
      assert.equal((alone.untold as unknown[]).length, 1);
    } finally {
      mock.timers.reset();
    }
  });

const plain = ({ content: { render: _render, fromUserSpace: _from, pictures, ...content }, ...page }: PageRead) => ({
  ...page,
  content: { ...content, pictures: pictures.map(({ data: _data, ...picture }) => picture) },
});
const picturesOf = async ({ pictures }: PageContent) =>
  (await Promise.all(pictures.map(({ data }) => data()))).map((file) => file?.data.toString('hex'));

test('a page that the second thread has read is the page that the first one would have read, pictures too', async () => {
  const { pdf, graph, objects } = await written('page', pagesOf(6, true));
  const reading = openReading(pdf, new PdfDocument(graphOf(objects)));
  const taken = new Int32Array(new SharedArrayBuffer(8));
  using second = startSecondReader({ pdf, graph, taken });
  await eventually(async () => Atomics.load(taken, 1) > 0, 'the second thread has taken a page', 60);
  const pages = await second.pages();
  assert.equal(pages.length, 6);
  for (const columns of pages) {
    const { index } = columns;
    const own = reading.read(index);
    const viewport = reading.viewports[index];
    assert(own !== undefined && viewport !== undefined);
    const page = pageOfColumns(columns, reading, viewport);
    assert.deepEqual(plain(page), plain(own));
    assert(page.content.glyphs.length > 100);
    const pictures = await picturesOf(page.content);
    assert.deepEqual(pictures, await picturesOf(own.content));
    assert.equal(pictures.length, 1);
    assert.deepEqual(page.content.fromUserSpace(10, 20, 30, 40), own.content.fromUserSpace(10, 20, 30, 40));
  }
});

test('a second thread that fails leaves all pages to the first', async () => {
  mock.timers.enable({ apis: ['Date'], now: 1e12 });
  try {
    const file = await written('alone', pagesOf(30, false));
    const alone = await wordOf(file, undefined);
    const failed = await wordOf(file, join(folder, 'nothing.json'), { waits: false });
    assert(failed.docx.equals(alone.docx));
  } finally {
    mock.timers.reset();
  }
});

// extract-pages and split-pdf: kept pages work, and removed ones have left nothing behind.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { isFailure } from '#core/failure.ts';
import { pdf } from '../../support/fixtures.ts';
import { pdfOf, planted, richPdf, stream } from '../../support/pdf-builder.ts';
import { workbench, type Workbench } from '../../support/convert.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

/** Every byte of a PDF with its streams unpacked. */
async function unpacked(path: string): Promise<string> {
  await execute('qpdf', ['--check', path]);
  await execute('qpdf', ['--qdf', '--object-streams=disable', path, `${path}.qdf`]);
  return readFile(`${path}.qdf`, 'latin1');
}
const json = async (path: string, key: string) =>
  JSON.parse((await execute('qpdf', ['--json', `--json-key=${key}`, path], { maxBuffer: 1e8 })).stdout) as Record<
    string,
    never
  >;

test('nothing of a discarded page is left in the file', async () => {
  const bytes = await unpacked(await bench.run('extract-pages', [richPdf()], { ranges: '2' }));
  for (const gone of [...planted(1), ...planted(3)]) assert.ok(!bytes.includes(gone), gone);
  for (const gone of [
    'planted',
    'JavaScript',
    '/Thumb',
    '/PieceInfo',
    '/Metadata',
    '/Info',
    '/EmbeddedFile',
    '/Thread',
    '/OpenAction',
  ])
    assert.ok(!bytes.includes(gone), gone);
  for (const kept of [
    'contentofpage2x',
    'titleofpage2x',
    'fieldofpage2x',
    'elementofpage2x',
    'fontofpage2x',
    'imageofpage2x',
    'labelofpage2x',
    'https://example.test/2',
  ])
    assert.ok(bytes.includes(kept), kept);
});

test('links between kept pages work, links to discarded ones are gone', async () => {
  const path = await bench.run('extract-pages', [richPdf()], { ranges: '3,2' });
  const bytes = await unpacked(path);
  // Page 3: by name to 1 (gone), by array to 2 (kept), to the web. Page 2: by name to 3 (kept), by array to 1 (gone), to the web.
  assert.equal(bytes.match(/\/Subtype \/Link/g)?.length, 4);
  assert.equal(bytes.match(/nameofpage3x/g)?.length, 2);
  const { outlines } = (await json(path, 'outlines')) as unknown as {
    outlines: { title: string; destpageposfrom1: number }[];
  };
  assert.deepEqual(
    outlines.map(({ title, destpageposfrom1 }) => [title, destpageposfrom1]),
    [
      ['titleofpage2x', 2],
      ['titleofpage3x', 1],
    ],
  );
});

test('pages come in the order written, with their labels, forms and tags', async () => {
  const path = await bench.run('extract-pages', [richPdf()], { ranges: '3, 1-2' });
  const { stdout } = await execute('pdftotext', [path, '-']);
  assert.deepEqual(stdout.match(/contentofpage\dx/g), ['contentofpage3x', 'contentofpage1x', 'contentofpage2x']);
  const { pagelabels } = (await json(path, 'pagelabels')) as unknown as {
    pagelabels: { index: number; label: Record<string, unknown> }[];
  };
  assert.deepEqual(
    pagelabels.map(({ index, label }) => [index, label['/P'], label['/St']]),
    [
      [0, 'u:labelofpage3x-', 30],
      [1, 'u:labelofpage1x-', 10],
      [2, 'u:labelofpage2x-', 20],
    ],
  );
  const { acroform } = (await json(path, 'acroform')) as unknown as {
    acroform: { fields: { fullname: string; value: string; pageposfrom1: number }[] };
  };
  assert.deepEqual(
    acroform.fields
      .map(({ fullname, value, pageposfrom1 }) => [fullname, value, pageposfrom1])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    [
      ['fieldofpage1x', 'u:typed 1', 2],
      ['fieldofpage2x', 'u:typed 2', 3],
      ['fieldofpage3x', 'u:typed 3', 1],
    ],
  );
  const info = (await execute('pdfinfo', ['-struct-text', path])).stdout;
  assert.match(info, /contentofpage1x[\s\S]*contentofpage2x[\s\S]*contentofpage3x/);
});

test('split produces one independent PDF a page, named in order', async () => {
  const archive = await bench.run('split-pdf', [richPdf()]);
  await execute('unzip', ['-q', archive, '-d', join(bench.folder, 'split')]);
  const { stdout } = await execute('unzip', ['-Z1', archive]);
  assert.equal(stdout, 'page-001.pdf\npage-002.pdf\npage-003.pdf\n');
  for (const n of [1, 2, 3]) {
    const bytes = await unpacked(join(bench.folder, 'split', `page-00${n}.pdf`));
    for (const other of [1, 2, 3]) assert.equal(bytes.includes(`contentofpage${other}x`), other === n);
    for (const gone of [1, 2, 3].filter((other) => other !== n).flatMap(planted))
      assert.ok(!bytes.includes(gone), gone);
  }
});

test('fonts of other pages do not make every part large', async () => {
  const archive = await bench.run('split-pdf', [pdf(...Array.from({ length: 40 }, (_, n) => `page ${n + 1}`))]);
  assert.ok((await readFile(archive)).length < 60_000);
});

test('a damaged file is repaired first, one that is beyond repair is rejected', async () => {
  const good = pdf('one', 'two', 'three').toString('latin1');
  const damaged = {
    'garbage before the header': `garbage\n\n${good}`,
    'bytes behind the end': `${good}\n<html>not found</html>`,
    'no end marker': good.replace(/startxref[\s\S]*$/, ''),
    'a wrong xref': good.replace(/startxref\n\d+/, 'startxref\n7'),
    'a wrong length': good.replace(/\/Length \d+/, '/Length 3'),
    'a missing endobj': good.replace('endobj', ''),
  };
  for (const [what, bytes] of Object.entries(damaged)) {
    const path = await bench.run('extract-pages', [Buffer.from(bytes, 'latin1')], { ranges: '3,1' });
    assert.match((await execute('pdftotext', [path, '-'])).stdout, /three\s+one/, what);
  }
  await assert.rejects(bench.run('rotate-pdf', [Buffer.from('%PDF-1.4\nnothing')], { rotation: '90' }), (error) =>
    isFailure(error, 'source_unreadable'),
  );
});

/** Two pages; the second has planted words. `more` adds objects and changes page 1 or the catalog. */
function twoPages(more: {
  catalog?: string;
  page?: string;
  resources?: string;
  content?: string;
  objects?: Record<number, string>;
  trailer?: string;
  kids?: string;
  count?: number;
}): Buffer {
  return pdfOf(
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
      2: `<< /Type /Pages /Count ${more.count ?? 2} /Kids [${more.kids ?? '3 0 R 5 0 R'}] /MediaBox [0 0 200 200] /Resources << /Font << /F1 7 0 R >> ${more.resources ?? ''} >> >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${more.page ?? ''} >>`,
      4: stream('', more.content ?? 'BT /F1 12 Tf 20 100 Td (first page) Tj ET'),
      5: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Annots [8 0 R] >>',
      6: stream('', 'BT /F1 12 Tf 20 100 Td (SECRETcontent) Tj ET /Pa Do /Pr /Mc0 BDC EMC'),
      7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (SECRETfield) /V (SECRETvalue) /Rect [0 0 9 9] /P 5 0 R >>',
      ...more.objects,
    },
    more.trailer,
  );
}

const waysOut: Record<string, Parameters<typeof twoPages>[0]> = {
  'a button that resets fields': {
    page: '/Annots [9 0 R]',
    objects: {
      9: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 9 9] /A << /S /ResetForm /Fields [8 0 R] >> >>',
    },
    catalog: '/AcroForm << /Fields [9 0 R 8 0 R] >>',
  },
  'a field whose parent is not in the form': {
    page: '/Annots [9 0 R]',
    objects: {
      8: '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /TU (SECRETtip) /Rect [0 0 9 9] /P 5 0 R >>',
      9: '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [0 0 9 9] >>',
      10: '<< /FT /Tx /T (both) /Kids [8 0 R 9 0 R] >>',
    },
    catalog: '/AcroForm << /Fields [9 0 R] >>',
  },
  'a private stream in the trailer': {
    trailer: '/AdditionalStreams [9 0 R]',
    objects: { 9: stream('', 'SECRETsource') },
  },
  'an annotation within the page': {
    page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [5 0 R /Fit] /AA << /U << /S /JavaScript /JS (SECRETscript) >> >> >>]',
  },
  'an answer to an annotation elsewhere': {
    page: '/Annots [9 0 R]',
    objects: { 9: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note) /IRT 8 0 R >>' },
  },
  'a private key': {
    page: '/Annots [9 0 R]',
    objects: { 9: '<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] /XYZ 5 0 R >>' },
  },
  'a reference between elements': {
    page: '/StructParents 0',
    catalog: '/StructTreeRoot 9 0 R /MarkInfo << /Marked true >>',
    objects: {
      9: '<< /Type /StructTreeRoot /K [10 0 R 11 0 R] >>',
      10: '<< /Type /StructElem /S /P /P 9 0 R /Pg 3 0 R /K 0 /Ref [11 0 R] >>',
      11: '<< /Type /StructElem /S /Note /P 9 0 R /Pg 5 0 R /K 0 /ActualText (SECRETelement) >>',
    },
  },
  'a link that elements still tell of': {
    page: '/StructParents 0 /Annots [9 0 R]',
    catalog: '/Dests << /SECRETname [5 0 R /Fit] >> /StructTreeRoot 10 0 R /MarkInfo << /Marked true >>',
    objects: {
      9: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest /SECRETname /StructParent 1 >>',
      10: '<< /Type /StructTreeRoot /K [11 0 R] /ParentTree << /Nums [0 [11 0 R] 1 11 0 R] >> >>',
      11: '<< /Type /StructElem /S /Link /P 10 0 R /Pg 3 0 R /K [0 << /Type /OBJR /Obj 9 0 R >>] >>',
    },
  },
  'a link that only elements tell of': {
    page: '/StructParents 0',
    catalog: '/StructTreeRoot 10 0 R /MarkInfo << /Marked true >>',
    objects: {
      9: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D (SECRETname) >> >>',
      10: '<< /Type /StructTreeRoot /K [11 0 R] >>',
      11: '<< /Type /StructElem /S /Link /P 10 0 R /Pg 3 0 R /K [0 << /Type /OBJR /Obj 9 0 R >>] >>',
    },
  },
  'a link that a note answers to': {
    page: '/Annots [9 0 R 10 0 R 11 0 R]',
    catalog: '/Names << /Dests << /Names [(SECRETname) [5 0 R /Fit]] >> >>',
    objects: {
      9: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (SECRETname) >>',
      10: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note) /IRT 9 0 R >>',
      11: '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Parent 9 0 R >>',
    },
  },
  'a note that replies to a missing one': {
    page: '/Annots [9 0 R]',
    objects: {
      9: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note) /IRT 10 0 R >>',
      10: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (SECRETname) >>',
    },
  },
  'an action with others behind it': {
    page: '/Annots [9 0 R 10 0 R 11 0 R 12 0 R]',
    catalog: '/Dests << /SECRETname [5 0 R /Fit] /here [3 0 R /Fit] >>',
    objects: {
      9: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D /here /SD [5 0 R (SECRETid) /Fit] /Next << /S /GoTo /D /SECRETname >> >> >>',
      10: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (a:b) /Next [<< /S /GoTo /D /SECRETname >>] >> /PA << /S /GoTo /D /SECRETname >> >>',
      11: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToE /D /SECRETname /T << /R /C /N (SECRETfile) >> >> >>',
      12: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest << /D [3 0 R /Fit] /SD [5 0 R (SECRETid) /Fit] >> >>',
    },
  },
  'a button that leads to a name': {
    page: '/Annots [9 0 R]',
    catalog:
      '/Names << /Dests << /Names [(SECRETname) << /D [5 0 R /Fit] >>] >> >> /AcroForm << /Fields [10 0 R] >> /OpenAction << /S /GoTo /D (SECRETname) >>',
    objects: {
      9: '<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [0 0 9 9] /A << /S /GoTo /D (SECRETname) >> >>',
      10: '<< /FT /Btn /T (b) /Kids [9 0 R] /A << /S /GoTo /D (SECRETname) >> >>',
    },
  },
  'an outline item that leads to a name': {
    catalog:
      '/Dests << /SECRETname [5 0 R /Fit] /here [3 0 R /Fit] >> /Outlines << /First 9 0 R /Last 10 0 R /Count 2 >>',
    objects: {
      9: '<< /Title (kept) /Next 10 0 R /Dest /here /First 11 0 R /Last 11 0 R /Count 1 /A << /S /GoTo /D /SECRETname >> >>',
      10: '<< /Title (SECRETtitle) /Prev 9 0 R /A << /S /GoTo /D /SECRETname >> >>',
      11: '<< /Title (SECRETbelow) /Parent 9 0 R /Dest /SECRETname >>',
    },
  },
  'shared resources of every kind': {
    resources:
      '/XObject << /Pa 9 0 R >> /Pattern << /P0 9 0 R >> /Properties << /Mc0 << /ActualText (SECRETproperty) >> >>',
    objects: { 9: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << >>', '% SECRETform') },
  },
  'content with nonsense in it': {
    content: 'BT /F1 12 Tf 20 100 Td (first page) Tj ET ) > }',
    resources: '/XObject << /Pa 9 0 R >>',
    objects: { 9: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << >>', '% SECRETform') },
  },
};

for (const [what, more] of Object.entries(waysOut))
  test(`${what} keeps nothing of another page`, async () => {
    const path = await bench.run('extract-pages', [twoPages(more)], { ranges: '1' });
    await execute('qpdf', ['--qdf', '--object-streams=disable', '--no-warn', '--warning-exit-0', path, `${path}.qdf`]);
    const bytes = await readFile(`${path}.qdf`, 'latin1');
    assert.deepEqual(bytes.match(/SECRET\w*/g), null);
    assert.match(bytes, /first page/);
  });

test('a page tree that lies about its pages is counted', async () => {
  await assert.rejects(
    bench.run('extract-pages', [twoPages({ count: 9 })], { ranges: '3' }),
    (error) => isFailure(error, 'invalid_page_range') && error.fields['total_pages'] === 2,
  );
  const inline = twoPages({ kids: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >> 5 0 R' });
  assert.match(
    (await execute('pdftotext', [await bench.run('extract-pages', [inline], { ranges: '1' }), '-'])).stdout,
    /first page/,
  );
});

test('graphs made to keep the service busy are answered at once', async () => {
  const nest = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [20 + n, `[${21 + n} 0 R ${21 + n} 0 R]`]));
  const order = twoPages({
    page: '/Resources << /Properties << /O 10 0 R >> /Font << /F1 7 0 R >> >>',
    content: '/OC /O BDC EMC',
    catalog: '/OCProperties << /OCGs [10 0 R] /D << /Order 20 0 R >> >>',
    objects: { ...nest, 60: '[20 0 R 60 0 R]', 10: '<< /Type /OCG /Name (layer) >>' },
  });
  await bench.run('extract-pages', [order], { ranges: '1' });
  await bench.run('merge-pdf', [order, order]);
  const element = twoPages({
    catalog: '/StructTreeRoot 9 0 R',
    objects: {
      ...nest,
      60: '[0]',
      9: '<< /Type /StructTreeRoot /K [10 0 R] >>',
      10: '<< /Type /StructElem /S /P /P 9 0 R /Pg 3 0 R /K 0 /A 20 0 R >>',
    },
  });
  await bench.run('merge-pdf', [element, element]);
  const kids = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [20 + n, `<< /Kids [${21 + n} 0 R] >>`]));
  await bench.run(
    'extract-pages',
    [twoPages({ catalog: '/Names << /Dests 20 0 R >>', objects: { ...kids, 20_020: '<< /Names [] >>' } })],
    { ranges: '1' },
  );
});

// extract-pages and split-pdf: what is kept works, what is gone has left no word behind.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { isFailure } from '#core/failure.ts';
import { pdf } from '../../support/fixtures.ts';
import { planted, richPdf } from '../../support/pdf-builder.ts';
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

test('split gives one PDF a page, named in order, each on its own', async () => {
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

test('a damaged file is repaired first, one that is beyond repair is a verdict', async () => {
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

// The further fields of split-pdf: parts of so many pages, of so many bytes, or of the pages that are named.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { runPlaten } from '../support/cli.ts';
import { pdf } from '../support/fixtures.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let folder: string;
before(async () => {
  platen = await startPlaten({ extensions: 'on', maxPdfPages: 2000 });
  folder = await mkdtemp(join(tmpdir(), 'platen-parts-'));
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const nine = { name: 'nine.pdf', data: pdf('p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9') };

interface Part {
  name: string;
  bytes: number;
  /** The words of its pages. */
  text: string;
}

async function partsIn(archive: string): Promise<Part[]> {
  const into = await mkdtemp(join(folder, 'parts-'));
  await execute('unzip', ['-q', archive, '-d', into]);
  return Promise.all(
    (await readdir(into)).sort().map(async (name) => {
      const path = join(into, name);
      await execute('qpdf', ['--check', path]);
      const { stdout } = await execute('pdftotext', [path, '-']);
      return { name, bytes: (await stat(path)).size, text: stdout.split(/\s+/).join(' ').trim() };
    }),
  );
}

async function split(fields: Record<string, string>, file = nine) {
  const key = await platen.key();
  const got = await platen.convert('split-pdf', [file], { key, fields });
  const job = converted(got);
  const archive = join(folder, `${job}.zip`);
  await writeFile(archive, await platen.download(job, key));
  return { parts: await partsIn(archive), warnings: got.body['warnings'] as string[] | undefined };
}

const textOf = async (fields: Record<string, string>) =>
  (await split(fields)).parts.map(({ name, text }) => `${name}: ${text}`);

test('every so many pages begin a part', async () => {
  assert.deepEqual(await textOf({ every: '4' }), [
    'part-001.pdf: p1 p2 p3 p4',
    'part-002.pdf: p5 p6 p7 p8',
    'part-003.pdf: p9',
  ]);
  assert.deepEqual(await textOf({ every: '20' }), ['part-001.pdf: p1 p2 p3 p4 p5 p6 p7 p8 p9']);
  assert.equal((await textOf({ every: '1' })).length, 9);
});

test('parts have the pages that are named, in the order named', async () => {
  assert.deepEqual(await textOf({ parts: '1-3;4-9' }), ['part-001.pdf: p1 p2 p3', 'part-002.pdf: p4 p5 p6 p7 p8 p9']);
  assert.deepEqual(await textOf({ parts: '8-, 1 ; -2;5' }), [
    'part-001.pdf: p8 p9 p1',
    'part-002.pdf: p1 p2',
    'part-003.pdf: p5',
  ]);
});

test('without these fields each page is a PDF, as ever', async () => {
  const names = (await split({})).parts.map(({ name }) => name);
  assert.deepEqual(
    names,
    Array.from({ length: 9 }, (_, n) => `page-00${n + 1}.pdf`),
  );
});

/** Pages that share a font of 20 000 bytes, each with content of so many bytes. */
const weighted = (bytes: readonly number[]) => ({
  name: 'weighted.pdf',
  data: pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${bytes.length} /Kids [${bytes.map((_, n) => `${n + 20} 0 R`).join(' ')}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Extra 4 0 R >>',
    4: stream('', 'x'.repeat(20_000)),
    ...Object.fromEntries(
      bytes.flatMap((length, n) => [
        [
          n + 20,
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F 3 0 R >> >> /Contents ${n + 220} 0 R >>`,
        ],
        [n + 220, stream('', `BT /F 12 Tf 20 100 Td (w${n + 1}) Tj ET %${'y'.repeat(length)}`)],
      ]),
    ),
  }),
});

test('a part has as many pages as fit; what pages share is in each part once', async () => {
  const even = weighted(Array.from({ length: 20 }, () => 5000));
  const { parts, warnings } = await split({ max_size: '60000' }, even);
  // 20 000 bytes are shared, so that seven pages of 5 000 fit beside them.
  assert.deepEqual(
    parts.map(({ text }) => text.split(' ').length),
    [7, 7, 6],
  );
  assert.ok(parts.every(({ bytes }) => bytes <= 60_000));
  assert.equal(warnings, undefined);
  assert.equal((await split({ max_size: '10000000' }, even)).parts.length, 1);
});

test('a page that is larger than a part may be is a part of its own, and a warning says so', async () => {
  const odd = weighted([1000, 50_000, 1000, 1000, 60_000]);
  const { parts, warnings } = await split({ max_size: '40000' }, odd);
  assert.deepEqual(
    parts.map(({ text, bytes }) => `${text} ${bytes > 40_000 ? 'large' : 'fits'}`),
    ['w1 fits', 'w2 large', 'w3 w4 fits', 'w5 large'],
  );
  assert.deepEqual(warnings, ['Pages 2 and 5 are larger than max_size, even alone in a part.']);
});

test('documents of more than 200 pages are split into at most 200 parts', async () => {
  const long = { name: 'long.pdf', data: pdf(...Array.from({ length: 402 }, (_, n) => `p${n + 1}`)) };
  const { parts } = await split({ every: '3' }, long);
  assert.equal(parts.length, 134);
  const key = await platen.key();
  const call = (fields: Record<string, string>) => platen.convert('split-pdf', [long], { key, fields });
  const most = /at most 200 parts/;
  for (const fields of [
    { every: '2' },
    { max_size: '1' },
    { parts: Array.from({ length: 201 }, () => '1').join(';') },
  ]) {
    const got = await call(fields);
    refused(got, 400, 'invalid_value', { field: Object.keys(fields)[0] });
    assert.match(String(got.body['expected']), most);
  }
  assert.equal(await platen.used(key), 0);
  refused(await call({}), 422, 'too_many_pages', { max_pages: 200 });
});

test('wrong parts are refused with the reason before a job exists, and nothing is counted', async () => {
  const key = await platen.key();
  const call = (fields: Record<string, string>, file = nine) => platen.convert('split-pdf', [file], { key, fields });
  for (const parts of ['a', '1;;2', '1;', '3-1', '1,;2'])
    refused(await call({ parts }), 400, 'invalid_page_range', { field: 'parts', cause: 'syntax' });
  refused(await call({ parts: '1;0' }), 400, 'invalid_page_range', { field: 'parts', cause: 'page_zero', range: '0' });
  refused(await call({ parts: '1-3;4-10' }), 400, 'invalid_page_range', {
    field: 'parts',
    cause: 'beyond_last_page',
    range: '4-10',
    total_pages: 9,
  });
  for (const every of ['0', '-1', 'two', '1.5'])
    refused(await call({ every }), 400, 'invalid_value', { field: 'every' });
  for (const max_size of ['0', '1 MB']) refused(await call({ max_size }), 400, 'invalid_value', { field: 'max_size' });
  refused(await call({ every: '2', parts: '1' }), 400, 'invalid_value', {
    field: 'parts',
    expected: 'omitted, since the field "every" is sent',
  });
  refused(await call({ max_size: '1000', every: '2' }), 400, 'invalid_value', { field: 'max_size' });
  assert.equal(await platen.used(key), 0);
  refused(await call({ every: '2' }, { name: 'one.pdf', data: pdf('x') }), 422, 'pdf_single_page', {
    status: 'rejected',
  });
});

test('without extensions these fields are ignored with a warning', async () => {
  await using plain = await startPlaten();
  const key = await plain.key();
  const got = await plain.convert('split-pdf', [nine], { key, fields: { every: '4' } });
  const archive = join(folder, 'plain.zip');
  await writeFile(archive, await plain.download(converted(got), key));
  assert.equal((await partsIn(archive)).length, 9);
  assert.match((got.body['warnings'] as string[])[0] ?? '', /"every" was ignored/);
});

test('the command line splits by parts, too', async () => {
  const [input, output] = [join(folder, 'nine.pdf'), join(folder, 'cli.zip')];
  await writeFile(input, nine.data);
  await runPlaten(['convert', 'split-pdf', input, '--parts', '1-8;9', '-o', output], { cwd: folder });
  assert.deepEqual(
    (await partsIn(output)).map(({ text }) => text.split(' ').length),
    [8, 1],
  );
});

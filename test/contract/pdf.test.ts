// The errors of the PDF tools, through HTTP.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { pdf } from '../support/fixtures.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { imagePdf } from '../support/pictures.ts';
import { converted, refused, startAmongOthers, startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let folder: string;
const three = { name: 'report.pdf', data: pdf('one', 'two', 'three') };
let locked: { name: string; data: Buffer<ArrayBuffer> };
let restricted: { name: string; data: Buffer<ArrayBuffer> };

before(async () => {
  platen = await startAmongOthers();
  folder = await mkdtemp(join(tmpdir(), 'platen-pdf-'));
  const plain = join(folder, 'plain.pdf');
  await writeFile(plain, three.data);
  const encrypted = async (name: string, user: string) => {
    await execute('qpdf', ['--encrypt', user, 'owner', '256', '--print=none', '--', plain, join(folder, name)]);
    return { name, data: await readFile(join(folder, name)) };
  };
  locked = await encrypted('locked.pdf', 'user');
  restricted = await encrypted('restricted.pdf', '');
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('a wrong page selection is refused with the reason, and nothing is counted', async () => {
  const key = await platen.key();
  const select = (ranges: string, tool = 'extract-pages') => platen.convert(tool, [three], { key, fields: { ranges } });
  for (const ranges of ['a', '1,,2', '-', '3-1', '1;2', '1.5']) {
    const got = await select(ranges);
    refused(got, 400, 'invalid_page_range', { cause: 'syntax', field: 'ranges', plan: 'business' });
    assert.equal('total_pages' in got.body, false);
  }
  refused(await select('1,0-2'), 400, 'invalid_page_range', { cause: 'page_zero', range: '0-2' });
  refused(await select('1, 4'), 400, 'invalid_page_range', { cause: 'beyond_last_page', range: '4', total_pages: 3 });
  refused(await select('4-'), 400, 'invalid_page_range', { cause: 'beyond_last_page', range: '4-', total_pages: 3 });
  refused(await select('1-2,3'), 400, 'invalid_page_range', {
    cause: 'whole_document',
    range: '1-2,3',
    total_pages: 3,
  });
  refused(await select('1-', 'split-pdf'), 400, 'invalid_page_range', { cause: 'whole_document' });
  refused(await platen.convert('extract-pages', [three], { key }), 400, 'field_required', {
    field: 'ranges',
    example: '1-3,5',
  });
  assert.equal(await platen.used(key), 0);
});

test('split-pdf with ranges is extract-pages, under its own name', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('split-pdf', [three], { key, fields: { ranges: '3,1' } }));
  assert.equal((await platen.get(`/v1/job/${job}`, key)).body['tool'], 'split-pdf');
  const response = await fetch(`${platen.url}/v1/download/${job}`, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.match(response.headers.get('content-disposition') ?? '', /filename="report-pages\.pdf"/);
});

test('split-pdf refuses one page, and more than two hundred', async () => {
  const key = await platen.key();
  refused(await platen.convert('split-pdf', [{ name: 'a.pdf', data: pdf('x') }], { key }), 422, 'pdf_single_page', {
    status: 'rejected',
  });
  const long = { name: 'a.pdf', data: pdf(...Array.from({ length: 201 }, () => 'x')) };
  refused(await platen.convert('split-pdf', [long], { key }), 422, 'too_many_pages', {
    pages: 201,
    max_pages: 200,
    status: 'rejected',
  });
  assert.equal(await platen.used(key), 2);
  const job = converted(await platen.convert('split-pdf', [three], { key }));
  assert.equal((await platen.download(job, key)).toString('latin1', 0, 2), 'PK');
});

test('letters without a Unicode value are reported in warnings, and marked in the text', async () => {
  const key = await platen.key();
  const drawn = (differences: string, names: readonly string[]) =>
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 2 /Widths [800 800] /Encoding << /Differences [1 ${differences}] >> /CharProcs << ${names.map((name) => `/${name} 8 0 R`).join(' ')} >> /Resources << >> >>`;
  const letters = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F 5 0 R /N 6 0 R /U 7 0 R >> >> >>',
    4: stream(
      '',
      'BT /F 12 Tf 40 360 Td (The first line of it) Tj ET BT /N 12 Tf 40 320 Td <01020102> Tj ET BT /U 12 Tf 40 280 Td <010201> Tj ET',
    ),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: drawn('/hyphen /alpha', ['hyphen', 'alpha']).replace('/FontBBox', '/Name /Named /FontBBox'),
    7: drawn('/g1 /g2', ['g1', 'g2']).replace('/FontBBox', '/BaseFont /Riddle /FontBBox'),
    8: stream('', '800 0 0 0 800 800 d1 0 0 700 700 re f'),
  });
  const got = await platen.convert('pdf-to-word', [{ name: 'letters.pdf', data: letters }], { key });
  converted(got);
  assert.deepEqual(got.body['warnings'], [
    'On page 1, 3 letters of the font Riddle could not be recognised: the PDF does not say what they mean.',
  ]);
  const told = await platen.convert('pdf-to-word', [three], { key });
  converted(told);
  assert.equal(told.body['warnings'], undefined);
});

test('pdf-to-word lets text flow, or keeps its places; on which pages it uses text boxes of its own accord is a warning', async () => {
  const key = await platen.key();
  const curves = Array.from(
    { length: 14 },
    (_, n) => `${n * 20} 20 m ${n * 20 + 9} 90 ${n * 20 + 3} 70 ${n * 20 + 5} 30 c S`,
  );
  const drawing = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: stream(
      '',
      `${curves.join(' ')} BT /F 12 Tf 60 200 Td (Above the waves) Tj ET BT /F 12 Tf 120 60 Td (A label) Tj ET`,
    ),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  });
  const convert = (fields: Record<string, string>) =>
    platen.convert('pdf-to-word', [{ name: 'drawing.pdf', data: drawing }], { key, fields });
  const warnings = async (fields: Record<string, string>) => {
    const got = await convert(fields);
    converted(got);
    return got.body['warnings'];
  };
  assert.deepEqual(await warnings({}), [
    'On page 1, labels and form fields are text boxes at their position. Use layout=flow to reflow all text.',
  ]);
  assert.equal(await warnings({ layout: 'flow' }), undefined);
  assert.equal(await warnings({ layout: 'exact' }), undefined);
  refused(await convert({ layout: 'poster' }), 400, 'invalid_format', {
    field: 'layout',
    allowed: ['auto', 'flow', 'exact'],
  });
});

test('pdf-to-word refuses scans and more than five hundred pages, and counts them', async () => {
  const key = await platen.key();
  const scan = imagePdf(
    { entries: '/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8', data: Buffer.alloc(64, 0x80) },
    { content: 'q 300 0 0 400 0 0 cm /Im Do Q' },
  );
  refused(
    await platen.convert('pdf-to-word', [{ name: 'scan.pdf', data: scan }], { key }),
    422,
    'pdf_scanned_needs_ocr',
    {
      status: 'rejected',
    },
  );
  const long = { name: 'a.pdf', data: pdf(...Array.from({ length: 501 }, () => 'x')) };
  refused(await platen.convert('pdf-to-word', [long], { key }), 422, 'pdf_too_many_pages', {
    pages: 501,
    max_pages: 500,
  });
  refused(await platen.convert('pdf-to-word', [locked], { key }), 422, 'needs_password');
  assert.equal(await platen.used(key), 2);
  const job = converted(await platen.convert('pdf-to-word', [locked], { key, fields: { password: 'user' } }));
  assert.equal((await platen.download(job, key)).toString('latin1', 0, 2), 'PK');
});

test('pdf-to-image refuses more than a hundred pages, and pages that are too large', async () => {
  const key = await platen.key();
  const long = { name: 'a.pdf', data: pdf(...Array.from({ length: 101 }, () => 'x')) };
  refused(await platen.convert('pdf-to-image', [long], { key }), 422, 'pdf_too_many_pages', {
    pages: 101,
    max_pages: 100,
  });
  const huge = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14000 14000] /Contents 4 0 R >>',
    4: stream('', ''),
  });
  refused(await platen.convert('pdf-to-image', [{ name: 'a.pdf', data: huge }], { key }), 422, 'output_too_large', {
    format: 'png',
    page: 1,
    max_pixels: 100_000_000,
  });
  refused(await platen.convert('pdf-to-image', [three], { key, fields: { format: 'bmp' } }), 400, 'invalid_format', {
    field: 'format',
    allowed: ['png', 'jpg'],
  });
});

test('an encrypted PDF asks for its password; a wrong one is refused, and nothing is counted', async () => {
  const key = await platen.key();
  for (const [tool, fields] of [
    ['rotate-pdf', { rotation: '90' }],
    ['unlock-pdf', {}],
    ['split-pdf', {}],
    ['pdf-to-image', {}],
  ] as const) {
    refused(await platen.convert(tool, [locked], { key, fields }), 422, 'needs_password', {
      file: 'locked.pdf',
      plan: 'business',
    });
    refused(
      await platen.convert(tool, [locked], { key, fields: { ...fields, password: 'nope' } }),
      422,
      'wrong_password',
      { file: 'locked.pdf' },
    );
  }
  assert.equal(await platen.used(key), 0);
  converted(await platen.convert('rotate-pdf', [locked], { key, fields: { rotation: '90', password: 'user' } }));
  converted(await platen.convert('rotate-pdf', [restricted], { key, fields: { rotation: '90' } }));
  converted(await platen.convert('rotate-pdf', [three], { key, fields: { rotation: '90', password: 'not needed' } }));
});

test('protect and unlock recognise protected documents', async () => {
  const key = await platen.key();
  for (const file of [locked, restricted])
    refused(
      await platen.convert('protect-pdf', [file], { key, fields: { password: 'secret' } }),
      422,
      'pdf_already_protected',
      { status: 'rejected' },
    );
  refused(await platen.convert('unlock-pdf', [three], { key }), 422, 'pdf_not_protected', { status: 'rejected' });
  converted(await platen.convert('unlock-pdf', [restricted], { key }));
  assert.equal(await platen.used(key), 4);
});

test('fields outside their values are refused with the allowed ones', async () => {
  const key = await platen.key();
  const call = (tool: string, fields: Record<string, string>) => platen.convert(tool, [three], { key, fields });
  refused(await call('rotate-pdf', { rotation: '45' }), 400, 'invalid_rotation', {
    field: 'rotation',
    allowed: ['90', '180', '270'],
  });
  refused(await call('rotate-pdf', {}), 400, 'field_required', { field: 'rotation' });
  refused(await call('protect-pdf', { password: 'abc' }), 400, 'password_too_short', { field: 'password', min: 4 });
  refused(await call('protect-pdf', { password: '😀'.repeat(65) }), 400, 'password_too_long', {
    field: 'password',
    max: 64,
  });
  refused(await call('protect-pdf', { password: 'abcd', prevent_print: 'yes' }), 400, 'invalid_format', {
    field: 'prevent_print',
    allowed: ['on'],
  });
  refused(await call('page-numbers-pdf', { position: 'top' }), 400, 'invalid_format', {
    field: 'position',
    allowed: ['bottom-center', 'bottom-left', 'bottom-right', 'top-center', 'top-left', 'top-right'],
  });
  refused(await call('watermark-pdf', { text: ' ' }), 400, 'field_required', { field: 'text' });
  refused(await call('watermark-pdf', { text: 'x'.repeat(51) }), 400, 'bad_request', {
    code: 'field_too_long',
    field: 'text',
    max: 50,
  });
  refused(await call('watermark-pdf', { text: 'ok 😀 \ue000' }), 422, 'unsupported_characters', {
    field: 'text',
    characters: ['😀', '\ue000'],
  });
  assert.equal(await platen.used(key), 0);
});

test('a PDF that nothing can open is rejected', async () => {
  const key = await platen.key();
  const broken = { name: 'a.pdf', data: Buffer.from('%PDF-1.7\nand nothing that follows') };
  refused(await platen.convert('rotate-pdf', [broken], { key, fields: { rotation: '90' } }), 422, 'source_unreadable', {
    status: 'rejected',
    file: 'a.pdf',
  });
  const unreadable = await platen.convert('merge-pdf', [three, broken], { key });
  refused(unreadable, 422, 'source_unreadable', { file: 'a.pdf' });
  assert.match(String(unreadable.body['message']), /^The file "a\.pdf" has the right type but cannot be opened/);
  assert.equal(await platen.used(key), 2);
});

test('the ceiling of the other tools is the operator’s', async () => {
  await using other = await startPlaten({ maxPdfPages: 2 });
  const key = await other.key();
  refused(await other.convert('rotate-pdf', [three], { key, fields: { rotation: '90' } }), 422, 'too_many_pages', {
    pages: 3,
    max_pages: 2,
  });
});

test('a compression tells what it did, at once and later; an unknown quality is refused', async () => {
  const key = await platen.key();
  refused(await platen.convert('compress-pdf', [three], { key, fields: { quality: 'best' } }), 400, 'invalid_quality', {
    field: 'quality',
    allowed: ['low', 'medium', 'high'],
  });
  assert.equal(await platen.used(key), 0);
  const source = {
    name: 'large.pdf',
    data: pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
      4: stream('', '10 10 50 50 re f '.repeat(500)),
    }),
  };
  const got = await platen.convert('compress-pdf', [source], { key });
  const id = converted(got);
  const compression = got.body['compression'] as { bytes_before: number; bytes_after: number };
  assert.equal(compression.bytes_before, source.data.length);
  assert.equal(compression.bytes_after, got.body['size_bytes']);
  const later = await platen.get(`/v1/job/${id}`, key);
  assert.deepEqual(later.body['compression'], compression);
});

// Refusals of the tools that are extensions, through HTTP: each code that the OpenAPI document lists for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { epub, xhtml } from '../support/epub.ts';
import { pdf } from '../support/fixtures.ts';
import { imagePdf } from '../support/pictures.ts';
import { refused, startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let key: string;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
  key = await platen.key();
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const file = (name: string, data: Buffer | string) => ({ name, data: Buffer.from(data as string) });
const book = async (chapters: number, extra = {}) =>
  file(
    'book.epub',
    await epub({
      files: Object.fromEntries(Array.from({ length: chapters }, (_, n) => [`c${n}.xhtml`, xhtml('<p>x</p>')])),
      ...extra,
    }),
  );

test('a value that these tools do not accept is refused with the accepted ones', async () => {
  const report = file('report.pdf', pdf('one'));
  const cases = [
    ['pdf-to-markdown', report, 'format'],
    ['pdf-to-excel', report, 'format'],
    ['office-to-markdown', file('report.txt', 'Text'), 'format'],
    ['markdown-to-pdf', file('notes.md', '# Notes\n'), 'toc'],
  ] as const;
  for (const [tool, input, field] of cases)
    refused(await platen.convert(tool, [input], { key, fields: { [field]: 'odd' } }), 400, 'invalid_format', { field });
  refused(
    await platen.convert('markdown-to-pdf', [file('notes.md', '# Notes\n')], { key, fields: { margin: 'wide' } }),
    400,
    'invalid_value',
    { field: 'margin' },
  );
  refused(
    await platen.convert('office-to-markdown', [file('report.txt', 'Text')], { key, fields: { pages: '2-1' } }),
    400,
    'invalid_page_range',
    { cause: 'syntax' },
  );
  assert.equal(await platen.used(key), 0);
});

test('documents that are too long to be read say so, and are counted', async () => {
  const long = file('long.pdf', pdf(...Array.from({ length: 501 }, () => 'x')));
  const bound = { max_pages: 500, status: 'rejected' };
  for (const tool of ['pdf-to-markdown', 'pdf-to-excel'])
    refused(await platen.convert(tool, [long], { key }), 422, 'pdf_too_many_pages', bound);
  refused(await platen.convert('office-to-markdown', [await book(501)], { key }), 422, 'pdf_too_many_pages', bound);
  refused(await platen.convert('office-to-markdown', [await book(1501)], { key }), 422, 'epub_too_long', {
    pages: 1501,
    max_pages: 1500,
  });
  const table = `a${','.repeat(16_000)}b\n${'a,b\n'.repeat(3_000)}`;
  refused(
    await platen.convert('office-to-markdown', [file('table.csv', table)], { key, fields: { images: 'on' } }),
    422,
    'too_many_pages',
    { status: 'rejected' },
  );
  refused(
    await platen.convert('markdown-to-pdf', [file('notes.md', '# Notes\n')], {
      key,
      fields: { style: 'h1 { height: 90000000px }' },
    }),
    422,
    'too_many_pages',
    { status: 'rejected' },
  );
});

test('documents without a text to read say so', async () => {
  const scan = imagePdf(
    { entries: '/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8', data: Buffer.alloc(64, 0x80) },
    { content: 'q 300 0 0 400 0 0 cm /Im Do Q' },
  );
  refused(await platen.convert('pdf-to-excel', [file('scan.pdf', scan)], { key }), 422, 'pdf_scanned_needs_ocr', {
    status: 'rejected',
  });
  const blank = file('book.epub', await epub({ files: { 'a.xhtml': xhtml('') } }));
  refused(await platen.convert('office-to-markdown', [blank], { key }), 422, 'epub_blank_output', {
    status: 'rejected',
  });
  const rights = { extra: { 'META-INF/rights.xml': '<rights/>' } };
  refused(await platen.convert('office-to-markdown', [await book(1, rights)], { key }), 422, 'password_protected', {
    file: 'book.epub',
  });
});

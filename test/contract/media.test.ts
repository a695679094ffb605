// Books, PostScript and photos through HTTP: results with their types, and the codes of their own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { epub, xhtml } from '../support/epub.ts';
import { converted, refused, startAmongOthers, type Platen } from '../support/platen.ts';

let platen: Platen;
let key: string;
before(async () => {
  platen = await startAmongOthers();
  key = await platen.key();
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const file = (name: string, data: Buffer | string) => ({ name, data: Buffer.from(data as string) });

test('a book and a program come back as PDFs', async () => {
  converted(
    await platen.convert(
      'epub-to-pdf',
      [file('book.epub', await epub({ files: { 'a.xhtml': xhtml('<p>Text</p>') } }))],
      { key },
    ),
  );
  converted(await platen.convert('ps-to-pdf', [file('a.ps', '%!PS\n0 0 9 9 rectfill showpage\n')], { key }));
});

test('blank and endless books, and blank programs', async () => {
  const blank = await epub({ files: { 'a.xhtml': xhtml('') } });
  refused(await platen.convert('epub-to-pdf', [file('book.epub', blank)], { key }), 422, 'epub_blank_output', {
    status: 'rejected',
  });
  const chapters = Object.fromEntries(Array.from({ length: 1501 }, (_, n) => [`c${n}.xhtml`, xhtml('<p>x</p>')]));
  refused(
    await platen.convert('epub-to-pdf', [file('book.epub', await epub({ files: chapters }))], { key }),
    422,
    'epub_too_long',
    { pages: 1501, max_pages: 1500 },
  );
  refused(await platen.convert('ps-to-pdf', [file('a.ps', '%!PS\n/x 1 def\n')], { key }), 422, 'ps_blank_output', {
    status: 'rejected',
  });
  const drm = await epub({ files: { 'a.xhtml': xhtml('x') }, extra: { 'META-INF/rights.xml': '<rights/>' } });
  refused(await platen.convert('epub-to-pdf', [file('book.epub', drm)], { key }), 422, 'password_protected', {
    file: 'book.epub',
  });
});

test('a standard that no PDF is made for is refused with those that are', async () => {
  for (const [tool, name] of [
    ['office-to-pdf', 'a.csv'],
    ['epub-to-pdf', 'a.epub'],
    ['image-to-pdf', 'a.png'],
  ] as const)
    for (const asked of ['PDF/A-1a', 'PDF/A-2b,PDF/A-3b'])
      refused(
        await platen.convert(tool, [file(name, 'a,b\n')], { key, fields: { pdf_standard: asked } }),
        400,
        'invalid_format',
        {
          field: 'pdf_standard',
          allowed: ['PDF/A-2b', 'PDF/A-3b', 'PDF/UA-1', 'PDF/A-2b,PDF/UA-1', 'PDF/A-3b,PDF/UA-1'],
        },
      );
});

test('how wide sheets are printed is one of three ways', async () => {
  const table = [file('a.csv', 'a,b\n')];
  converted(await platen.convert('office-to-pdf', table, { key, fields: { sheets: 'as-set' } }));
  refused(await platen.convert('office-to-pdf', table, { key, fields: { sheets: 'cut' } }), 400, 'invalid_format', {
    field: 'sheets',
    allowed: ['auto', 'as-set', 'fit'],
  });
});

test('a table that would cover more pages than can be laid out is rejected with the limit', async () => {
  const table = `a${','.repeat(16_000)}b\n${'a,b\n'.repeat(3_000)}`;
  refused(await platen.convert('office-to-pdf', [file('table.csv', table)], { key }), 422, 'too_many_pages', {
    max_pages: 100_000,
    status: 'rejected',
  });
});

// Pages of every kind (bench/html-gallery) become the pages that they should, in one go and without a warning.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { workbench, type Workbench } from '../support/convert.ts';
import { zip } from '../support/fixtures.ts';
import { factsOf, fontsOf, textOf } from '../support/printing.ts';

const folder = join(import.meta.dirname, '..', '..', 'bench', 'html-gallery');
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

/** Pages, and words that are on them in this order. */
const expected: Record<string, { pages: number; words: RegExp }> = {
  'at-page': { pages: 3, words: /Start[\s\S]*1 ?\/ ?3[\s\S]*The Guide[\s\S]*Middle/ },
  'canvas-chart': { pages: 1, words: /Waves/ },
  certificate: { pages: 1, words: /Certificate[\s\S]*Ben Miller/ },
  cjk: { pages: 1, words: /中文[\s\S]*港口[\s\S]*朝の港[\s\S]*항구/ },
  code: { pages: 1, words: /const bread = \{ flour: 500/ },
  columns: { pages: 1, words: /The Seatown Gazette[\s\S]*Story 1[\s\S]*Story 6/ },
  'custom-element': { pages: 1, words: /12,50\s€/ },
  'dark-screen': { pages: 1, words: /Today[\s\S]*214/ },
  figures: { pages: 2, words: /Figure 1[\s\S]*Figure 6/ },
  'fixed-header': { pages: 3, words: /(On every page[\s\S]*){3}/ },
  'flex-cards': { pages: 1, words: /First[\s\S]*Fourth/ },
  form: { pages: 1, words: /Ada Baker[\s\S]*Wheat[\s\S]*Not too dark\.[\s\S]*Send/ },
  invoice: { pages: 1, words: /Dredging of the basin[\s\S]*6,588\.00/ },
  'labels-grid': { pages: 2, words: /Label 1[\s\S]*Label 36/ },
  'landscape-and-portrait': { pages: 2, words: /Upright[\s\S]*Wide/ },
  letter: { pages: 1, words: /Dear Board,/ },
  lists: { pages: 1, words: /§ 1[\s\S]*§ 2[\s\S]*→/ },
  'long-words': { pages: 1, words: /Donaudampf/ },
  math: { pages: 1, words: /The roots are/ },
  'print-css': { pages: 1, words: /^Article[\s\S]*\(https:\/\/example\.org\/more\)/ },
  'receipt-80mm': { pages: 1, words: /CORNER SHOP[\s\S]*TOTAL/ },
  'rtl-arabic': { pages: 1, words: /الميناء/ },
  'rtl-hebrew': { pages: 1, words: /שלום/ },
  'scripts-of-the-world': { pages: 1, words: /Ελληνικά[\s\S]*гавань/ },
  slides: { pages: 3, words: /Bread[\s\S]*Time[\s\S]*Questions\?/ },
  'svg-chart': { pages: 1, words: /Catch by month[\s\S]*52/ },
  'table-over-pages': { pages: 4, words: /(Article\s[\s\S]*Count[\s\S]*){4}/ },
  'toc-links': { pages: 3, words: /Contents[\s\S]*The end\./ },
  transforms: { pages: 1, words: /rotated|Effects/ },
  'web-font': { pages: 1, words: /Set in a font that came with the page\./ },
};

test('every page of the gallery is tried', async () => {
  const names = (await readdir(folder)).map((name) => name.replace(/\.html$/, '')).sort();
  assert.deepEqual(names, Object.keys(expected).sort());
});

// One after the other, since each has 30 s, and other tests run beside them.
for (const [name, { pages, words }] of Object.entries(expected))
  test(`the page ${name} is printed as it should be`, async () => {
    assert.equal(await problemOf(name, pages, words), null);
  });

async function problemOf(name: string, wanted: number, words: RegExp): Promise<string | null> {
  const isFolder = name === 'web-font';
  const data = isFolder ? await webFont() : await readFile(join(folder, `${name}.html`));
  const { path, report } = await bench.convert('html-to-pdf', [data], {}, [`${name}.${isFolder ? 'zip' : 'html'}`]);
  const { pages, isTagged } = await factsOf(path);
  if (pages !== wanted) return `it has ${pages} pages`;
  if (!words.test(await textOf(path))) return 'it lacks words';
  if (!isTagged || (report.warnings ?? []).length > 0) return report.warnings?.join(' ') ?? 'it has no tags';
  const fonts = await fontsOf(path);
  if (!fonts.every(({ isEmbedded }) => isEmbedded)) return 'it has fonts outside';
  if (isFolder && !fonts.some(({ name: font }) => font.endsWith('LiberationMono-Italic')))
    return `it is set in ${fonts.map((font) => font.name).join()}`;
  return null;
}

/** With a font of the system's that its style sheet calls by another name. */
async function webFont(): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('fc-match', ['-f', '%{file}', 'Liberation Mono:italic']);
  return await zip({
    'index.html': await readFile(join(folder, 'web-font', 'index.html')),
    'style.css': await readFile(join(folder, 'web-font', 'style.css')),
    'fonts/own.ttf': await readFile(stdout),
  });
}

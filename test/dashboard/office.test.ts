// The front page and the pages of tools as somebody in an office uses them: files of several kinds, many files, and files by mistake.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { browse, openPage, shows, type Browsing, type Named } from '../support/browser.ts';
import { docx, flatPages, fods, pdf } from '../support/fixtures.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let browsing: Browsing;
let page: Page;

before(async () => {
  platen = await startPlaten({ tries: 100, warmProcesses: 1, extensions: 'on' });
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
});

const check = (name: string) => browsing.check(name);
const button = (name: string | RegExp) => browsing.button(name);
const named = (name: string, bytes: Uint8Array | string): Named => ({ name, bytes });
const letter = async (name: string) => named(name, await docx(`This is ${name}`));
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
const open = async (path: string, files: readonly Named[]) => {
  await page.goto(platen.url + path);
  await page.getByText('Drop files here').waitFor();
  await browsing.choose(files);
};
const names = (list: string) => page.getByRole('list', { name: list }).locator('.name').allTextContents();
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });

test('the pages for Word, Excel and PowerPoint are about their own types of files, in words and in code', async () => {
  const types = {
    'word-to-pdf': ['DOCX, DOC, DOCM, ODT, RTF, TXT, PAGES, SXW, FODT', 'document.docx'],
    'excel-to-pdf': ['XLSX, XLS, XLSM, ODS, CSV, SXC, FODS', 'document.xlsx'],
    'powerpoint-to-pdf': ['PPTX, PPT, PPTM, ODP, SXI, FODP', 'document.pptx'],
  } as const;
  for (const [address, [all, example]] of Object.entries(types)) {
    await page.goto(`${platen.url}/tools/${address}`);
    await page.getByLabel('Request in curl').getByText(`file=@${example}`).waitFor({ state: 'attached' });
    assert.equal(await page.locator('.drop').getByText(all, { exact: true }).count(), 1);
    assert.equal(await page.getByRole('row', { name: 'Input' }).getByText(all, { exact: true }).count(), 1);
  }
});

test('a Word document is offered "Word to PDF", a sheet "Excel to PDF" with the settings of sheets', async () => {
  await open('/', [await letter('letter.docx')]);
  await choice('Word to PDF').check();
  assert.equal(await choice('Office to PDF').count(), 0);
  await page.getByLabel('PDF standard').waitFor();
  assert.equal(await page.getByLabel('Wide sheets').count(), 0);
  await open('/', [named('budget.fods', fods(['Rent', 700]))]);
  await choice('Excel to PDF').check();
  await page.getByLabel('Wide sheets').waitFor();
  await browsing.choose([await letter('letter.docx')]);
  await choice('Office to PDF').check();
});

test('files of several kinds say which tool takes each, and one button converts each with its own', async () => {
  await open('/', [
    named('plan.pdf', pdf('one')),
    await letter('letter.docx'),
    named('photo.png', await picture()),
    named('notes.md', '# Notes'),
  ]);
  assert.ok(await choice('Each file with its own tool').isChecked());
  const tool = (name: string) => page.getByLabel(`Tool for ${name}`).locator('option:checked');
  await shows(() => tool('plan.pdf').textContent(), 'PDF to Word');
  assert.equal(await tool('letter.docx').textContent(), 'Word to PDF');
  assert.equal(await tool('photo.png').textContent(), 'JPG to PDF');
  assert.equal(await tool('notes.md').textContent(), 'Markdown to PDF');
  await check('office-mixed');
  await button(/more tools$/).click();
  await page.getByText('For plan.pdf and photo.png').waitFor();
  await check('office-mixed-tools');
  await page.getByLabel('Tool for plan.pdf').selectOption('Compress a PDF');
  await choice('All to PDF').waitFor();
  await page.getByLabel('Tool for photo.png').selectOption('Leave out');
  await button('Convert 3 files').click();
  await browsing.ready('3 of 3 ready');
  const results = page.getByRole('region', { name: 'Results' });
  for (const result of ['plan-compressed.pdf', 'letter.pdf', 'notes.pdf'])
    await results.getByText(result, { exact: true }).waitFor();
  assert.deepEqual(await names('Files'), ['photo.png']);
});

test('one tool for some of the files leaves out the others, with their own', async () => {
  await open('/', [named('plan.pdf', pdf('one')), await letter('letter.docx')]);
  await button(/more tools$/).click();
  await choice('Rotate a PDF').check();
  await page.getByText('Skipped: this tool does not accept it. Use Word to PDF').waitFor();
  assert.equal(await page.getByLabel(/^Tool for/).count(), 0);
});

test('twelve files wait together for a busy server, in one line, and are sent one by one until it answers', async () => {
  let refused = 0;
  let together = 0;
  let most = 0;
  await page.route('**/dashboard/api/trials/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    together += 1;
    most = refused >= 3 ? Math.max(most, together) : most;
    await page.waitForTimeout(50);
    together -= 1;
    if (refused >= 6) return route.continue();
    refused += 1;
    const body = { error: 'server_busy', message: 'The server is busy.', retry_after: refused === 6 ? 3 : 0.05 };
    return route.fulfill({ status: 503, json: body });
  });
  await open('/', await Promise.all(Array.from({ length: 12 }, (_, n) => letter(`letter-${n}.docx`))));
  await choice('Word to PDF').check();
  await button('Convert 12 files').click();
  await page.getByText(/^The server is busy\. The next file is sent in \d s\.$/).waitFor();
  await page.getByRole('status').getByText('0 of 12 ready · 12 waiting').waitFor();
  assert.equal(await page.getByText(/busy/).count(), 1);
  assert.equal(await page.getByRole('alert').count(), 0);
  await check('office-busy');
  await browsing.ready('12 of 12 ready');
  assert.equal(refused, 6);
  await page.unroute('**/dashboard/api/trials/*');
});

test('what is in a text, a table, a Markdown file and a picture is shown at once, from their bytes', async () => {
  let sent = 0;
  const count = (request: { method(): string }) => (sent += request.method() === 'POST' ? 1 : 0);
  page.on('request', count);
  await open('/', [named('table.csv', 'Name;Sum\n"Ada; Lovelace";7\nCharles;8\n')]);
  const start = (name: string) => page.getByRole('region', { name: `Start of ${name}` });
  await start('table.csv').getByRole('cell', { name: 'Ada; Lovelace' }).waitFor();
  assert.equal(await start('table.csv').getByRole('row').count(), 3);
  await check('office-table');
  await open('/', [
    named('notes.md', '# A title\n\n- An item\n\n<img src=x onerror=alert(1)>\n\n```\n# no title\n```\n'),
  ]);
  await start('notes.md').getByText('<img src=x onerror=alert(1)>').waitFor();
  await shows(() => start('notes.md').locator('[data-is=heading]').allTextContents(), ['A title']);
  assert.equal(await start('notes.md').locator('img').count(), 0);
  await check('office-markdown');
  await open('/tools/word-to-pdf', [named('old.txt', Buffer.from('Caf\xe9', 'latin1'))]);
  await start('old.txt').getByText('Café').waitFor();
  await open('/', [named('photo.png', await picture())]);
  await page.getByRole('img', { name: 'Preview of photo.png' }).waitFor();
  page.off('request', count);
  assert.equal(sent, 0);
});

test('the first page of slides, sheets and letters is shown before they are converted, and is not counted', async () => {
  const left = page.getByText(/of 100 free conversions left today/);
  await page.goto(platen.url);
  const before = await left.textContent();
  for (const file of [
    named('talk.fodp', flatPages('presentation', 'Welcome', 'The end')),
    named('budget.fods', fods(['Rent', 700])),
    await letter('letter.docx'),
  ]) {
    await open('/', [file]);
    const first = page.getByRole('img', { name: `Preview of ${file.name}` });
    await first.waitFor();
    assert.ok(((await first.boundingBox())?.height ?? 0) > 200);
    if (file.name === 'talk.fodp') await check('office-slides');
  }
  assert.equal(await left.textContent(), before);
  assert.deepEqual(await Array.fromAsync(platen.service.files.ids()), await resultIds());
  await open('/', [named('broken.docx', 'PK\x03\x04 and no more')]);
  await page.getByText('No preview available.').waitFor();
});

/** The results that visitors can still download. */
const resultIds = async (): Promise<string[]> =>
  (
    await platen.service.db
      .selectFrom('trials')
      .select('id')
      .where('size_bytes', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

test('what was removed from the files or the results can be put back', async () => {
  await open('/', [await letter('one.docx'), await letter('two.docx'), await letter('three.docx')]);
  await button('Remove two.docx').click();
  await page.getByRole('status').getByText('two.docx was removed.').waitFor();
  await check('office-undo');
  await button('Undo').click();
  await shows(() => names('Files'), ['one.docx', 'two.docx', 'three.docx']);
  await button('Remove all 3 files').click();
  await page.getByText('3 files were removed.').waitFor();
  await button('Undo').click();
  await shows(() => names('Files'), ['one.docx', 'two.docx', 'three.docx']);
  await choice('Word to PDF').check();
  await button('Convert 3 files').click();
  await browsing.ready('3 of 3 ready');
  await button('Clear the list').click();
  await button('Undo').click();
  await browsing.ready('3 of 3 ready');
  await button('Remove one.pdf').click();
  await page.getByText('one.pdf was removed.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Download two.pdf' }).count(), 1);
  const stored = () => resultIds().then(({ length }) => length);
  const before = await stored();
  await page.goto(`${platen.url}/tools`);
  await shows(stored, before - 1);
});

test('by keyboard the last file is removed and put back', async () => {
  await open('/', [await letter('one.docx')]);
  await button('Remove one.docx').focus();
  await page.keyboard.press('Enter');
  await shows(() => page.evaluate('document.activeElement.textContent'), 'Undo');
  await page.keyboard.press('Enter');
  await shows(() => names('Files'), ['one.docx']);
  await shows(() => page.evaluate('document.activeElement.className'), /panel/);
});

test('a result is compressed by one click, and brought to the form of the tool that asks for something', async () => {
  await open('/tools/word-to-pdf', [await letter('letter.docx')]);
  await button(/^Convert$/).click();
  await button('Compress: letter.pdf').click();
  await browsing.ready('2 of 2 ready');
  await page.getByText('letter-compressed.pdf', { exact: true }).waitFor();
  assert.equal(await button('Compress: letter-compressed.pdf').count(), 0);
  await check('office-next');
  await button('Protect…: letter.pdf').click();
  await page.getByRole('heading', { name: 'Protect a PDF', level: 1 }).waitFor();
  await shows(() => names('Files'), ['letter.pdf']);
  await page.getByLabel(/^Password/).fill('correct horse');
  await button(/^Protect$/).click();
  await page.getByText('letter-protected.pdf', { exact: true }).waitFor();

  await open('/', [named('photo.png', await picture())]);
  await choice('JPG to PDF').check();
  await button(/^Convert$/).click();
  await button('Protect…: photo.pdf').click();
  await page.getByLabel(/^Password/).waitFor();
  assert.ok(await choice('Protect a PDF').isChecked());
  await shows(() => names('Files'), ['photo.pdf']);
});

test('a result that is text is shown as it is', async () => {
  await open('/tools/pdf-to-markdown', [named('plan.pdf', pdf('A plan of the house'))]);
  await button(/^Convert$/).click();
  await page.getByRole('region', { name: 'Start of plan.md' }).getByText('A plan of the house').waitFor();
});

test('a file that no tool takes says so in one sentence, and what is supported is a click away', async () => {
  await open('/', [named('clip.mp4', 'video')]);
  await page.getByText('Skipped: no tool accepts this type of file.', { exact: true }).waitFor();
  const types = page.getByRole('definition').getByText('PPTX, PPT, PPTM, ODP, SXI, FODP');
  assert.equal(await types.isVisible(), false);
  await button('Show supported types').click();
  await types.waitFor();
  await check('office-unsupported');
  await button('Hide supported types').click();
  await types.waitFor({ state: 'hidden' });
});

test('the field for the password of a PDF comes into view, with the focus', async () => {
  await open('/tools/protect-pdf', [named('secret.pdf', pdf('x'))]);
  await page.getByLabel(/^Password/).fill('correct horse');
  await button(/^Protect$/).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download secret-protected.pdf' }).click(),
  ]);
  const locked = named('locked.pdf', await readFile(await download.path()));
  await page.setViewportSize({ width: 390, height: 500 });
  await open('/tools/rotate-pdf', [locked]);
  const asked = page.getByLabel('Password of locked.pdf');
  await asked.waitFor();
  await shows(() => page.evaluate('document.activeElement.labels?.[0]?.textContent'), 'Password of locked.pdf');
  await shows(async () => {
    const box = await asked.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 500;
  }, true);
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('web pages and Markdown are named in the drop zone where there are tools for them', async () => {
  await page.goto(platen.url);
  await page.getByText('Office documents, images, HEIC, EPUB, PostScript, HTML, Markdown and PDF').waitFor();
  await using plain = await startPlaten({ tries: 1 });
  await page.goto(plain.url);
  await page.getByText('Office documents, images, HEIC, EPUB, PostScript and PDF').waitFor();
});

test('files of several kinds, wrong ones and removed ones are spoken of in French and German, too', async () => {
  for (const [locale, words] of [
    ['de', ['Jede Datei mit ihrem Werkzeug', 'Word zu PDF', 'Unterstützte Dateitypen anzeigen', 'Rückgängig', 'ODG']],
    ['fr', ['Chaque fichier avec son outil', 'Word en PDF', 'Afficher les types acceptés', 'Annuler', 'ODG']],
  ] as const) {
    const context = await browsing.browser.newContext({ locale });
    const { page: reading, errors } = await openPage(context);
    await reading.goto(platen.url);
    const files = [await letter('letter.docx'), named('plan.pdf', pdf('one')), named('clip.mp4', 'video')];
    await reading.locator('.drop input').setInputFiles(
      [...files, await letter('more.docx')].map(({ name, bytes }) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(bytes),
      })),
    );
    await reading.locator('.file [data-removes]').nth(2).click();
    await reading.locator('.panel button[aria-expanded]').waitFor();
    const [mixed, word, show, undo, drawings] = words;
    for (const text of [mixed, show, undo]) await reading.getByText(text, { exact: true }).waitFor();
    assert.equal(await reading.locator('.tool-alone option:checked').first().textContent(), word);
    await reading.locator('.panel button[aria-expanded]').click();
    await reading.getByText(drawings).waitFor();
    await browsing.check(`office-${locale}`, reading);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('nothing went wrong in the browser, and everybody can read it', () => browsing.assertClean());

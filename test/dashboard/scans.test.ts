// Scans in a browser: where a tool can recognise their text, a refusal is not the end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { browse, openPage, type Browsing, type Named } from '../support/browser.ts';
import { signIn } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';
import { textOf } from '../support/printing.ts';
import { wordParts } from '../support/word.ts';

/** A line of each language, and what only the data of its own language reads. */
const lines = {
  eng: ['The harbour was closed in the winter of 1987.', /The harbour was closed in the winter of 1987\./],
  deu: ['Die Straße ist größer als die Gasse.', /Straße ist größer/],
  fra: ['Le garçon a reçu une pièce à Noël.', /garçon a reçu une pièce/],
} as const;
type Language = keyof typeof lines;

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let page: Page;
let scan: Named;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ tries: 100, smtpUrl: mail.url, warmProcesses: 1, extensions: 'on' });
  scan = { name: 'scan.pdf', bytes: await scanned() };
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

/** A PDF of one picture. */
async function scanned(): Promise<Buffer> {
  const text = Object.values(lines)
    .map(([line]) => line)
    .join('\n\n');
  const letters = sharp({ text: { text, font: 'DejaVu Sans 12', dpi: 150 } });
  const paper = letters.extend({ top: 150, left: 120, right: 120, bottom: 900 }).negate();
  const picture = { name: 'scan.png', data: Buffer.from(await paper.withMetadata({ density: 150 }).png().toBuffer()) };
  const key = await platen.key();
  const { body } = await platen.convert('image-to-pdf', [picture], { key });
  return platen.download(body['job_id'], key);
}

/** Where the result lies after its download. */
async function saved(name: string, at = page): Promise<string> {
  const [download] = await Promise.all([at.waitForEvent('download'), at.getByRole('link', { name }).first().click()]);
  return download.path();
}

/** The text of a scan was recognised in this language, and in no other. */
function assertRead(text: string, language: Language): void {
  assert.match(text, lines.eng[1]);
  for (const other of ['deu', 'fra'] as const) assert.equal(lines[other][1].test(text), other === language, text);
}

async function assertWord(path: string, language: Language): Promise<void> {
  const [document = ''] = await wordParts(path, 'word/document.xml');
  assertRead(document.replace(/<[^>]+>/g, ''), language);
}

const offer = (at = page) => at.getByRole('group', { name: 'Recognise the text of scan.pdf' });

test('a scan is offered to be recognised, in the language of the browser', async () => {
  await page.goto(`${platen.url}/tools/pdf-to-word`);
  await browsing.choose([scan]);
  await browsing.button(/^Convert$/).click();
  await offer().waitFor();
  assert.match(
    (await page.getByRole('alert').textContent()) ?? '',
    /^This PDF is a scan: its pages are pictures without text\.\s+Code: pdf_scanned_needs_ocr$/,
  );
  const language = offer().getByLabel('Language of the document');
  assert.equal(await language.inputValue(), 'eng');
  assert.deepEqual(await language.locator('option').allTextContents(), [
    'Dutch',
    'English',
    'French',
    'German',
    'Italian',
    'Polish',
    'Portuguese',
    'Spanish',
  ]);
  await browsing.check('scan-offer');
  await language.selectOption('French');
  await offer().getByRole('button', { name: 'Recognise the text and convert' }).click();
  await browsing.ready('1 of 1 ready');
  assert.equal(await offer().count(), 0);
  await assertWord(await saved('Download scan.docx'), 'fra');
});

test('the form asks for the language where text is to be recognised', async () => {
  await browsing.button('Clear the list').click();
  await browsing.choose([scan]);
  const language = page.getByLabel('Language of the document');
  await page.getByLabel('Scanned pages').waitFor();
  assert.equal(await language.count(), 0);
  await page.getByLabel('Scanned pages').selectOption('Recognise text');
  assert.equal(await language.inputValue(), 'eng');
  await browsing.button(/^Convert$/).click();
  await browsing.ready('1 of 1 ready');
  await assertWord(await saved('Download scan.docx'), 'eng');
  browsing.assertClean();
});

test('the tool for scans has a page, with the language of the browser in its form', async () => {
  await page.goto(`${platen.url}/tools/ocr-pdf`);
  await page.getByRole('heading', { name: 'Recognise text (OCR)' }).waitFor();
  await browsing.choose([scan]);
  await page.getByLabel('Language of the document').waitFor();
  await browsing.check('scan-tool');
  await browsing.button('Recognise text').click();
  await browsing.ready('1 of 1 ready');
  assertRead(await textOf(await saved('Download scan-text.pdf')), 'eng');
  browsing.assertClean();
});

test('pictures of several kinds can still become PDFs, each by its own tool', async () => {
  await page.goto(platen.url);
  await browsing.choose([
    { name: 'one.png', bytes: 'one' },
    { name: 'two.heic', bytes: 'two' },
  ]);
  await page.getByText('All to PDF').waitFor();
  browsing.assertClean();
});

test('a person who is signed in is offered the same, also for a step, in every language of the pages', async () => {
  const ada = await signIn(platen, mail, 'ada@example.test');
  // Otherwise the first key is shown above the page.
  await ada.call('POST', '/first-key');
  const cookies = [...ada.cookies].map(([name, value]) => ({ name, value, url: platen.url }));
  const texts = {
    de: ['Umwandeln', 'Sprache des Dokuments', 'Text erkennen und umwandeln', 'deu'],
    fr: ['Convertir', 'Langue du document', 'Reconnaître le texte et convertir', 'fra'],
  } as const;
  for (const [locale, [convert, label, accept, code]] of Object.entries(texts)) {
    const context = await browsing.browser.newContext({ locale });
    await context.addCookies(cookies);
    const { page: own, errors } = await openPage(context);
    await own.goto(`${platen.url}/dashboard/playground`);
    await own
      .locator('.drop input')
      .setInputFiles([{ name: scan.name, mimeType: 'application/pdf', buffer: Buffer.from(scan.bytes) }]);
    await own.locator('input[value="compress-pdf"]').check();
    await own.locator('.step select').selectOption('pdf-to-word');
    await own.getByRole('button', { name: convert, exact: true }).click();
    assert.equal(await own.getByLabel(label).inputValue(), code);
    await own.getByRole('button', { name: accept }).click();
    await own.locator('[data-state="done"]').waitFor();
    await assertWord(await saved('scan.docx', own), code);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

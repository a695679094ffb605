// Scans in a browser: where a tool can recognise their text, a refusal is not the end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { servedTools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { loadConfig } from '#config';
import { browse, openPage, type Browsing, type Named } from '../support/browser.ts';
import { signIn } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

/** The languages that the last conversion was asked to recognise. */
let recognised: string[] = [];

/** The tool, noting the languages of each recognition. */
const noting = (tool: Tool): Tool => ({
  ...tool,
  async run(job, engines) {
    const { ocr, languages } = job.options as Record<string, string | undefined>;
    if (ocr === 'auto' || tool.id === 'ocr-pdf') recognised.push(languages ?? '');
    return await tool.run(job, engines);
  },
});

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let page: Page;
let scan: Named;

before(async () => {
  mail = await startMailServer();
  const noted = ['pdf-to-word', 'ocr-pdf'];
  const served = servedTools(loadConfig({}, { extensions: 'on' }));
  const tools = served.map((tool) => (noted.includes(tool.id) ? noting(tool) : tool));
  platen = await startPlaten({ tries: 100, smtpUrl: mail.url, warmProcesses: 1 }, { tools });
  scan = { name: 'scan.pdf', bytes: await scanned() };
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

/** A PDF of one picture that says something. */
async function scanned(): Promise<Buffer> {
  const key = await platen.key();
  const line = (y: number, text: string) =>
    `<text x="120" y="${y}" font-family="Liberation Sans" font-size="40">${text}</text>`;
  const paper = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#f4f1ea"/>${line(300, 'The invoice for June is enclosed.')}${line(380, 'Please pay within thirty days.')}</svg>`,
  );
  const picture = { name: 'scan.png', data: await sharp(paper).withMetadata({ density: 150 }).png().toBuffer() };
  const { body } = await platen.convert('image-to-pdf', [picture], { key });
  return platen.download(body['job_id'], key);
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
  await page.getByRole('link', { name: 'Download scan.docx' }).waitFor();
  assert.equal(await offer().count(), 0);
  assert.deepEqual(recognised, ['fra']);
});

test('the form asks for the language where text is to be recognised', async () => {
  recognised = [];
  await browsing.button('Clear the list').click();
  await browsing.choose([scan]);
  const language = page.getByLabel('Language of the document');
  await page.getByLabel('Scanned pages').waitFor();
  assert.equal(await language.count(), 0);
  await page.getByLabel('Scanned pages').selectOption('Recognise text');
  assert.equal(await language.inputValue(), 'eng');
  await browsing.button(/^Convert$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(recognised, ['eng']);
  browsing.assertClean();
});

test('the tool for scans has a page, with the language of the browser in its form', async () => {
  recognised = [];
  await page.goto(`${platen.url}/tools/ocr-pdf`);
  await page.getByRole('heading', { name: 'Recognise text (OCR)' }).waitFor();
  await browsing.choose([scan]);
  await page.getByLabel('Language of the document').waitFor();
  await browsing.check('scan-tool');
  await browsing.button('Recognise text').click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(recognised, ['eng']);
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
    recognised = [];
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
    assert.deepEqual([recognised, errors], [[code], []]);
    await context.close();
  }
});

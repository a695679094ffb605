// Scans in a browser: where a tool can recognise their text, a refusal is not the end.
import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { choice } from '#conversion/options/fields.ts';
import { servedTools } from '#conversion/tools/index.ts';
import { defineTool, type Tool } from '#conversion/tools/tool.ts';
import { loadConfig } from '#config';
import { browse, openPage, type Browsing, type Named } from '../support/browser.ts';
import { signIn } from '../support/dashboard.ts';
import { docx } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

/** The languages that the last conversion was asked to recognise. */
let recognised: string[] = [];

const installed = ['deu', 'eng', 'fra', 'pol'];
const languages = () => z.string().meta({ 'x-languages': installed }).optional();

/** The tool with the fields for scans, and without their recognition. */
const withScans = (tool: Tool): Tool => ({
  ...tool,
  options: z.strictObject({
    ...tool.options.shape,
    ocr: choice(['auto', 'off'], 'invalid_format', 'Recognise text.').default('off'),
    languages: languages(),
  }),
  async run(job, engines) {
    const { ocr, languages, ...options } = job.options as Record<string, string>;
    if (ocr !== 'auto') return await tool.run({ ...job, options }, engines);
    recognised.push(languages ?? '');
    return await writeFile(job.output, await docx('Recognised'));
  },
});

/** The tool that does nothing else, without recognition: the file comes back. */
const recognising = defineTool({
  id: 'ocr-pdf',
  isExtension: true,
  summary: 'Recognise text.',
  accepts: [formats.pdf, formats.png, formats.heic],
  files: { min: 1, max: 1 },
  options: z.strictObject({ languages: languages() }),
  produces: { format: formats.pdf, suffix: '' },
  whenEncrypted: 'run',
  errors: [],
  async run({ inputs: [input], options, output }) {
    recognised.push(options.languages ?? '');
    await copyFile(input.path, output);
  },
});

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let page: Page;
let scan: Named;

before(async () => {
  mail = await startMailServer();
  const served = servedTools(loadConfig({}, { extensions: 'on' })).filter(({ id }) => id !== recognising.id);
  const tools = [...served.map((tool) => (tool.id === 'pdf-to-word' ? withScans(tool) : tool)), recognising];
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

/** A PDF of one picture. */
async function scanned(): Promise<Buffer> {
  const key = await platen.key();
  const paper = sharp({ create: { width: 620, height: 877, channels: 3, background: '#f4f1ea' } });
  const picture = { name: 'scan.png', data: Buffer.from(await paper.png().toBuffer()) };
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
  assert.deepEqual(await language.locator('option').allTextContents(), ['English', 'French', 'German', 'Polish']);
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

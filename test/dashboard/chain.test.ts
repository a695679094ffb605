// The playground with several tools in a row, in a browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { browse, shows, type Browsing } from '../support/browser.ts';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { installClients } from '../support/installed-clients.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;
let key: string;
let browsing: Browsing;
let page: Page;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url, warmProcesses: 1 });
  ada = await signIn(platen, mail, 'ada@example.test');
  key = String((await ada.call('POST', '/first-key')).body['key']);
  browsing = await browse();
  ({ page } = browsing);
  await browsing.context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: platen.url })));
  await page.goto(`${platen.url}/dashboard/playground`);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const next = () => page.getByLabel('Then …');
const step = (name: string) => page.getByRole('group', { name });
const convert = () => browsing.button(/^(Convert|Rotate)$/);
const isFocused = (label: string) =>
  page.evaluate<boolean>(`document.activeElement.labels?.[0]?.textContent === ${JSON.stringify(label)}`);
const code = async (language: string): Promise<string> => {
  await page.getByRole('tab', { name: language }).click();
  return (await page.getByLabel(`Request in ${language}`).textContent()) ?? '';
};

async function download(name: string): Promise<Buffer<ArrayBuffer>> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${name}` }).click(),
  ]);
  return Buffer.from(await readFile(await download.path()));
}

/** Whether this password, and no other, opens a PDF. */
async function opensWith(password: string, data: Buffer<ArrayBuffer>): Promise<void> {
  const locked = { name: 'locked.pdf', data };
  refused(await ada.convert('unlock-pdf', [locked], { password: `not ${password}` }), 422, 'wrong_password');
  converted(await ada.convert('unlock-pdf', [locked], { password }));
}

test('by keyboard a letter is made a PDF and then protected, in one conversion', async () => {
  await browsing.choose([{ name: 'letter.docx', bytes: await docx('Dear Ada') }]);
  await next().waitFor();
  assert.equal(await next().locator('option').first().textContent(), 'No further step');
  const offered = await next().locator('option').allTextContents();
  assert.ok(offered.includes('Protect a PDF') && offered.includes('PDF to Word'), offered.join());
  for (const name of ['Office to PDF', 'JPG to PDF', 'Merge PDFs']) assert.ok(!offered.includes(name), name);
  await browsing.check('chain-offered');

  await next().focus();
  for (const name of offered.slice(1, offered.indexOf('Protect a PDF') + 1)) {
    await page.keyboard.press('ArrowDown');
    await step(`Step 2: ${name}`).waitFor();
  }
  assert.ok(await isFocused('Step 2'), 'the choice keeps the focus while arrows go through it');
  await page.getByText('Fill in “Password” of step 2 first.').waitFor();
  assert.equal(await convert().isDisabled(), true);
  await page.keyboard.press('Tab');
  await shows(() => page.evaluate('document.activeElement.ariaLabel'), 'Remove step 2: Protect a PDF');
  await page.keyboard.press('Tab');
  await page.keyboard.type('between us');
  await next().waitFor();
  await browsing.check('chain-filled');

  for (let tabs = 0; tabs < 8; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'Convert') break;
  }
  await page.keyboard.press('Enter');
  await browsing.ready('1 of 1 ready');
  await browsing.check('chain-result');
  const bytes = await download('letter-protected.pdf');
  assert.match(bytes.toString('latin1'), /\/Encrypt/);
  await opensWith('between us', bytes);
});

test('the same call as code names every step with its fields, and works', async () => {
  const steps = '[{"tool":"office-to-pdf"},{"tool":"protect-pdf","password":"your-password"}]';
  const curl = await code('curl');
  assert.ok(curl.includes('/v1/pipelines \\\n'), curl);
  assert.ok(curl.includes(`-F 'steps=${steps}'`), curl);
  assert.doesNotMatch(curl, /convert\/|'password/);
  for (const language of ['TypeScript', 'Python', 'PHP'])
    assert.ok((await code(language)).includes('your-password'), language);

  const folder = await mkdtemp(join(tmpdir(), 'platen-sample-'));
  try {
    await writeFile(join(folder, 'document.docx'), await docx('Dear Charles'));
    await writeFile(
      join(folder, 'sample.ts'),
      (await code('TypeScript')).replaceAll(/document\.\w+/g, 'document.docx'),
    );
    await installClients(folder, platen.url, ['typescript']);
    await promisify(execFile)(process.execPath, ['sample.ts'], { cwd: folder, env: { PLATEN_API_KEY: key } });
    await opensWith('your-password', Buffer.from(await readFile(join(folder, 'result.pdf'))));
    await rm(join(folder, 'result.pdf'));
    const call = async (apiKey: string) =>
      (
        await promisify(execFile)('sh', ['-c', curl.replaceAll(/document\.\w+/g, 'document.docx')], {
          cwd: folder,
          env: { PATH: process.env['PATH'], PLATEN_API_KEY: apiKey },
        })
      ).stdout;
    await assert.rejects(call('unknown'), /401/);
    assert.ok(!existsSync(join(folder, 'result.pdf')), 'an error is no result');
    assert.equal(await call(key), '');
    await opensWith('your-password', Buffer.from(await readFile(join(folder, 'result.pdf'))));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a field that the server refuses is marked in its step, and nowhere else', async () => {
  await browsing.button('Clear the list').click();
  await browsing.choose([{ name: 'plan.pdf', bytes: pdf('one', 'two') }]);
  await page.getByRole('radio', { name: /^Unlock a PDF/ }).check();
  // Another tool begins anew.
  await shows(() => page.getByRole('group', { name: /^Step/ }).count(), 0);
  await page.getByRole('radio', { name: /^Rotate a PDF/ }).check();
  await page.getByLabel('Rotation').selectOption('90');
  await next().selectOption('Protect a PDF');
  await step('Step 2: Protect a PDF')
    .getByLabel(/^Password/)
    .fill('abc');
  await next().selectOption('Unlock a PDF');
  await convert().click();
  const password = step('Step 2: Protect a PDF').getByLabel(/^Password/);
  await page.getByText('The password is shorter than 4 characters.').waitFor();
  assert.equal(await password.getAttribute('aria-invalid'), 'true');
  await shows(() => page.evaluate('document.activeElement.ariaInvalid'), 'true');
  assert.notEqual(
    await step('Step 3: Unlock a PDF')
      .getByLabel(/^Password/)
      .getAttribute('aria-invalid'),
    'true',
  );
  await browsing.check('chain-refused');

  await password.fill('abcdef');
  await convert().click();
  await page
    .getByText('This password does not open the PDF.')
    .or(page.getByText('This PDF needs a password.'))
    .waitFor();
  assert.equal(
    await step('Step 3: Unlock a PDF')
      .getByLabel(/^Password/)
      .getAttribute('aria-invalid'),
    'true',
  );
  await step('Step 3: Unlock a PDF')
    .getByLabel(/^Password/)
    .fill('abcdef');
  await convert().click();
  await browsing.ready('1 of 1 ready');
  const bytes = await download('plan-unlocked.pdf');
  assert.doesNotMatch(bytes.toString('latin1'), /\/Encrypt/);
  assert.match(bytes.toString('latin1'), /\/Rotate 90/);
});

test('a result is converted again with its steps, one with another password and without the last', async () => {
  await browsing.button('Convert plan-unlocked.pdf again with other options').click();
  await step('Step 3: Unlock a PDF').waitFor();
  assert.equal(await page.getByLabel('Rotation').inputValue(), '90');
  assert.equal(
    await step('Step 2: Protect a PDF')
      .getByLabel(/^Password/)
      .inputValue(),
    'abcdef',
  );
  await browsing.button('Remove step 3: Unlock a PDF').click();
  await next().waitFor();
  assert.ok(await isFocused('Then …'), 'the focus stays where the step was');
  await step('Step 2: Protect a PDF')
    .getByLabel(/^Password/)
    .fill('another one');
  await convert().click();
  await browsing.ready('2 of 2 ready');
  await opensWith('another one', await download('plan-protected.pdf'));
});

test('a failure names its step, and is retried with all steps', async () => {
  await browsing.button('Clear the list').click();
  let sent = 0;
  await page.route('**/dashboard/api/pipelines', async (route) => {
    const error = { error: 'conversion_failed', message: 'The conversion failed.', step: 1 };
    if (sent++ > 0) return route.continue();
    return route.fulfill({ status: 500, json: error });
  });
  await browsing.choose([{ name: 'plan.pdf', bytes: pdf('one') }]);
  await convert().click();
  await page.getByRole('alert').getByText('Step 2: Protect a PDF').waitFor();
  await browsing.check('chain-failed');
  await browsing.button('Try again: plan.pdf').click();
  await browsing.ready('1 of 1 ready');
  await page.getByText('plan-protected.pdf').waitFor();
  await page.unroute('**/dashboard/api/pipelines');
});

test('nothing is offered after a ZIP, nor after eight steps; the remaining steps still fit when one is removed', async () => {
  await browsing.choose([{ name: 'plan.pdf', bytes: pdf('one') }]);
  await page.getByRole('radio', { name: /^PDF to images/ }).check();
  await page.getByLabel('Format').waitFor();
  assert.equal(await next().count(), 0);

  await page.getByRole('radio', { name: /^PDF to Word/ }).check();
  await next().selectOption('Office to PDF');
  for (let number = 3; number <= 8; number++) {
    await next().selectOption('Compress a PDF');
    await step(`Step ${number}: Compress a PDF`).waitFor();
  }
  assert.equal(await next().count(), 0);
  assert.deepEqual(
    await step('Step 2: Office to PDF').getByLabel('Step 2').locator('option').allTextContents(),
    ['Office to PDF'],
    'the tools that fit between two steps are offered there',
  );
  await browsing.check('chain-long');
  await browsing.button('Remove step 2: Office to PDF').click();
  await shows(() => page.getByRole('group', { name: /^Step/ }).count(), 0);
  await next().waitFor();
});

test('no page has thrown an error, broken the policy, or kept somebody out', () => {
  browsing.assertClean();
});

// The dashboard in a browser, from the first mail to the end of a shared link.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { pages } from '#dashboard/addresses.ts';
import PostalMime from 'postal-mime';
import type { Page } from 'playwright-core';
import { browse, inspect, scriptBytes, type Browsing } from '../support/browser.ts';
import { linkIn } from '../support/mail.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { eventually, namesIn, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let platen: Platen;
let browsing: Browsing;
let page: Page;
const check = (at: Page, name: string) => browsing.check(name, at);

before(async () => {
  platen = await startPlaten({ warmProcesses: 1 }, { tools: withSaboteurs });
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
});

/** The link to a page in the newest mail that has one. */
const linkTo = async (path: string): Promise<string> =>
  eventually(async () => {
    const files = await namesIn(`${platen.data}/outbox`);
    const mails = files
      .sort((a, b) => b.localeCompare(a))
      .map(async (file) => linkIn(await PostalMime.parse(await readFile(`${platen.data}/outbox/${file}`))));
    return (await Promise.all(mails)).find((link) => link.includes(path)) ?? false;
  }, `a mail that leads to ${path}`);

const upload = (name: string, bytes: Buffer) => browsing.choose([{ name, bytes }]);

/** Words that compress badly, so that the upload is slow. */
const longDocument = async (): Promise<Buffer> =>
  Buffer.from(await docx('A letter', ...Array.from({ length: 400 }, () => randomBytes(150).toString('hex'))));

/** Keeps each value that a bar of progress has, also those between two looks of a test. */
const keepBarValues = `
  globalThis.barValues = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) barValues.add(target.ariaValueNow);
  }).observe(document.body, { subtree: true, attributeFilter: ['aria-valuenow'] });
`;

test('sign up by mail, see the first key', async () => {
  await page.goto(platen.url);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in to Platen' }).waitFor();
  await check(page, 'sign-in');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an e-mail address, such as ada@example.com.').waitFor();
  await page.getByLabel('E-mail address').fill('ada@example.test');
  await page.keyboard.press('Enter');
  await page.getByText('Check your e-mail').waitFor();
  await check(page, 'mail-sent');

  await page.goto(await linkTo('/dashboard/link'));
  await page.getByText('This link signs in ada@example.test').waitFor();
  await check(page, 'link');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog', { name: 'Welcome to Platen' }).waitFor();
  await check(page, 'first-key');
  const key = (await page.getByRole('group', { name: 'Your API key' }).locator('code').textContent()) ?? '';
  assert.equal((await platen.get('/v1/quota', key)).body['quota'], 300, 'the key that is shown works');
  await page.getByRole('button', { name: 'I have stored the key' }).click();
  await page.getByText('No jobs yet').waitFor();
  await check(page, 'home-empty');
  await page.reload();
  await page.getByText('No jobs yet').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'it is shown once');
});

test('the first page of the dashboard loads less than 200 kB of script, compressed by gzip', async () => {
  const fresh = await browsing.browser.newContext();
  const first = await fresh.newPage();
  await fresh.addCookies(await browsing.context.cookies());
  const bytes = await scriptBytes(first, async () => {
    await first.goto(`${platen.url}/dashboard`);
    await first.getByText('Conversions per day').waitFor();
  });
  assert.ok(bytes > 50_000 && bytes < 200_000, `${bytes} bytes`);
  await fresh.close();
});

test('a document goes through the playground, is shared, fetched by somebody else, and revoked', async () => {
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  await check(page, 'playground-empty');
  await upload('letter.docx', await longDocument());
  await page.getByText('letter.docx').first().waitFor();
  await page.getByRole('radio').first().waitFor();
  assert.deepEqual(await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('value'))), [
    'office-to-pdf',
  ]);

  const network = await browsing.context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
  await page.evaluate(keepBarValues);
  await network.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await browsing.ready('1 of 1 ready');
  const seen = await page.evaluate<string[]>('[...barValues]');
  assert.ok(seen.length > 2, `the bar moves: ${seen.join(' ')}`);
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });

  const preview = page.getByRole('img', { name: 'Page 1 of letter.pdf' });
  await preview.waitFor();
  await check(page, 'playground-result');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download letter.pdf' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'letter.pdf');

  await page.getByRole('button', { name: 'Share letter.pdf' }).click();
  await page.getByRole('dialog').getByLabel('Link expires after').selectOption('7 days');
  await check(page, 'share-dialog');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.getByRole('group', { name: 'Share link' }).locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done', exact: true }).click();

  const stranger = await browsing.browser.newContext({ javaScriptEnabled: false, acceptDownloads: true });
  const other = await stranger.newPage();
  await other.goto(link);
  await other.getByRole('heading', { name: 'letter.pdf' }).waitFor();
  const [fetched] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('link', { name: 'Download' }).click(),
  ]);
  const bytes = await readFile(await fetched.path());
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');

  const seeing = await browsing.browser.newContext();
  const looking = await seeing.newPage();
  await looking.goto(link);
  await check(looking, 'shared');

  await page.getByRole('link', { name: 'Share links' }).click();
  await page.getByText('1 download').waitFor();
  await check(page, 'shares');
  await page.getByRole('button', { name: 'Revoke the link to letter.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked').waitFor();
  assert.equal((await other.goto(link))?.status(), 410);
  await looking.goto(link);
  await check(looking, 'shared-ended');
  await stranger.close();
  await seeing.close();
});

test('a file that a tool does not take is refused in words for people', async () => {
  const said = await page.evaluate(async () => {
    const body = new FormData();
    body.append('file', new Blob(['no PDF']), 'a.pdf');
    return (await fetch('/dashboard/api/convert/rotate-pdf', { method: 'POST', body })).json() as Promise<{
      message: string;
    }>;
  });
  assert.match(said.message, /Fill in the field\.$|Choose a file that this tool takes\.$/);
  assert.doesNotMatch(said.message, /multipart|GET \/v1/);
});

test('a field that the server refuses is marked, in its words', async () => {
  await page.getByRole('link', { name: 'Playground' }).click();
  await upload('two.pdf', Buffer.from(pdf('one', 'two')));
  await page.getByRole('radio', { name: /^Extract pages/ }).check();
  await page.getByRole('textbox', { name: 'Pages' }).fill('5');
  await page.getByRole('button', { name: 'Extract pages', exact: true }).click();
  await page.getByText(/has 2 pages, but "5" goes past/).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Pages' }).getAttribute('aria-invalid'), 'true');
  await check(page, 'playground-refused');
  const code = await page.getByLabel('Request in curl').textContent();
  assert.match(code ?? '', /-F ranges=5/);
});

test('jobs are listed, explained, and deleted with a word about their links', async () => {
  const convert = (tool: string, name: string, data: Buffer, fields: Record<string, string> = {}) =>
    page.evaluate(
      async ([id, file, bytes, form]) => {
        const body = new FormData();
        for (const [field, value] of Object.entries(form)) body.append(field, value);
        body.append('file', new Blob([Uint8Array.from(bytes)]), file);
        await fetch(`/dashboard/api/convert/${id}`, { method: 'POST', body });
      },
      [tool, name, [...data], fields] as const,
    );
  await convert('broken', 'broken-scan.txt', Buffer.from('x'));
  await convert('crash', 'crashing.txt', Buffer.from('x'));
  await convert('compress-pdf', 'brochure.pdf', Buffer.from(pdf('some pages', 'of a brochure')));
  await seedUsage();

  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('brochure-compressed.pdf').waitFor();
  await check(page, 'home');
  await page.getByText('By tool').click();
  await check(page, 'home-by-tool');

  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByText('broken-scan').waitFor();
  await check(page, 'jobs');
  await page.getByLabel('State').selectOption('Rejected');
  await page.getByText('brochure-compressed.pdf').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /broken-scan/ }).click();
  await page.getByText('The file has the right type but cannot be opened').waitFor();
  await check(page, 'job-rejected');
  await page.keyboard.press('Escape');
  await page.getByLabel('State').selectOption('All states');

  await page.getByRole('img', { name: /jobs in the last 30 days/ }).waitFor();
  await convert('moody', 'moody-note.txt', Buffer.from('dear'));
  await page.reload();
  await page.getByRole('button', { name: /moody-note/ }).click();
  const again = page.getByRole('region', { name: 'Convert again with other options' });
  await again.getByLabel('Mood').selectOption('good');
  await check(page, 'job-again');
  await again.getByRole('button', { name: 'Convert again' }).click();
  await page.getByRole('dialog', { name: 'moody-note-copied.txt' }).waitFor();
  await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /brochure-compressed/ }).click();
  await page.getByText('Everything else').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('img', { name: /Page 1 of/ }).waitFor();
  await check(page, 'job');
  await eventually(async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    const isSaid = (await page.getByText('1 share link to it also stops working.').count()) > 0;
    if (!isSaid) await page.getByRole('button', { name: 'Cancel' }).click();
    return isSaid;
  }, 'the share is mentioned');
  await check(page, 'job-delete');
  await page.getByRole('dialog', { name: 'Delete this job?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('brochure-compressed.pdf').first().waitFor();
  await page.getByRole('button', { name: /brochure-compressed.*Deleted/ }).waitFor();
});

/** A month of use, as it stays when the jobs have gone. */
async function seedUsage(): Promise<void> {
  const { db, clock } = platen.service;
  const account = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const today = Math.floor(clock.now() / dayMs);
  const kinds = [
    ['office-to-pdf', 'success', 7],
    ['merge-pdf', 'success', 4],
    ['compress-pdf', 'rejected', 1],
    ['pdf-to-word', 'failed', 1],
  ] as const;
  for (let ago = 1; ago < 28; ago++)
    for (const [tool, outcome, most] of kinds)
      await db
        .insertInto('usage')
        .values({
          account_id: account.id,
          key_id: '',
          day: today - ago,
          tool,
          outcome,
          conversions: ((ago * 7) % (most * 2 + 1)) + (most > 1 ? 1 : 0),
        })
        .execute();
}

test('keys are made and revoked by keyboard alone', async () => {
  await page.getByRole('link', { name: 'API keys' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create a key' }).waitFor();
  await page.getByRole('button', { name: 'Create a key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await check(page, 'key-dialog');
  await page.keyboard.type('production');
  await page.keyboard.press('Enter');
  await page.getByText('This key is only shown once.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByText('This key is only shown once.').count(), 1, 'a key is not lost by a slip');
  await page.getByRole('button', { name: 'I have stored the key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Revoke production' }).focus();
  await check(page, 'keys');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Revoked and expired' }).waitFor();
});

test('a key for tests, some tools and a time is made, shown with its limits, and renamed', async () => {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('ci');
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await dialog.getByLabel('The key may').selectOption('Only convert');
  await dialog.getByLabel('Tools').selectOption('Only some tools');
  await dialog.getByRole('checkbox', { name: 'broken' }).check();
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('The date has passed.').waitFor();
  await check(page, 'key-limits');
  await dialog.getByLabel('Last day').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'I have stored the key' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'platen_test_' });
  for (const text of ['converts only', 'only broken', 'expires on 31 Dec 2099']) await row.getByText(text).waitFor();
  await check(page, 'keys-limited');
  await row.getByRole('button', { name: 'Rename ci' }).click();
  await dialog.getByLabel('Name').fill('pipeline');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Rename pipeline' }).waitFor();
});

test('every other page can be read by everybody', async () => {
  await platen.service.db.updateTable('accounts').set({ role: 'admin' }).execute();
  for (const [path, name, ready] of [
    ['plan', 'plan', 'You are on dev'],
    ['settings', 'settings', 'Account created'],
    ['admin', 'admin', 'administrator'],
    ['nowhere', 'not-found', 'This page does not exist'],
  ] as const) {
    await page.goto(`${platen.url}/dashboard/${path}`);
    await page.getByText(ready).first().waitFor();
    await check(page, name);
  }
  await page.goto(`${platen.url}/dashboard/admin`);
  await page.getByRole('button', { name: /ada@example.test/ }).click();
  await page.getByRole('dialog').getByText('Activity').waitFor();
  await check(page, 'admin-account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('E-mail address').fill('new@example.test');
  await check(page, 'admin-create');
  await page.getByRole('dialog').getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('button', { name: /new@example.test/ }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText(/^Suspended since/).waitFor();
  await check(page, 'admin-suspended');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await page.getByLabel(/to confirm/).fill('new@example.test');
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete the account' })
    .click();
  await page.getByRole('button', { name: /new@example.test/ }).waitFor({ state: 'detached' });
  for (const [tab, ready] of [
    ['Operation', 'Running conversions'],
    ['Engines', 'LibreOffice'],
    ['Audit log', /Account .* deleted/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(ready).first().waitFor();
    await check(page, `admin-${tab.toLowerCase().replace(' ', '-')}`);
  }
  await page.getByRole('tab', { name: 'Operation' }).click();
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await page.getByText(/ada@example.test (was|to)|to ada@example.test/).waitFor();
});

test('nothing is lost when a session ends', async () => {
  await page.goto(`${platen.url}/dashboard/playground`);
  await upload('kept.pdf', Buffer.from(pdf('one', 'two')));
  const cookies = await browsing.context.cookies();
  await browsing.context.clearCookies();
  await page.getByRole('radio', { name: /^Rotate a PDF/ }).check();
  await page.getByLabel('Rotation').selectOption('90');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
  await check(page, 'session-ended');
  await browsing.context.addCookies(cookies);
  await page.getByRole('button', { name: 'I am signed in again' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again: kept.pdf' }).click();
  await page.getByText('kept-rotated.pdf').waitFor();
});

test('while the code of a page is on its way, the page says so', async () => {
  const code = Promise.withResolvers<void>();
  const isItsCode = /confirm-address-[^/]*\.js$/;
  await page.route(isItsCode, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`${platen.url}/dashboard/confirm-address`);
  await page.getByRole('status').getByText('Loading').waitFor();
  await inspect(page, 'loading', browsing.faults);
  code.resolve();
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
  await page.unroute(isItsCode);
});

test('settings take effect, and the account can be deleted', async () => {
  await platen.service.db.updateTable('accounts').set({ role: 'user' }).execute();
  await page.goto(`${platen.url}/dashboard/settings`);
  const language = page.getByRole('main').getByRole('combobox');
  await language.selectOption('Deutsch');
  await page.getByRole('link', { name: 'Einstellungen' }).waitFor();
  await language.selectOption('English');
  await page.getByLabel('New e-mail address').fill('countess@example.test');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('we have sent a confirmation link').waitFor();
  await page.goto(await linkTo('/dashboard/confirm-address'));
  await check(page, 'confirm-address');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('countess@example.test').waitFor();

  await page.goto(`${platen.url}/dashboard/settings`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your e-mail address').fill('countess@example.test');
  await check(page, 'delete-account');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('heading', { name: 'Sign in to Platen' }).waitFor();
  assert.deepEqual(await platen.service.db.selectFrom('accounts').select('id').execute(), []);
});

test('no page has thrown an error, broken the policy, or kept somebody out', () => {
  browsing.assertClean();
});

test('the addresses that are sent with 200 are the routes of the application', async () => {
  const app = await readFile(join(import.meta.dirname, '../../web/src/app.tsx'), 'utf8');
  const routes = [...app.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => `/dashboard${path}`.replace(/\/$/, ''));
  assert.deepEqual(routes.toSorted(), Object.values<string>(pages).toSorted());
});

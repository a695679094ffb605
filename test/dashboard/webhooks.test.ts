// The page of webhooks in a browser: a URL is added, tested, changed, gets a new secret, and missed events are resent.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Page } from 'playwright-core';
import { browse, type Browsing } from '../support/browser.ts';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
import { startReceiver, type Message, type Receiver } from '../support/receiver.ts';

let mail: MailServer;
let platen: Platen;
let receiver: Receiver;
let browsing: Browsing;
let page: Page;
let ada: Visitor;

before(async () => {
  mail = await startMailServer();
  receiver = await startReceiver();
  platen = await startPlaten({ smtpUrl: mail.url, webhookAllow: ['127.0.0.0/8'] });
  ada = await signIn(platen, mail, 'ada@example.test');
  await ada.call('POST', '/first-key');
  browsing = await browse();
  ({ page } = browsing);
  await browsing.context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: platen.url })));
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const verified = (message: Message, secret: string) =>
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>) as { type: string };
const shownSecret = async () => (await page.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? '';
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('an address is added by keyboard, its secret is shown once, and a test event arrives with its signature', async () => {
  const path = receiver.path();
  await page.goto(`${platen.url}/dashboard`);
  await page.getByRole('link', { name: 'Webhooks' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('No webhooks yet').waitFor();
  await browsing.check('webhooks-empty');
  await button('Add a webhook').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('ftp://example.test');
  await page.keyboard.press('Enter');
  await page.getByText('must use http or https').waitFor();
  await browsing.check('webhook-dialog');
  await page.getByLabel('URL').fill(receiver.url + path);
  await page.keyboard.press('Enter');
  await page.getByText('This secret is only shown once.').waitFor();
  const secret = await shownSecret();
  assert.match(secret, /^whsec_/);
  await browsing.check('webhook-secret');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByText('This secret is only shown once.').count(), 1, 'a secret is not lost by a slip');
  await button('I have stored the secret').click();

  await page.getByRole('button', { name: receiver.url + path }).click();
  await page.getByText('Nothing has been sent yet.').waitFor();
  await button('Send a test event').click();
  assert.equal(verified(await receiver.next(path), secret).type, 'test');
  await page.getByText('Delivered', { exact: true }).waitFor();
  await page.getByText(/1 attempt · responded with 200/).waitFor();
  await page.getByText('Response', { exact: true }).click();
  await page.getByText('thanks').waitFor();
  await browsing.check('webhook');
  await page.getByRole('button', { name: /^Resend / }).click();
  await receiver.next(path);
  await page.getByText(/2 attempts/).waitFor();
  assert.equal(receiver.of(path)[0]?.headers['webhook-id'], receiver.of(path)[1]?.headers['webhook-id']);
  await page.keyboard.press('Escape');
  await browsing.check('webhooks');
});

test('with a new secret, events are signed by both for a day', async () => {
  const [path, secret] = await added();
  await open(path);
  await button('New secret').click();
  await page.getByRole('dialog', { name: 'Create a new secret?' }).getByRole('button', { name: 'New secret' }).click();
  await page.getByText('The old secret is valid for 24 more hours').waitFor();
  const fresh = await shownSecret();
  assert.notEqual(fresh, secret);
  await browsing.check('webhook-rotated');
  await button('I have stored the secret').click();
  await page
    .getByText(/the old secret is valid until/)
    .first()
    .waitFor();
  await button('Send a test event').click();
  const message = await receiver.next(path);
  for (const one of [secret, fresh]) assert.equal(verified(message, one).type, 'test');
  await page.keyboard.press('Escape');
});

test('a failing webhook is marked, switched off and on, and missed events are resent', async () => {
  const [path] = await added();
  receiver.behave(path, 'is gone');
  await open(path);
  await button('Send a test event').click();
  await page.getByText('Failed', { exact: true }).waitFor();
  await page.getByText(/responded with 410/).waitFor();
  await page.getByRole('dialog').getByText('Switched off').waitFor();
  receiver.behave(path, 'accepts');
  await button('Switch on').click();
  await button('Switch off').waitFor();
  const range = page.getByRole('region', { name: 'Resend failed events' });
  await range.getByRole('button', { name: 'Resend' }).click();
  await range.getByText('Resending 1 event.').waitFor();
  await receiver.next(path);
  await receiver.next(path);
  await page.getByText('Delivered', { exact: true }).waitFor();
  receiver.behave(path, 'fails');
  await button('Send a test event').click();
  await page.getByText('Retrying').waitFor();
  await page
    .getByRole('dialog')
    .getByText(/^Failing since/)
    .waitFor();
  await browsing.check('webhook-failing');
  await page.keyboard.press('Escape');
});

test('an address and its events are changed, and it is deleted', async () => {
  const [path] = await added();
  await open(path);
  await button('Change').click();
  const dialog = page.getByRole('dialog', { name: 'Change the webhook' });
  for (const name of ['The quota is almost used up', 'The quota is used up', 'The trial ends soon'])
    await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByLabel('URL').fill(`${receiver.url}${path}-moved`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog', { name: `${path}-moved` })
    .getByText(/^A job succeeded, /)
    .waitFor();
  await button('Delete').click();
  await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: `${path}-moved` }).waitFor({ state: 'detached' });
  const { activity } = (await ada.call('GET', '/activity')).body as { activity: { event: string }[] };
  const events = activity.map(({ event }) => event).filter((event) => event.startsWith('webhook_'));
  assert.deepEqual([...new Set(events)].sort(), [
    'webhook_changed',
    'webhook_created',
    'webhook_deleted',
    'webhook_rotated',
  ]);
});

test('receivers are shown as they are tested, and the language that was chosen stays', async () => {
  const folder = join(import.meta.dirname, '../../web/src/receivers');
  await page.goto(`${platen.url}/dashboard/webhooks`);
  for (const [language, file] of [
    ['TypeScript', 'receiver.ts'],
    ['Python', 'receiver.py'],
    ['Shell', 'receiver.sh'],
    ['PHP', 'receiver.php'],
  ] as const) {
    await page.getByRole('tab', { name: language }).click();
    assert.equal(
      await page.getByLabel(`Receiver in ${language}`).textContent(),
      await readFile(join(folder, file), 'utf8'),
    );
  }
  await page.reload();
  await page.getByLabel('Receiver in PHP').waitFor();
  await button('Copy the code').waitFor();
});

test('the page has thrown no error, and keeps nobody out', () => browsing.assertClean());

/** A webhook with an address of its own, and its secret. */
async function added(): Promise<[path: string, secret: string]> {
  const path = receiver.path();
  const { status, body } = await ada.call('POST', '/webhooks', { url: receiver.url + path });
  assert.equal(status, 201, JSON.stringify(body));
  return [path, String(body['secret'])];
}

async function open(path: string): Promise<void> {
  await eventually(async () => {
    await page.goto(`${platen.url}/dashboard/webhooks`);
    const row = page.getByRole('button', { name: new RegExp(`${path}\\b`) });
    await row.click({ timeout: 5000 });
    return true;
  }, 'the webhook is listed');
}

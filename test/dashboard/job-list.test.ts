// The page of jobs: found by day, sorted, picked, as a table; and the calls of the API beside them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browse, shows, type Browsing } from '../support/browser.ts';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, eventually, startPlaten, type Platen } from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let page: Page;
let ada: Visitor;
let key: string;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url });
  ada = await signIn(platen, mail, 'ada@example.test');
  key = String((await ada.call('POST', '/first-key')).body['key']);
  browsing = await browse();
  ({ page } = browsing);
  await browsing.context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: platen.url })));
  for (const [name, pages] of [
    ['b.pdf', ['one']],
    ['=cmd.pdf', Array.from({ length: 40 }, (_, n) => `page ${n}`)],
    ['c, d.pdf', ['two']],
  ] as const)
    converted(await ada.convert('rotate-pdf', [{ name, data: pdf(...pages) }], { rotation: '90' }));
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const names = () => page.getByRole('region', { name: 'List of jobs' }).locator('button.row > .named').allTextContents();
const listed = (...wanted: string[]) => shows(names, wanted);

test('jobs are sorted, and found by their day', async () => {
  await page.goto(`${platen.url}/dashboard/jobs`);
  await listed('c, d-rotated.pdf', '=cmd-rotated.pdf', 'b-rotated.pdf');
  const order = page.getByLabel('Order');
  await order.selectOption('largest');
  await eventually(async () => (await names())[0] === '=cmd-rotated.pdf', 'the largest is first');
  await order.selectOption('oldest');
  await listed('b-rotated.pdf', '=cmd-rotated.pdf', 'c, d-rotated.pdf');
  const now = new Date();
  const day = (later: number) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
  };
  await page.getByLabel('From').fill(day(-1));
  await page.getByLabel('Until').fill(day(1));
  await listed('b-rotated.pdf', '=cmd-rotated.pdf', 'c, d-rotated.pdf');
  await page.getByLabel('Until').fill(day(-1));
  await page.getByText('No matching jobs').waitFor();
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await listed('c, d-rotated.pdf', '=cmd-rotated.pdf', 'b-rotated.pdf');
});

test('the list is a table for spreadsheets, in which no name is a formula', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  assert.equal(lines.length, 5);
  assert.match(lines[0] ?? '', /^\uFEFFid,tool,state,input,output,size_bytes,/);
  assert.match(lines[1] ?? '', /,rotate-pdf,success,"c, d\.pdf","c, d-rotated\.pdf",\d+,20\d\d-/);
  assert.match(lines[2] ?? '', /,'=cmd\.pdf,'=cmd-rotated\.pdf,/);
});

test('selected jobs are downloaded as one archive, and deleted', async () => {
  await page.getByRole('checkbox', { name: 'Select b-rotated.pdf' }).check();
  await page.getByRole('checkbox', { name: 'Select c, d-rotated.pdf' }).check();
  await browsing.check('jobs-selected');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 2 results (ZIP)' }).click(),
  ]);
  const archive = (await readFile(await download.path())).toString('latin1');
  assert.ok(archive.startsWith('PK') && archive.includes('b-rotated.pdf') && archive.includes('c, d-rotated.pdf'));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete 2 jobs?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { jobs } = (await ada.call('GET', '/jobs')).body as unknown as { jobs: { name: string; state: string }[] };
  assert.deepEqual(
    jobs.map(({ state }) => state),
    ['deleted', 'success', 'deleted'],
  );
});

test('calls of the API are listed, refused ones beside the others', async () => {
  const authorization = { Authorization: `Bearer ${key}` };
  await platen.convert('rotate-pdf', [{ name: 'a.pdf', data: pdf('x') }], { key, fields: { rotation: '90' } });
  await platen.convert('rotate-pdf', [{ name: 'a.pdf', data: pdf('x') }], { key, fields: { rotation: '45' } });
  await fetch(`${platen.url}/v1/quota?secret=1`, { headers: authorization });
  await fetch(`${platen.url}/v1/job/nothing`, { headers: authorization });
  const calls = async () =>
    (await ada.call('GET', '/requests')).body as unknown as {
      requests: { method: string; path: string; status: number; code: string | null; key: string }[];
      days: number;
    };
  await eventually(async () => (await calls()).requests.length === 4, 'all calls are stored');
  const { requests, days } = await calls();
  assert.equal(days, 7);
  assert.deepEqual(
    requests.map(({ method, path, status, code }) => [method, path, status, code]),
    [
      ['GET', '/v1/job/nothing', 404, 'job_not_found'],
      ['GET', '/v1/quota', 200, null],
      ['POST', '/v1/convert/rotate-pdf', 400, 'invalid_rotation'],
      ['POST', '/v1/convert/rotate-pdf', 200, null],
    ],
  );
  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByText('GET /v1/quota').waitFor();
  await page.getByText('invalid_rotation').waitFor();
  await browsing.check('requests');
  await page.getByLabel('Outcome').selectOption('refused');
  await page.getByText('GET /v1/quota').waitFor({ state: 'detached' });
  await page.getByText('GET /v1/job/nothing').waitFor();
  assert.equal(await page.getByRole('row').count(), 3);
  const eve = await signIn(platen, mail, 'eve@example.test');
  assert.deepEqual((await eve.call('GET', '/requests')).body['requests'], []);
});

test('calls are kept for seven days, the newest of each account, or not at all', async () => {
  const { db, clock } = platen.service;
  const { deleteOldRows } = await import('#service/jobs/old-rows.ts');
  const { firstIdAt } = await import('#core/ids.ts');
  const { maxRequests } = await import('#service/requests/log.ts');
  const [account] = await db.selectFrom('accounts').select('id').where('email', '=', 'ada@example.test').execute();
  const row = { account_id: account?.id ?? '', key_id: 'k', method: 'GET', path: '/v1/quota', status: 200 };
  const rowOf = (id: string) => ({ ...row, id, code: null, duration_ms: 1 });
  const now = clock.now();
  const many = Array.from({ length: maxRequests }, (_, n) => rowOf(`${firstIdAt(now)}${String(n).padStart(6, '0')}`));
  for (let n = 0; n < many.length; n += 1000)
    await db
      .insertInto('requests')
      .values(many.slice(n, n + 1000))
      .execute();
  await db
    .insertInto('requests')
    .values(rowOf(`${firstIdAt(now - 8 * 86_400_000)}old`))
    .execute();
  const config = { jobRowDays: 30, requestDays: 7 };
  await deleteOldRows({ db, clock, config }, new AbortController().signal);
  const left = await db.selectFrom('requests').select('id').orderBy('id').execute();
  assert.equal(left.length, maxRequests);
  assert.ok(left.every(({ id }) => id >= firstIdAt(now)));
  await using quiet = await startPlaten({ requestDays: 0 });
  await fetch(`${quiet.url}/v1/quota`, { headers: { Authorization: `Bearer ${await quiet.key()}` } });
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.deepEqual(await quiet.service.db.selectFrom('requests').selectAll().execute(), []);
});

test('before anybody has signed in, nothing is refused in the console', async () => {
  const context = await browsing.browser.newContext();
  const stranger = await context.newPage();
  const said: string[] = [];
  stranger.on('console', (message) => said.push(message.text()));
  await stranger.goto(`${platen.url}/dashboard`);
  await stranger.getByRole('heading', { name: 'Sign in to Platen' }).waitFor();
  assert.deepEqual(said, []);
  await context.close();
});

test('nothing went wrong in the browser, and everybody can read it', () => browsing.assertClean());

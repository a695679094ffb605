// What administrators see of all accounts, and what they can stop.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { version } from '#core/version.ts';
import type { Hour } from '#service/samples.ts';
import { browse, type Browsing } from '../support/browser.ts';
import { runPlaten } from '../support/cli.ts';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { answerOf, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;
let admin: Visitor;
let ada: Visitor;
let key: string;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url, concurrency: 1, tries: 9 }, { tools: withSaboteurs });
  admin = await signIn(platen, mail, 'root@example.test');
  await platen.service.db.updateTable('accounts').set({ role: 'admin' }).execute();
  await admin.call('POST', '/first-key');
  ada = await signIn(platen, mail, 'ada@example.test');
  key = String((await ada.call('POST', '/first-key')).body['key']);
  browsing = await browse();
  await browsing.context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: platen.url })));
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const text = { name: 'notes.txt', data: Buffer.from('hello') };
const convert = (tool: string) => platen.convert(tool, [text], { key });
const convertLater = async (tool: string) =>
  String((await platen.convert(tool, [text], { key, headers: { Prefer: 'respond-async' } })).body['job_id']);
const trial = async (tool: string) => {
  const body = new FormData();
  body.append('file', new Blob([text.data]), text.name);
  return answerOf(await visitor(platen).fetch(`/dashboard/api/trials/${tool}`, { method: 'POST', body }));
};

/** A command over the database of the running service. */
const platenCommand = (...words: string[]) => {
  const { databaseUrl } = platen.service.config;
  const env = databaseUrl === undefined ? {} : { PLATEN_DATABASE_URL: databaseUrl };
  return runPlaten([...words, '--data', platen.data], { cwd: platen.data, env });
};

interface Queue {
  draining_since: number | null;
  running: number;
  waiting: number;
  slots: number;
  accounts: { id: string | null; email: string | null; running: number; waiting: number; seconds: number | null }[];
  jobs: { id: string; tool: string; account: string | null; name: string | null; place: string; is_async: boolean }[];
}
const queue = async () => (await admin.call('GET', '/admin/queue')).body as unknown as Queue;
const queued = (what: string, ready: (queue: Queue) => boolean) =>
  eventually(async () => {
    const now = await queue();
    return ready(now) ? now : undefined;
  }, what);
const isEmpty = () => queued('the queue is empty', ({ running, waiting }) => running + waiting === 0);
const cancel = async (id = '') => assert.equal((await admin.call('DELETE', `/admin/queue/${id}`)).status, 200);
const logged = async (who: Visitor) => {
  const [event] = (await who.call('GET', '/activity')).body['activity'] as Record<string, unknown>[];
  return [event?.['event'], event?.['actor']];
};
const idOf = async (email: string) => {
  const { body } = await admin.call('GET', `/admin/accounts?search=${email}`);
  return (body['accounts'] as { id: string }[])[0]?.id ?? '';
};

test('the work of all accounts and visitors is seen, and is cancelled without being counted', async () => {
  const first = convert('hang');
  const { jobs: running } = await queued('a job runs', ({ jobs }) => jobs.some(({ place }) => place === 'running'));
  const second = convert('hang');
  const visiting = trial('hang');
  const { jobs, accounts, ...sums } = await queued('others wait', ({ waiting }) => waiting === 2);
  assert.deepEqual([sums.running, sums.slots], [1, 1]);
  assert.deepEqual(jobs.map(({ account, name, place }) => `${account} ${name} ${place}`).toSorted(), [
    'ada@example.test notes.txt running',
    'ada@example.test notes.txt waiting',
    'null null waiting',
  ]);
  assert.deepEqual(
    accounts.map(({ email, running, waiting }) => [email, running, waiting]),
    [
      ['ada@example.test', 1, 1],
      [null, 0, 1],
    ],
  );
  for (const { id } of jobs.filter(({ place }) => place === 'waiting')) await cancel(id);
  refused(await second, 410, 'job_deleted');
  refused(await visiting, 410, 'job_deleted');
  await cancel(running[0]?.id);
  refused(await first, 410, 'job_deleted');
  await isEmpty();
  assert.equal(await platen.used(key), 0);
  assert.deepEqual(await logged(ada), ['job_cancelled', 'root@example.test']);
  assert.equal((await admin.call('DELETE', `/admin/queue/${running[0]?.id}`)).status, 404);
  assert.equal((await admin.call('DELETE', '/admin/queue/nothing')).status, 404);
});

test('the asynchronous jobs of a paused account wait, and its other calls are refused', async () => {
  const path = `/admin/accounts/${await idOf('ada@example.test')}`;
  assert.equal((await admin.call('PATCH', path, { paused: true })).status, 200);
  assert.deepEqual(await logged(ada), ['account_paused', 'root@example.test']);
  refused(await convert('copy'), 503, 'server_busy', { retry_after: 60 });
  refused(await ada.convert('copy', [text]), 503, 'server_busy', { retry_after: 60 });
  const later = await convertLater('copy');
  // One of another account begins, though it came later.
  const other = await platen.key();
  const { body } = await platen.convert('copy', [text], { key: other, headers: { Prefer: 'respond-async' } });
  await eventually(
    async () => (await platen.get(`/v1/job/${String(body['job_id'])}`, other)).body['status'] === 'success',
    'the other account’s job ends',
  );
  const { accounts, jobs } = await queue();
  assert.deepEqual(
    jobs.map(({ id, place, is_async }) => [id, place, is_async]),
    [[later, 'waiting', true]],
  );
  assert.equal(accounts.find(({ email }) => email === 'ada@example.test')?.waiting, 1);
  assert.equal((await admin.call('PATCH', path, { paused: false })).status, 200);
  assert.deepEqual(await logged(ada), ['account_continued', 'root@example.test']);
  await eventually(async () => (await platen.get(`/v1/job/${later}`, key)).body['status'] !== 'pending', 'it begins');
  await isEmpty();
});

test('a drained service refuses new conversions, ends running ones and keeps asynchronous jobs', async () => {
  const running = convert('slow');
  await queued('a job runs', ({ jobs }) => jobs.some(({ place }) => place === 'running'));
  assert.equal((await admin.call('POST', '/admin/drain')).status, 200);
  assert.deepEqual(await logged(admin), ['drain_started', 'root@example.test']);
  refused(await convert('copy'), 503, 'server_busy', { retry_after: 60 });
  refused(await trial('copy'), 503, 'server_busy', { retry_after: 60 });
  const later = await platen.convert('copy', [text], { key, headers: { Prefer: 'respond-async' } });
  refused(later, 503, 'server_busy', { retry_after: 60 });
  const { status, body } = await platen.get('/ready');
  assert.deepEqual([status, body['status'], body['draining']], [200, 'draining', true]);
  assert.equal((await running).status, 200);
  assert.equal((await admin.call('DELETE', '/admin/drain')).status, 200);
  assert.deepEqual(await logged(admin), ['drain_ended', 'root@example.test']);
  assert.equal((await convert('copy')).status, 200);
  assert.equal((await platen.get('/ready')).body['status'], 'ready');
});

test('the command drains the service, and a job that waits begins when it has ended', async () => {
  const path = `/admin/accounts/${await idOf('ada@example.test')}`;
  await admin.call('PATCH', path, { paused: true });
  const later = await convertLater('copy');
  assert.equal((await platenCommand('drain', 'on')).status, 0);
  await queued('the service drains', ({ draining_since: since }) => since !== null);
  await admin.call('PATCH', path, { paused: false });
  const kept = async () => (await queue()).jobs.map(({ id, place }) => [id, place]);
  assert.deepEqual(await kept(), [[later, 'waiting']]);
  assert.equal((await platenCommand('drain', 'maybe')).status, 2);
  assert.equal((await platenCommand('drain', 'off')).status, 0);
  await isEmpty();
  assert.equal((await platen.get(`/v1/job/${later}`, key)).status, 200);
});

test('the queue is watched on its page, where a job is cancelled and an account paused', async () => {
  const { page } = browsing;
  await page.goto(`${platen.url}/dashboard/admin`);
  await page.getByRole('tab', { name: 'Queue' }).click();
  await page.getByText('Nothing is running or waiting.').waitFor();
  const hanging = await convertLater('hang');
  await page.getByText('running for').waitFor();
  const waiting = convert('hang');
  const visiting = trial('hang');
  await page.getByText('Visitors without an account').first().waitFor();
  await browsing.check('admin-queue');
  await browsing.button('Pause ada@example.test').click();
  await browsing.button('Continue ada@example.test').waitFor();
  await browsing.check('admin-queue-paused');
  await browsing.button('Cancel notes.txt').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It is stopped and not counted.').waitFor();
  await browsing.check('admin-queue-cancel');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  for (const { id } of (await queue()).jobs) await cancel(id);
  await Promise.all([waiting, visiting]);
  await browsing.button('Continue ada@example.test').click();
  await page.getByText('Nothing is running or waiting.').waitFor();
  await browsing.button('Drain').click();
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await page.getByText(/^Draining since/).waitFor();
  await browsing.check('admin-queue-draining');
  await browsing.button('Accept conversions again').click();
  await browsing.button('Drain').waitFor();
  assert.equal((await platen.get(`/v1/job/${hanging}`, key)).status, 410);
  browsing.assertClean();
});

test('the installation shows its version, its last backup and its settings, but no secret', async () => {
  const before = (await admin.call('GET', '/admin/installation')).body;
  assert.equal(before['version'], version);
  assert.equal(before['backup'], null);
  const settings = before['settings'] as Record<string, unknown>[];
  const shown = (name: string) => settings.find((setting) => setting['name'] === name);
  assert.deepEqual(shown('PLATEN_CONCURRENCY')?.['value'], '1');
  const smtp = { value: null, default: null, is_default: false, is_secret: true };
  assert.deepEqual(shown('PLATEN_SMTP_URL'), { name: 'PLATEN_SMTP_URL', ...smtp });
  assert.equal(shown('PLATEN_SANDBOX')?.['is_default'], true);
  const names = settings.map(({ name }) => String(name));
  for (const name of names.filter((one) => /SECRET|TOKEN|DATABASE_URL/.test(one)))
    assert.equal(shown(name)?.['is_secret'], true, name);

  const made = await platenCommand('backup', join(platen.data, 'b.tgz'));
  assert.equal(made.status, 0, made.stderr);
  const { backup } = (await admin.call('GET', '/admin/installation')).body as { backup: { bytes: number } };
  assert.equal(backup.bytes, (await stat(join(platen.data, 'b.tgz'))).size);

  const { page } = browsing;
  await page.goto(`${platen.url}/dashboard/admin`);
  await page.getByRole('tab', { name: 'Installation' }).click();
  await page.getByText(/^Last backup: just now/).waitFor();
  await page.getByText('set (hidden)').first().waitFor();
  await browsing.check('admin-installation');
  await page.getByText('PLATEN_SANDBOX').waitFor({ state: 'detached' });
  await page.getByLabel('Also show settings with their default value').check();
  await page.getByText('PLATEN_SANDBOX').waitFor();
  await browsing.check('admin-installation-whole');
  browsing.assertClean();
});

test('the last day is drawn from the samples of the service, trials included', async () => {
  assert.equal((await convert('copy')).status, 200);
  assert.equal((await trial('copy')).status, 200);
  await convert('crash');
  await platen.service.sampler.take();
  const { hours } = (await admin.call('GET', '/admin/day')).body as unknown as { hours: Hour[] };
  assert.equal(hours.length, 24);
  const last = hours.at(-1);
  assert.ok((last?.running ?? 0) > 0);
  assert.equal(last?.errors['conversion_failed'], 1);
  const { median = 0, most = 0 } = last.latencies.other ?? {};
  assert.ok(median > 0 && most >= median);
  assert.equal(last.latencies.short, null);
  const taken = () => platen.service.db.selectFrom('samples').select('at').execute();
  const { length } = await taken();
  await platen.service.db.updateTable('samples').set({ at: 1 }).execute();
  await platen.service.sampler.take();
  assert.deepEqual([length, (await taken()).length], [1, 1], 'old samples are deleted');

  await convert('copy');
  await convert('crash');
  await platen.service.sampler.take();
  const { page } = browsing;
  await page.goto(`${platen.url}/dashboard/admin`);
  await page.getByRole('tab', { name: 'Operation' }).click();
  await page.getByRole('img', { name: 'Time of other tools' }).waitFor();
  await page
    .getByRole('table', { name: /by error/ })
    .getByText('conversion_failed')
    .waitFor({ state: 'attached' });
  await browsing.check('admin-day');
  browsing.assertClean();
});

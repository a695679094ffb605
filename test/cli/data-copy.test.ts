// An embedded installation moves to PostgreSQL and back, row by row, and nowhere where something is already.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sendTest } from '#service/webhooks/deliveries.ts';
import { createWebhook } from '#service/webhooks/webhooks.ts';
import { copied as copiedBy, refusal as refusalOf, type Copy } from '../support/data-copy.ts';
import { signIn, visitor } from '../support/dashboard.ts';
import { startMailServer } from '../support/mail.ts';
import { converted, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'Ünïcode & 100 %.txt', data: Buffer.from('hello') };
let postgres: Postgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres[Symbol.asyncDispose]());

interface Copied {
  table: string;
  rows: number;
  sha256: string;
}

/** Of rows. */
const copyOf = (data: string, databaseUrl: string, from: string, to: string): Copy => ({
  data,
  from,
  to,
  env: { PLATEN_DATABASE_URL: databaseUrl },
});
const copied = (...how: Parameters<typeof copyOf>) => copiedBy<Copied[]>(copyOf(...how));
const refusal = (...how: Parameters<typeof copyOf>) => refusalOf(copyOf(...how));

/** An installation with rows in every table that a few minutes of use fill. */
async function used(platen: Platen): Promise<{ key: string; job: string }> {
  const key = await platen.key('starter', 3);
  const job = converted(await platen.convert('copy', [text], { key, headers: { 'Idempotency-Key': 'k' } }));
  await platen.convert('broken', [text], { key });
  return { key, job };
}

test('all rows move to PostgreSQL, where the service continues, and back', async () => {
  await using mail = await startMailServer();
  await using receiver = await startReceiver();
  const webhookAllow = ['127.0.0.0/8'];
  await using old = await startPlaten(
    { smtpUrl: mail.url, databaseUrl: undefined, webhookAllow },
    { tools: withSaboteurs },
  );
  const { key, job } = await used(old);
  const who = await signIn(old, mail, 'user-0@example.test');
  assert.equal((await who.call('POST', '/shares', { job_id: job, hours: 1 })).status, 201);
  const path = receiver.path();
  receiver.behave(path, 'fails');
  const waiting = await sendTest(
    old.service,
    (await createWebhook(old.service, await accountOf(old), { url: receiver.url + path })).row,
  );
  await receiver.next(path);
  const { accounts, jobs } = await rowsOf(old);
  const databaseUrl = await postgres.database();
  assert.match(await refusal(old.data, databaseUrl, 'sqlite', 'postgres'), /already using this data directory/);
  await old.running.stop();

  const tables = await copied(old.data, databaseUrl, 'sqlite', 'postgres');
  const counts = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));
  assert.equal(tables.length, 19);
  assert.deepEqual([counts['deliveries'], counts['outbox']], [1, 1]);
  assert.deepEqual([counts['accounts'], counts['keys'], counts['jobs'], counts['shares']], [1, 1, 2, 1]);
  assert.ok((counts['users'] ?? 0) > 0 && (counts['sessions'] ?? 0) > 0 && (counts['audit'] ?? 0) > 0);

  await using moved = await startPlaten({ data: old.data, databaseUrl, webhookAllow }, { tools: withSaboteurs });
  assert.deepEqual(await rowsOf(moved), { accounts, jobs });
  assert.equal(String(await moved.download(job, key)), 'hello');
  const same = visitor(moved);
  for (const [name, value] of who.cookies) same.cookies.set(name, value);
  assert.equal((await same.call('GET', '/me')).body['email'], 'user-0@example.test');
  const again = await moved.convert('copy', [text], { key, headers: { 'Idempotency-Key': 'k' } });
  assert.equal(converted(again), job);
  receiver.behave(path, 'accepts');
  await moved.service.db.updateTable('outbox').set({ next_at: 0 }).execute();
  assert.equal((await receiver.next(path)).headers['webhook-id'], waiting.id, 'the waiting event is sent from there');
  await moved.running.stop();

  assert.match(await refusal(old.data, databaseUrl, 'sqlite', 'postgres'), /the target is not empty/);
  assert.match(await refusal(old.data, databaseUrl, 'postgres', 'sqlite'), /the target is not empty/);
  const elsewhere = await mkdtemp(join(tmpdir(), 'platen-test-'));
  const back = await copied(elsewhere, databaseUrl, 'postgres', 'sqlite');
  const forth = await postgres.database();
  assert.deepEqual(await copied(elsewhere, forth, 'sqlite', 'postgres'), back, 'the same content after two ways');
  await rm(elsewhere, { recursive: true });
});

const accountOf = async ({ service: { db } }: Platen) =>
  (await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;

async function rowsOf({ service: { db } }: Platen) {
  const accounts = await db.selectFrom('accounts').selectAll().orderBy('id').execute();
  const jobs = await db.selectFrom('jobs').selectAll().orderBy('id').execute();
  return { accounts: accounts.map((row) => ({ ...row })), jobs: jobs.map((row) => ({ ...row })) };
}

test('thousands of rows arrive, with any content', async () => {
  await using old = await startPlaten({ databaseUrl: undefined });
  await old.key();
  const { db } = old.service;
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const odd = ['', "'", '\\', '%', 'é\u0301', '日本', '😀', 'null', '\n\t'];
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 2500; n++) {
      const detail = JSON.stringify({ n: odd[n % odd.length] });
      const row = {
        id: `${odd[n % odd.length]}${n}`,
        account_id: id,
        at: n,
        actor: 'x',
        event: 'y',
        detail,
        address: null,
      };
      await trx.insertInto('audit').values(row).execute();
    }
  });
  await old.running.stop();
  const tables = await copied(old.data, await postgres.database(), 'sqlite', 'postgres');
  assert.equal(tables.find(({ table }) => table === 'audit')?.rows, 2500);
});

test('a target is needed, and another one than the source', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-test-'));
  assert.match(await refusal(data, '', 'sqlite', 'postgres'), /PLATEN_DATABASE_URL must be set/);
  assert.match(await refusal(data, 'postgres://x@127.0.0.1:1/x', 'sqlite', 'sqlite'), /must be different/);
  assert.match(await refusal(data, 'postgres://x@127.0.0.1:1/x', 'sqlite', 'postgres'), /there is no SQLite database/);
  await rm(data, { recursive: true });
});

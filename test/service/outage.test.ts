// PostgreSQL that is down or hangs: calls that need it are soon asked to retry, and the service recovers with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { signIn, visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, eventually, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
const pool = 5;
let postgres: Postgres;
let mail: MailServer;
let platen: Platen;
before(async () => {
  postgres = await startPostgres();
  mail = await startMailServer();
  const databaseUrl = await postgres.database();
  platen = await startPlaten(
    { databaseUrl, databasePool: pool, smtpUrl: mail.url, convertRate: 1000, ipRate: 1000 },
    { tools: withSaboteurs },
  );
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

/** Asserts 503 with a time to wait for every kind of call. */
async function isBusyEverywhere(key: string, ask: (path: string) => Promise<Answer>): Promise<void> {
  const answers = await Promise.all([
    platen.get('/v1/quota', key),
    platen.get(`/v1/job/${'0'.repeat(36)}`, key),
    platen.get(`/v1/download/${'0'.repeat(36)}`, key),
    platen.convert('copy', [text], { key }),
    ask('/me'),
    ask('/jobs'),
  ]);
  for (const answer of answers) {
    refused(answer, 503, 'server_busy');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  const ready = await platen.get('/ready');
  assert.equal(ready.status, 503);
  assert.equal(ready.body['database'], false);
  assert.equal((await platen.get('/health')).status, 200);
  assert.equal((await fetch(`${platen.url}/s/${'0'.repeat(26)}`)).status, 503);
}

const isBack = () =>
  eventually(async () => (await platen.get('/ready')).status === 200, 'the service is ready again', 20);

test('while the database is away calls are told to come back, and it is used again when it is back', async () => {
  const key = await platen.key();
  await platen.service.signIn.createLink('user-0@example.test');
  const who = await signIn(platen, mail, 'user-0@example.test');
  await postgres.stop();
  await isBusyEverywhere(key, (path) => who.call('GET', path));
  assert.equal((await visitor(platen).call('POST', '/sign-in', { email: 'a@example.test' })).status, 503);
  await postgres.begin();
  await isBack();
  assert.equal((await who.call('GET', '/me')).status, 200);
  converted(await platen.convert('copy', [text], { key }));
  assert.equal(await platen.used(key), 1);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a session that cannot be looked up is not taken for none', async () => {
  // Without rates nothing asks the database before the session does.
  await using other = await startPlaten({ databaseUrl: await postgres.database(), smtpUrl: mail.url });
  await other.key();
  const who = await signIn(other, mail, 'user-0@example.test');
  await postgres.stop();
  refused(await who.call('GET', '/me'), 503, 'server_busy');
  await postgres.begin();
  await eventually(async () => (await who.call('GET', '/me')).status === 200, 'the session is known again');
});

test('while the database hangs, calls fail with a retryable error within five seconds', async () => {
  const key = await platen.key();
  const who = await signIn(platen, mail, 'user-0@example.test');
  postgres.freeze();
  // No answer is late that comes before this does; the harness would wait for ever otherwise.
  const late = AbortSignal.timeout(20_000);
  try {
    await isBusyEverywhere(key, (path) => who.call('GET', path));
    late.throwIfAborted();
  } finally {
    postgres.goOn();
  }
  await isBack();
  converted(await platen.convert('copy', [text], { key }));
});

test('a conversion that ends while the database is away is given back', async () => {
  const key = await platen.key();
  const converting = platen.convert('slow', [text], { key });
  await eventually(async () => platen.service.running.ids().length > 0, 'the job runs');
  await postgres.stop();
  refused(await converting, 503, 'server_busy');
  await postgres.begin();
  await isBack();
  await eventually(async () => (await platen.used(key)) === 0, 'it is given back', 60);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a conversion that ends while the database hangs reports it, and is refunded', async () => {
  const key = await platen.key();
  const converting = platen.convert('slow', [text], { key });
  await eventually(async () => platen.service.running.ids().length > 0, 'the job runs');
  postgres.freeze();
  try {
    refused(await converting, 503, 'server_busy');
  } finally {
    postgres.goOn();
  }
  await isBack();
  await eventually(async () => (await platen.used(key)) === 0, 'it is given back', 60);
});

test('a conversion that is stored and counted is answered, also when the quota cannot be read any more', async () => {
  await using other = await startPlaten({ databaseUrl: await postgres.database() }, { tools: withSaboteurs });
  const key = await other.key();
  const { db } = other.service;
  await sql`create function hide() returns trigger language plpgsql as
    $$ begin execute 'alter table accounts rename to hidden'; return new; end $$`.execute(db);
  await sql`create trigger hide after update on jobs for each row when (new.state = 'success') execute function hide()`.execute(
    db,
  );
  const answer = await other.convert('copy', [text], { key });
  converted(answer);
  assert.equal((answer.body['quota'] as { used: number }).used, 1);
  await sql`drop trigger hide on jobs`.execute(db);
  await sql`alter table hidden rename to accounts`.execute(db);
  assert.equal(await other.used(key), 1);
});

test('connections that were cut leave nothing behind: the pool stays within its size', async () => {
  const key = await platen.key();
  for (let round = 0; round < 3; round++) {
    await postgres.stop();
    await Promise.all(Array.from({ length: 30 }, () => platen.get('/v1/quota', key)));
    await postgres.begin();
    await isBack();
    const answers = await Promise.all(Array.from({ length: 60 }, () => platen.get('/v1/quota', key)));
    for (const { status } of answers) assert.equal(status, 200);
  }
  // The server needs a moment to notice that a connection was closed.
  await sleep(100);
  assert.ok((await postgres.connections()) <= pool, `${await postgres.connections()} connections`);
});

test('a service stops while its database hangs', async () => {
  const other = await startPlaten({ databaseUrl: await postgres.database() });
  await other.key();
  postgres.freeze();
  try {
    await other[Symbol.asyncDispose]();
  } finally {
    postgres.goOn();
  }
});

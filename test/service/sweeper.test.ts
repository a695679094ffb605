// The sweeper among millions of rows: every statement is short, with any number of rows to delete, and files are looked up in bulk.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { Client } from 'pg';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { firstIdAt, newId } from '#core/ids.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { claimChore } from '#service/database/chores.ts';
import { batchRows } from '#service/database/batches.ts';
import { sweep } from '#service/jobs/retention.ts';
import { removeSharedStrays } from '#service/jobs/strays.ts';
import type { Service } from '#src/compose.ts';
import { converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { testBucket } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
let postgres: Postgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres[Symbol.asyncDispose]());

/** The service, noting how many rows each of its statements changed. */
function watched(service: Service): { service: Service; changed: number[]; statements: () => number } {
  const changed: number[] = [];
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++;
      changed.push(Number(result.numAffectedRows ?? result.rows.length));
      return result;
    },
  };
  return { service: { ...service, db: service.db.withPlugin(plugin) }, changed, statements: () => statements };
}

const count = async (platen: Platen, table: 'jobs' | 'usage' | 'audit' | 'sessions'): Promise<number> => {
  const rows = platen.service.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'));
  return (await rows.executeTakeFirstOrThrow()).n;
};

/** The statements of a service end after four seconds, those of a test do not. */
async function withoutLimit(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await work(client).finally(() => client.end());
}

const many = { jobs: 150_000, audit: 50_000, usage: 50_000 } as const;

test('hundreds of thousands of rows that are old are deleted in short statements, and no others', async () => {
  const databaseUrl = await postgres.database();
  await using platen = await startPlaten({ databaseUrl }, { tools: withSaboteurs });
  const key = await platen.key();
  const kept = converted(await platen.convert('copy', [text], { key, headers: { 'Idempotency-Key': 'kept' } }));
  const { db } = platen.service;
  const { account_id, key_id } = await db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  const [old, ancient] = [Date.now() - 31 * dayMs, Date.now() - 401 * dayMs];
  const [oldId, ancientId] = [firstIdAt(old), firstIdAt(ancient)];
  // Pending, however old it is: somebody else decides about it.
  const pending = `${oldId}${'z'.repeat(26)}`;
  await withoutLimit(databaseUrl, async (client) => {
    await client.query(
      `insert into jobs (id, account_id, key_id, tool, state, created_at, completed_at, quota_period_start, idempotency_key)
       select $1 || lpad(n::text, 26, '0'), $2, $3, 'copy', 'expired', $4, $4, 0, 'k' || n from generate_series(1, $5::int) n`,
      [oldId, account_id, key_id, old, many.jobs],
    );
    await client.query(
      `insert into audit (id, account_id, at, actor, event)
       select $1 || lpad(n::text, 26, '0'), $2, $3, 'owner', 'signed_in' from generate_series(1, $4::int) n`,
      [ancientId, account_id, ancient, many.audit],
    );
    await client.query(
      `insert into usage (account_id, key_id, day, tool, outcome, conversions)
       select $1, 'k' || n, $2, 'copy', 'success', 1 from generate_series(1, $3::int) n`,
      [account_id, Math.floor(ancient / dayMs), many.usage],
    );
    await client.query(
      `insert into jobs (id, account_id, key_id, tool, state, created_at, quota_period_start, owner, lease_until)
       values ($1, $2, $3, 'copy', 'pending', $4, 0, 'another', $5)`,
      [pending, account_id, key_id, old, Date.now() + dayMs],
    );
  });

  const { service, changed } = watched(platen.service);
  await eventually(
    async () => {
      await sweep(service);
      return (await count(platen, 'jobs')) === 2;
    },
    'the old jobs are gone',
    60,
  );
  const left = await db.selectFrom('jobs').select('id').orderBy('id').execute();
  assert.deepEqual(
    left.map(({ id }) => id),
    [pending, kept],
  );
  assert.deepEqual([await count(platen, 'audit'), await count(platen, 'usage')], [0, 1]);
  assert.ok(Math.max(...changed) <= batchRows, `${Math.max(...changed)} rows in one statement`);
});

test('an account with thousands of jobs is deleted in short statements too, with its files', async () => {
  const databaseUrl = await postgres.database();
  await using platen = await startPlaten({ databaseUrl, files: undefined }, { tools: withSaboteurs });
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [text], { key }));
  const { account_id } = await platen.service.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  await withoutLimit(databaseUrl, async (client) => {
    await client.query(
      `insert into jobs (id, account_id, tool, state, created_at, completed_at, quota_period_start)
       select $1 || lpad(n::text, 26, '0'), $2, 'copy', 'expired', 0, 0, 0 from generate_series(1, 5000) n`,
      [firstIdAt(Date.now()), account_id],
    );
  });
  assert.deepEqual(await Array.fromAsync(platen.service.files.ids()), [job]);
  const { service, changed } = watched(platen.service);
  await deleteAccount(service, account_id);
  assert.equal(await count(platen, 'jobs'), 0);
  assert.deepEqual(await Array.fromAsync(platen.service.files.ids()), []);
  assert.ok(Math.max(...changed) <= batchRows, `${Math.max(...changed)} rows in one statement`);
  refused(await platen.get('/v1/quota', key), 401, 'invalid_api_key');
});

test('a sweep that is told to stop leaves the rest for the next one', async () => {
  await using platen = await startPlaten({ databaseUrl: undefined }, { tools: withSaboteurs });
  const key = await platen.key();
  converted(await platen.convert('copy', [text], { key }));
  platen.clock.move(32 * dayMs);
  await sweep(platen.service, AbortSignal.abort());
  assert.equal(await count(platen, 'jobs'), 1);
  await sweep(platen.service);
  assert.equal(await count(platen, 'jobs'), 0);
});

test('an hour after a call, its key may be used for another one, also before the sweeper comes', async () => {
  await using platen = await startPlaten({ databaseUrl: undefined }, { tools: withSaboteurs });
  const key = await platen.key();
  const headers = { 'Idempotency-Key': 'again' };
  const first = converted(await platen.convert('copy', [text], { key, headers }));
  const other = { name: 'b.txt', data: Buffer.from('other') };
  refused(await platen.convert('copy', [other], { key, headers }), 409, 'idempotency_key_reused');
  platen.clock.move(hourMs);
  assert.notEqual(converted(await platen.convert('copy', [other], { key, headers })), first);
});

test('the hourly work is done by one of all nodes', async () => {
  const databaseUrl = await postgres.database();
  await using one = await startPlaten({ databaseUrl });
  await using two = await startPlaten({ databaseUrl });
  const both = [one, two, one, two, one];
  const claim = () => Promise.all(both.map(({ service }) => claimChore(service, 'test', hourMs)));
  assert.deepEqual((await claim()).filter(Boolean).length, 1);
  assert.deepEqual((await claim()).filter(Boolean).length, 0);
  one.clock.move(hourMs + minuteMs);
  assert.deepEqual((await claim()).filter(Boolean).length, 1);
});

test('files in a bucket that no row speaks of are deleted, and looked up by the page', async () => {
  await using platen = await startPlaten(
    { databaseUrl: undefined, files: await testBucket() },
    { tools: withSaboteurs },
  );
  const { service, clock } = platen;
  await eventually(async () => !(await claimChore(service, 'strays', hourMs)), 'the first look');
  await service.background.idle(10_000);
  const folder = await mkdtemp(join(tmpdir(), 'platen-strays-'));
  const put = async (id: string) => {
    await writeFile(join(folder, id), 'x');
    await service.files.putOutput(id, join(folder, id));
    return id;
  };
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [text], { key }));
  const young = await put(newId(clock.now()));
  for (let n = 0; n < 60; n++) await put(newId(clock.now() - 2 * hourMs));
  await put('not-ours');
  const look = watched(service);
  await removeSharedStrays(look.service, AbortSignal.abort());
  clock.move(hourMs - minuteMs);
  await removeSharedStrays(look.service, new AbortController().signal);
  const before = look.statements();
  assert.equal((await Array.fromAsync(service.files.ids())).length, 63, 'not before an hour has passed');
  clock.move(2 * minuteMs);
  await service.db
    .updateTable('jobs')
    .set({ expires_at: clock.now() + hourMs })
    .where('id', '=', job)
    .execute();
  const younger = await put(newId(clock.now()));
  await removeSharedStrays(look.service, new AbortController().signal);
  assert.deepEqual((await Array.fromAsync(service.files.ids())).sort(), [job, younger].sort());
  assert.notEqual(young, younger);
  assert.equal(look.statements() - before, 2, 'one to claim, one for all identifiers');
  await rm(folder, { recursive: true });
});

test('leftovers of a rejected file on a killed node do not stay in the bucket', async () => {
  await using platen = await startPlaten(
    { databaseUrl: undefined, files: await testBucket() },
    { tools: withSaboteurs },
  );
  const { service, clock } = platen;
  const { body } = await platen.convert('broken', [text], { key: await platen.key() });
  const id = String(body['job_id']);
  assert.equal(body['status'], 'rejected');
  await service.background.idle(10_000);
  // Its end was stored; its input was not deleted yet.
  const folder = await mkdtemp(join(tmpdir(), 'platen-strays-'));
  await writeFile(join(folder, 'input'), 'x');
  await service.files.putInputs(id, [{ name: 'a.txt', path: join(folder, 'input') }]);
  clock.move(2 * hourMs);
  await sweep(service);
  assert.deepEqual(await Array.fromAsync(service.files.ids()), []);
  await rm(folder, { recursive: true });
});

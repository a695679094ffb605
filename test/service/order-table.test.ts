// The virtual time of accounts that the database keeps, and the tables of pg-boss.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createOrderTable } from '#service/dispatch/order-table.ts';
import { eventually, startPlaten } from '../support/platen.ts';
import { startPostgres } from '../support/postgres.ts';
import { testBucket } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

test('accounts with nothing in the queue are forgotten also while the queue is never empty', async () => {
  await using postgres = await startPostgres();
  await using platen = await startPlaten(
    { databaseUrl: await postgres.database(), files: await testBucket(), secret: 'of all nodes', concurrency: 1 },
    { tools: withSaboteurs },
  );
  const { db, dispatcher } = platen.service;
  const table = createOrderTable(db, 'orders');
  const stop = new AbortController();
  const text = { name: 'a.txt', data: Buffer.from('hello') };
  const hanging = platen.convert('hang', [text], { key: await platen.key(), signal: stop.signal }).catch(() => {});
  await eventually(async () => dispatcher.running === 1, 'an order is under way');
  const accounts = async () => {
    const { rows } = await sql<{ account_id: string }>`select account_id from turns order by finish`.execute(db);
    return rows.map(({ account_id }) => account_id);
  };
  const [running] = await accounts();
  await sql`update turns set updated_at = 0, finish = -1`.execute(db);
  await sql`insert into turns values ('over', -2, 0), ('ahead', 1e6, 0)`.execute(db);
  await table.forgetIdle();
  assert.deepEqual(await accounts(), [running, 'ahead']);
  stop.abort();
  await hanging;
  await eventually(async () => dispatcher.running === 0, 'it is stopped');
  await table.forgetIdle();
  assert.deepEqual((await accounts()).includes('ahead'), false, 'all of them when it is empty');
});

test('the virtual time of an account and of its orders that wait is corrected together, or neither', async () => {
  await using postgres = await startPostgres();
  await using platen = await startPlaten(
    { databaseUrl: await postgres.database(), files: await testBucket(), secret: 'of all nodes', concurrency: 1 },
    { tools: withSaboteurs },
  );
  const { db, dispatcher } = platen.service;
  const table = createOrderTable(db, 'orders');
  const stop = new AbortController();
  const text = { name: 'a.txt', data: Buffer.from('hello') };
  const key = await platen.key();
  const calls = [0, 1].map(() => platen.convert('hang', [text], { key, signal: stop.signal }).catch(() => {}));
  await eventually(async () => dispatcher.running === 1 && dispatcher.waiting === 1, 'one waits');
  const state = async () => {
    const { rows } = await sql<{ account_id: string; finish: number; number: number }>`
      select account_id, finish, -priority as number from turns
      join pgboss.job on data->>'accountId' = account_id where state = 'created'`.execute(db);
    assert.ok(rows.length === 1 && rows[0] !== undefined);
    return rows[0];
  };
  const { account_id: accountId, finish, number } = await state();
  await assert.rejects(table.correct({ accountId, cost: 3e9 }), /out of range/);
  assert.equal((await state()).finish, finish);
  await table.correct({ accountId, cost: 100 });
  assert.deepEqual(await state(), { account_id: accountId, finish: finish + 100, number: number + 100 });
  stop.abort();
  await Promise.all(calls);
  await eventually(async () => dispatcher.running === 0, 'they are stopped');
});

test('the tables of pg-boss are those that the scheduler reads and changes', async () => {
  await using postgres = await startPostgres();
  await using platen = await startPlaten({
    databaseUrl: await postgres.database(),
    files: await testBucket(),
    secret: 'of all nodes',
  });
  const { db } = platen.service;
  const names = 'id name state priority data output created_on started_on completed_on heartbeat_on retry_count'.split(
    ' ',
  );
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'job' and column_name = any(${names}) order by name`.execute(db);
  assert.deepEqual(Object.fromEntries(columns.map(({ name, type }) => [name, type])), {
    completed_on: 'timestamptz',
    created_on: 'timestamptz',
    data: 'jsonb',
    heartbeat_on: 'timestamptz',
    id: 'uuid',
    name: 'text',
    output: 'jsonb',
    priority: 'int4',
    retry_count: 'int4',
    started_on: 'timestamptz',
    state: 'job_state',
  });
  const { rows: states } = await sql<{ state: string }>`
    select unnest(enum_range(null::pgboss.job_state))::text as state`.execute(db);
  assert.deepEqual(
    states.map(({ state }) => state),
    ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'],
    'in the order in which states are compared',
  );
  // A new version: read how its fetchNextJob claims a job before changing this.
  const { rows: versions } = await sql`select version from pgboss.version`.execute(db);
  assert.deepEqual(versions, [{ version: 42 }]);
});

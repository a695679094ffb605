// The turns of accounts that the database keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { correctTurns, forgetTurns } from '#service/dispatch/turns.ts';
import { eventually, startPlaten } from '../support/platen.ts';
import { startPostgres } from '../support/postgres.ts';
import { testBucket } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

test('turns that are over are forgotten also while the queue is never empty', async () => {
  await using postgres = await startPostgres();
  await using platen = await startPlaten(
    { databaseUrl: await postgres.database(), files: await testBucket(), secret: 'of all nodes', concurrency: 1 },
    { tools: withSaboteurs },
  );
  const { db, dispatcher } = platen.service;
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
  await forgetTurns(db, 'orders');
  assert.deepEqual(await accounts(), [running, 'ahead']);
  stop.abort();
  await hanging;
  await eventually(async () => dispatcher.running === 0, 'it is stopped');
  await forgetTurns(db, 'orders');
  assert.deepEqual((await accounts()).includes('ahead'), false, 'all of them when it is empty');
});

test('the turns of an account and its orders that wait are corrected together, or neither', async () => {
  await using postgres = await startPostgres();
  await using platen = await startPlaten(
    { databaseUrl: await postgres.database(), files: await testBucket(), secret: 'of all nodes', concurrency: 1 },
    { tools: withSaboteurs },
  );
  const { db, dispatcher } = platen.service;
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
  await assert.rejects(correctTurns(db, 'orders', { accountId, cost: 3e9 }), /out of range/);
  assert.equal((await state()).finish, finish);
  await correctTurns(db, 'orders', { accountId, cost: 100 });
  assert.deepEqual(await state(), { account_id: accountId, finish: finish + 100, number: number + 100 });
  stop.abort();
  await Promise.all(calls);
  await eventually(async () => dispatcher.running === 0, 'they are stopped');
});

// ./platen audit-log: entries stay as they were written, or the change is detected.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { hashOf } from '#service/accounts/audit-chain.ts';
import { recordEvent } from '#service/accounts/audit.ts';
import { runPlaten } from '../support/cli.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
before(async () => {
  // The command opens the database of the service.
  platen = await startPlaten({ databaseUrl: undefined, files: undefined });
});
after(() => platen[Symbol.asyncDispose]());

let accountId: string;
beforeEach(async () => {
  await platen.key('dev');
  const { db } = platen.service;
  ({ id: accountId } = await db.selectFrom('accounts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow());
  const names = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  const record = (name: string) =>
    recordEvent(platen.service, { accountId, event: 'key_created', actor: 'owner', detail: { name } });
  // All at once: a chain has one end all the same.
  await Promise.all(names.map(record));
});

const run = (...words: string[]) => runPlaten(['audit-log', ...words, '--data', platen.data], { cwd: platen.data });

async function verify(...words: string[]) {
  const { status, stdout } = await run('verify', ...words);
  const { problems } = JSON.parse(stdout) as { problems: { account: string; problem: string }[] };
  return { status, problems: problems.filter(({ account }) => account === accountId).map(({ problem }) => problem) };
}

const entries = () =>
  platen.service.db.selectFrom('audit').selectAll().where('account_id', '=', accountId).orderBy('position').execute();

test('an entry that was changed, taken out or put in afterwards is seen', async () => {
  const { db } = platen.service;
  const all = await entries();
  assert.deepEqual(
    all.map(({ position }) => position),
    Array.from({ length: all.length }, (_, n) => n + 1),
  );
  assert.deepEqual((await verify()).problems, []);

  const [, , third, , fifth] = all;
  await db.updateTable('audit').set({ actor: 'operator' }).where('id', '=', String(third?.id)).execute();
  assert.match((await verify()).problems.join(), /^it, or the one before it, was changed$/);
  await db.updateTable('audit').set({ actor: 'owner' }).where('id', '=', String(third?.id)).execute();

  await db.deleteFrom('audit').where('id', '=', String(fifth?.id)).execute();
  const missing = await verify();
  assert.deepEqual([missing.status, missing.problems], [1, ['1 are missing before it']]);
  if (fifth !== undefined)
    await db
      .insertInto('audit')
      .values({ ...fifth, detail: '{"name":"forged"}' })
      .execute();
  assert.deepEqual((await verify()).problems, ['it, or the one before it, was changed']);
  await db.deleteFrom('audit').where('account_id', '=', accountId).execute();
});

test('the export is JSON lines, and reveals entries that were cut off or rewritten', async () => {
  const { db } = platen.service;
  const { stdout } = await run('export');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['account_id'] === accountId);
  assert.equal(lines.length, (await entries()).length);
  assert.match(String(lines[0]?.['at']), /^\d{4}-\d\d-\d\dT/);
  const file = join(platen.data, 'export.jsonl');
  await writeFile(file, stdout);
  assert.deepEqual((await verify(file)).problems, []);

  // The latest one is gone: the chain alone does not miss it.
  const last = (await entries()).at(-1);
  await db.deleteFrom('audit').where('id', '=', String(last?.id)).execute();
  assert.deepEqual((await verify()).problems, []);
  assert.deepEqual((await verify(file)).problems, ['it was exported, and is missing']);
  // Deleting an account deletes its rows.
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  assert.deepEqual((await verify(file)).problems, []);
});

test('an entry that was written anew, with a hash that fits, is not the one that was exported', async () => {
  const { db } = platen.service;
  const file = join(platen.data, 'honest.jsonl');
  await writeFile(file, (await run('export')).stdout);
  const [first] = await entries();
  assert.ok(first !== undefined);
  const { hash: _, ...rest } = { ...first, actor: 'operator' };
  await db
    .updateTable('audit')
    .set({ actor: 'operator', hash: hashOf(rest, null) })
    .where('id', '=', first.id)
    .execute();
  assert.deepEqual((await verify(file)).problems.includes('it is not the one that was exported'), true);
  await db.updateTable('audit').set({ actor: 'operator', hash: first.hash }).where('id', '=', first.id).execute();
  assert.deepEqual((await verify(file)).problems.includes('it is not the one that was exported'), true);
});

test('old entries go without breaking the chain, young ones do not', async () => {
  const { db } = platen.service;
  const [first, second] = await entries();
  await db.deleteFrom('audit').where('id', '=', String(first?.id)).execute();
  assert.deepEqual((await verify()).problems, ['1 are missing before it']);
  // As if the remaining entries had been recorded long ago.
  await db.updateTable('audit').set({ at: 1 }).where('id', '=', String(second?.id)).execute();
  assert.deepEqual((await verify()).problems, []);
});

test('a file that is no export is told', async () => {
  const file = join(platen.data, 'other.txt');
  await writeFile(file, 'hello\n');
  const { status, stderr } = await run('verify', file);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /not an export of the audit log/);
});

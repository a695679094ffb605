// The same sentences over SQLite and PostgreSQL: nothing above the database can tell which one it is.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { changeAddress, createAccount, getAccount, searchAccounts } from '#service/accounts/accounts.ts';
import { createFirstKey, createKey, findKey, listKeys } from '#service/accounts/keys.ts';
import { loadPlans } from '#service/accounts/plans.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import { DatabaseUnavailable } from '#service/database/unavailable.ts';
import type { OpenDatabase } from '#service/database/database.ts';
import { openPostgres } from '#service/database/postgres.ts';
import { openSqlite } from '#service/database/sqlite.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { beginJob, discardJob, findJob, markFailed, markSuccess, type NewJob } from '#service/jobs/job-rows.ts';
import { Failure } from '#core/failure.ts';
import { listJobs } from '#service/jobs/list.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';

const plans = loadPlans(undefined);
const starter = plans.get('starter');
assert.ok(starter !== undefined);

let postgres: Postgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres[Symbol.asyncDispose]());

interface Opened extends AsyncDisposable {
  /** The same database as several nodes have it open; SQLite has one. */
  nodes: OpenDatabase[];
}

const kinds: Record<string, () => Promise<Opened>> = {
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
    const node = await openSqlite(join(folder, 'platen.db'));
    return {
      nodes: [node, node, node],
      async [Symbol.asyncDispose]() {
        await node.db.destroy();
        await rm(folder, { recursive: true });
      },
    };
  },
  async postgres() {
    const url = await postgres.database();
    // All three bring the tables up to date at the same time.
    const nodes = await Promise.all([1, 2, 3].map(() => openPostgres(url, 10)));
    return {
      nodes,
      async [Symbol.asyncDispose]() {
        for (const { db } of nodes) await db.destroy();
      },
    };
  },
};

for (const [kind, open] of Object.entries(kinds))
  describe(kind, () => {
    let opened: Opened;
    let first: OpenDatabase['db'];
    before(async () => {
      opened = await open();
      first = dbOf(0);
    });
    after(() => opened[Symbol.asyncDispose]());

    const dbOf = (n: number) => {
      const node = opened.nodes[n % opened.nodes.length];
      assert.ok(node !== undefined);
      return node.db;
    };
    const accountWith = (used: number, email = `${newId(Date.now())}@example.test`) =>
      createAccount(first, systemClock, plans, { email, plan: 'starter', used });
    const keyOf = async ({ id }: AccountRow) =>
      (await findKey(first, systemClock, (await createKey(first, systemClock, id, { name: 'k', prefix: 'p_' })).key))
        ?.id ?? '';
    const jobFor = (account: AccountRow, more: Partial<NewJob> = {}): NewJob => ({
      id: newId(Date.now()),
      account,
      plan: starter,
      keyId: null,
      tool: 'copy',
      outputName: 'a.txt',
      outputMime: 'text/plain',
      ...more,
    });
    const usedBy = async ({ id }: AccountRow) => (await getAccount(first, id))?.used;

    test('of 200 reservations at once on three nodes exactly those are made that the quota has left', async () => {
      const account = await accountWith(1037);
      const begun = await Promise.all(
        Array.from({ length: 200 }, (_, n) => beginJob(dbOf(n), systemClock, jobFor(account))),
      );
      assert.equal(begun.filter((one) => one !== 'quota_exceeded').length, 63);
      assert.equal(await usedBy(account), 1100);
    });

    test('of fifty jobs with one idempotency key on three nodes one begins, and the others find it', async () => {
      const account = await accountWith(0);
      const [keyId, idempotency] = [await keyOf(account), { key: 'once', fingerprint: 'f' }];
      const begun = await Promise.all(
        Array.from({ length: 50 }, (_, n) => beginJob(dbOf(n), systemClock, jobFor(account, { keyId, idempotency }))),
      );
      const made = begun.flatMap((one) => (one !== 'quota_exceeded' && 'job' in one ? [one.job.id] : []));
      const known = begun.flatMap((one) => (one !== 'quota_exceeded' && 'known' in one ? [one.known.id] : []));
      assert.equal(made.length, 1);
      assert.deepEqual([...new Set(known)], made);
      assert.equal(known.length, 49);
      assert.equal(await usedBy(account), 1);
    });

    test('the last conversion of a quota answers all requests with its idempotency key', async () => {
      const account = await accountWith(1099);
      const [keyId, idempotency] = [await keyOf(account), { key: 'last', fingerprint: 'f' }];
      const begun = await Promise.all(
        Array.from({ length: 20 }, (_, n) => beginJob(dbOf(n), systemClock, jobFor(account, { keyId, idempotency }))),
      );
      assert.deepEqual(
        begun.filter((one) => one === 'quota_exceeded'),
        [],
      );
      assert.equal(await usedBy(account), 1100);
    });

    test('a job that ends on many nodes at once is given back once', async () => {
      const account = await accountWith(5);
      const begun = await beginJob(first, systemClock, jobFor(account));
      assert.ok(begun !== 'quota_exceeded' && 'job' in begun);
      const failure = new Failure('conversion_failed', {});
      const ended = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((n) => markFailed(dbOf(n), systemClock, begun.job, failure)),
      );
      assert.equal(ended.filter(Boolean).length, 1);
      assert.equal(await usedBy(account), 5);
    });

    test('a job whose success was stored without anybody being told is given back', async () => {
      const account = await accountWith(5);
      const begun = await beginJob(first, systemClock, jobFor(account));
      assert.ok(begun !== 'quota_exceeded' && 'job' in begun);
      await markSuccess(first, systemClock, begun.job.id, { bytes: 1, report: {} });
      await discardJob(first, begun.job);
      assert.equal(await usedBy(account), 6, 'a success that was told is counted');
      await discardJob(first, begun.job, { evenSuccess: true });
      assert.equal(await findJob(first, begun.job.id), undefined);
      assert.equal(await usedBy(account), 5);
    });

    test('the first key of an account is made once', async () => {
      const { id } = await accountWith(0);
      const made = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((n) => createFirstKey(dbOf(n), systemClock, id, { prefix: 'p_' })),
      );
      assert.equal(made.filter((key) => key !== null).length, 1);
      assert.equal((await listKeys(first, id)).length, 1);
    });

    test('an address belongs to one account', async () => {
      const [ada, bob] = [await accountWith(0, 'ada@example.test'), await accountWith(0, 'bob@example.test')];
      assert.equal(await changeAddress(first, bob.id, 'Ada@example.test'), false);
      assert.equal(await changeAddress(first, ada.id, 'ada@example.test'), true);
      assert.equal((await getAccount(first, bob.id))?.email, 'bob@example.test');
      await assert.rejects(accountWith(0, 'bob@example.test'), isDuplicate);
    });

    test('search by e-mail ignores case, and wildcards are literal', async () => {
      await accountWith(0, 'percent%sign_here@example.test');
      const find = async (search: string) =>
        (await searchAccounts(first, { search, page: 0, pageSize: 5 })).rows.map(({ email }) => email);
      assert.deepEqual(await find('PERCENT%SIGN_HERE'), ['percent%sign_here@example.test']);
      assert.deepEqual(await find('percent_sign'), []);
      assert.deepEqual(await find('t%t'), []);
    });

    test('jobs are found by a part of their name, in either case', async () => {
      const account = await accountWith(0);
      await beginJob(first, systemClock, jobFor(account, { outputName: 'Übung REPORT_1.pdf' }));
      const find = async (search: string) =>
        (await listJobs({ db: first, clock: systemClock }, account.id, { search, limit: 5 })).jobs.length;
      assert.deepEqual(
        [await find('report'), await find('REPORT_1'), await find('Übung'), await find('report%'), await find('other')],
        [1, 1, 1, 0, 0],
      );
    });

    test('identifiers sort byte by byte', async () => {
      const { id } = await accountWith(0);
      const ids = ['0z', '0a', 'a0', '10', 'z', '_', 'Z'].map((name) => `${name}-${id}`);
      for (const one of ids) {
        const row = { id: one, account_id: id, at: 1, actor: 'x', event: 'y', detail: null, address: null };
        await first.insertInto('audit').values(row).execute();
      }
      const sorted = await first.selectFrom('audit').select('id').where('account_id', '=', id).orderBy('id').execute();
      assert.deepEqual(
        sorted.map((row) => row.id),
        ids.sort(),
      );
      const below = await first
        .selectFrom('audit')
        .select('id')
        .where('id', '<', `Z-${id}`)
        .where('account_id', '=', id)
        .execute();
      assert.equal(below.length, 3);
    });

    test('integers arrive as numbers, up to the largest that is exact, and no larger one', async () => {
      const { id } = await accountWith(0);
      const exact = Number.MAX_SAFE_INTEGER;
      await first.updateTable('accounts').set({ credits_expire_at: exact }).where('id', '=', id).execute();
      assert.equal((await getAccount(first, id))?.credits_expire_at, exact);
      await sql`update accounts set credits_expire_at = 9007199254740993 where id = ${id}`.execute(first);
      await assert.rejects(getAccount(first, id), RangeError);
    });

    test('a transaction that fails leaves nothing', async () => {
      const account = await accountWith(0);
      const failing = first.transaction().execute(async (trx) => {
        await trx.updateTable('accounts').set({ used: 7 }).where('id', '=', account.id).execute();
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      assert.equal(await usedBy(account), 0);
    });

    test('deleting an account deletes its rows', async () => {
      const account = await accountWith(0);
      const begun = await beginJob(first, systemClock, jobFor(account, { keyId: await keyOf(account) }));
      assert.ok(begun !== 'quota_exceeded' && 'job' in begun);
      await first.deleteFrom('accounts').where('id', '=', account.id).execute();
      assert.equal(await findJob(first, begun.job.id), undefined);
      assert.deepEqual(await listKeys(first, account.id), []);
    });
  });

test('work of the leader is done by one node at a time, and by another when it is gone', async () => {
  const url = await postgres.database();
  const [one, two] = [await openPostgres(url, 2), await openPostgres(url, 2)];
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const leading = one.leader.lead(async () => {
    begun.resolve();
    await promise;
  });
  await begun.promise;
  const refused = await two.leader.lead(() => Promise.reject(new Error('two leaders')));
  assert.equal(refused, false);
  resolve();
  assert.equal(await leading, true);
  assert.equal(await two.leader.lead(async () => {}), true);
  await assert.rejects(
    two.leader.lead(() => Promise.reject(new TypeError('a mistake'))),
    TypeError,
  );
  assert.equal(await one.leader.lead(async () => {}), true);
  await one.db.destroy();
  await two.db.destroy();
});

test('a transaction whose server hangs ends once, and its connection with it', async () => {
  const own = await startPostgres();
  const { db } = await openPostgres(await own.database(), 2);
  await createAccount(db, systemClock, plans, { email: 'a@example.test', plan: 'starter', used: 1 });
  const stuck = db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ used: 2 }).execute();
    own.freeze();
    await trx.updateTable('accounts').set({ used: 3 }).execute();
  });
  await assert.rejects(stuck, DatabaseUnavailable);
  own.goOn();
  const row = await db.selectFrom('accounts').select('used').executeTakeFirstOrThrow();
  assert.equal(row.used, 1);
  await db.destroy();
  await own[Symbol.asyncDispose]();
});

test('nodes go by the clock of the database', async () => {
  const node = await openPostgres(await postgres.database(), 2);
  const { rows } = await sql<{ now: number }>`select cast(extract(epoch from now()) * 1000 as bigint) as now`.execute(
    node.db,
  );
  const apart = Math.abs(node.clock.now() - (rows[0]?.now ?? 0));
  assert.ok(apart < 60_000, `${apart} ms apart`);
  await node.db.destroy();
});

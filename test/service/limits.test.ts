// The same sentences over rates in memory and in PostgreSQL; there, all nodes count together.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgres, type OpenPostgres } from '#service/database/postgres.ts';
import type { Limits } from '#service/limits/limits.ts';
import { createMemoryLimits } from '#service/limits/memory.ts';
import { createPostgresLimits } from '#service/limits/postgres.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';

const settings = { convertRate: 20, ipRate: 3, engineSecondsPerHour: 60 };
let postgres: Postgres;
let nodes: OpenPostgres[];
before(async () => {
  postgres = await startPostgres();
  const url = await postgres.database();
  nodes = [await openPostgres(url, 5), await openPostgres(url, 5)];
});
after(async () => {
  for (const { db } of nodes) await db.destroy();
  await postgres[Symbol.asyncDispose]();
});

const poolOf = (n: number) => {
  const node = nodes[n];
  assert.ok(node !== undefined);
  return node.pool;
};

const kinds: Record<string, () => Limits> = {
  memory: () => createMemoryLimits(settings),
  postgres: () => createPostgresLimits(poolOf(0), settings),
};

for (const [kind, create] of Object.entries(kinds))
  describe(kind, () => {
    test('requests are counted down, then refused until the window ends', async () => {
      const { address } = create();
      for (const remaining of [2, 1, 0]) {
        const state = await address('203.0.113.1');
        assert.deepEqual(
          [state?.remaining, state?.exceeded, state?.limit, state?.windowSeconds],
          [remaining, false, 3, 60],
        );
      }
      const refused = await address('203.0.113.1');
      assert.equal(refused?.exceeded, true);
      assert.equal(refused.remaining, 0);
      assert.ok(refused.resetSeconds > 0 && refused.resetSeconds <= 60);
    });

    test('clients and limits are counted apart', async () => {
      const limits = create();
      for (let n = 0; n < 3; n++) await limits.address('203.0.113.2');
      assert.equal((await limits.address('203.0.113.3'))?.exceeded, false);
      assert.equal((await limits.dashboard('203.0.113.2'))?.exceeded, false);
      assert.equal((await limits.address('203.0.113.2'))?.exceeded, true);
    });

    test('of fifty requests at once as many pass as the limit says', async () => {
      const { convert } = create();
      const states = await Promise.all(Array.from({ length: 50 }, () => convert('at-once')));
      assert.equal(states.filter((state) => state?.exceeded === false).length, 20);
    });

    test('an address may be as long as addresses are', async () => {
      const { mailsTo } = create();
      assert.equal((await mailsTo(`${'a'.repeat(300)}@example.test`))?.exceeded, false);
    });
  });

test('a rate of 0 is none', async () => {
  const { address } = createPostgresLimits(poolOf(0), { ...settings, convertRate: 0, ipRate: 0 });
  assert.equal(await address('x'), null);
});

test('two nodes count together', async () => {
  const [one, two] = [createPostgresLimits(poolOf(0), settings), createPostgresLimits(poolOf(1), settings)];
  const states = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? one : two).convert('on both')));
  assert.equal(states.filter((state) => state?.exceeded === false).length, 20);
});

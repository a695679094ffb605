// The contract of every dispatcher, in this process or through the database: one set of tests for both.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engines } from '#conversion/engines/index.ts';
import { newId } from '#core/ids.ts';
import type { Order, Outcome } from '#service/dispatch/dispatcher.ts';
import { createSealer } from '#service/dispatch/sealed.ts';
import { Stopped } from '#service/jobs/running.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { testBucket } from '../support/s3.ts';
import { copied, withSaboteurs } from '../support/saboteurs.ts';

const limits = { concurrency: 1, queueSize: 20 } as const;
const never = new AbortController().signal;
let postgres: Postgres;
before(async () => void (postgres = await startPostgres()));
after(() => postgres[Symbol.asyncDispose]());

const happens = async (probe: () => Promise<boolean>): Promise<boolean> => eventually(probe, 'it').catch(() => false);

const secret = 'the same secret on every node that shares orders';

const slowToOpen = 'slow to open.txt';
/** Engines that look at documents of that name for ever. */
function engines(own: Engines): Engines {
  const { inspectors } = own;
  const run = inspectors.run.bind(inspectors);
  inspectors.run = (task, args, options) =>
    JSON.stringify(args ?? null).includes(slowToOpen)
      ? sleep(60_000, undefined, { signal: options.signal }).then(() => run(task, args, options))
      : run(task, args, options);
  return own;
}

const places = {
  'in process': async () => startPlaten(limits, { tools: withSaboteurs, engines }),
  shared: async () =>
    startPlaten(
      { ...limits, databaseUrl: await postgres.database(), files: await testBucket(), secret },
      { tools: withSaboteurs, engines },
    ),
};

for (const [place, start] of Object.entries(places))
  void suite(place, () => {
    let platen: Platen;
    let folder: string;
    before(async () => {
      platen = await start();
      folder = await mkdtemp(join(tmpdir(), 'platen-orders-'));
    });
    after(async () => {
      assert.deepEqual(await platen.leftovers(), []);
      await platen[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    const orderOf = (tool: string, more: Partial<Order> = {}): Order => ({
      jobId: newId(Date.now()),
      accountId: 'somebody',
      tool,
      options: { mode: 'fast' },
      inputs: [{ file: 'input-0.txt', name: 'letter to Ada.txt' }],
      output: 'result.txt',
      timeoutMs: 30_000,
      leftMs: 30_000,
      startWithinMs: 20_000,
      ...more,
    });

    interface Performed {
      order: Order;
      outcome: Outcome;
    }

    /** Submits an order with a file of its own, as accept.ts does. It is enqueued once `mayWait` is fulfilled, and `enqueued` is told. */
    async function perform(
      order: Order,
      signal = never,
      { mayWait, enqueued }: { mayWait?: Promise<unknown>; enqueued?: () => void } = {},
    ): Promise<Performed> {
      const own = await mkdtemp(join(folder, 'order-'));
      await writeFile(join(own, 'input-0.txt'), `of ${order.accountId}`);
      const { dispatcher, db } = platen.service;
      await using submission = await dispatcher.submit(order, own);
      await mayWait;
      await db.transaction().execute((trx) => submission.enqueue(trx));
      enqueued?.();
      return { order, outcome: await submission.outcome(signal) };
    }

    const textOf = async ({ order }: Performed): Promise<string | undefined> => {
      const stream = await platen.service.files.readOutput(order.jobId);
      return stream === null ? undefined : Buffer.concat(await stream.toArray()).toString('utf8');
    };

    const codeOf = ({ outcome }: Performed): string => (outcome.kind === 'success' ? 'success' : outcome.code);

    test('an order ends with its result stored and a report', async () => {
      const done = await perform(orderOf('copy', { options: { mode: 'fast', text: 'a' } }));
      assert.ok(done.outcome.kind === 'success' && done.outcome.seconds > 0);
      assert.deepEqual([done.outcome.bytes, done.outcome.report], [11, { warnings: ['a warning'] }]);
      assert.equal(await textOf(done), 'of somebody');
    });

    test('failures of a tool, the engine or the limits become the outcome', async () => {
      const codes = [];
      for (const tool of ['broken', 'crash', 'refuses-late', 'too-slow', 'nothing-like-it'])
        codes.push(codeOf(await perform(orderOf(tool))));
      const expected = ['source_unreadable', 'conversion_failed', 'password_protected', 'conversion_timeout'];
      assert.deepEqual(codes, [...expected, 'tool_not_found']);
      const late = await perform(orderOf('hang', { timeoutMs: 300, leftMs: 300 }));
      assert.equal(codeOf(late), 'conversion_timeout');
      assert.equal(await textOf(late), undefined);
    });

    test('stopping an order ends it at once, and frees its slot', async () => {
      for (const by of ['client', 'delete'] as const) {
        const stop = new AbortController();
        const hanging = perform(orderOf('hang'), stop.signal);
        await eventually(async () => platen.service.dispatcher.running === 1, 'it is being performed');
        stop.abort(new Stopped(by));
        const { outcome } = await hanging;
        assert.ok(outcome.kind === 'failure' && outcome.stoppedBy === by);
        await eventually(async () => platen.service.dispatcher.running === 0, 'the slot is free');
      }
    });

    test('an order that nobody starts in time was not performed', async () => {
      const stop = new AbortController();
      const hanging = perform(orderOf('hang'), stop.signal);
      await eventually(async () => platen.service.dispatcher.running === 1, 'the only slot is taken');
      const late = await perform(orderOf('copy', { startWithinMs: 200 }));
      assert.equal(codeOf(late), 'server_busy');
      stop.abort(new Stopped('client'));
      await hanging;
      await eventually(async () => platen.service.dispatcher.running === 0, 'the slot is free');
      assert.equal(await textOf(late), undefined);
    });

    /** Eleven orders wait for the only slot until it is free. @returns the accounts in the order of their turns; undefined when the slot was free too early */
    async function turnsOfMany(attempt: number): Promise<string[] | undefined> {
      const { dispatcher } = platen.service;
      copied.length = 0;
      const all: Promise<unknown>[] = [];
      // Their files are stored before the slot is taken: a slot is held for some seconds only.
      const groups = [Array.from({ length: 8 }, () => 'many'), ['few', 'few', 'one']].map((accounts) => {
        const mayWait = Promise.withResolvers<void>();
        const sent = accounts.map((accountId) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          all.push(perform(orderOf('copy', { accountId }), never, { mayWait: mayWait.promise, enqueued: resolve }));
          return promise;
        });
        return { enqueue: mayWait.resolve, areWaiting: Promise.all(sent) };
      });
      const stop = new AbortController();
      // One of them continues in overtime, and the other has the slot. Accounts that held it in an earlier attempt have used more.
      const holders = ['first', 'second'].map((name) => `${name} of attempt ${String(attempt)}`);
      const hanging = holders.map((accountId) => perform(orderOf('hang', { accountId }), stop.signal));
      const isHeld = await happens(async () => dispatcher.running === 2);
      for (const { enqueue, areWaiting } of groups) {
        enqueue();
        await areWaiting;
      }
      // In one process an order is inspected before it waits for its turn.
      const areAllWaiting =
        isHeld && (await happens(async () => copied.length > 0 || dispatcher.waiting === all.length));
      const isTooEarly = copied.length > 0;
      stop.abort(new Stopped('client'));
      await Promise.all([...hanging, ...all]);
      return areAllWaiting && !isTooEarly ? [...copied] : undefined;
    }

    test('accounts take turns, however many orders one of them has', async () => {
      // An order that hangs keeps its slot for five seconds at least: on a machine that does other work, some wait no longer than that.
      let turns: string[] | undefined;
      for (let attempt = 0; attempt < 5 && turns === undefined; attempt++) turns = await turnsOfMany(attempt);
      assert.ok(turns !== undefined, 'all of them waited');
      const last = (account: string) => turns.lastIndexOf(`of ${account}`);
      assert.ok(last('one') <= 3, turns.join(' '));
      assert.ok(last('few') <= 5, turns.join(' '));
      assert.equal(last('many'), 10);
    });

    test('an account that has nothing running starts, though endless orders of another account have every slot', async () => {
      const stop = new AbortController();
      const endless = Array.from({ length: 6 }, () => perform(orderOf('hang', { accountId: 'endless' }), stop.signal));
      await eventually(async () => platen.service.dispatcher.running >= 1, 'the slot is taken');
      let hasEnded = false;
      const all = Promise.all(endless).then(() => (hasEnded = true));
      for (let n = 0; n < 3; n++)
        assert.equal(codeOf(await perform(orderOf('copy', { accountId: 'paying' }))), 'success');
      assert.ok(!hasEnded, 'it ended without any of them having to end');
      stop.abort(new Stopped('client'));
      await all;
      await eventually(async () => platen.service.dispatcher.running === 0, 'the slot is free');
    });

    test('files that take for ever to open keep the files of another account waiting no longer than conversions do', async () => {
      const stop = new AbortController();
      const inputs = [{ file: 'input-0.txt', name: slowToOpen }];
      let ended = 0;
      const endless = Array.from({ length: 4 }, () =>
        perform(orderOf('copy', { accountId: 'opens slowly', inputs }), stop.signal).then(() => (ended += 1)),
      );
      await sleep(500);
      for (let n = 0; n < 2; n++)
        assert.equal(codeOf(await perform(orderOf('copy', { accountId: 'paying', startWithinMs: 10_000 }))), 'success');
      assert.ok(ended < endless.length, 'not all of them had to end for it');
      stop.abort(new Stopped('client'));
      await Promise.all(endless);
      await eventually(async () => platen.service.dispatcher.running === 0, 'the slot is free');
    });

    test('a queue that one account has filled accepts the orders of another', async () => {
      const stop = new AbortController();
      const many = Array.from({ length: 21 }, () => perform(orderOf('hang', { accountId: 'many' }), stop.signal));
      const { dispatcher } = platen.service;
      const [few, same] = [
        { accountId: 'few', tool: 'copy' },
        { accountId: 'many', tool: 'copy' },
      ];
      await eventually(
        async () => dispatcher.isFull() && dispatcher.isFull(same) && !dispatcher.isFull(few),
        'the queue is full, for that account alone',
      );
      assert.equal(codeOf(await perform(orderOf('copy', few))), 'success');
      stop.abort(new Stopped('client'));
      const codes = (await Promise.all(many)).map(codeOf);
      assert.ok(codes.filter((code) => code === 'server_busy').length >= 1, 'one of the many has made room');
      await eventually(async () => dispatcher.running === 0, 'the slot is free');
    });

    test('more than may wait are refused, with a time to come back', async () => {
      const stop = new AbortController();
      const hanging = Array.from({ length: 21 }, () => perform(orderOf('hang'), stop.signal));
      const { dispatcher } = platen.service;
      await eventually(async () => dispatcher.isFull(), 'the queue is full');
      const refusal = await perform(orderOf('copy')).catch((error: unknown) => error);
      const { code, fields } =
        refusal instanceof Error ? (refusal as never) : ((refusal as Performed).outcome as never);
      assert.equal(code, 'server_busy');
      assert.equal((fields as { retry_after: number }).retry_after, dispatcher.retryAfterSeconds);
      assert.ok(dispatcher.retryAfterSeconds > 1 && dispatcher.retryAfterSeconds <= 60);
      stop.abort(new Stopped('client'));
      await Promise.all(hanging);
    });

    test('inputs go with the order, unless they are retained', async () => {
      const order = orderOf('copy');
      await perform(order);
      await platen.service.background.idle(5000);
      assert.deepEqual(await platen.service.files.inputNames(order.jobId), []);
      const kept = orderOf('crash');
      const own = await mkdtemp(join(folder, 'order-'));
      await writeFile(join(own, 'input-0.txt'), 'keep me');
      {
        await using submission = await platen.service.dispatcher.submit(kept, own);
        await platen.service.db.transaction().execute((trx) => submission.enqueue(trx));
        await submission.outcome(never);
        await submission.retainInputs();
      }
      await platen.service.background.idle(5000);
      assert.deepEqual(await platen.service.files.inputNames(kept.jobId), ['letter to Ada.txt']);
      await platen.service.files.deleteInputs(kept.jobId);
    });

    test('a transaction that fails leaves no order', async () => {
      const order = orderOf('copy');
      const own = await mkdtemp(join(folder, 'order-'));
      await writeFile(join(own, 'input-0.txt'), 'never');
      {
        await using submission = await platen.service.dispatcher.submit(order, own);
        const failing = platen.service.db.transaction().execute(async (trx) => {
          await submission.enqueue(trx);
          throw new Error('something else failed');
        });
        await assert.rejects(failing, /something else failed/);
      }
      await platen.service.background.idle(5000);
      assert.deepEqual(await platen.service.files.inputNames(order.jobId), []);
      assert.equal(await platen.service.files.readOutput(order.jobId), null);
    });
  });

test('a password is never in the database in plain text, and opens with the same secret for the same job alone', async () => {
  const databaseUrl = await postgres.database();
  await using platen = await startPlaten(
    { ...limits, databaseUrl, files: await testBucket(), secret },
    { tools: withSaboteurs },
  );
  const key = await platen.key();
  const stop = new AbortController();
  const hanging = platen.convert('hang', [{ name: 'a.txt', data: Buffer.from('x') }], { key, signal: stop.signal });
  const pdf = { name: 'a.pdf', data: Buffer.from('%PDF-1.4 no PDF') };
  const fields = { password: 'correct horse battery' };
  const waiting = platen.convert('protect-pdf', [pdf], { key, fields, signal: stop.signal });
  const { db } = platen.service;
  const rows = () =>
    sql<{ data: unknown }>`select data from pgboss.job where data->>'tool' = 'protect-pdf'`.execute(db);
  const [row] = await eventually(
    async () => ((await rows()).rows.length > 0 ? (await rows()).rows : false),
    'it waits',
  );
  assert.doesNotMatch(JSON.stringify(row), /correct horse/);
  assert.match(JSON.stringify(row), /"sealed":/);
  stop.abort();
  for (const call of [hanging, waiting]) await call.catch(() => {});

  const order = { tool: 'a', options: { password: 'p', other: 1 }, jobId: 'this' } as unknown as Order;
  const sealer = (key: string, previous?: string) => createSealer(() => new Set(['other']), key, previous);
  const sealed = sealer(secret).seal(order);
  assert.deepEqual(sealed.open, { other: 1 });
  assert.deepEqual(sealer(secret).unseal(sealed, 'this'), { password: 'p', other: 1 });
  assert.throws(() => sealer(secret).unseal(sealed, 'that'));
  assert.throws(() => sealer('another').unseal(sealed, 'this'));
  assert.deepEqual(sealer('another', secret).unseal(sealed, 'this'), { password: 'p', other: 1 });
});

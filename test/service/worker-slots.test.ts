// The slots that a worker counts for its claimed orders.
// It reads the real clock: its pauses are longer than the 400 ms for which work keeps its slot, or than a retry of the database.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { DatabaseUnavailable } from '#service/database/unavailable.ts';
import type { SealedOrder } from '#service/dispatch/order-queue.ts';
import type { Cost, Taken } from '#service/dispatch/order-table.ts';
import { WorkerSlots } from '#service/dispatch/worker-slots.ts';
import { eventually } from '../support/platen.ts';

/** A worker where every tool typically needs a millisecond; all accounts are in good standing unless their orders say otherwise. */
function workerOf(waiting: Taken<SealedOrder>[], slots = 1, awayFor = 0) {
  const corrected: number[] = [];
  const asked: string[] = [];
  const worker = new WorkerSlots<SealedOrder>({
    queue: {
      async take(ids: readonly string[]) {
        const taken = waiting.find(({ id }) => id === ids[0]);
        if (taken !== undefined) waiting.splice(waiting.indexOf(taken), 1);
        return taken;
      },
      async waiting() {
        asked.push('waiting');
        const byAccount = Map.groupBy(waiting, ({ task }) => task.accountId);
        return [...byAccount.values()].flatMap((tasks) =>
          tasks.slice(0, 1).map(({ id, task, number }) => {
            const { accountId, tool, isVisitor = false, isWasteful = false } = task;
            return { id, accountId, tool, isVisitor, isWasteful, number, waitedMs: 0 };
          }),
        );
      },
      table: {
        async correct({ cost }: Cost) {
          if (awayFor-- > 0) throw new DatabaseUnavailable('the database is away', {});
          corrected.push(cost / 100);
        },
      },
    },
    slots,
    spending: { records: { isWasteful: () => false }, typical: { ms: () => 1 } },
    look: () => asked.push('look'),
  });
  return { worker, corrected, asked };
}

const orderOf = (id: string, more: Partial<SealedOrder>): Taken<SealedOrder> => ({
  id,
  waitedMs: 0,
  number: 0,
  task: { cost: 10, tool: 'copy', accountId: id, ...more } as SealedOrder,
});

test('an order of an earlier version, without a cost, counts for the time it has used', async () => {
  const old = orderOf('old', {});
  delete old.task.cost;
  const { worker, corrected } = workerOf([old]);
  const taken = await worker.next();
  assert.ok(taken !== undefined);
  await sleep(600);
  worker.leave(taken);
  assert.ok(corrected.length === 1 && corrected.every((seconds) => seconds >= 0.5 && seconds < 5), String(corrected));
});

test('a correction of virtual time that the database has not taken is made again, and once', async () => {
  const waiting = [orderOf('a', {})];
  const { worker, corrected } = workerOf(waiting, 1, 1);
  const began = performance.now();
  const taken = await worker.next();
  assert.ok(taken !== undefined);
  await sleep(600);
  waiting.push(orderOf('b', {}));
  assert.equal((await worker.next())?.id, 'b', 'nothing waits for that');
  worker.leave(taken);
  const tookMs = performance.now() - began;
  const sum = () => corrected.reduce((seconds, one) => seconds + one, 0);
  await eventually(async () => corrected.length > 0 && sum() > tookMs / 1000 - 0.3, 'both corrections are stored');
  // Nothing is counted twice.
  await sleep(700);
  const seconds = sum();
  assert.ok(Math.abs(seconds - (tookMs / 1000 - 0.1)) < 0.2, `${String(corrected)} of ${tookMs} ms`);
});

test('the visitors of a worker take turns among themselves, with a free slot and without', async () => {
  for (const accounts of [0, 1]) {
    const waiting: Taken<SealedOrder>[] = [];
    const { worker } = workerOf(waiting, 2);
    const next = async (...orders: Taken<SealedOrder>[]) => {
      waiting.push(...orders);
      return (await worker.next())?.id;
    };
    const endless = { isVisitor: true, accountId: 'one visitor' };
    assert.equal(await next(orderOf('endless', endless)), 'endless');
    for (let n = 0; n < accounts; n++) assert.equal(await next(orderOf('account', {})), 'account');
    assert.equal(await next(orderOf('another', { isVisitor: true }), orderOf('again', endless)), undefined);
    await sleep(450);
    assert.equal(await next(), 'another');
    assert.equal(await next(), undefined, 'they have no more than their part');
  }
});

test('an account that burns its time has all slots of a worker while nobody else waits', async () => {
  const own = (id: string) => orderOf(id, { accountId: 'burns', isWasteful: true });
  const waiting = [own('a'), own('b'), own('c'), own('d')];
  const { worker } = workerOf(waiting, 4);
  for (const id of ['a', 'b', 'c']) assert.equal((await worker.next())?.id, id);
  waiting.push(orderOf('visitor', { isVisitor: true }));
  assert.equal(await worker.next(), undefined, 'somebody else waits');
  waiting.pop();
  assert.equal((await worker.next())?.id, 'd');
});

test('a worker with full slots asks once for waiting orders, and not again while there are none', async () => {
  const waiting = [orderOf('a', {}), orderOf('b', {}), orderOf('c', {})];
  const { worker, asked } = workerOf(waiting, 3);
  for (let n = 0; n < 3; n++) assert.ok((await worker.next()) !== undefined);
  asked.length = 0;
  assert.equal(await worker.next(), undefined);
  assert.deepEqual(asked, [], 'nobody has had its slot for long');
  await sleep(450);
  assert.deepEqual(asked, ['look'], 'but will have by now');
  assert.equal(await worker.next(), undefined);
  await sleep(300);
  assert.deepEqual(asked, ['look', 'waiting']);
});

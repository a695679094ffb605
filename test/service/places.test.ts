// What a worker counts for the orders that it has taken.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { DatabaseUnavailable } from '#service/database/unavailable.ts';
import type { SealedOrder } from '#service/dispatch/order-queue.ts';
import { fairPlaces } from '#service/dispatch/places.ts';
import type { Taken, TaskQueue } from '#service/dispatch/task-queue.ts';

const groupOf = ({ task }: Taken<SealedOrder>) =>
  task.isVisitor === true || task.isWasteful === true ? 'last' : task.accountId;

/** A worker where every tool usually takes a millisecond; all accounts are in good standing but as their orders say. */
function workerOf(waiting: Taken<SealedOrder>[], slots = 1, awayFor = 0) {
  const corrected: number[] = [];
  const asked: string[] = [];
  const able = (without: readonly string[]) => waiting.filter((one) => !without.includes(groupOf(one)));
  const orders = {
    async take(without: readonly string[]) {
      const [first] = able(without);
      if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
      return first;
    },
    async firsts() {
      asked.push('firsts');
      const byAccount = Map.groupBy(waiting, ({ task }) => task.accountId);
      return [...byAccount.values()].flatMap(([first]) =>
        first === undefined ? [] : [{ ...first, group: groupOf(first) }],
      );
    },
  } as Partial<TaskQueue<SealedOrder>> as TaskQueue<SealedOrder>;
  const places = fairPlaces({
    queue: {
      orders,
      async correctTurns(_accountId, seconds) {
        if (awayFor-- > 0) throw new DatabaseUnavailable('the database is away', {});
        corrected.push(seconds);
      },
    },
    slots,
    spending: { records: { isWasteful: () => false }, usual: { ms: () => 1 } },
    look: () => asked.push('look'),
  });
  return { places, corrected, asked };
}

const orderOf = (id: string, more: Partial<SealedOrder>): Taken<SealedOrder> => ({
  id,
  waitedMs: 0,
  number: 0,
  task: { cost: 10, tool: 'copy', accountId: id, ...more } as SealedOrder,
});

test('an order of a node of an earlier version, which says nothing of its cost, counts for what it has taken', async () => {
  const old = orderOf('old', {});
  delete old.task.cost;
  const { places, corrected } = workerOf([old]);
  const taken = await places.next();
  assert.ok(taken !== undefined);
  await sleep(600);
  places.leave(taken);
  assert.ok(corrected.length === 1 && corrected.every((seconds) => seconds >= 0.5 && seconds < 5), String(corrected));
});

test('a correction of turns that the database has not taken is made again, and once', async () => {
  const waiting = [orderOf('a', {})];
  const { places, corrected } = workerOf(waiting, 1, 1);
  const began = performance.now();
  const taken = await places.next();
  assert.ok(taken !== undefined);
  await sleep(600);
  waiting.push(orderOf('b', {}));
  assert.equal((await places.next())?.id, 'b', 'nothing waits for that');
  places.leave(taken);
  const tookMs = performance.now() - began;
  await sleep(700);
  const seconds = corrected.reduce((sum, one) => sum + one, 0);
  assert.ok(Math.abs(seconds - (tookMs / 1000 - 0.1)) < 0.2, `${String(corrected)} of ${tookMs} ms`);
});

test('the visitors of a worker take turns among themselves, with a free slot and without', async () => {
  for (const accounts of [0, 1]) {
    const waiting: Taken<SealedOrder>[] = [];
    const { places } = workerOf(waiting, 2);
    const next = async (...orders: Taken<SealedOrder>[]) => {
      waiting.push(...orders);
      return (await places.next())?.id;
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
  const { places } = workerOf(waiting, 4);
  for (const id of ['a', 'b', 'c']) assert.equal((await places.next())?.id, id);
  waiting.push(orderOf('visitor', { isVisitor: true }));
  assert.equal(await places.next(), undefined, 'somebody else waits');
  waiting.pop();
  assert.equal((await places.next())?.id, 'd');
});

test('a worker with full slots asks once what waits, and no more while nothing does', async () => {
  const waiting = [orderOf('a', {}), orderOf('b', {}), orderOf('c', {})];
  const { places, asked } = workerOf(waiting, 3);
  for (let n = 0; n < 3; n++) assert.ok((await places.next()) !== undefined);
  assert.equal(await places.next(), undefined);
  assert.deepEqual(asked, [], 'nobody has had its slot for long');
  await sleep(450);
  assert.deepEqual(asked, ['look'], 'but will have by now');
  assert.equal(await places.next(), undefined);
  await sleep(300);
  assert.deepEqual(asked, ['look', 'firsts']);
});

// What a worker counts for the orders that it has taken.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { SealedOrder } from '#service/dispatch/order-queue.ts';
import { fairPlaces } from '#service/dispatch/places.ts';
import type { Taken, TaskQueue } from '#service/dispatch/task-queue.ts';

/** A worker of one slot, where every tool usually takes a millisecond. */
function workerOf(waiting: Taken<SealedOrder>[]) {
  const corrected: number[] = [];
  const able = (without: readonly string[]) =>
    waiting.filter(({ task }) => !without.includes(task.isVisitor === true ? 'last' : task.accountId));
  const orders = {
    async take(without: readonly string[]) {
      const [first] = able(without);
      if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
      return first;
    },
    peek: async (without: readonly string[]) => able(without)[0],
  } as TaskQueue<SealedOrder>;
  const places = fairPlaces({
    queue: { orders, correctTurns: async (_accountId, seconds) => void corrected.push(seconds) },
    slots: 1,
    spending: { records: { isWasteful: () => false }, usual: { ms: () => 1 } },
    look: () => {},
  });
  return { places, corrected };
}

const orderOf = (id: string, more: Partial<SealedOrder>): Taken<SealedOrder> => ({
  ...{ id, waitedMs: 0, number: 0 },
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

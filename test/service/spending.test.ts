// Whose time is wasted, and by whom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Background } from '#service/background.ts';
import type { Order, Outcome } from '#service/dispatch/dispatcher.ts';
import { taskId, type OrderQueue } from '#service/dispatch/order-queue.ts';
import type { Sealer } from '#service/dispatch/sealed.ts';
import { createSharedDispatcher } from '#service/dispatch/shared.ts';
import type { Files } from '#service/files/files.ts';
import { createSpending, judged } from '#service/dispatch/spending.ts';

const ended = { kind: 'failure', code: 'conversion_failed', fields: {}, cause: '' } as const;
const late = { ...ended, code: 'conversion_timeout' } as const;
const done = { kind: 'success', bytes: 1, report: {}, seconds: 0.3 } as const;
const order = { accountId: 'one', tool: 'copy' };
const newSpending = () =>
  createSpending({
    engineSeconds: { async spend() {}, exhaustedFor: () => Promise.resolve(null), usedBy: () => Promise.resolve(null) },
  });

test('one document that never ends does not make an account one that burns its time; three do', () => {
  const spending = newSpending();
  for (let n = 0; n < 50; n++) spending.note(order, done, 0.3);
  for (let n = 0; n < 2; n++) {
    spending.note(order, judged(late, true), 80);
    assert.ok(!spending.records.isWasteful('one'));
  }
  spending.note(order, judged(late, true), 80);
  assert.ok(spending.records.isWasteful('one'));
});

test('an account of which nothing but waste is known is recognised by it at once, until something useful comes of its time', () => {
  const spending = newSpending();
  spending.note(order, judged(late, true), 5);
  assert.ok(spending.records.isWasteful('one'));
  spending.note(order, done, 0.3);
  assert.ok(!spending.records.isWasteful('one'));
});

test('work that was ended early, failures of an engine, and calls that the client soon leaves are not wasted time', () => {
  const spending = newSpending();
  for (let n = 0; n < 10; n++) {
    spending.note(order, judged(late, false), 4);
    spending.note(order, judged({ ...ended, stoppedBy: 'client' }, false), 4);
    spending.note(order, judged(ended, true), 60);
  }
  assert.ok(!spending.records.isWasteful('one'));
  for (let n = 0; n < 2; n++) spending.note(order, judged({ ...ended, stoppedBy: 'client' }, true), 60);
  assert.ok(spending.records.isWasteful('one'), 'but a client that leaves long after is wasteful');
});

test('a node that has performed an order itself learns of it once, and of those of others from their outcomes', async () => {
  let end: (id: string, outcome: Outcome) => void = () => {};
  const ends = { onEnded() {}, onGap() {} };
  const orders = { ...ends, onEnded: (heard: typeof end) => void (end = heard), async forget() {} };
  const learnt: unknown[] = [];
  await using dispatcher = createSharedDispatcher({
    orderQueue: { orders, previews: ends } as unknown as OrderQueue,
    files: { async putInputs() {}, async deleteInputs() {} } as unknown as Files,
    sealer: {} as Sealer,
    background: { run: () => {} } as unknown as Background,
    spending: { ...newSpending(), learn: (_order, { workerId }) => void learnt.push(workerId) },
    nodeId: 'this',
    queueSize: 1,
  });
  for (const workerId of ['this', 'another']) {
    const sent = { ...order, jobId: `by ${workerId}`, inputs: [], startWithinMs: 1000 } as unknown as Order;
    await using submission = await dispatcher.submit(sent, '/nowhere');
    const outcome = submission.outcome(new AbortController().signal);
    end(taskId(sent.jobId), { ...done, workerId });
    await outcome;
  }
  assert.deepEqual(learnt, ['another']);
});

test('work ended by a stopping node or a full disk is not an account’s waste of time', () => {
  const spending = newSpending();
  for (let n = 0; n < 3; n++) {
    spending.note(order, judged({ ...ended, stoppedBy: 'shutdown' }, true), 60);
    spending.note(order, judged({ ...late, storage: 'the disk is full' }, true), 60);
  }
  assert.ok(!spending.records.isWasteful('one'));
  for (let n = 0; n < 3; n++) spending.note({ accountId: 'two', tool: 'copy' }, judged(late, true), 60);
  assert.ok(spending.records.isWasteful('two'));
});

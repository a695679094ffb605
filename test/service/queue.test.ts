// Turns by time, slots that nobody can take from others, and overtime, in the queue of one process.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { FirstOrder } from '#service/async/order-rows.ts';
import { AsyncSlots } from '#service/async/slots.ts';
import { createYielding } from '#service/dispatch/yielding.ts';
import { createTypical } from '#service/dispatch/typical.ts';
import { createInMemoryQueue } from '#service/queue/in-memory.ts';
import { QueueFull, type Acquisition } from '#service/queue/queue.ts';
import { Records } from '#service/queue/records.ts';
import { VirtualTime } from '#service/queue/virtual-time.ts';

const wait = { signal: new AbortController().signal, maxWaitMs: 10_000 };
const release = (slots: readonly Disposable[]) => {
  for (const slot of slots) slot[Symbol.dispose]();
};

/** A queue, with the names of what has started so far. */
function queueOf(slots: Parameters<typeof createInMemoryQueue>[0]) {
  const queue = createInMemoryQueue(slots);
  const started: string[] = [];
  const acquire = (account: string, options: Partial<Acquisition> = {}) =>
    queue.acquire(account, { ...wait, ...options }).then((slot) => {
      started.push(account);
      return slot;
    });
  return { queue, started, acquire };
}

/** Work that records its events when others need its slot. */
function overtime() {
  const events: string[] = [];
  return { events, yielding: { giveWay: () => void events.push('gives way'), end: () => void events.push('ended') } };
}

const newSpending = () => ({ records: new Records(), typical: createTypical() });
const orderOf = (id: string): FirstOrder => ({ account_id: id, job_id: id, put_back: 0, tool: 'copy' });

const whenDone = () => new Promise(setImmediate);

test('an account that has used more seconds comes later, even with fewer calls', () => {
  const time = new VirtualTime();
  for (const [account, ranMs] of [
    ['slow', 30_000],
    ['quick', 200],
  ] as const)
    time.charge(account, 1000).correct(ranMs);
  const order: string[] = [];
  for (let n = 0; n < 20; n++) {
    const next = time.startOf('quick') <= time.startOf('slow') ? 'quick' : 'slow';
    order.push(next);
    time.charge(next, next === 'quick' ? 200 : 30_000);
  }
  assert.ok(!order.includes('slow'), order.join(' '));
});

test('an account that was idle has saved up nothing', () => {
  const time = new VirtualTime();
  for (let n = 0; n < 100; n++) time.charge('busy', 1000);
  assert.equal(time.startOf('idle'), 99, 'where the work started that is under way');
});

test('when nothing runs or waits, all accounts are equal again', async () => {
  const { started, acquire } = queueOf({ workers: 1, size: 20 });
  release([await acquire('heavy', { typicalMs: 10 })]);
  const first = await acquire('other', { typicalMs: 10 });
  const waiting = [acquire('heavy', { typicalMs: 10 }), acquire('light', { typicalMs: 10 })] as const;
  release([first]);
  release([await waiting[0]]);
  release([await waiting[1]]);
  assert.deepEqual(started, ['heavy', 'other', 'heavy', 'light']);
  const slots = new AsyncSlots({ slots: 1, busyElsewhere: () => 0, spending: newSpending() });
  const orders = ['heavy', 'light'].map(orderOf);
  const next = () => {
    const chosen = slots.choose(orders);
    assert.ok(typeof chosen !== 'number');
    return chosen;
  };
  const chosen = next();
  const heavy = slots.begin(orders[0] as FirstOrder, createYielding(), chosen);
  assert.equal(slots.choose([]), Infinity, 'nothing waits');
  release([heavy]);
  assert.equal(next().start[0]?.accountId, 'light', 'it has used less');
  assert.equal(slots.choose([]), Infinity);
  assert.equal(next().start[0]?.accountId, 'heavy', 'the first in line');
});

test('one account never has all slots while another waits', async () => {
  const { started, acquire } = queueOf({ workers: 3, size: 20 });
  const first = await Promise.all([acquire('many'), acquire('many'), acquire('many')]);
  const waiting = [acquire('many'), acquire('many'), acquire('few'), acquire('few')];
  release(first);
  await whenDone();
  assert.equal(started.slice(3).filter((account) => account === 'few').length, 1);
  release(await Promise.all(waiting.slice(0, 1)));
  release(await Promise.all(waiting.slice(1)));
});

test('visitors share a quarter of the slots, and never have the last one', async () => {
  const { queue, started, acquire } = queueOf({ workers: 8, size: 20 });
  const visitors = ['a', 'b', 'c'].map((address) => acquire(address, { isVisitor: true }));
  await whenDone();
  assert.deepEqual(started, ['a', 'b']);
  assert.equal(queue.waiting, 1);
  const accounts = await Promise.all(Array.from({ length: 6 }, (_, n) => acquire(`account ${n}`)));
  assert.equal(started.length, 8, 'the others are for accounts');
  release([...accounts, ...(await Promise.all(visitors.slice(0, 2)))]);
  release([await (visitors[2] as Promise<Disposable>)]);

  const small = queueOf({ workers: 2, size: 20 });
  const account = await small.acquire('account');
  const visitor = small.acquire('a', { isVisitor: true });
  await whenDone();
  assert.equal(small.queue.waiting, 1, 'the last slot is not a visitor’s');
  release([account]);
  release([await visitor]);
});

test('work that runs far longer than is typical yields its slot to an account that has used less, and continues beside it', async () => {
  const { queue, started, acquire } = queueOf({ workers: 1, size: 20 });
  const long = overtime();
  const slow = await acquire('slow', { typicalMs: 10, yielding: long.yielding });
  const again = acquire('slow', { typicalMs: 10 });
  const quick = await acquire('quick', { typicalMs: 10 });
  assert.deepEqual(long.events, ['gives way']);
  assert.deepEqual(started, ['slow', 'quick'], 'the next one of the same account comes after it');
  assert.equal(queue.running, 2);
  release([quick]);
  release([await again, slow]);
  assert.equal(queue.running + queue.waiting, 0);
});

test('visitors take turns among themselves also while accounts have the other slots', async () => {
  const { started, acquire } = queueOf({ workers: 2, size: 20 });
  const endless = overtime();
  const first = await acquire('one', { isVisitor: true, typicalMs: 10, yielding: endless.yielding });
  const account = await acquire('account', { typicalMs: 10_000 });
  const another = await acquire('another', { isVisitor: true });
  assert.deepEqual(endless.events, ['gives way']);
  assert.deepEqual(started, ['one', 'account', 'another']);
  release([first, account, another]);
});

test('an account with nothing running starts although asynchronous work has all slots; that work is put back, not ended', async () => {
  const { started, acquire } = queueOf({ workers: 2, size: 20 });
  const endless = [overtime(), overtime(), overtime()] as const;
  const begin = (n: 0 | 1 | 2) => acquire('many', { typicalMs: 10, putBack: 0, yielding: endless[n].yielding });
  const [first, second] = await Promise.all([begin(0), begin(1)]);
  const one = await acquire('one', { typicalMs: 10, putBack: 0 });
  assert.deepEqual(endless[0].events, ['gives way'], 'there is room beside the slots for the first');
  // It has used more than any of the others by now, but nothing of it runs.
  await sleep(450);
  release([one]);
  const third = await begin(2);
  const another = await acquire('one', { typicalMs: 10, putBack: 0 });
  assert.deepEqual(
    endless.map(({ events }) => events.at(-1)),
    ['gives way', 'ended', undefined],
  );
  assert.deepEqual(started, ['many', 'many', 'one', 'many', 'one']);
  release([first, second, third, another].filter((slot) => slot !== undefined));
});

test('work that was put back begins beside the slots, where it has a time of its own', async () => {
  const { queue, started, acquire } = queueOf({ workers: 1, size: 20 });
  const again = overtime();
  const slot = await acquire('fresh', { typicalMs: 10_000, putBack: 0 });
  const putBack = await acquire('long', { typicalMs: 10, putBack: 1, yielding: again.yielding });
  assert.deepEqual(started, ['fresh', 'long'], 'though the slot is taken');
  assert.deepEqual(again.events, ['gives way']);
  const other = acquire('other', { typicalMs: 10, putBack: 1 });
  await sleep(700);
  assert.equal(queue.waiting, 1, 'there is room for one');
  release([putBack]);
  release([await other, slot]);
  assert.equal(queue.running + queue.waiting, 0);
});

test('put-back work of accounts that burn their time does not replace each other’s again and again', async () => {
  const records = new Records();
  for (const account of ['one', 'two']) records.note(account, 100, true);
  const { queue, acquire } = queueOf({ workers: 1, size: 20, records });
  const [ofOne, ofTwo] = [overtime(), overtime()];
  const first = await acquire('one', { typicalMs: 10, putBack: 3, yielding: ofOne.yielding });
  const second = acquire('two', { typicalMs: 10, putBack: 3, yielding: ofTwo.yielding });
  await sleep(600);
  assert.ok(!ofOne.events.includes('ended'));
  assert.equal(queue.waiting, 1);
  const other = await acquire('other', { typicalMs: 10, putBack: 1 });
  assert.equal(ofOne.events.at(-1), 'ended', 'others replace it at once');
  release([first, other]);
  release([await second]);
});

test('asynchronous orders leave the slots of waiting calls to them, but one', () => {
  let busy = 3;
  const slots = new AsyncSlots({ slots: 3, busyElsewhere: () => busy, spending: newSpending() });
  const orders = ['a', 'b', 'c'].map(orderOf);
  const begun: Disposable[] = [];
  const start = () => {
    const waiting = orders.slice(begun.length);
    const chosen = slots.choose(waiting);
    if (typeof chosen === 'number' || chosen.displaced !== undefined) return false;
    begun.push(slots.begin(waiting[0] as FirstOrder, createYielding(), chosen));
    return true;
  };
  assert.deepEqual([start(), start()], [true, false]);
  busy = 1;
  assert.deepEqual([start(), start()], [true, false]);
  release(begun);
});

test('work keeps its slot while nobody else waits for one', async () => {
  const { queue, acquire } = queueOf({ workers: 1, size: 20 });
  const long = overtime();
  const slow = await acquire('slow', { typicalMs: 1, yielding: long.yielding });
  const again = acquire('slow');
  await sleep(700);
  assert.deepEqual(long.events, []);
  assert.equal(queue.waiting, 1);
  release([slow]);
  release([await again]);
});

test('accounts that burn their time come last, and are ended when overtime is full', async () => {
  const records = new Records();
  for (const account of ['burns', 'burns', 'burns too', 'burns too']) records.note(account, 30, true);
  const { started, acquire } = queueOf({ workers: 2, size: 20, records });
  const [one, two] = [overtime(), overtime()];
  const first = await acquire('burns', { yielding: one.yielding });
  const second = acquire('burns too', { yielding: two.yielding });
  await whenDone();
  assert.deepEqual(started, ['burns'], 'together they have a quarter');
  assert.deepEqual(one.events, ['gives way'], 'and the processors when nobody else wants them');
  const good = await Promise.all([acquire('good'), acquire('better')]);
  assert.deepEqual(started, ['burns', 'good', 'better'], 'without any patience');
  release(good);
  const later = await second;
  // Overtime has one place here, which the first has taken.
  const more = await Promise.all([acquire('good'), acquire('better')]);
  assert.ok(one.events.includes('ended') !== two.events.includes('ended'), 'one of them is ended');
  release([...more, later, first]);
});

test('an account that burns its time has all slots while nobody else waits', async () => {
  const records = new Records();
  for (let n = 0; n < 3; n++) records.note('burns', 30, true);
  const { queue, started, acquire } = queueOf({ workers: 8, size: 20, records });
  assert.ok(queue.hasFree({}, 'burns'));
  const slots = await Promise.all(Array.from({ length: 8 }, () => acquire('burns', overtime())));
  const more = acquire('burns');
  const good = await acquire('good');
  assert.deepEqual(started.slice(8), ['good'], 'and makes room for a newcomer');
  release([...slots, good]);
  release([await more]);
});

test('a record is forgiven by useful work', () => {
  const records = new Records();
  for (let n = 0; n < 3; n++) records.note('account', 10, true);
  assert.ok(records.isWasteful('account'));
  records.note('account', 31, false);
  assert.ok(!records.isWasteful('account'));
  assert.ok(!records.isWasteful('somebody else'));
});

test('an account that fills the queue makes room for others', async () => {
  const { queue, acquire } = queueOf({ workers: 1, size: 3 });
  const slot = await acquire('many');
  const waiting = [acquire('many'), acquire('many'), acquire('many')];
  const ends = waiting.map((one) =>
    one.then(
      () => 'started',
      (error: unknown) => error,
    ),
  );
  assert.ok(queue.isFull() && queue.isFull({}, 'many') && !queue.isFull({}, 'few'));
  await assert.rejects(acquire('many'), QueueFull);
  const few = acquire('few');
  assert.ok((await ends[2]) instanceof QueueFull, 'the last one that came');
  assert.equal(queue.waiting, 3);
  release([slot]);
  release([await few]);
  for (const one of waiting.slice(0, 2)) release([await one]);
});

test('whether others wait is known for a while, nobody counts for itself, and neither does a moment', async () => {
  const { queue, acquire } = queueOf({ workers: 1, size: 3 });
  const slot = await acquire('one');
  const waiting = acquire('two');
  assert.equal(queue.secondsOfOthers('one'), 0);
  await sleep(550);
  const seconds = queue.secondsOfOthers('one');
  assert.ok(seconds > 59 && seconds <= 60, String(seconds));
  assert.equal(queue.secondsOfOthers('two'), 0);
  release([slot]);
  release([await waiting]);
  await sleep(100);
  const later = queue.secondsOfOthers('one');
  assert.ok(later > 59 && later < 60, String(later));
});

test('the typical duration of a tool is moved little by a few very long ones', () => {
  const typical = createTypical();
  for (let n = 0; n < 50; n++) typical.note('rotate-pdf', 0.05);
  for (let n = 0; n < 3; n++) typical.note('rotate-pdf', 60);
  assert.ok(typical.ms('rotate-pdf') < 500, `${typical.ms('rotate-pdf')}`);
  assert.notEqual(typical.ms('epub-to-pdf'), typical.ms('rotate-pdf'));
});

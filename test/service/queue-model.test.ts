// The rules of every queue, on plain data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasOverrun,
  leastEntitled,
  nextInSlot,
  overtimeBeside,
  relief,
  type Line,
  type Running,
  type Waiting,
} from '#service/queue/model.ts';
import { Slots } from '#service/queue/slots.ts';
import { counted } from '#service/queue/virtual-time.ts';

const party = (accountId: string) => ({ accountId, isVisitor: false, isWasteful: false });
const waiting = (accountId: string, more: Partial<Waiting> = {}): Waiting => ({
  ...party(accountId),
  used: 0,
  ...more,
});
const running = (accountId: string, more: Partial<Running> = {}): Running => ({
  ...party(accountId),
  used: 10,
  began: 0,
  typicalMs: 100,
  canYield: true,
  ...more,
});
const line = (more: Partial<Line>): Line => ({ now: 0, slots: 1, overtime: 1, waiting: [], running: [], ...more });
const namesOf = (items: readonly Waiting[]) => items.map(({ accountId }) => accountId);

test('the account that has used least goes first, and among equals the first in line', () => {
  const all = [waiting('a', { used: 2 }), waiting('b', { used: 1 }), waiting('c', { used: 1 })];
  assert.deepEqual(namesOf(nextInSlot(line({ waiting: all }))), ['b', 'c', 'a']);
  assert.deepEqual(nextInSlot(line({ waiting: all, running: [running('x')] })), [], 'the slot is taken');
});

test('work keeps its slot for four times its typical duration, 0.4 to 2.5 seconds', () => {
  for (const [typicalMs, keepsMs] of [
    [10, 400],
    [300, 1200],
    [10_000, 2500],
  ] as const) {
    const at = (now: number) => line({ now, waiting: [waiting('a')], running: [running('b', { typicalMs })] });
    assert.equal(relief(at(keepsMs - 300)), 300);
    assert.equal(relief(at(keepsMs - 1)), 250, 'not too often');
    const made = relief(at(keepsMs));
    assert.ok(typeof made !== 'number' && made.displaced?.accountId === 'b' && made.isInSlot);
    assert.equal(made.ended, undefined, 'it continues in overtime');
  }
});

test('when overtime is full, the work that has overrun most ends, after ten times its typical duration', () => {
  const beside = running('c', { overtimeSince: 500, typicalMs: 600 });
  const at = (now: number, more: Partial<Running> = {}) =>
    relief(line({ now, waiting: [waiting('a')], running: [running('b'), { ...beside, ...more }] }));
  assert.equal(at(4999), 250, 'nobody has had enough time yet');
  const made = at(5000);
  assert.ok(typeof made !== 'number' && made.displaced?.accountId === 'b');
  assert.equal(made.ended?.accountId, 'b', 'which is the one that leaves its slot');
  const other = at(6000, { typicalMs: 10 });
  assert.ok(typeof other !== 'number' && other.ended?.accountId === 'c' && other.displaced?.accountId === 'b');
  const gone = at(4999, { isEnded: true });
  assert.ok(typeof gone !== 'number' && gone.ended === undefined, 'ended work leaves room');
  const fixed = relief(line({ now: 1e6, waiting: [waiting('a')], running: [running('b', { canYield: false })] }));
  assert.equal(fixed, Infinity, 'some work cannot yield');
});

test('an account whose work has used as much gets no slot, unless nobody waits for that work', () => {
  const at = (more: Partial<Running>, used: number) =>
    relief(line({ now: 3000, waiting: [waiting('a', { used })], running: [running('b', more)] }));
  assert.equal(at({}, 10), Infinity);
  assert.equal(typeof at({}, 9.9), 'object');
  assert.equal(typeof at({ putBack: 0 }, 10), 'object');
  const own = line({ now: 3000, waiting: [waiting('b')], running: [running('b', { putBack: 0 })] });
  assert.equal(relief(own), Infinity, 'its own work stays');
});

test('work that was put back has half a minute in overtime, twice as long each time, and is left alone after six times', () => {
  const at = (putBack: number, seconds: number) =>
    relief(
      line({
        now: seconds * 1000,
        waiting: [waiting('a', { putBack: 1 })],
        running: [running('b', { putBack, overtimeSince: 0 })],
      }),
    );
  assert.equal(at(1, 59), 1000);
  const made = at(1, 60);
  assert.ok(
    typeof made !== 'number' && made.ended?.accountId === 'b' && !made.isInSlot && made.displaced === undefined,
  );
  assert.equal(at(5, 959), 1000);
  assert.equal(typeof at(5, 960), 'object');
  assert.equal(at(6, 1e9), Infinity);
  const free = relief(line({ waiting: [waiting('a', { putBack: 1 })] }));
  assert.ok(typeof free !== 'number' && !free.isInSlot, 'it starts where there is room, beside the slots');
});

test('there is room in overtime for one, or for two beside four slots or more', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 16].map(overtimeBeside), [1, 1, 1, 2, 2, 2]);
});

test('nothing ends before it has had ten times its typical duration, 5 to 30 seconds', () => {
  for (const [typicalMs, atMs] of [
    [10, 5000],
    [1000, 10_000],
    [60_000, 30_000],
  ] as const)
    assert.deepEqual([hasOverrun(atMs - 1, typicalMs), hasOverrun(atMs, typicalMs)], [false, true]);
});

test('visitors and accounts that waste time share a quarter of the slots, and never have the last free one', () => {
  const visitor = waiting('visitor', { isVisitor: true });
  const startable = (more: Partial<Line>) => namesOf(nextInSlot(line({ waiting: [visitor], ...more })));
  assert.deepEqual(startable({}), ['visitor'], 'a single slot, while nobody else waits');
  assert.deepEqual(startable({ waiting: [visitor, waiting('a')] }), ['a']);
  assert.deepEqual(startable({ slots: 2 }), ['visitor']);
  assert.deepEqual(startable({ slots: 2, running: [running('a')] }), [], 'the last free one');
  const others = (count: number) => Array.from({ length: count }, (_, n) => running(`v${n}`, { isVisitor: true }));
  assert.deepEqual(startable({ slots: 8, running: others(1) }), ['visitor']);
  assert.deepEqual(startable({ slots: 8, running: others(2) }), []);
  const wasteful = { isWasteful: true };
  const own = { waiting: [waiting('w', wasteful)], running: [running('w', wasteful)], slots: 2 };
  assert.deepEqual(startable(own), ['w'], 'an account that is alone in wasting time has every slot');
  assert.deepEqual(startable({ ...own, waiting: [...own.waiting, waiting('a')] }), ['a']);
});

test('work of visitors is ended sooner for an account, and of accounts that waste time at once', () => {
  const at = (now: number, more: Partial<Running>) => {
    const beside = running('c', { overtimeSince: 1, ...more });
    const made = relief(line({ now, waiting: [waiting('a')], running: [running('b'), beside] }));
    return typeof made === 'number' ? undefined : made.ended?.accountId;
  };
  assert.deepEqual([at(410, {}), at(410, { isVisitor: true }), at(410, { isWasteful: true })], [undefined, 'c', 'c']);
  assert.equal(at(399, { isVisitor: true, began: 0 }), undefined, 'the other keeps its slot for a while');
});

test('in a full queue, the last work of the account with most makes room, if the newcomer has less', () => {
  const [a1, a2, a3, b] = [waiting('a'), waiting('a'), waiting('a'), waiting('b')];
  assert.equal(leastEntitled([a1, a2, b, a3], party('c')), a3);
  assert.equal(leastEntitled([a1, a2, b, a3], party('b')), a3);
  assert.equal(leastEntitled([a1, a2, b], party('b')), undefined, 'it would have as much');
  assert.equal(leastEntitled([a1, a2], party('a')), undefined);
  const [v1, v2] = ['v', 'w'].map((id) => waiting(id, { isVisitor: true }));
  assert.equal(leastEntitled([v1, v2] as Waiting[], party('c')), v2, 'visitors count as one');
});

test('work reaches its typical duration at least in virtual time, and the account with it', () => {
  const slots = new Slots(2);
  slots.begin({ ...party('a'), typicalMs: 1000, start: 5 }, { isInSlot: true });
  const now = performance.now();
  assert.equal(slots.reachedBy('a', now), 6);
  const later = slots.reachedBy('a', now + 3000) ?? 0;
  assert.ok(later >= 8 && later < 8.1, String(later));
  assert.equal(slots.reachedBy('b', now), undefined);
  assert.deepEqual([0.01, 3].map(counted), [0.1, 3]);
});

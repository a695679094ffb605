// The rules of every queue, on plain data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextInSlot, relief, type Line, type Running, type Waiting } from '#service/queue/model.ts';

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

test('an account whose work has used as much takes no slot, unless nobody waits for that work', () => {
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

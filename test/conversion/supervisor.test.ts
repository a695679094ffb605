import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { createEffort, withEffort } from '#core/effort.ts';
import { isFailure } from '#core/failure.ts';
import { Inspectors } from '#conversion/engines/inspectors.ts';
import { createSupervisor } from '#conversion/process/supervisor.ts';
import { createWarmPool } from '#conversion/process/warm.ts';
import type { Sandbox, SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';

/** Timers and the clock advance only by `tick`. */
function stoppedClock() {
  let nowMs = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  const clock = mock.method(performance, 'now', () => nowMs);
  return {
    tick(ms: number) {
      nowMs += ms;
      mock.timers.tick(ms);
    },
    [Symbol.dispose]() {
      clock.mock.restore();
      mock.timers.reset();
    },
  };
}

test('a supervisor starts after the quiet time, counted from the last refill, and not while it is held', () => {
  using clock = stoppedClock();
  let starts = 0;
  using supervisor = createSupervisor(() => (starts += 1), { quietMs: 400 });
  supervisor.refill();
  clock.tick(300);
  supervisor.refill();
  clock.tick(399);
  assert.equal(starts, 0);
  clock.tick(1);
  assert.equal(starts, 1);
  supervisor.refill();
  supervisor.hold();
  clock.tick(10_000);
  assert.equal(starts, 1);
});

test('a supervisor waits twice as long after each start in vain, up to a minute, and no refill comes sooner', () => {
  using clock = stoppedClock();
  let starts = 0;
  using supervisor = createSupervisor(() => (starts += 1));
  for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    const before = starts;
    supervisor.failed();
    supervisor.failed(); // one that was started with it
    supervisor.refill();
    clock.tick(pauseMs - 1);
    assert.equal(starts, before, `nothing before ${pauseMs} ms`);
    clock.tick(1);
    assert.equal(starts, before + 1, `a start after ${pauseMs} ms`);
  }
  assert.equal(supervisor.failures, 8);
  supervisor.worked();
  assert.equal(supervisor.failures, 0);
  supervisor.refill();
  clock.tick(0);
  assert.equal(starts, 9, 'once one was of use, the next starts at once');
});

test('a supervisor that is disposed of starts nothing more', () => {
  using clock = stoppedClock();
  const supervisor = createSupervisor(() => assert.fail('started'));
  supervisor.refill();
  supervisor[Symbol.dispose]();
  supervisor.refill();
  supervisor.failed();
  clock.tick(100_000);
});

/** A program of a warm pool, without a process. */
const waitingProgram = (dispose = () => {}) =>
  ({
    hasEnded: false,
    goOn() {},
    [Symbol.asyncDispose]: async () => dispose(),
  }) as Partial<SandboxedProgram> as SandboxedProgram;

test('a warm pool drops a process that could not start, and tries again after a pause', async () => {
  using clock = stoppedClock();
  const process = waitingProgram();
  let starts = 0;
  await using pool = createWarmPool(
    () => (++starts === 1 ? Promise.reject(new Error('no room')) : Promise.resolve(process)),
    1,
  );
  pool.fill();
  await new Promise(setImmediate);
  clock.tick(999);
  assert.equal(starts, 1);
  clock.tick(1);
  assert.equal(starts, 2);
  assert.equal(await pool.use(async (program) => program), process);
  assert.equal(starts, 2, 'the one that waits was taken');
});

test('a disposed warm pool hands out no process', async () => {
  let disposed = 0;
  const process = waitingProgram(() => void (disposed += 1));
  let starts = 0;
  const pool = createWarmPool(async () => ({ ...process, pid: ++starts }), 1);
  pool.fill();
  await pool[Symbol.asyncDispose]();
  assert.equal(disposed, 1);
  assert.equal(await pool.use(async ({ pid }) => pid), 2);
});

test('a warm pool starts the next process when the document ends, or after half a second', async () => {
  using clock = stoppedClock();
  const process = waitingProgram();
  let starts = 0;
  await using pool = createWarmPool(async () => ({ ...process, pid: ++starts }), 1);
  pool.fill();
  assert.equal(await pool.use(async ({ pid }) => pid), 1);
  assert.equal(starts, 1, 'nothing starts beside the document');
  clock.tick(0);
  assert.equal(starts, 2, 'the document has ended');

  const long = Promise.withResolvers<void>();
  const working = pool.use(() => long.promise);
  await new Promise(setImmediate);
  clock.tick(499);
  assert.equal(starts, 2);
  clock.tick(1);
  assert.equal(starts, 3, 'the document takes long');
  long.resolve();
  await working;
  clock.tick(0);
  assert.equal(starts, 3, 'a process is ready');
});

/** Starts inspectors that end when they are told to, each with how it has ended. */
function inspectorsOf(size: number) {
  const hosts: { say: (text: string) => void; end: () => void; hasEnded: () => boolean }[] = [];
  const start = async () => {
    const ended = Promise.withResolvers<unknown>();
    let hasEnded = false;
    const end = () => ended.resolve((hasEnded = true));
    return {
      kill: end,
      send: () => {},
      finish({ onStdout = () => {} }: { onStdout?: (chunk: Buffer) => void }) {
        hosts.push({ say: (text) => onStdout(Buffer.from(`${text}\n`)), end, hasEnded: () => hasEnded });
        return ended.promise;
      },
      [Symbol.asyncDispose]: async () => {},
    };
  };
  const sandbox = { start } as unknown as Sandbox;
  return { hosts, inspectors: new Inspectors(sandbox, { size, warn: () => {} }) };
}

test('inspectors that all end as they start are started again after one pause, and one that ends while it waits is replaced', async () => {
  using clock = stoppedClock();
  const settle = () => new Promise(setImmediate);
  const { hosts, inspectors } = inspectorsOf(3);
  inspectors.warmUp();
  await settle();
  assert.equal(hosts.length, 3);
  for (const host of hosts) host.end();
  await settle();
  clock.tick(999);
  await settle();
  assert.equal(hosts.length, 3);
  clock.tick(1);
  await settle();
  assert.equal(hosts.length, 6, 'all of them, after the first pause');
  for (const host of hosts.slice(3)) host.say('ready');
  await inspectors.settled();
  hosts[5]?.end();
  await settle();
  clock.tick(1_000);
  await settle();
  assert.equal(hosts.length, 7);
  await inspectors.stop();
});

test('an inspector that is being started when all are stopped is stopped as well', async () => {
  const { hosts, inspectors } = inspectorsOf(1);
  inspectors.warmUp();
  assert.equal(hosts.length, 0, 'its sandbox is not there yet');
  await inspectors.stop();
  assert.deepEqual(
    hosts.map(({ hasEnded }) => hasEnded()),
    [true],
  );
});

test('a document that takes an inspector too long fails with a timeout, even with a longer limit', async () => {
  using clock = stoppedClock();
  const settle = () => new Promise(setImmediate);
  const { hosts, inspectors } = inspectorsOf(1);
  const signal = withEffort(new AbortController().signal, createEffort({ patience: 3 }));
  const asked = inspectors.run('blankPages', undefined, { signal, timeoutMs: 100 });
  const refusal = assert.rejects(
    asked,
    (error) =>
      isFailure(error, 'conversion_timeout') &&
      error.fields['engine'] === 'inspector' &&
      error.fields['timeout_ms'] === 300,
  );
  await settle();
  hosts[0]?.say('ready');
  await settle();
  clock.tick(300);
  await refusal;
  await inspectors.stop();
});

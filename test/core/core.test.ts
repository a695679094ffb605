// Small functions that everything depends on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assert as property, integer, property as forAll } from 'fast-check';
import { ConfigError, formerNameWarnings, loadConfig } from '#config';
import { addMonths, monthlyPeriod } from '#core/clock.ts';
import { deadline, type DeadlinePassed } from '#core/deadline.ts';
import { isWellFormedId, newId } from '#core/ids.ts';
import { inParallel } from '#core/parallel.ts';
import { csvSeparator } from '#conversion/office/csv.ts';
import { transcodeText } from '#conversion/office/encoding.ts';
import { generateKey, isWellFormedKey } from '#service/accounts/keys.ts';
import { createSigner } from '#service/accounts/signed.ts';
import { loadPlans, softCapLimit } from '#service/accounts/plans.ts';
import { createUploads } from '#service/limits/uploads.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { createInMemoryQueue } from '#service/queue/in-memory.ts';
import { QueueFull } from '#service/queue/queue.ts';
import { watchPace } from '#transport/pace.ts';

const utc = (text: string) => Date.parse(`${text}T00:00:00Z`);

test('a month after the 31st is the last day of the next month, and the 31st comes back', () => {
  assert.equal(addMonths(utc('2027-01-31'), 1), utc('2027-02-28'));
  assert.equal(addMonths(utc('2028-01-31'), 1), utc('2028-02-29'));
  assert.equal(addMonths(utc('2027-01-31'), 2), utc('2027-03-31'));
  assert.equal(addMonths(utc('2026-11-30'), 12), utc('2027-11-30'));
});

test('every moment lies in exactly one period of its cycle', () => {
  property(
    forAll(integer({ min: 0, max: 4e12 }), integer({ min: 0, max: 4e11 }), (anchor, later) => {
      const { start, end } = monthlyPeriod(anchor, anchor + later);
      return start <= anchor + later && anchor + later < end && monthlyPeriod(anchor, end).start === end;
    }),
  );
});

test('identifiers sort by time and are told from other text', () => {
  assert.ok(newId(1000) < newId(2000));
  assert.ok(isWellFormedId(newId(Date.now())));
  assert.ok(!isWellFormedId('../../etc/passwd'));
});

test('a key with one wrong character is recognised without a database', () => {
  const key = generateKey('platen_live_');
  assert.ok(isWellFormedKey(key));
  for (let at = 12; at < key.length; at++) {
    const other = key[at] === '0' ? '1' : '0';
    assert.ok(!isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1)));
  }
});

test('a setting that is unknown or not allowed stops the start with a sentence', () => {
  assert.throws(
    () => loadConfig({ PLATEN_PROT: '1' }),
    (error) => error instanceof ConfigError && /PLATEN_PROT is not a setting/.test(error.message),
  );
  assert.throws(
    () => loadConfig({ PLATEN_PORT: '70000' }),
    /PLATEN_PORT is "70000", but must be a whole number from 0 to 65535/,
  );
  assert.throws(() => loadConfig({ PLATEN_SANDBOX: 'no' }), /on, off/);
  assert.equal(loadConfig({ PLATEN_PORT: '9000' }).port, 9000);
  assert.deepEqual(loadConfig({ PLATEN_TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy, ['10.0.0.0/8', '::1']);
  assert.throws(() => loadConfig({ PLATEN_ENV_FILE: '/nonexistent' }), /cannot be read/);
});

test('the former name of a setting still works, with a warning that names the new one', () => {
  const secret = 'a'.repeat(32);
  const env = { PLATEN_SECRET_BEFORE: secret, PLATEN_JOB_ROW_DAYS: '9', PLATEN_PORT: '9000' };
  const config = loadConfig(env);
  assert.deepEqual([config.previousSecret, config.jobRowDays], [secret, 9]);
  assert.equal(loadConfig({ ...env, PLATEN_JOB_RETENTION_DAYS: '8' }).jobRowDays, 8);
  assert.deepEqual(formerNameWarnings(env), [
    'PLATEN_SECRET_BEFORE is now PLATEN_PREVIOUS_SECRET; the old name stops working in the next release',
    'PLATEN_JOB_ROW_DAYS is now PLATEN_JOB_RETENTION_DAYS; the old name stops working in the next release',
  ]);
  assert.deepEqual(formerNameWarnings({ PLATEN_PORT: '9000' }), []);
});

test('an account with fifty waiting jobs delays the first of another by one at most', async () => {
  const queue = createInMemoryQueue({ workers: 1, size: 100 });
  const never = new AbortController().signal;
  const order: string[] = [];
  const acquire = async (account: string, name: string) => {
    using _slot = await queue.acquire(account, { signal: never, maxWaitMs: 10_000 });
    order.push(name);
    await new Promise(setImmediate);
  };
  const all = Array.from({ length: 50 }, (_, n) => acquire('a', `a${n}`));
  all.push(acquire('b', 'b0'));
  await Promise.all(all);
  assert.ok(order.indexOf('b0') <= 2, order.slice(0, 5).join());
  assert.deepEqual(
    order.filter((name) => name.startsWith('a')),
    Array.from({ length: 50 }, (_, n) => `a${n}`),
  );
  assert.equal(queue.running + queue.waiting, 0);
});

test('a waiting caller that is aborted leaves the queue', async () => {
  const queue = createInMemoryQueue({ workers: 1, size: 1 });
  const stop = new AbortController();
  const first = await queue.acquire('a', { signal: stop.signal, maxWaitMs: 1000 });
  const second = queue.acquire('a', { signal: stop.signal, maxWaitMs: 1000 });
  assert.ok(queue.isFull());
  stop.abort(new Error('gone'));
  await assert.rejects(second, /gone/);
  assert.equal(queue.waiting, 0);
  first[Symbol.dispose]();
  assert.equal(queue.running, 0);
});

test('a queue accepts exactly the allowed number of waiting calls', async () => {
  const queue = createInMemoryQueue({ workers: 1, size: 1 });
  const wait = { signal: new AbortController().signal, maxWaitMs: 10_000 };
  const first = await queue.acquire('a', wait);
  const second = queue.acquire('b', wait);
  await assert.rejects(queue.acquire('c', wait), QueueFull);
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
  assert.equal(queue.running + queue.waiting, 0);
});

test('short work has a slot of its own beside those of all, which nothing else gets and which keeps nobody waiting', async () => {
  const queue = createInMemoryQueue({ workers: 1, shortWorkers: 1, size: 10 });
  const wait = { signal: new AbortController().signal, maxWaitMs: 10_000 };
  const order: string[] = [];
  const started = (name: string, isShort = false) =>
    queue.acquire('a', { ...wait, isShort }).then((slot) => {
      order.push(name);
      return slot;
    });
  const long = await started('long');
  const next = started('next');
  const short = await started('short', true);
  const shorter = started('shorter', true);
  assert.equal(queue.running, 2);
  short[Symbol.dispose]();
  const held = await shorter;
  assert.deepEqual(order, ['long', 'short', 'shorter']);
  // Short work gets a shared slot if one is free, after the work that waits for one.
  const last = started('last', true);
  long[Symbol.dispose]();
  const slot = await next;
  held[Symbol.dispose]();
  (await last)[Symbol.dispose]();
  slot[Symbol.dispose]();
  assert.deepEqual(order, ['long', 'short', 'shorter', 'next', 'last']);
  assert.equal(queue.running + queue.waiting, 0);
});

test('an account that always has short work gets its turns for long work like others', async () => {
  const queue = createInMemoryQueue({ workers: 1, shortWorkers: 1, size: 10 });
  const wait = { signal: new AbortController().signal, maxWaitMs: 10_000 };
  const started: string[] = [];
  const next = (accountId: string, isShort = false) =>
    queue.acquire(accountId, { ...wait, isShort }).then((slot) => {
      started.push(isShort ? `${accountId} short` : accountId);
      return slot;
    });
  let general = await next('b');
  let short = await next('a', true);
  const ofA = next('a');
  const ofB = [next('b'), next('b')];
  // One of its short calls after the other, in the slot for them.
  for (let n = 0; n < 5; n++) {
    const another = next('a', true);
    short[Symbol.dispose]();
    short = await another;
  }
  general[Symbol.dispose]();
  general = await ofA;
  assert.deepEqual(
    started.filter((name) => !name.includes('short')),
    ['b', 'a'],
  );
  for (const waiting of ofB) {
    general[Symbol.dispose]();
    general = await waiting;
  }
  general[Symbol.dispose]();
  short[Symbol.dispose]();
  assert.equal(queue.running + queue.waiting, 0);
});

test('a queue with a slot for short work is not full while that is free', async () => {
  const queue = createInMemoryQueue({ workers: 1, shortWorkers: 1, size: 1 });
  const wait = { signal: new AbortController().signal, maxWaitMs: 10_000 };
  const first = await queue.acquire('a', wait);
  const second = queue.acquire('a', wait);
  assert.ok(queue.isFull() && !queue.isFull({ isShort: true }));
  await assert.rejects(queue.acquire('b', wait), QueueFull);
  const short = await queue.acquire('b', { ...wait, isShort: true });
  assert.ok(queue.isFull({ isShort: true }));
  for (const slot of [short, first]) slot[Symbol.dispose]();
  (await second)[Symbol.dispose]();
});

test('any number of visitors without an account share a part of the upload slots', () => {
  const uploads = createUploads({ maxUploads: 8, maxUploadsPerAccount: 2 });
  const visitor = { evenWhenFull: false, isVisitor: true };
  const first = uploads.acquire('a', visitor);
  assert.ok(first !== null);
  assert.equal(uploads.acquire('a', visitor), null, 'half of what an account has');
  assert.ok(uploads.acquire('b', visitor) !== null);
  assert.equal(uploads.acquire('c', visitor), null, 'a quarter of all');
  assert.ok(uploads.acquire('account', { evenWhenFull: false }) !== null);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.ok(uploads.acquire('c', visitor) !== null);
  assert.equal(uploads.acquire('a', visitor), null);
});

test('upload slots are limited in total and by account, and released once', () => {
  const uploads = createUploads({ maxUploads: 2, maxUploadsPerAccount: 1 });
  const usual = { evenWhenFull: false };
  const first = uploads.acquire('a', usual);
  assert.ok(first !== null);
  assert.equal(uploads.acquire('a', usual), null, 'one for each account');
  assert.ok(uploads.acquire('b', usual) !== null);
  assert.equal(uploads.acquire('c', usual), null, 'two in total');
  assert.ok(uploads.acquire('c', { evenWhenFull: true }) !== null, 'a replay needs no conversion');
  assert.equal(uploads.acquire('c', { evenWhenFull: true }), null, 'but is limited by account');
  assert.equal(uploads.now, 3);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.equal(uploads.now, 2);
});

test('an upload is too slow after a slow window, unless the service itself is blocked', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const slowAfter = (isBlocked: boolean, bytesPerTick: number): boolean => {
    let isSlow = false;
    using watch = watchPace(
      { windowMs: 30_000, bytesPerSecond: 1024 },
      { tooSlow: () => (isSlow = true), isBlocked: () => isBlocked },
    );
    for (let second = 0; second < 60; second++) {
      watch.count(bytesPerTick);
      context.mock.timers.tick(1000);
    }
    return isSlow;
  };
  assert.equal(slowAfter(false, 1023), true);
  assert.equal(slowAfter(false, 1024), false);
  assert.equal(slowAfter(true, 1), false, 'the disk is slow, not the client');
  assert.equal(slowAfter(false, 0), false, 'silence is left to the idle timeout');
});

test('a signed token is only valid for its purpose, unchanged, and until it expires', () => {
  let now = 1000;
  const signer = createSigner('secret', { now: () => now });
  const token = signer.sign('unsubscribe', { account: 'a' }, 2000);
  assert.equal(signer.read('unsubscribe', token)?.['account'], 'a');
  assert.equal(signer.read('change address', token), null);
  assert.equal(createSigner('other', { now: () => now }).read('unsubscribe', token), null);
  const [, signature] = token.split('.');
  const forged = Buffer.from('{"account":"b","expiresAt":2000}').toString('base64url');
  assert.equal(signer.read('unsubscribe', `${forged}.${signature}`), null);
  now = 2000;
  assert.equal(signer.read('unsubscribe', token), null);
});

test('the separator of a CSV is found', () => {
  assert.equal(csvSeparator('a,b,c\n1,2,3\n').separator, ',');
  assert.equal(csvSeparator('a;b\n1,5;2,5\n3,5;4,5\n').separator, ';');
  assert.equal(csvSeparator('a\tb\nx, y\tz\n').separator, '\t');
  assert.equal(csvSeparator('a|b|c\n"x|y"|2|3\n').separator, '|');
  assert.deepEqual(csvSeparator('sep=|\na,b|c\n'), { separator: '|', isDeclared: true });
});

test('text of any encoding and length is decoded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-text-'));
  const decoded = async (bytes: Buffer) => {
    await writeFile(join(folder, 'in'), bytes);
    await transcodeText(join(folder, 'in'), join(folder, 'out'));
    return readFile(join(folder, 'out'), 'utf8');
  };
  assert.equal(await decoded(Buffer.from('naïve “quotes”')), 'naïve “quotes”');
  assert.equal(await decoded(Buffer.from([0x93, 0x71, 0x94, 0x20, 0xe9])), '“q” é');
  assert.equal(await decoded(Buffer.from('\uFEFFabc', 'utf16le')), 'abc');
  assert.equal(await decoded(Buffer.from('plain', 'utf16le')), 'plain');
  assert.equal(await decoded(Buffer.from('d6d0cec4b5e7c4d4', 'hex')), '中文电脑');
  assert.equal(await decoded(Buffer.from('Größe, Straße, café, à côté', 'latin1')), 'Größe, Straße, café, à côté');
  assert.equal(await decoded(Buffer.from('ü'.repeat(100_001))), 'ü'.repeat(100_001));
  assert.equal(await decoded(Buffer.from(`${'x'.repeat(200_000)}é`, 'latin1')), `${'x'.repeat(200_000)}é`);
  await rm(folder, { recursive: true });
});

test('names of files lose folders and control characters', () => {
  assert.equal(cleanName('../../a.pdf'), 'a.pdf');
  assert.equal(cleanName('a\u0000b\u202e.pdf'), 'ab.pdf');
  assert.equal(cleanName('..'), 'file');
  assert.equal(cleanName(undefined), 'file');
});

test('after a failure no further item is begun', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error('broken');
    await new Promise(setImmediate);
  };
  await assert.rejects(inParallel([1, 2, 3, 4, 5, 6], work, 2), /broken/);
  assert.deepEqual(begun, [1, 2]);
});

test('a deadline ends after its remaining time, and names the whole time', async () => {
  using limit = deadline(3_600_000, undefined, 1);
  await once(limit.signal, 'abort');
  assert.equal((limit.signal.reason as DeadlinePassed).timeoutMs, 3_600_000);
});

test('the tolerated overage is a tenth of the quota, rounded down', () => {
  const plan = loadPlans(undefined).get('dev');
  assert.ok(plan !== undefined);
  const caps = [9, 10, 15, 19, 20].map((quota) => softCapLimit({ ...plan, quota }));
  assert.deepEqual(caps, [9, 11, 16, 20, 22]);
});

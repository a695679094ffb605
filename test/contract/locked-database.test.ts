// Another program that holds the database's lock: readers do not wait for it, and writers wait without blocking the rest.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
let platen: Platen;
before(async () => {
  platen = await startPlaten({}, { tools: withSaboteurs });
});
after(() => platen[Symbol.asyncDispose]());

const holder = `
const { DatabaseSync } = require('node:sqlite');
const [path, ms] = process.argv.slice(1);
const file = new DatabaseSync(path);
file.exec('PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE');
console.log('held');
setTimeout(() => file.exec('COMMIT'), Number(ms));
`;

/** Locks the database for a while; resolves when it is locked. */
async function lock(ms: number): Promise<{ ended: Promise<unknown> }> {
  const path = join(platen.data, 'platen.db');
  const args = ['--disable-warning=ExperimentalWarning', '-e', holder, path, String(ms)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return { ended };
}

/** The longest that a reader waits for any of its answers until `over` resolves. */
async function slowestRead(key: string, over: Promise<unknown>): Promise<{ ms: number; answers: number }> {
  const stop = new AbortController();
  void over.then(() => stop.abort());
  let [ms, answers] = [0, 0];
  while (!stop.signal.aborted)
    for (const path of ['/health', '/v1/tools', '/v1/quota']) {
      const began = performance.now();
      assert.equal((await platen.get(path, key)).status, 200);
      ms = Math.max(ms, performance.now() - began);
      answers += 1;
    }
  return { ms, answers };
}

test('while the database is locked for two seconds readers are answered at once, and conversions after it', async () => {
  // Keys that have never been used: noting their use is a write as well.
  const [reader, writer] = [await platen.key(), await platen.key()];
  const { ended } = await lock(2000);
  const began = performance.now();
  const conversions = Promise.all([1, 2, 3].map(() => platen.convert('copy', [text], { key: writer })));
  const { ms, answers } = await slowestRead(reader, ended);
  // One that waits for the lock waits for nearly all of its two seconds.
  assert.ok(ms < 1500, `a reader waited ${ms} ms`);
  assert.ok(answers > 20);
  for (const got of await conversions) converted(got);
  assert.ok(performance.now() - began > 1500, 'it was locked');
  assert.equal(await platen.used(writer), 3);
});

test('where it stays locked conversions are told to come back, and nothing is counted', async () => {
  const key = await platen.key();
  const { ended } = await lock(7000);
  const got = await platen.convert('copy', [text], { key });
  refused(got, 503, 'server_busy', { plan: 'business' });
  assert.ok(Number(got.headers.get('retry-after')) > 0);
  await ended;
  converted(await platen.convert('copy', [text], { key }));
  assert.equal(await platen.used(key), 1);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a job that ends while the database is locked is noted when it can be', async () => {
  const key = await platen.key();
  const converting = platen.convert('slow', [text], { key });
  await eventually(async () => (await platen.used(key)) === 1, 'the job has begun');
  const { ended } = await lock(2500);
  await ended;
  converted(await converting);
});

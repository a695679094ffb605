// A write returns when it is on the disk, and many writers share one sync.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createSharedSync } from '#service/database/shared-sync.ts';

/** A disk whose syncs end when the test says so. */
function slowDisk() {
  const calls: string[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const begin = (what: string) => () => {
    calls.push(what);
    const one = Promise.withResolvers<void>();
    running.push(one);
    return one.promise;
  };
  return { calls, running, ...createSharedSync({ sync: begin('sync'), rewrite: begin('rewrite') }) };
}

test('writers during a sync wait for the next one, which they share', async () => {
  const disk = slowDisk();
  const ended: string[] = [];
  const write = (name: string) => disk.written().then(() => ended.push(name));
  const first = write('first');
  await turn();
  const others = ['second', 'third'].map(write);
  disk.running[0]?.resolve();
  await first;
  await turn();
  assert.deepEqual(ended, ['first']);
  disk.running[1]?.resolve();
  await Promise.all(others);
  assert.deepEqual(
    [ended, disk.calls],
    [
      ['first', 'second', 'third'],
      ['sync', 'sync'],
    ],
  );
});

test('a reader waits for pending writes only', async () => {
  const disk = slowDisk();
  await disk.settled();
  void disk.written();
  let isTold = false;
  const told = disk.settled().then(() => (isTold = true));
  await turn();
  assert.equal(isTold, false);
  disk.running[0]?.resolve();
  await told;
});

test('after a sync that failed the writers get its error, and all is written anew', async () => {
  const disk = slowDisk();
  const failed = disk.written();
  await turn();
  disk.running[0]?.reject(new Error('EIO'));
  await assert.rejects(failed, /EIO/);
  await assert.rejects(disk.settled(), /EIO/);
  for (const end of ['reject', 'resolve', 'resolve'] as const) {
    const next = disk.written();
    await turn();
    disk.running.at(-1)?.[end]();
    await next.catch(() => {});
  }
  assert.deepEqual(disk.calls, ['sync', 'rewrite', 'rewrite', 'sync']);
  await disk.settled();
});

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { startGivingMemoryBack } from '#service/idle-memory.ts';
import { createRunningJobs } from '#service/jobs/running.ts';

test('memory goes back once after the start and once after each burst, never beside a conversion', (t) => {
  const collect = mock.fn<NodeJS.GCFunction>();
  const before = globalThis.gc;
  globalThis.gc = collect;
  t.after(() => (globalThis.gc = before));
  t.mock.timers.enable({ apis: ['setInterval'] });
  const running = createRunningJobs();
  using _ = startGivingMemoryBack(running);
  const look = () => {
    t.mock.timers.tick(15_000);
    return collect.mock.callCount();
  };
  assert.equal(look(), 0, 'it has just started');
  assert.equal(look(), 1);
  assert.equal(look(), 1, 'nothing has happened since');

  running.begin('job_a', new AbortController().signal)[Symbol.dispose]();
  assert.equal(look(), 1, 'a conversion ended a moment ago');
  assert.equal(look(), 2);

  using _long = running.begin('job_b', new AbortController().signal);
  assert.equal(look(), 2);
  assert.equal(look(), 2, 'one is running');
});

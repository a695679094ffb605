// Messages that a worker receives while it polls the queue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '#core/log.ts';
import { startLane } from '#service/dispatch/lane.ts';
import type { Taken } from '#service/dispatch/order-table.ts';
import { Stopped } from '#service/jobs/running.ts';

test('an order that is cancelled while a worker claims it is stopped at once', async () => {
  const answer = Promise.withResolvers<Taken<object> | undefined>();
  const performed = Promise.withResolvers<AbortSignal>();
  let cancel: (id: string) => void = () => {};
  const answers = [answer.promise];
  const lane = startLane({
    queue: {
      end: async () => true,
      renew: async () => [],
      onSent: () => undefined,
      onGap: () => undefined,
      onCancelled(heard) {
        cancel = heard;
        return undefined;
      },
    },
    slots: { next: async () => answers.shift(), leave() {} },
    async perform(_taken, signal) {
      performed.resolve(signal);
      return { kind: 'success', bytes: 0, report: {}, seconds: 0 };
    },
    onLost: async () => {},
    log: silentLog,
  });
  cancel('this');
  answer.resolve({ id: 'this', task: {}, waitedMs: 0, number: 0 });
  const { reason } = await performed.promise;
  assert.ok(reason instanceof Stopped && reason.by === 'delete');
  await lane.stop(0);
});

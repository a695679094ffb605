// Waits for tasks on other nodes to end, by notification, and by polling in case a notification is missed.
import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlinePassed } from '#core/deadline.ts';
import { whenAborted } from '#core/when-aborted.ts';
import { Stopped } from '#service/jobs/running.ts';
import type { FailedOutcome, Outcome } from './dispatcher.ts';
import { failed } from './failed.ts';
import type { TaskState } from './order-table.ts';
import type { TaskQueue } from './task-queue.ts';

export interface Expectation extends Disposable {
  /** Waits for the end of a sent task; if `signal` aborts, it ends at once, and `cancel` is called. */
  outcome(signal: AbortSignal, cancel: () => void): Promise<Outcome>;
}

export interface Expectations extends Disposable {
  /** Expects the end of a task; to be called before the task is sent, since the notification may precede the commit. */
  expect(id: string): Expectation;
}

const pollMs = 1000;
/** How long a worker may take to report that an order's time is up. */
const lateMs = 2000;

/** The outcome of a task whose worker is gone. */
export const lostOutcome: FailedOutcome = {
  kind: 'failure',
  code: 'conversion_failed',
  fields: {},
  cause: 'the worker of this order is gone',
};

export function expectEnds(queue: TaskQueue<object>): Expectations {
  const settled = new Map<string, (outcome: Outcome) => void>();
  /** Tasks known to have been queued: a task that is no longer in the queue has been lost. */
  const sent = new Set<string>();

  async function poll(): Promise<void> {
    if (sent.size === 0) return;
    const ids = [...sent];
    const found = await queue.find(ids);
    for (const id of ids) {
      const outcome = outcomeOf(found.get(id));
      if (outcome !== undefined) settled.get(id)?.(outcome);
    }
  }

  // If the database cannot answer now, the next poll asks again a second later.
  const look = () => void poll().catch(() => {});
  queue.onEnded((id, outcome) => {
    if (outcome === undefined) look();
    else settled.get(id)?.(outcome);
  });
  queue.onGap(look);
  const timer = setInterval(look, pollMs).unref();

  return {
    expect(id) {
      const { promise: ended, resolve: settle } = Promise.withResolvers<Outcome>();
      settled.set(id, settle);
      const forget = () => {
        settled.delete(id);
        sent.delete(id);
      };
      return {
        async outcome(signal, cancel) {
          sent.add(id);
          const stop = async () => {
            // The worker has the same deadline, and knows which engine was late.
            if (signal.reason instanceof DeadlinePassed)
              await Promise.race([ended, sleep(lateMs, undefined, { ref: false })]);
            if (!settled.has(id)) return;
            settle(failed(signal.reason));
            cancel();
          };
          using _leaving = whenAborted(signal, () => void stop());
          try {
            return await ended;
          } finally {
            forget();
          }
        },
        [Symbol.dispose]: forget,
      };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Returns the outcome of a task as recorded in the queue; undefined if the task has not ended. */
function outcomeOf(state: TaskState | undefined): Outcome | undefined {
  switch (state?.at) {
    case 'ended':
      return state.outcome;
    case 'waiting':
    case 'running':
      return undefined;
    case 'cancelled':
      // The owner has deleted the job on another node.
      return failed(new Stopped('delete'));
    default:
      return lostOutcome;
  }
}

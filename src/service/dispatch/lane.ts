// Performs the tasks of one queue on this worker, in as many slots as it has, and renews their heartbeats.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/log.ts';
import { Stopped } from '#service/jobs/running.ts';
import { retry } from '#service/retry.ts';
import type { Outcome } from './dispatcher.ts';
import { failed } from './failed.ts';
import type { Taken } from './order-table.ts';
import type { TaskQueue } from './task-queue.ts';
import type { WorkerSlots } from './worker-slots.ts';
import { renewalMs } from './workers.ts';

interface LaneDependencies<Task extends object> {
  queue: Pick<TaskQueue<Task>, 'end' | 'renew' | 'onSent' | 'onGap' | 'onCancelled'>;
  slots: Pick<WorkerSlots<Task>, 'next' | 'leave'>;
  perform: (taken: Taken<Task>, signal: AbortSignal) => Promise<Outcome>;
  /** Called when a task is lost: it was cancelled, or this worker was considered dead. */
  onLost: (task: Task) => Promise<void>;
  log: Pick<Log, 'warn'>;
}

/** The interval of polling without notifications. */
const pollMs = 1000;
/** The maximum pause between retries of a booking; short, because a client waits. */
const maxRetryMs = 4000;
/** The time for booking the outcomes of stopped orders. */
const bookingMs = 5000;

export function startLane<Task extends object>({ queue, slots, perform, onLost, log }: LaneDependencies<Task>) {
  const running = new Map<string, AbortController>();
  /** Tasks that have ended but are not booked in the queue yet. */
  const ending = new Set<string>();
  /** Tasks cancelled since the current query of the queue began, which may return one of them. */
  const cancelled = new Set<string>();
  const closing = new AbortController();
  let isTaking = false;
  let isCalled = false;
  let whenIdle: (() => void) | undefined;

  /** Takes tasks; only one call runs at a time, and a call in the meantime makes it check again. */
  async function take(): Promise<void> {
    isCalled = true;
    if (isTaking) return;
    isTaking = true;
    try {
      while (isCalled && !closing.signal.aborted) {
        isCalled = false;
        cancelled.clear();
        const taken = await slots.next();
        if (taken === undefined) continue;
        isCalled = true;
        void work(taken);
      }
    } finally {
      isTaking = false;
    }
  }

  // The next poll follows within a second, even if the database is unavailable.
  const look = () => void take().catch(() => {});

  async function work(taken: Taken<Task>): Promise<void> {
    const stop = new AbortController();
    running.set(taken.id, stop);
    if (cancelled.has(taken.id)) stop.abort(new Stopped('delete'));
    const outcome = await perform(taken, stop.signal).catch(failed);
    ending.add(taken.id);
    running.delete(taken.id);
    slots.leave(taken);
    // The next task begins while this one is booked.
    look();
    await end(taken, outcome);
    ending.delete(taken.id);
    if (running.size + ending.size === 0) whenIdle?.();
  }

  /** Retries until the database has stored the outcome, or another node has ended the task. */
  const end = ({ id, task }: Taken<Task>, outcome: Outcome): Promise<void> =>
    retry(
      async () => {
        if (!(await queue.end(id, outcome))) await onLost(task);
      },
      (error) => log.warn({ err: error }, 'the end of an order could not be stored; it is tried again'),
      maxRetryMs,
    );

  const renew = async () => {
    for (const id of await queue.renew([...running.keys(), ...ending])) running.get(id)?.abort(new Stopped('delete'));
  };
  const heartbeat = setInterval(
    () => void renew().catch((error: unknown) => log.warn({ err: error }, 'orders could not be renewed')),
    renewalMs,
  );
  const timer = setInterval(look, pollMs);
  queue.onSent(look);
  queue.onGap(look);
  queue.onCancelled((id) => {
    if (isTaking) cancelled.add(id);
    running.get(id)?.abort(new Stopped('delete'));
  });
  look();

  return {
    /** The number of tasks that are running or not booked yet. */
    get running(): number {
      return running.size + ending.size;
    },
    /** Checks for tasks now. */
    look,
    /** Accepts no more tasks, and lets the running ones finish within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      closing.abort();
      const stopAll = setTimeout(() => {
        for (const one of running.values()) one.abort(new Stopped('shutdown'));
      }, graceMs);
      const idle = Promise.withResolvers<void>();
      whenIdle = idle.resolve;
      // An order whose end cannot be stored because the database is unavailable is abandoned: the queue fails it.
      const late = sleep(graceMs + bookingMs, undefined, { ref: false });
      if (running.size + ending.size > 0) await Promise.race([idle.promise, late]);
      clearTimeout(stopAll);
      clearInterval(timer);
      clearInterval(heartbeat);
    },
  };
}

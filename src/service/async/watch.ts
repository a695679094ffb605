// Watches jobs until they end, with one query for all of them at an interval, and at once after a job has ended on this node.
import type { JobRow, OrderRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';

/** The current state of a job, with its order while it has one. */
export type WatchedJob = JobRow & Partial<Pick<OrderRow, 'is_taken' | 'progress'>>;

type Listener = (job: WatchedJob | undefined) => void;

/** The polling interval: the longest delay for a job that ends on another node. */
const pollMs = 200;

export type JobWatch = ReturnType<typeof createJobWatch>;

export function createJobWatch({ db }: { db: Database }) {
  const watched = new Map<string, Set<Listener>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking || watched.size === 0) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      const ids = [...watched.keys()];
      const rows = await db
        .selectFrom('jobs')
        .leftJoin('orders', 'orders.job_id', 'jobs.id')
        .selectAll('jobs')
        .select(['orders.is_taken', 'orders.progress'])
        .where('jobs.id', 'in', ids)
        .execute();
      const found = new Map(rows.map((row) => [row.id, row as WatchedJob]));
      for (const id of ids) for (const listener of watched.get(id) ?? []) listener(found.get(id));
    } catch {
      // If the database cannot answer now, the next poll asks again.
    } finally {
      isLooking = false;
      if (watched.size > 0) timer = setTimeout(look, pollMs).unref();
    }
  }

  return {
    /** Calls `listener` with the job at each poll, until disposed of. */
    watch(jobId: string, listener: Listener): Disposable {
      const all = watched.get(jobId) ?? new Set();
      watched.set(jobId, all.add(listener));
      void look();
      return {
        [Symbol.dispose]() {
          all.delete(listener);
          if (all.size === 0) watched.delete(jobId);
        },
      };
    },
    /** Polls at once, because a job has ended on this node. */
    look: () => void look(),
  };
}

/** Waits until the job has ended, `ms` have passed, or `signal` aborts. */
export async function untilEnded(watch: JobWatch, jobId: string, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _watched = watch.watch(jobId, (job) => {
    if (job?.state !== 'pending') resolve();
  });
  const timer = setTimeout(resolve, ms);
  const onAbort = () => resolve();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) resolve();
  await promise;
  signal.removeEventListener('abort', onAbort);
  clearTimeout(timer);
}

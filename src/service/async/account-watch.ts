// Watches the jobs of an account for an open list of jobs, and reports which begin, progress and end.
import type { Database } from '#service/database/database.ts';
import type { JobState } from '#core/job-states.ts';

/** The polling interval. */
const pollMs = 1000;
/** The number of newest jobs to watch. */
const maxJobs = 50;

interface Seen {
  id: string;
  state: JobState;
  created_at: number;
  is_taken: 0 | 1 | null;
  progress: string | null;
}

interface Options {
  accountId: string;
  /** Receives the identifiers of jobs that have begun, progressed or ended since the last poll, and of all pending ones. */
  onChange: (ids: string[]) => Promise<void>;
  /** Called when the database could not answer; the next poll asks again. */
  failed: (error: unknown) => void;
}

export interface AccountWatch extends Disposable {
  /** Returns the identifiers of the newest pending jobs. */
  pending(): string[];
}

/** Polls once a second, until disposed of. */
export function watchAccount(db: Database, { accountId, onChange, failed }: Options): AccountWatch {
  /** The newest pending jobs in the state last seen. */
  let pending = new Map<string, Seen>();
  /** When the newest job was created, and the ended jobs of that moment, which are found again. */
  let since: number | undefined;
  let ended: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const isFirst = since === undefined;
    const jobs = await found(db, accountId, { since, known: [...pending.keys()] });
    const now = new Map(jobs.map((job) => [job.id, job]));
    const changed = [...now.values()].filter((job) =>
      isFirst ? job.state === 'pending' : hasMoved(pending.get(job.id), job) && !ended.has(job.id),
    );
    since = Math.max(since ?? 0, ...jobs.map(({ created_at }) => created_at));
    ended = new Set(
      jobs.flatMap(({ id, state, created_at }) => (state !== 'pending' && created_at === since ? [id] : [])),
    );
    pending = new Map(
      [...now.values()]
        .filter(({ state }) => state === 'pending')
        .toSorted((a, b) => b.created_at - a.created_at)
        .slice(0, maxJobs)
        .map((job) => [job.id, job]),
    );
    // When one starts, the others move up.
    const ids = new Set([...changed.map(({ id }) => id), ...pending.keys()]);
    if (changed.length > 0) await onChange([...ids].slice(0, maxJobs));
  }

  const lookAgain = async (): Promise<void> => {
    await look().catch(failed);
    if (!isOver) timer = setTimeout(lookAgain, pollMs).unref();
  };
  void lookAgain();

  return {
    pending: () => [...pending.keys()],
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const hasMoved = (before: Seen | undefined, { state, is_taken, progress }: Seen): boolean =>
  before?.state !== state || before.is_taken !== is_taken || before.progress !== progress;

/** Finds the known jobs and any at least as new as the newest seen; the first time, the newest pending jobs and the newest of all. */
async function found(
  db: Database,
  accountId: string,
  { since, known }: { since: number | undefined; known: readonly string[] },
): Promise<Seen[]> {
  const jobs = db
    .selectFrom('jobs')
    .leftJoin('orders', 'orders.job_id', 'jobs.id')
    .select(['jobs.id', 'jobs.state', 'jobs.created_at', 'orders.is_taken', 'orders.progress'])
    .where('jobs.account_id', '=', accountId);
  const newest = jobs.orderBy('jobs.created_at', 'desc');
  if (since === undefined) {
    const waiting = await newest.where('jobs.state', '=', 'pending').limit(maxJobs).execute();
    return [...waiting, ...(await newest.limit(1).execute())];
  }
  const begun = await newest.where('jobs.created_at', '>=', since).limit(maxJobs).execute();
  return known.length === 0 ? begun : [...begun, ...(await jobs.where('jobs.id', 'in', known).execute())];
}

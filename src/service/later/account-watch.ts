// What becomes of the jobs of an account, for whoever has a list of them open: those that begin, go on and end.
import type { Database } from '#service/database/database.ts';
import type { JobState } from '#core/job-states.ts';

/** Between two looks. */
const pollMs = 1000;
/** More changes than these are in the list of jobs, not among what is heard. */
const maxChanges = 100;

interface Seen {
  id: string;
  state: JobState;
  created_at: number;
  is_taken: 0 | 1 | null;
  progress: string | null;
}

interface Options {
  accountId: string;
  /** The identifiers of jobs that are pending at the first look, and of those that have begun, gone on or ended since the last. */
  heard: (ids: string[]) => Promise<void>;
  /** The database could not answer; the next look asks again. */
  failed: (error: unknown) => void;
}

/** Looks once a second, until disposed of. */
export function watchAccount(db: Database, { accountId, heard, failed }: Options): Disposable {
  let seen = new Map<string, Seen>();
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const now = new Map((await found(db, accountId, { since, pending: pendingIn(seen) })).map((job) => [job.id, job]));
    const isFirst = since === undefined;
    const changed = [...now.values()].filter((job) =>
      isFirst ? job.state === 'pending' : hasMoved(seen.get(job.id), job),
    );
    since = Math.max(since ?? 0, ...[...now.values()].map(({ created_at }) => created_at));
    seen = now;
    if (changed.length > 0) await heard(changed.slice(0, maxChanges).map(({ id }) => id));
  }

  const lookAgain = async (): Promise<void> => {
    await look().catch(failed);
    if (!isOver) timer = setTimeout(lookAgain, pollMs).unref();
  };
  void lookAgain();

  return {
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const pendingIn = (seen: ReadonlyMap<string, Seen>): string[] =>
  [...seen.values()].filter(({ state }) => state === 'pending').map(({ id }) => id);

const hasMoved = (before: Seen | undefined, { state, is_taken, progress }: Seen): boolean =>
  before?.state !== state || before.is_taken !== is_taken || before.progress !== progress;

/** Jobs that are pending, were so, or are as new as the newest seen; the first time the newest one. */
async function found(
  db: Database,
  accountId: string,
  { since, pending }: { since: number | undefined; pending: readonly string[] },
): Promise<Seen[]> {
  const jobs = db
    .selectFrom('jobs')
    .leftJoin('orders', 'orders.job_id', 'jobs.id')
    .select(['jobs.id', 'jobs.state', 'jobs.created_at', 'orders.is_taken', 'orders.progress'])
    .where('jobs.account_id', '=', accountId);
  const newest = jobs.orderBy('jobs.created_at', 'desc');
  const lists = await Promise.all([
    jobs.where('jobs.state', '=', 'pending').execute(),
    since === undefined
      ? newest.limit(1).execute()
      : newest.where('jobs.created_at', '>=', since).limit(maxChanges).execute(),
    pending.length === 0 ? [] : jobs.where('jobs.id', 'in', pending.slice(0, maxChanges)).execute(),
  ]);
  return lists.flat();
}

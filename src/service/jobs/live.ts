// The work of all accounts that has not ended, for administrators: who waits, who runs, and who keeps the others waiting.
import { sql } from 'kysely';
import type { Progress } from '#core/progress.ts';
import type { LiveOrder } from '#service/dispatch/dispatcher.ts';
import type { Admission, Jobs, Runtime } from '#service/roles.ts';
import { findJob } from './job-rows.ts';
import { deleteJob } from './read.ts';

type Watching = Pick<Jobs, 'db' | 'clock' | 'dispatcher'> & Pick<Runtime, 'node'> & Pick<Admission, 'limits'>;

/** Where work is: `elsewhere` is in the memory of another node, which has a queue of its own. */
type Place = 'running' | 'waiting' | 'elsewhere';

export interface LiveJob {
  id: string;
  tool: string;
  /** Null for a visitor. */
  accountId: string | null;
  name: string | null;
  bytes: number | null;
  isAsync: boolean;
  /** Whether only the files of a new asynchronous job are inspected. */
  isInspection: boolean;
  place: Place;
  ageMs: number;
  ranMs: number | null;
  progress: Progress | null;
}

/** The work of an account, or of all visitors together. */
export interface Load {
  accountId: string | null;
  email: string | null;
  pausedAt: number | null;
  running: number;
  waiting: number;
  /** The processing time in the current hour, with that of running work; null for visitors, or if it is not counted. */
  seconds: number | null;
}

/** The number of pending jobs to list. */
const maxListed = 200;

/** Returns the work that has not ended, running first and then oldest first, and its sums by account, heaviest first. */
export async function liveWork(service: Watching): Promise<{ jobs: LiveJob[]; loads: Load[] }> {
  const orders = await service.dispatcher.orders();
  const jobs = await pendingJobs(service, new Map(orders.map((order) => [order.jobId, order])));
  const known = new Set(jobs.map(({ id }) => id));
  // Trials and inspections have no job.
  const others = orders.filter((order) => (order.isVisitor || order.isInspection) && !known.has(order.jobId));
  const all = [...jobs, ...others.map(withoutJob)].toSorted(
    (a, b) => places.indexOf(a.place) - places.indexOf(b.place) || b.ageMs - a.ageMs,
  );
  return { jobs: all, loads: await loadsOf(service, all) };
}

const places: readonly Place[] = ['running', 'elsewhere', 'waiting'];

const withoutJob = ({ jobId, tool, accountId, isVisitor, isInspection, ageMs, ranMs }: LiveOrder): LiveJob => ({
  id: jobId,
  tool,
  accountId: isVisitor ? null : accountId,
  name: null,
  bytes: null,
  isAsync: false,
  isInspection,
  place: ranMs === null ? 'waiting' : 'running',
  ageMs,
  ranMs,
  progress: null,
});

const isRunning = sql<number>`case when jobs.is_later = 0 or orders.is_taken = 1 then 1 else 0 end`;

async function pendingJobs({ db, clock, node }: Watching, orders: ReadonlyMap<string, LiveOrder>): Promise<LiveJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('orders', 'orders.job_id', 'jobs.id')
    .selectAll('jobs')
    .select(['orders.is_taken', 'orders.taken_at', 'orders.progress'])
    .where('jobs.state', '=', 'pending')
    .orderBy(isRunning, 'desc')
    .orderBy('jobs.id')
    .limit(maxListed)
    .execute();
  const now = clock.now();
  return rows.map((job) => {
    const ageMs = Math.max(0, now - job.created_at);
    const isAsync = job.is_later === 1;
    const order = orders.get(job.id);
    const isHere = isAsync || order !== undefined || job.owner === node.id;
    // A job of this node without an order is about to begin, or to be stored.
    const begunMs = isAsync ? (job.taken_at === null ? null : Math.max(0, now - job.taken_at)) : order?.ranMs;
    return {
      id: job.id,
      tool: job.tool,
      accountId: job.account_id,
      name: job.input_name,
      bytes: job.input_bytes,
      isAsync,
      isInspection: false,
      place: !isHere ? 'elsewhere' : begunMs === null ? 'waiting' : 'running',
      ageMs,
      ranMs: begunMs ?? null,
      progress: JSON.parse(job.progress ?? 'null') as Progress | null,
    };
  });
}

async function loadsOf({ db, limits }: Watching, jobs: readonly LiveJob[]): Promise<Load[]> {
  const accounts = await db
    .selectFrom('accounts')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('jobs')
          .leftJoin('orders', 'orders.job_id', 'jobs.id')
          .select(['jobs.account_id', ({ fn }) => fn.countAll<number | string>().as('waiting')])
          .where('jobs.state', '=', 'pending')
          .where('orders.is_taken', '=', 0)
          .groupBy('jobs.account_id')
          .as('queued'),
      (join) => join.onRef('queued.account_id', '=', 'accounts.id'),
    )
    .select(['accounts.id', 'accounts.email', 'accounts.paused_at', 'queued.waiting'])
    .where((eb) =>
      eb.or([
        eb('queued.waiting', 'is not', null),
        eb('accounts.paused_at', 'is not', null),
        eb('accounts.id', 'in', ['', ...new Set(jobs.map(({ accountId }) => accountId ?? ''))]),
      ]),
    )
    .execute();
  const of = (accountId: string | null) => {
    const own = jobs.filter((job) => job.accountId === accountId);
    const running = own.filter(({ place }) => place !== 'waiting').length;
    const ranMs = own.reduce((sum, job) => sum + (job.ranMs ?? 0), 0);
    return { running, ranMs, waiting: own.filter(({ place, isAsync }) => place === 'waiting' && !isAsync).length };
  };
  const loads = await Promise.all(
    accounts.map(async ({ id, email, paused_at: pausedAt, waiting: queued }): Promise<Load> => {
      const { running, waiting, ranMs } = of(id);
      const ended = await limits.engineSeconds.usedBy({ accountId: id });
      const seconds = ended === null ? null : ended + ranMs / 1000;
      return { accountId: id, email, pausedAt, running, waiting: waiting + Number(queued ?? 0), seconds };
    }),
  );
  const { running, waiting } = of(null);
  if (running + waiting > 0)
    loads.push({ accountId: null, email: null, pausedAt: null, running, waiting, seconds: null });
  return loads.toSorted(
    (a, b) => b.running - a.running || b.waiting - a.waiting || (b.seconds ?? 0) - (a.seconds ?? 0),
  );
}

/** Stops a job or a trial as its owner could, without counting it. Returns its account, or null for a trial; undefined if there is none. */
export async function cancelWork(
  jobs: Jobs,
  id: string,
): Promise<{ accountId: string | null; tool: string } | undefined> {
  const job = await findJob(jobs.db, id);
  if (job?.state === 'pending') {
    await deleteJob(jobs, job);
    return { accountId: job.account_id, tool: job.tool };
  }
  const trial = (await jobs.dispatcher.orders()).find(({ jobId, isVisitor }) => jobId === id && isVisitor);
  if (trial === undefined) return undefined;
  if (jobs.running.has(id)) jobs.running.stop(id, 'delete');
  else await jobs.dispatcher.cancel(id);
  return { accountId: null, tool: trial.tool };
}

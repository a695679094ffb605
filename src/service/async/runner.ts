// Claims and performs the orders of asynchronous jobs, each at most three times, by the same model as synchronous calls.
import { Failure, isFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { latestEvery } from '#core/latest-every.ts';
import type { Progress } from '#core/progress.ts';
import type { Outcome } from '#service/dispatch/dispatcher.ts';
import type { Yielding } from '#service/dispatch/yielding.ts';
import { failed } from '#service/dispatch/failed.ts';
import { fetchInputs } from '#service/dispatch/fetch-inputs.ts';
import { warned } from '#service/jobs/accept.ts';
import { withoutWaiting } from '#service/database/without-waiting.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { settleFailure, settleSuccess, type Settling } from '#service/jobs/settle.ts';
import { retry, retryUntilStored } from '#service/retry.ts';
import type { Conversions } from '#service/roles.ts';
import { storageProblem } from '#service/storage.ts';
import type { OrderRow } from '#service/database/schema.ts';
import type { AsyncWorker } from './worker.ts';
import {
  firstOrders,
  maxAttempts,
  noteProgress,
  releaseOrder,
  takenOrders,
  takeOrder,
  type FirstOrder,
} from './order-rows.ts';

/** The polling intervals for slots that synchronous calls have left, and for orders, which other nodes may have accepted. */
const slotMs = 50;
const ordersMs = { amongOthers: 250, alone: 1000 } as const;
/** How long an order may be claimed without running, since a claim may be committed although its answer was lost. */
const idleMs = 60_000;
/** The pause before an order whose result could not be stored is claimed again. */
const pauseMs = 5000;
/** The pause between two writes of the progress of one job. */
const progressMs = 250;

/** The parts of the service that asynchronous orders need. */
type Running = Settling & Pick<Conversions, 'asyncOrders' | 'drain' | 'node' | 'running' | 'watch' | 'workspaces'>;

export interface Runner {
  /** Claims no more orders; `service.running` stops the running ones. */
  stop(): Promise<void>;
}

export const startRunner = (service: Running, worker: AsyncWorker): Runner => new OrderRunner(service, worker);

class OrderRunner implements Runner {
  readonly #service: Running;
  readonly #worker: AsyncWorker;
  readonly #running = new Set<Promise<void>>();
  readonly #jobs = new Set<string>();
  /** The waiting orders: each account's first one, and its first one that was put back. */
  #firsts: readonly FirstOrder[] = [];
  #later: NodeJS.Timeout | undefined;
  /** Orders that this node had claimed but did not run at the last check. */
  #idle: ReadonlySet<string> = new Set();
  readonly #timers: NodeJS.Timeout[];
  readonly #stopped = new AbortController();
  #looking: Promise<void> | undefined;
  #shallLookAgain = false;

  constructor(service: Running, worker: AsyncWorker) {
    this.#service = service;
    this.#worker = worker;
    service.asyncOrders.onLook(() => this.#look());
    this.#timers = [
      setInterval(() => this.#look(), service.node.isAlone ? ordersMs.alone : ordersMs.amongOthers).unref(),
      setInterval(() => {
        if (this.#firsts.length > 0 && this.#choose() !== undefined) this.#look();
      }, slotMs).unref(),
      setInterval(() => this.#releaseIdle(), idleMs).unref(),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#later);
    this.#stopped.abort();
    await this.#looking;
    await Promise.all(this.#running);
  }

  #look(): void {
    this.#shallLookAgain = true;
    if (this.#stopped.signal.aborted) return;
    this.#looking ??= this.#takeAll()
      .catch((error: unknown) => {
        // Until the next poll of orders, so that a database that fails is not queried without a pause.
        this.#firsts = [];
        this.#report(error);
      })
      .finally(() => {
        this.#looking = undefined;
        if (this.#shallLookAgain) this.#look();
      });
  }

  #report(error: unknown): void {
    if (storageProblem(error) === undefined)
      this.#service.log.error({ err: error }, 'an asynchronous job could not be claimed');
  }

  #releaseIdle(): void {
    const { db, node, background } = this.#service;
    const release = async () => {
      const taken = (await takenOrders(db, node.id)).map(({ job_id: jobId }) => jobId);
      const idle = taken.filter((jobId) => !this.#jobs.has(jobId));
      for (const jobId of idle) if (this.#idle.has(jobId)) await this.#release(jobId);
      this.#idle = new Set(idle);
    };
    background.run(release, 'claimed orders that do not run could not be released');
  }

  /** Claims orders as long as one can start. */
  async #takeAll(): Promise<void> {
    const { db, drain, files, node } = this.#service;
    while (this.#shallLookAgain && !this.#stopped.signal.aborted) {
      this.#shallLookAgain = false;
      // The inputs of an order that another node has accepted are in that node's folder.
      const owner = files.isShared || node.isAlone ? undefined : node.id;
      this.#firsts = drain.since === null ? await firstOrders(db, owner) : [];
      const chosen = this.#choose();
      const first = chosen?.start[0]?.order;
      if (chosen === undefined || first === undefined) continue;
      // A claim that a power cut undoes is made again, as is the work that it was for.
      const row = await takeOrder(withoutWaiting(db), first.job_id, node.id);
      // Checks again for the account's next order, or because another node was faster.
      this.#shallLookAgain = true;
      if (row === undefined) continue;
      if (this.#stopped.signal.aborted) return await this.#release(row.job_id);
      const yielding = this.#worker.yielding();
      const slot = this.#worker.slots.begin(first, yielding, chosen);
      const performed = () => {
        slot[Symbol.dispose]();
        this.#look();
      };
      const run = this.#run(row, yielding, performed).then(() => void this.#running.delete(run));
      this.#running.add(run);
    }
  }

  /** Chooses the orders that can start now; if there are none, polls again when one may. */
  #choose() {
    clearTimeout(this.#later);
    const chosen = this.#worker.slots.choose(this.#firsts);
    if (typeof chosen !== 'number') return chosen;
    if (chosen < Infinity) this.#later = setTimeout(() => this.#look(), chosen).unref();
    return undefined;
  }

  /** Releases an order of this node, as if it had never been claimed, or because others needed its slot. */
  async #release(jobId: string, { isPutBack = false } = {}): Promise<void> {
    const { db, node } = this.#service;
    await releaseOrder(db, jobId, { owner: node.id, ...(isPutBack ? { isPutBack } : { isUncounted: true }) });
    this.#look();
  }

  /** Performs an order, then settles its job while the next order is performed; never throws. */
  async #run(row: OrderRow, yielding: Yielding, performed: () => void): Promise<void> {
    const service = this.#service;
    this.#jobs.add(row.job_id);
    using running = service.running.begin(row.job_id, never);
    try {
      const outcome = row.attempts > maxAttempts ? tooOften : await this.#perform(row, yielding, running.signal);
      performed();
      await retryUntilStored(() => this.#settle(row, outcome));
      service.watch.look();
    } catch (error) {
      service.log.error({ err: error, job_id: row.job_id }, 'an asynchronous job could not be ended');
    }
    this.#jobs.delete(row.job_id);
  }

  async #perform(row: OrderRow, yielding: Yielding, signal: AbortSignal): Promise<Outcome> {
    const { asyncOrders, workspaces, clock, files } = this.#service;
    try {
      const order = asyncOrders.open(row.sealed);
      await using workspace = await workspaces.open(newId(clock.now()));
      await fetchInputs(files, order, workspace.path);
      await using progress = latestEvery<Progress>(progressMs, (far) => this.#note(row.job_id, far));
      const onProgress = (far: Progress) => progress.note(far);
      const outcome = await this.#worker.perform(order, { folder: workspace.path, signal, onProgress, yielding });
      return warned(outcome, order.warnings);
    } catch (error) {
      return failed(signal.aborted ? signal.reason : error);
    }
  }

  async #note(jobId: string, progress: Progress): Promise<void> {
    const { db, log } = this.#service;
    await noteProgress(db, jobId, progress).catch((error: unknown) =>
      log.error({ err: error }, 'the progress of a job could not be stored'),
    );
  }

  async #settle({ job_id: jobId }: OrderRow, outcome: Outcome): Promise<void> {
    const service = this.#service;
    const { db, files, background } = service;
    if (outcome.kind === 'failure') {
      if (outcome.stoppedBy === 'shutdown') return await this.#release(jobId);
      if (outcome.stoppedBy === 'others') return await this.#release(jobId, { isPutBack: true });
      if (outcome.storage !== undefined) {
        service.log.error({ job_id: jobId, cause: outcome.cause }, outcome.storage);
        const again = async () => {
          await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
          await retry(
            () => this.#release(jobId),
            () => {},
          );
        };
        return background.run(again, 'an asynchronous job could not be released');
      }
    }
    const job = await findJob(db, jobId);
    // The account and its job may have been deleted; a counted result stays.
    if (job?.state !== 'pending') return await this.#removeFiles(jobId, job?.state !== 'success');
    try {
      if (outcome.kind === 'success') await settleSuccess(service, job, outcome);
      else await settleFailure(service, job, outcome, async () => {});
    } catch (error) {
      // A waiting client would receive this error; here the job's row has it.
      if (!isFailure(error)) throw error;
      if (error.kind === 'failed') return;
    }
    await files.deleteInputs(jobId);
  }

  async #removeFiles(jobId: string, evenOutput: boolean): Promise<void> {
    const { files } = this.#service;
    if (evenOutput) await files.deleteOutput(jobId);
    await files.deleteInputs(jobId);
  }
}

const never = new AbortController().signal;
const tooOften = failed(
  new Failure('conversion_failed', {}, { cause: new Error('each node that took it up has died') }),
);

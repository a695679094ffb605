// Takes up the orders of asynchronous jobs: wherever a slot is free, in turns between accounts, each at most three times.
import { Failure, isFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Outcome } from '#service/dispatch/dispatcher.ts';
import { failed } from '#service/dispatch/failed.ts';
import { fetchInputs } from '#service/dispatch/fetch-inputs.ts';
import { warned } from '#service/jobs/accept.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { settleFailure, settleSuccess } from '#service/jobs/settle.ts';
import { counted, Turns } from '#service/queue/turns.ts';
import { retry, retryUntilStored } from '#service/retry.ts';
import type { Conversions } from '#service/roles.ts';
import { storageProblem } from '#service/storage.ts';
import type { OrderRow } from '#service/database/schema.ts';
import type { LaterWorker } from './worker.ts';
import {
  firstOrders,
  maxAttempts,
  noteProgress,
  releaseOrder,
  takenOrders,
  takeOrder,
  type Progress,
} from './order-rows.ts';

/** How often it is looked for a free slot while there are orders, and for orders that another node has accepted. */
const slotMs = 50;
const ordersMs = 1000;
/** How long an order may be taken without being run: a commit may have reached the database though its answer was lost. */
const idleMs = 60_000;
/** Before an order is taken up again whose result could not be stored. */
const pauseMs = 5000;
/** What an order counts for in the turns of its account until it has ended. */
const assumedSeconds = 0.5;

export interface Runner {
  /** Takes up nothing more; what runs is stopped by `service.running`. */
  stop(): Promise<void>;
}

export const startRunner = (service: Conversions, worker: LaterWorker): Runner => new OrderRunner(service, worker);

class OrderRunner implements Runner {
  readonly #service: Conversions;
  readonly #worker: LaterWorker;
  readonly #turns = new Turns();
  readonly #running = new Set<Promise<void>>();
  readonly #jobs = new Set<string>();
  /** Orders that this node has taken and did not run when it looked last. */
  #idle: ReadonlySet<string> = new Set();
  readonly #timers: NodeJS.Timeout[];
  #mayHaveMore = true;
  #isStopped = false;
  #taking: Promise<void> | undefined;

  constructor(service: Conversions, worker: LaterWorker) {
    this.#service = service;
    this.#worker = worker;
    const look = () => void (this.#mayHaveMore = true);
    service.later.onLook(() => {
      look();
      this.#take();
    });
    this.#timers = [
      setInterval(look, ordersMs).unref(),
      setInterval(() => this.#take(), slotMs).unref(),
      setInterval(() => this.#releaseIdle(), idleMs).unref(),
    ];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#taking;
    await Promise.all(this.#running);
  }

  #take(): void {
    if (this.#isStopped || !this.#mayHaveMore || this.#taking !== undefined || !this.#hasSlot()) return;
    this.#taking = this.#takeAll()
      .catch((error: unknown) => {
        if (storageProblem(error) === undefined)
          this.#service.log.error({ err: error }, 'an asynchronous job could not be taken up');
      })
      .finally(() => (this.#taking = undefined));
  }

  #releaseIdle(): void {
    const { db, node, background } = this.#service;
    const release = async () => {
      const taken = (await takenOrders(db, node.id)).map(({ job_id: jobId }) => jobId);
      const idle = taken.filter((jobId) => !this.#jobs.has(jobId));
      for (const jobId of idle) if (this.#idle.has(jobId)) await releaseOrder(db, jobId, { isUncounted: true });
      this.#idle = new Set(idle);
    };
    background.run(release, 'orders that nobody performs could not be looked up');
  }

  /** Somebody waits for the other work of this node, so that it goes first. */
  #hasSlot(): boolean {
    return this.#running.size + this.#worker.busy() < this.#worker.slots;
  }

  async #takeAll(): Promise<void> {
    while (!this.#isStopped && this.#hasSlot()) {
      const row = await this.#next();
      if (row === undefined) return;
      const run = this.#run(row).finally(() => {
        this.#running.delete(run);
        this.#take();
      });
      this.#running.add(run);
    }
  }

  /** The next order in turn, taken; undefined when there is none. */
  async #next(): Promise<OrderRow | undefined> {
    const { db, files, node } = this.#service;
    this.#mayHaveMore = false;
    // The inputs of an order that another node has accepted are in its folder.
    const firsts = await firstOrders(db, files.isShared || node.isAlone ? undefined : node.id);
    const inTurn = firsts
      .map((first) => ({ ...first, start: this.#turns.startOf(first.account_id) }))
      .toSorted((a, b) => a.start - b.start || (a.job_id < b.job_id ? -1 : 1));
    for (const { job_id: jobId } of inTurn) {
      this.#mayHaveMore = true;
      const taken = await takeOrder(db, jobId, node.id);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }

  /** Never throws. */
  async #run(row: OrderRow): Promise<void> {
    const service = this.#service;
    const began = performance.now();
    this.#jobs.add(row.job_id);
    this.#turns.begin(row.account_id, assumedSeconds);
    using running = service.running.begin(row.job_id, never);
    try {
      const outcome = row.attempts > maxAttempts ? tooOften : await this.#perform(row, running.signal);
      await retryUntilStored(() => this.#settle(row, outcome));
      service.watch.look();
    } catch (error) {
      service.log.error({ err: error, job_id: row.job_id }, 'an asynchronous job could not be ended');
    }
    this.#jobs.delete(row.job_id);
    this.#turns.correct(row.account_id, counted((performance.now() - began) / 1000) - assumedSeconds);
  }

  async #perform(row: OrderRow, signal: AbortSignal): Promise<Outcome> {
    const { later, workspaces, clock, files } = this.#service;
    try {
      const order = later.open(row.sealed);
      await using workspace = await workspaces.open(newId(clock.now()));
      await fetchInputs(files, order, workspace.path);
      const steps = (order.options['steps'] as unknown[] | undefined)?.length ?? 0;
      const onStep = (done: number) => this.#note(row.job_id, { done, of: steps, unit: 'steps' });
      const outcome = await this.#worker.perform(order, { folder: workspace.path, signal, onStep });
      return warned(outcome, order.warnings);
    } catch (error) {
      return failed(signal.aborted ? signal.reason : error);
    }
  }

  #note(jobId: string, progress: Progress): void {
    const { db, background } = this.#service;
    background.run(() => noteProgress(db, jobId, progress), 'how far a job is could not be written down');
  }

  async #settle({ job_id: jobId }: OrderRow, outcome: Outcome): Promise<void> {
    const service = this.#service;
    const { db, files, background } = service;
    if (outcome.kind === 'failure') {
      if (outcome.stoppedBy === 'shutdown') return void (await releaseOrder(db, jobId, { isUncounted: true }));
      if (outcome.storage !== undefined) {
        service.log.error({ job_id: jobId, cause: outcome.cause }, outcome.storage);
        const again = async () => {
          await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
          await retry(
            async () => void (await releaseOrder(db, jobId, { isUncounted: true })),
            () => {},
          );
        };
        return background.run(again, 'an asynchronous job could not be taken up again');
      }
    }
    const job = await findJob(db, jobId);
    // The account may be gone with its job; a result that is counted stays.
    if (job?.state !== 'pending') return await this.#removeFiles(jobId, job?.state !== 'success');
    try {
      if (outcome.kind === 'success') await settleSuccess(service, job, outcome);
      else await settleFailure(service, job, outcome, async () => {});
    } catch (error) {
      // What a waiting client would be answered; the row of the job has it.
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

// Deletes expired jobs and files, and cleans up after a killed process.
import { minuteMs } from '#core/clock.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { inParallel } from '#core/parallel.ts';
import { sweepOutbox } from '#service/email/outbox.ts';
import { sweepNotices } from '#service/accounts/notices.ts';
import { batchRows, inBatches } from '#service/database/batches.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { Jobs, Mail, Runtime } from '#service/roles.ts';
import { storageProblem } from '#service/storage.ts';
import type { JobRow } from '#service/database/schema.ts';
import { endExpiredShares } from '#service/shares/shares.ts';
import { sweepUploads } from '#service/uploads/upload-rows.ts';
import { deleteTrials, trialsOver } from '#service/trials/trial-rows.ts';
import { announceJob } from '#service/webhooks/announce.ts';
import { dueJobs, markExpired, pendingJobs } from './job-rows.ts';
import { jobsWithoutLease } from './leases.ts';
import { deleteOldRows } from './old-rows.ts';
import { releaseOrder, takenOrders } from '#service/async/order-rows.ts';
import { failJob, settleSuccess, type Settling } from './settle.ts';
import { removeFiles, removeSharedStrays, removeStrays, removeUnknown } from './strays.ts';

/** The parts of the service that the sweeper needs. */
export type Retention = Settling & Jobs & Mail & Runtime;

/**
 * Fails and refunds the jobs of this node that were pending when its process died, and retains their inputs. Only at start-up.
 * A single node owns all jobs.
 */
export async function recover(service: Retention): Promise<number> {
  const { isAlone, id } = service.node;
  const left = await pendingJobs(service.db, isAlone ? undefined : id);
  for (const { job_id: jobId } of await takenOrders(service.db, isAlone ? undefined : id))
    await releaseOrder(service.db, jobId);
  for (const job of left)
    await failLost(service, job).catch((error: unknown) => {
      if (storageProblem(error) === undefined) throw error;
      // The sweeper fails it later.
      service.log.error({ err: error, job_id: job.id }, 'a job of the previous process could not be ended');
    });
  // Files received before their job existed.
  const received = await service.workspaces.remaining();
  const remove = () => removeUnknown(service, received);
  service.background.run(() => retryUntilStored(remove), 'files of the process before could not be deleted');
  await service.workspaces.sweep();
  // A bucket has room until the sweeper runs.
  if (!service.files.isShared) await removeStrays(service, never);
  return left.length;
}

const never = new AbortController().signal;

/** Runs one round of the sweeper on this node's own files and, on one node at a time, on the shared ones. `signal` ends it early. */
export async function sweep(service: Retention, signal: AbortSignal = never): Promise<void> {
  await sweepOwn(service, signal);
  await service.node.leader.lead(() => sweepShared(service, signal));
  await removeSharedStrays(service, signal);
}

async function sweepOwn(service: Retention, signal: AbortSignal): Promise<void> {
  const { clock, node, config } = service;
  await expire(service, () => clock.now(), signal, node.id);
  await endTrials(service, clock.now(), signal, node.id);
  await failAbandoned(service);
  await sweepOutbox(config.data, clock.now());
}

async function sweepShared(service: Retention, signal: AbortSignal): Promise<void> {
  const { clock, files } = service;
  // In a folder, a file this late belongs to a node that is gone; in a bucket, it may belong to a worker, which does not sweep.
  const graceMs = files.isShared ? 0 : lateMs;
  await expire(service, () => clock.now() - graceMs, signal);
  await endTrials(service, clock.now() - graceMs, signal);
  for (const job of await jobsWithoutLease(service)) {
    service.metrics.leasesLost.inc();
    if (!(await releaseOrder(service.db, job.id))) await failLost(service, job);
  }
  await sweepUploads(service, signal);
  await endExpiredShares(service, signal);
  await deleteOldRows(service, signal);
  await sweepNotices(service);
}

const lateMs = 5 * minuteMs;
/** The number of concurrent deletions. */
const workers = 8;

/** Deletes the files of the jobs that are due at `time`, on all nodes or on one. */
const expire = (service: Retention, time: () => number, signal: AbortSignal, owner?: string): Promise<void> =>
  inBatches(async () => {
    const of = owner === undefined ? {} : { owner };
    const due = await dueJobs(service.db, time(), { ...of, limit: batchRows });
    // Files first: on a full disk they free the space that the updates need.
    await inParallel(due, ({ id }) => removeFiles(service, id), workers);
    await markExpired(service.db, due, (trx, job) => announceJob(service, trx, job));
    return due.length;
  }, signal);

/** Deletes the trials that are over at `time`, on all nodes or on one. */
const endTrials = (service: Retention, time: number, signal: AbortSignal, owner?: string): Promise<void> =>
  inBatches(async () => {
    const over = await trialsOver(service.db, time, { owner, limit: batchRows });
    await inParallel(over, ({ id }) => removeFiles(service, id), workers);
    await deleteTrials(
      service.db,
      over.map(({ id }) => id),
    );
    return over.length;
  }, signal);

/**
 * Ends a job whose process is gone, with its worker's outcome, or as failed and refunded. Keeps the input of a failed job if it can be
 * found.
 */
async function failLost(service: Retention, job: JobRow): Promise<void> {
  const { dispatcher, files, workspaces } = service;
  const outcome = await dispatcher.settleLost(job.id);
  if (outcome?.kind === 'success') {
    // Only the node that waited for the job is gone.
    await settleSuccess(service, job, outcome).catch((error: unknown) => {
      // Deleted in the meantime.
      if (!isFailure(error)) throw error;
    });
    return await files.deleteInputs(job.id);
  }
  await files.deleteOutput(job.id);
  const retainInputs = async () => {
    const paths = await workspaces.remainingInputs(job.id);
    // A bucket already has the inputs under their names.
    if (paths.length > 0)
      await files.putInputs(
        job.id,
        paths.map((path, n) => ({ name: `input-${n + 1}`, path })),
      );
  };
  await failJob(service, job, retainInputs, new Failure('conversion_failed', {}));
}

/** Fails and refunds pending jobs that no process is running, because their end could not be stored. */
async function failAbandoned(service: Retention): Promise<void> {
  const { config, clock, node, running } = service;
  const oldest = clock.now() - config.conversionTimeoutMs - minuteMs;
  for (const job of await pendingJobs(service.db, node.isAlone ? undefined : node.id))
    if (job.created_at < oldest && !running.has(job.id))
      await failJob(service, job, async () => {}, new Failure('conversion_failed', {}));
}

/** Sweeps once a minute until disposed. */
export function startSweeper(service: Retention): Disposable {
  const { background, files, node } = service;
  const stopped = new AbortController();
  let rounds = 0;
  let isSweeping = false;
  let isSending = false;
  // Sent alongside the sweeping, so that a mail server that hangs holds up nothing else.
  const sendMails = async () => {
    if (isSending) return;
    isSending = true;
    const { waitingMails, mailer } = service;
    await waitingMails.sendDue((mail) => mailer.send(mail), stopped.signal).finally(() => (isSending = false));
  };
  const round = async () => {
    // After a long pause, a round may take longer than a minute.
    if (isSweeping) return;
    isSweeping = true;
    await sweep(service, stopped.signal).finally(() => (isSweeping = false));
  };
  const everyMinute = () => {
    background.run(round, 'the sweeper failed; it retries in a minute');
    background.run(sendMails, 'e-mails that wait could not be sent; they are tried again in a minute');
    rounds += 1;
    if (!files.isShared && !node.isAlone && rounds % roundsPerHour === 0)
      background.run(() => removeStrays(service, stopped.signal), 'files without a job could not be removed');
  };
  everyMinute();
  const timer = setInterval(everyMinute, minuteMs).unref();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      stopped.abort();
    },
  };
}

const roundsPerHour = 60;

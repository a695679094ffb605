// Accepts an asynchronous job, from the complete upload to its order in the database. A job is refused for the same reasons as a
// synchronous call before its conversion begins.
import { deadline } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import { timeLimitOf } from '#conversion/time-limit.ts';
import { admitted, ignoredFields } from '#conversion/admit.ts';
import type { Order } from '#service/dispatch/dispatcher.ts';
import { bytesOf, maxFilesOf, orderOf } from '#service/jobs/accept.ts';
import { beginAccountJob, type Conversion } from '#service/jobs/by-account.ts';
import type { AccountCaller, Received } from '#service/jobs/received.ts';
import { ended } from '#service/jobs/idempotency.ts';
import { failureOf } from '#service/jobs/settle.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { Conversions } from '#service/roles.ts';
import { unstorable } from '#service/storage.ts';
import { checkedJobUrl, type Hooks } from '#service/webhooks/webhooks.ts';
import { insertOrder } from './order-rows.ts';

/** The parts of the service that accepting a job needs. */
type Accepting = Hooks &
  Pick<
    Conversions,
    'asyncOrders' | 'background' | 'config' | 'dispatcher' | 'files' | 'node' | 'offerUpgrade' | 'traces'
  >;

/**
 * Inspects the files, keeps them, and stores the order with its job; or returns the job of an earlier request with the same
 * Idempotency-Key, which may still be pending.
 * @throws {@link Failure}; `Stopped` when the client has disconnected
 */
export async function acceptAsync(call: Received<AccountCaller>, service: Accepting): Promise<Conversion> {
  const { caller, files, jobId } = call;
  const { webhook_url: jobUrl, ...fields } = call.fields;
  const { tool, options } = admitted(call.tool, files.length, fields, maxFilesOf(caller.plan));
  using limit = deadline(timeLimitOf(tool, options, service.config.conversionTimeoutMs), call.signal);
  const webhookUrl = jobUrl === undefined ? undefined : await checkedJobUrl(service, caller.account.id, jobUrl);
  const order = orderOf(call, tool, options, service, limit);
  const row = {
    job_id: jobId,
    account_id: caller.account.id,
    sealed: service.asyncOrders.seal({ ...order, warnings: ignoredFields(tool, fields) }),
    bytes: bytesOf(files),
  };
  let isBegun = false;
  try {
    await inspect(call, order, service, limit.signal);
    const begun = await beginAccountJob(call, tool, service, {
      isAsync: true,
      inputBytes: row.bytes,
      webhookUrl,
      enqueue: (transaction) => insertOrder(transaction, row),
    });
    isBegun = 'job' in begun;
    if ('job' in begun) return { job: begun.job, replayed: false };
    const { known, fingerprint } = begun;
    if (known.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused');
    return { job: known.state === 'pending' ? known : ended(service, known), replayed: true };
  } finally {
    const discard = () => retryUntilStored(() => service.files.deleteInputs(jobId));
    if (isBegun) service.asyncOrders.look();
    else service.background.run(discard, 'the inputs of a job that was not begun could not be deleted');
  }
}

/** Inspects the files when their turn comes, and keeps them. @throws {@link Failure} */
async function inspect(
  { workspace }: Received,
  order: Order,
  { dispatcher, db }: Accepting,
  signal: AbortSignal,
): Promise<void> {
  await using inspection = await dispatcher.submit({ ...order, isInspection: true }, workspace.path);
  await db.transaction().execute((transaction) => inspection.enqueue(transaction));
  const outcome = await inspection.outcome(signal);
  if (outcome.kind === 'failure')
    throw outcome.storage === undefined ? failureOf(outcome) : unstorable(new Error(outcome.cause));
  await inspection.retainInputs();
}

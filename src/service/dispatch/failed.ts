// Turns an error into a serialisable outcome of an order.
import { DeadlinePassed } from '#core/deadline.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { Stopped } from '#service/jobs/running.ts';
import { storageProblem } from '#service/storage.ts';
import type { FailedOutcome } from './dispatcher.ts';

export function failed(error: unknown): FailedOutcome {
  const { code, fields, context } = failureOf(error);
  const storage = storageProblem(error);
  return {
    kind: 'failure',
    code,
    fields,
    cause: causeOf(error),
    ...(context.step === undefined ? {} : { step: context.step }),
    ...(error instanceof Stopped ? { stoppedBy: error.by } : {}),
    ...(storage === undefined ? {} : { storage }),
  };
}

function failureOf(error: unknown): Failure {
  if (isFailure(error)) return error;
  if (error instanceof Stopped && error.by === 'delete') return new Failure('job_deleted');
  // Our own code between two engines ran out of time.
  if (error instanceof DeadlinePassed)
    return new Failure('conversion_timeout', { engine: 'platen', timeout_ms: error.timeoutMs });
  return new Failure('conversion_failed', {});
}

/** Joins the messages of the chain of causes, which contain no client's file name because engines see numbered files. */
function causeOf(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) messages.push(at.message);
  return messages.join(' ← ').slice(0, 2000);
}

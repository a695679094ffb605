// Orders for workers and their outcomes, both as plain data that can be serialised.
import type { Transaction } from 'kysely';
import type { ErrorCode } from '#core/errors.ts';
import type { Report } from '#conversion/tools/tool.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Stopped } from '#service/jobs/running.ts';

/** A conversion to perform. */
export interface Order {
  jobId: string;
  accountId: string;
  /** The tool that serves the request. */
  tool: string;
  /** Whether it belongs to a visitor without an account. */
  isVisitor?: boolean;
  /** Already validated. */
  options: Readonly<Record<string, unknown>>;
  /** Files in the folder of the order, with their names on the client. */
  inputs: readonly { file: string; name: string }[];
  /** The file in that folder to write the result to. */
  output: string;
  /** The time limit of the conversion, the time left of it, and the time within which it has to start. */
  timeoutMs: number;
  leftMs: number;
  startWithinMs: number;
  /** The span that its worker continues, where there is a trace. */
  traceparent?: string;
  /** The result is marked as a test's. */
  isTest?: boolean;
  /** The files are only inspected: the outcome is a success without a result, or the reason for their refusal. */
  isInspection?: boolean;
}

/** The owner of the order. */
export type OrderUser = Pick<Order, 'accountId' | 'isVisitor'>;

export type Outcome =
  /** The result is stored as the output of the job. */
  | {
      kind: 'success';
      bytes: number;
      report: Report;
      /** The duration of the conversion alone. */
      seconds: number;
      /** The node that performed it, if nodes share orders. */
      workerId?: string;
    }
  | {
      kind: 'failure';
      code: ErrorCode;
      /** Of a pipeline, from 0. */
      step?: number | undefined;
      fields: Readonly<Record<string, unknown>>;
      /** For the operator's log; contains no file names. */
      cause: string;
      stoppedBy?: Stopped['by'];
      /** The time that it took until then, where known. */
      seconds?: number;
      workerId?: string;
      /** It took much longer than its tool typically does, without a result. */
      isWaste?: boolean;
      /** Why nothing could be stored, if that was the reason. */
      storage?: string;
    };

export type SuccessOutcome = Extract<Outcome, { kind: 'success' }>;
export type FailedOutcome = Extract<Outcome, { kind: 'failure' }>;

/** How many orders are being performed, and how many wait; only a snapshot. */
export interface QueueLength {
  readonly running: number;
  readonly waiting: number;
  /** How many can be performed at a time. */
  readonly slots: number;
}

/**
 * Has orders performed, by this process or by a worker on another node.
 * @example
 * await using submission = await dispatcher.submit(order, folder);
 * await db.transaction().execute((transaction) => submission.enqueue(transaction));
 * const outcome = await submission.outcome(signal);
 */
export interface Dispatcher extends QueueLength {
  /** Whether no more orders can wait; or whether one of this caller would be refused. Only a snapshot. */
  isFull(caller?: OrderUser & { tool: string }): boolean;
  /**
   * The seconds until a minute has passed since the order of another account had to wait; 0 when it has. Visitors and
   * accounts that burn time do not count.
   */
  secondsOfOthers(user: OrderUser): number;
  /** When to retry after a refusal: about the time that the waiting orders will take. */
  readonly retryAfterSeconds: number;
  /** Submits an order whose inputs are in `folder`, and keeps them until it is disposed of. */
  submit(order: Order, folder: string): Promise<Submission>;
  /** Stops the order of a job, whichever node has submitted it. */
  cancel(jobId: string): Promise<void>;
  /** How the order of a job ended whose node is gone; null when it has not ended, or is unknown. It will not end any more. */
  settleLost(jobId: string): Promise<Outcome | null>;
}

/** An order that is on its way. Disposing of it discards its inputs, unless they are retained. */
export interface Submission extends AsyncDisposable {
  /** Part of the transaction that creates the job, so that there is never one without the other. @throws {@link QueueFull} */
  enqueue(transaction: Transaction<Tables>): Promise<void>;
  /** Waits for the end of the order; stops it when `signal` aborts. @throws server_busy when it does not start in time */
  outcome(signal: AbortSignal): Promise<Outcome>;
  /** Keeps the inputs of the failed job. */
  retainInputs(): Promise<void>;
}

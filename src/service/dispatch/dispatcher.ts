// Orders for workers and their outcomes, as plain data that can be serialised.
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
  /** Whether the order belongs to a visitor without an account. */
  isVisitor?: boolean;
  /** The options, already validated. */
  options: Readonly<Record<string, unknown>>;
  /** Files in the folder of the order, with their names on the client. */
  inputs: readonly { file: string; name: string }[];
  /** The file in that folder to write the result to. */
  output: string;
  /** The time limit of the conversion, the remaining time, and the time within which it has to start. */
  timeoutMs: number;
  leftMs: number;
  startWithinMs: number;
  /** The span that the worker continues, if there is a trace. */
  traceparent?: string;
  /** Whether the result is marked as a test. */
  isTest?: boolean;
  /** Whether the files are only inspected; the outcome is a success without a result, or the reason for the refusal. */
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
      /** The duration of the conversion itself. */
      seconds: number;
      /** The node that performed it, if nodes share orders. */
      workerId?: string;
    }
  | {
      kind: 'failure';
      code: ErrorCode;
      /** The step of a pipeline, from 0. */
      step?: number | undefined;
      fields: Readonly<Record<string, unknown>>;
      /** The cause for the operator's log, without file names. */
      cause: string;
      stoppedBy?: Stopped['by'];
      /** The duration until the failure, if known. */
      seconds?: number;
      workerId?: string;
      /** Whether the order took much longer than its tool typically does, without a result. */
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
  /** The number of orders that can be performed at a time. */
  readonly slots: number;
}

/** An order that has not ended. */
export interface LiveOrder extends Required<OrderUser> {
  jobId: string;
  tool: string;
  isInspection: boolean;
  /** The milliseconds since it was submitted, and since it started; null while it waits. */
  ageMs: number;
  ranMs: number | null;
}

/**
 * Dispatches orders to this process or to a worker on another node.
 * @example
 * await using submission = await dispatcher.submit(order, folder);
 * await db.transaction().execute((transaction) => submission.enqueue(transaction));
 * const outcome = await submission.outcome(signal);
 */
export interface Dispatcher extends QueueLength {
  /** Returns whether no more orders can wait, or an order of this caller would be refused. Only a snapshot. */
  isFull(caller?: OrderUser & { tool: string }): boolean;
  /**
   * Returns the seconds until a minute has passed since another account's order had to wait; 0 afterwards. Visitors and
   * accounts that burn time do not count.
   */
  secondsOfOthers(user: OrderUser): number;
  /** The seconds until a retry after a refusal: roughly how long the waiting orders will take. */
  readonly retryAfterSeconds: number;
  /** Submits an order whose inputs are in `folder`, and keeps them until it is disposed of. */
  submit(order: Order, folder: string): Promise<Submission>;
  /** Returns the orders that have not ended: those of this process or, if nodes share orders, of all nodes. */
  orders(): Promise<LiveOrder[]>;
  /** Stops the order of a job, whichever node has submitted it. */
  cancel(jobId: string): Promise<void>;
  /** Settles an order whose node is gone and returns how it ended; null when it has not ended, or is unknown. It cannot end afterwards. */
  settleLost(jobId: string): Promise<Outcome | null>;
}

/** A submitted order. Disposing of it discards the inputs, unless they are retained. */
export interface Submission extends AsyncDisposable {
  /** Enqueues the order in the transaction that creates the job, so that neither exists without the other. @throws {@link QueueFull} */
  enqueue(transaction: Transaction<Tables>): Promise<void>;
  /** Waits for the end of the order; stops it when `signal` aborts. @throws server_busy when it does not start in time */
  outcome(signal: AbortSignal): Promise<Outcome>;
  /** Keeps the inputs of the failed job. */
  retainInputs(): Promise<void>;
}

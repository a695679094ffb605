// Orders for workers and their outcomes, both as plain data that can be serialised.
import type { ErrorCode } from '#core/errors.ts';
import type { Report } from '#conversion/tools/tool.ts';

/** A conversion to perform. Its files are in the workspace of its job. */
export interface Order {
  jobId: string;
  accountId: string;
  /** The tool that serves the request. */
  tool: string;
  /** Already validated. */
  options: Readonly<Record<string, unknown>>;
  /** Names of options that are never logged or stored in plain text. */
  secrets: readonly string[];
  /** Files in the workspace, with the names the client gave them. */
  inputs: readonly { file: string; name: string }[];
  /** The file to write the result to. */
  output: string;
  /** The time limit of the conversion, what is left of it, and the time within which it has to start. */
  timeoutMs: number;
  leftMs: number;
  startWithinMs: number;
}

/** Who stopped an order. */
export type StoppedBy = 'client' | 'delete' | 'shutdown';

export type Outcome =
  | { kind: 'success'; bytes: number; report: Report }
  | {
      kind: 'failure';
      code: ErrorCode;
      fields: Readonly<Record<string, unknown>>;
      /** For the operator's log; contains no file names. */
      cause: string;
      stoppedBy?: StoppedBy;
      /** Why nothing could be stored, if that was the reason. */
      storage?: string;
    };

export interface Dispatcher {
  /** Whether an order would be refused now; only a snapshot. */
  readonly isFull: boolean;
  readonly running: number;
  readonly waiting: number;
  /** Performs an order, or stops it when `signal` aborts; an order that gets no slot in time fails with `server_busy`. */
  dispatch(order: Order, signal: AbortSignal): Promise<Outcome>;
}

export const secretOptions: readonly string[] = ['password'];

// Orders to workers: who is to convert what, as data that can be written down, and what became of it.
import type { ErrorCode } from '#core/errors.ts';
import type { Report } from '#conversion/tools/tool.ts';

/** A conversion to be done. Its files lie in the workspace of its job. */
export interface Order {
  jobId: string;
  accountId: string;
  /** The tool that does the work. */
  tool: string;
  /** Checked already. */
  options: Readonly<Record<string, unknown>>;
  /** Names of options that are never logged or stored in clear. */
  secrets: readonly string[];
  /** Files in the workspace, with the names that their sender gave them. */
  inputs: readonly { file: string; name: string }[];
  /** The file that the result becomes. */
  output: string;
  /** The conversion's whole time, and what is left of it and of the time within which it has to begin. */
  timeoutMs: number;
  leftMs: number;
  startWithinMs: number;
}

/** Who ended an order before its time. */
export type StoppedBy = 'client' | 'delete' | 'shutdown';

export type Outcome =
  | { kind: 'success'; bytes: number; report: Report }
  | {
      kind: 'failure';
      code: ErrorCode;
      fields: Readonly<Record<string, unknown>>;
      /** For the operator's log: no file's name is in it. */
      cause: string;
      stoppedBy?: StoppedBy;
      /** Why nothing could be stored, where that was it. */
      storage?: string;
    };

export interface Dispatcher {
  /** Whether an order would be refused now; a look without a promise. */
  readonly isFull: boolean;
  readonly running: number;
  readonly waiting: number;
  /** Has an order performed, or ended when `signal` says so; an order that finds no place in time ends as `server_busy`. */
  dispatch(order: Order, signal: AbortSignal): Promise<Outcome>;
}

export const secretOptions: readonly string[] = ['password'];

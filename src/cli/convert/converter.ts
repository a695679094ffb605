// The interface for performing tasks, on this machine or by a service.
import type { Made } from './outcome.ts';
import type { Task } from './tasks.ts';

export interface Converter extends AsyncDisposable {
  /** Converts, and delivers the result. @throws Failure, or {@link Refused} by a service */
  convert(task: Task, signal: AbortSignal): Promise<Made>;
}

/** The fields that the tool gets besides its files. */
export type Fields = Readonly<Record<string, string>>;

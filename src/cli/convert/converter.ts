// The interface for performing tasks, on this machine or by a service.
import type { OnProgress } from '#core/progress.ts';
import type { Made } from './outcome.ts';
import type { Task } from './tasks.ts';

export interface Converter extends AsyncDisposable {
  /** Converts, and delivers the result; a service does not tell its progress. @throws Failure, or {@link Refused} by a service */
  convert(task: Task, signal: AbortSignal, onProgress?: OnProgress): Promise<Made>;
}

/** The fields that the tool gets besides its files. */
export type Fields = Readonly<Record<string, string>>;

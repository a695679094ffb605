// A second thread that reads pages of a long document beside the first one, on a core that has nothing to do. Each takes the next page
// that nobody has; what the second one does not get to, or fails at, the first one reads.
import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { MiB } from '#core/bytes.ts';
import { addMistakes } from '#core/mistakes.ts';
import type { PageColumns } from './page-columns.ts';

const thread = new URL('second-reader-thread.ts', import.meta.url);
/** Of the thread's JavaScript, beside what the whole sandbox may have. */
const maxHeapBytes = 1024 * MiB;

/** When a second thread reads. */
export interface Sharing {
  /** Fewer are read before the thread has started and its code is warm. */
  minPages: number;
  isCoreFree: () => boolean;
  /** Of what qpdf says of the objects, which the thread holds a second time within the same limit of memory. */
  maxGraphBytes: number;
  /** Waited for before the first thread takes a page. */
  begun?: (taken: Int32Array) => Promise<void>;
}

export const usualSharing: Sharing = {
  minPages: 100,
  maxGraphBytes: 64 * MiB,
  isCoreFree: () => availableParallelism() > 1 && (loadavg()[0] ?? 0) < availableParallelism(),
};

/** What the thread is told: the file, what qpdf says of its objects, and the pages that are taken. */
export interface SecondReading {
  pdf: string;
  graph: string;
  taken: Int32Array;
}

/** What it answers. */
export interface SecondRead {
  pages: PageColumns[];
  mistakes: string[];
}

/** The next page that nobody reads, from 0. */
export const takePage = (taken: Int32Array): number => Atomics.add(taken, 0, 1);

export interface SecondReader extends Disposable {
  /** Those that it has read; none where it failed, or has not come to any. */
  pages(): Promise<PageColumns[]>;
}

/** Starts the thread. What it has taken is known from `taken[1]`. */
export function startSecondReader(reading: SecondReading): SecondReader {
  const worker = new Worker(thread, {
    workerData: reading,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapBytes / MiB },
  });
  worker.unref();
  const read = new Promise<PageColumns[]>((resolve) => {
    worker.once('message', ({ pages, mistakes }: SecondRead) => {
      addMistakes(mistakes);
      resolve(pages);
    });
    worker.once('error', () => resolve([]));
    worker.once('exit', () => resolve([]));
  });
  return {
    // A thread that has not begun when all pages are taken gets none any more.
    pages: async () => {
      if (Atomics.load(reading.taken, 1) === 0) return [];
      worker.ref();
      return read;
    },
    [Symbol.dispose]: () => void worker.terminate(),
  };
}

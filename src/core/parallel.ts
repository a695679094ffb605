// Work on a list with as many workers as there are cores.
import { availableParallelism } from 'node:os';

/** Calls `work` for every item. After a failure no further calls start, and it is thrown when the running ones have ended. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  workers = availableParallelism(),
): Promise<void> {
  const left = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return;
      try {
        await work(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(workers, items.length) }, worker));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
}

// Processes a list with as many workers as there are cores.
import { availableParallelism } from 'node:os';

/** Calls `work` for every item; after the first failure, no more items begin, and the failure is thrown once all workers have stopped. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  workers = availableParallelism(),
): Promise<void> {
  const left = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [index, item] of left) {
      if (failed) return;
      try {
        await work(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(workers, items.length) }, worker));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

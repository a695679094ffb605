// Work on a list with as many hands as there are cores.
import { availableParallelism } from 'node:os';

/** Calls `work` for every item; the first failure stops the rest from being begun and is thrown once all hands are still. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  hands = availableParallelism(),
): Promise<void> {
  const left = items.entries();
  let failed = false;
  const hand = async () => {
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
  const results = await Promise.allSettled(Array.from({ length: Math.min(hands, items.length) }, hand));
  const refused = results.find((result) => result.status === 'rejected');
  if (refused !== undefined) throw refused.reason;
}

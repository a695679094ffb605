// Collects frequent items for a moment, and stores them together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from './background.ts';

export interface Gatherer<Item> {
  /** The number of items that wait to be stored. */
  readonly size: number;
  /** Adds an item; `merge` combines it with a waiting one of the same name. */
  add(name: string, merge: (waiting: Item | undefined) => Item): void;
}

/** Creates a gatherer that passes the items of each `gatherMs` to `store`, and logs `problem` when that fails. */
export function createGatherer<Item>(
  background: Background,
  { gatherMs, problem, store }: { gatherMs: number; problem: string; store: (items: Item[]) => Promise<void> },
): Gatherer<Item> {
  let waiting = new Map<string, Item>();
  const storeAll = async () => {
    await sleep(gatherMs);
    const items = [...waiting.values()];
    waiting = new Map();
    await store(items);
  };
  return {
    get size() {
      return waiting.size;
    },
    add(name, merge) {
      if (waiting.size === 0) background.run(storeAll, problem);
      waiting.set(name, merge(waiting.get(name)));
    },
  };
}

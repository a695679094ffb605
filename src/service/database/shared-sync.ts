// Commits written to the disk itself, many by one sync, and beside the event loop: SQLite's own sync (`synchronous = FULL`) blocks it.

export interface Disk {
  /** Resolves when everything written so far survives a power failure. */
  sync: () => Promise<void>;
  /** The same, in another way, after a sync that failed: the system may have given up the writes, and a later sync says nothing of them. */
  rewrite: () => void | Promise<void>;
}

export interface SharedSync {
  /** Resolves when everything written so far is on the disk. @throws the error of the disk */
  written(): Promise<void>;
  /** Resolves when all that {@link written} was called for is on the disk. @throws the error of the disk */
  settled(): Promise<void>;
}

/** One sync at a time: callers that arrive while it runs share the next one. */
export function createSharedSync({ sync, rewrite }: Disk): SharedSync {
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  let isInDoubt = false;
  const begin = async () => {
    next = undefined;
    const isRewritten = isInDoubt;
    isInDoubt = true;
    await (isRewritten ? rewrite() : sync());
    isInDoubt = false;
  };
  return {
    written() {
      if (next === undefined) {
        next = last = last.then(begin, begin);
        // Each caller gets the error, too.
        last.catch(() => {});
      }
      return next;
    },
    settled: () => last,
  };
}

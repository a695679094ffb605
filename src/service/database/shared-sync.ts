// Writes many commits to disk with one sync outside the event loop, which SQLite's own sync (`synchronous = FULL`) would block.

export interface Disk {
  /** Resolves when everything written so far survives a power failure. */
  sync: () => Promise<void>;
  /** Does the same in another way after a failed sync: the system may have dropped the writes, which a later sync would not report. */
  rewrite: () => void | Promise<void>;
}

export interface SharedSync {
  /** Waits until everything written so far is on disk. @throws the disk's error */
  written(): Promise<void>;
  /** Waits until everything that {@link written} was called for is on disk. @throws the disk's error */
  settled(): Promise<void>;
}

/** Runs one sync at a time; callers that arrive in the meantime share the next one. */
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
        // Each caller also gets the error.
        last.catch(() => {});
      }
      return next;
    },
    settled: () => last,
  };
}

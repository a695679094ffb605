// Stores a value that changes often: seldom enough, and at last the newest one.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Latest<Value> extends AsyncDisposable {
  /** Stores the value, or a newer one, as soon as `ms` have passed since the last write. */
  note(value: Value): void;
}

/** Writes one value at a time, with a pause of `ms` after each. Disposing of it drops the value that still waits. */
export function latestEvery<Value>(ms: number, write: (value: Value) => Promise<void>): Latest<Value> {
  const ended = new AbortController();
  let next: { value: Value } | undefined;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (next !== undefined && !ended.signal.aborted) {
      const { value } = next;
      next = undefined;
      await write(value);
      await sleep(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {});
    }
    writing = undefined;
  };
  return {
    note(value) {
      next = { value };
      writing ??= writeAll();
    },
    async [Symbol.asyncDispose]() {
      ended.abort();
      await writing;
    },
  };
}

// Named parts of the current work, at any depth, for measuring their time.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Does a part of the work, and records its time. */
export type Watch = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

const current = new AsyncLocalStorage<Watch>();

/** Has the parts of the work done by `watch`. */
export const watchingParts = <Result>(watch: Watch, work: () => Promise<Result>): Promise<Result> =>
  current.run(watch, work);

/** Does a part of the work. */
export const part: Watch = (name, work) => {
  const watch = current.getStore();
  return watch === undefined ? work() : watch(name, work);
};

// The parts of the work under way, for somebody who watches what takes how long: named where they are done, at any depth.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Does a part of the work, and takes note of it. */
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

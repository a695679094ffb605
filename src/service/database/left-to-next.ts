// Changes that nobody is told of before others follow: the log of SQLite is in their order, so that they are on the disk with the next
// ones that somebody waits for.
import { AsyncLocalStorage } from 'node:async_hooks';

const left = new AsyncLocalStorage<true>();

/** Does not wait until the changes of `work` are on the disk. */
export const leavingToNext = <Result>(work: () => Promise<Result>): Promise<Result> => left.run(true, work);

/** Whether the changes of the work under way are left to the next ones. */
export const isLeftToNext = (): boolean => left.getStore() === true;

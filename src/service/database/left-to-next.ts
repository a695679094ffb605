// What nobody is told of before something else is written that is waited for: the log of SQLite is in the order of its changes, so that
// it is on the disk with the next ones that somebody waits for.
import { AsyncLocalStorage } from 'node:async_hooks';

const left = new AsyncLocalStorage<true>();

/** Does not wait until what `work` changes, or reads, is on the disk. */
export const leavingToNext = <Result>(work: () => Promise<Result>): Promise<Result> => left.run(true, work);

/** Whether the work under way is left to the next changes. */
export const isLeftToNext = (): boolean => left.getStore() === true;

// How hard the machine works for something: its processes can be asked to give way to those of others, wherever they were started.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Members {
  isGivingWay: boolean;
  slow: Set<() => void>;
  patience: number;
}

const current = new AsyncLocalStorage<Members>();

/** With more `patience`, the time limits of engines are so many times longer. */
export function createEffort({ patience = 1 } = {}) {
  const members: Members = { isGivingWay: false, slow: new Set(), patience };
  return {
    /** Work that is started within it, at any depth, belongs to it. */
    run: <Result>(work: () => Promise<Result>) => current.run(members, work),
    /** Everything that belongs to it, now and later, gives way. */
    giveWay(): void {
      members.isGivingWay = true;
      for (const slow of members.slow) slow();
    },
  };
}

/** Calls `slow` when the effort under way has to give way, or at once if it does already, until disposed of. */
export function whenGivingWay(slow: () => void): Disposable {
  const members = current.getStore();
  if (members?.isGivingWay === true) slow();
  members?.slow.add(slow);
  return { [Symbol.dispose]: () => void members?.slow.delete(slow) };
}

/** By how much the time limits of engines are longer in the effort under way. */
export const patience = (): number => current.getStore()?.patience ?? 1;

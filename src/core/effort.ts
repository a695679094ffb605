// How hard the machine works for something: its processes can be asked to give way to others, and its engines may have more time. An
// effort is part of the signal that every engine takes.

/** The signal of some work, with its effort. */
export type WorkSignal = AbortSignal & { readonly effort?: Effort };

export interface Effort {
  /** The factor on the time limits of engines. */
  readonly patience: number;
  /** Calls `slow` when the work has to give way, or at once if it does already, until disposed of. */
  whenGivingWay(slow: () => void): Disposable;
}

export function createEffort({ patience = 1 } = {}) {
  let isGivingWay = false;
  const listeners = new Set<() => void>();
  return {
    patience,
    whenGivingWay(slow: () => void): Disposable {
      if (isGivingWay) slow();
      listeners.add(slow);
      return { [Symbol.dispose]: () => void listeners.delete(slow) };
    },
    /** All processes of the work give way, those that it starts later too. */
    giveWay(): void {
      isGivingWay = true;
      for (const slow of listeners) slow();
    },
  };
}

/** A signal that aborts with any of these, for the effort of the first one. */
export const anySignal = (work: WorkSignal | undefined, ...others: readonly AbortSignal[]): WorkSignal =>
  withEffort(AbortSignal.any([...(work === undefined ? [] : [work]), ...others]), work?.effort);

/** A signal for an effort. */
export const withEffort = (signal: AbortSignal, effort: Effort | undefined): WorkSignal =>
  effort === undefined ? signal : Object.assign(signal, { effort });

export const whenGivingWay = (signal: WorkSignal | undefined, slow: () => void): Disposable =>
  signal?.effort?.whenGivingWay(slow) ?? { [Symbol.dispose]() {} };

export const patienceOf = (signal: WorkSignal | undefined): number => signal?.effort?.patience ?? 1;

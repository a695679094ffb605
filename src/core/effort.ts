// How hard the machine works for something: its processes can be asked to give way, and its engines may get more time. An
// effort is part of the signal that every engine takes.

/** The signal of work, with its effort. */
export type WorkSignal = AbortSignal & { readonly effort?: Effort };

export interface Effort {
  /** The factor on the time limits of engines. */
  readonly patience: number;
  /** Calls `slow` when the work has to give way, or at once if it already does, until disposed of. */
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
    /** Makes all processes of the work give way, including those that it starts later. */
    giveWay(): void {
      isGivingWay = true;
      for (const slow of listeners) slow();
    },
  };
}

/** Returns a signal that aborts with any of these, with the effort of the first. */
export const anySignal = (work: WorkSignal | undefined, ...others: readonly AbortSignal[]): WorkSignal =>
  withEffort(AbortSignal.any([...(work === undefined ? [] : [work]), ...others]), work?.effort);

/** Attaches an effort to a signal. */
export const withEffort = (signal: AbortSignal, effort: Effort | undefined): WorkSignal =>
  effort === undefined ? signal : Object.assign(signal, { effort });

export const whenGivingWay = (signal: WorkSignal | undefined, slow: () => void): Disposable =>
  signal?.effort?.whenGivingWay(slow) ?? { [Symbol.dispose]() {} };

export const patienceOf = (signal: WorkSignal | undefined): number => signal?.effort?.patience ?? 1;

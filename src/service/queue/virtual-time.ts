// The virtual time of a queue: an account's next work starts where its previous work finished, but never before the work that started
// last. So an account that has used little goes first, and no account saves up time while idle.

/** Returns the seconds that work counts for: at least a tenth, the overhead of any work. */
export const counted = (seconds: number): number => Math.max(0.1, seconds);

/** The maximum number of accounts to remember although nothing depends on them any more. */
const maxIdle = 1000;

export class VirtualTime {
  /** The virtual time at which each account's work that has begun finishes. */
  readonly #finish = new Map<string, number>();
  #now = 0;

  /** Returns when new work of the account would start. */
  startOf(accountId: string): number {
    return Math.max(this.#now, this.#finish.get(accountId) ?? 0);
  }

  /** Charges an account for work that begins, by its typical duration; `correct` charges its real duration instead. */
  charge(accountId: string, typicalMs: number): { start: number; correct: (ranMs: number) => void } {
    const start = this.startOf(accountId);
    const expected = counted(typicalMs / 1000);
    this.#now = start;
    this.#finish.set(accountId, start + expected);
    if (this.#finish.size > maxIdle) this.#forgetIdle();
    return {
      start,
      correct: (ranMs) => {
        const finish = this.#finish.get(accountId);
        if (finish !== undefined) this.#finish.set(accountId, finish + counted(ranMs / 1000) - expected);
      },
    };
  }

  /** Makes all accounts equal again. */
  reset(): void {
    this.#finish.clear();
    this.#now = 0;
  }

  #forgetIdle(): void {
    for (const [accountId, finish] of this.#finish) if (finish <= this.#now) this.#finish.delete(accountId);
  }
}

// Takes turns: start-time fair queuing (Goyal, Vin, Cheng, 1996) on seconds of slots. An account's next piece of work starts, in
// virtual time, where its last one finished, but never before the work that was started last: an account that has used little
// goes first, and no account saves up turns while idle.

/** The seconds that a piece of work counts for: whatever is shorter than a tenth costs as much around it. */
export const counted = (seconds: number): number => Math.max(0.1, seconds);

/** Accounts that are remembered although nothing depends on them any more. */
const maxIdle = 1000;

export class Turns {
  /** Virtual seconds at which the work of an account is finished, as far as it has begun. */
  readonly #finish = new Map<string, number>();
  #now = 0;

  /** The virtual time at which a new piece of work of the account would start: the lowest goes first. */
  startOf(accountId: string): number {
    return Math.max(this.#now, this.#finish.get(accountId) ?? 0);
  }

  /** A piece of work begins that is expected to take so many seconds. */
  begin(accountId: string, seconds: number): void {
    this.#now = this.startOf(accountId);
    this.#finish.set(accountId, this.#now + seconds);
    if (this.#finish.size > maxIdle) this.#forgetIdle();
  }

  /** It has taken so many seconds more, or less, than expected. */
  correct(accountId: string, seconds: number): void {
    const finish = this.#finish.get(accountId);
    if (finish !== undefined) this.#finish.set(accountId, finish + seconds);
  }

  /** When nothing runs or waits, all accounts are equal again. */
  reset(): void {
    this.#finish.clear();
    this.#now = 0;
  }

  #forgetIdle(): void {
    for (const [accountId, finish] of this.#finish) if (finish <= this.#now) this.#finish.delete(accountId);
  }
}

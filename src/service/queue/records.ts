// Records how accounts use their time: an account that has recently and repeatedly wasted more time than it used well gets low priority.

interface Amount {
  seconds: number;
  orders: number;
}

interface TimeSpent {
  useful: Amount;
  wasted: Amount;
  at: number;
}

/** The time after which a record counts half. */
const halfLifeMs = 600_000;
/** The wasted seconds below which an account is not considered wasteful. */
const minWastedSeconds = 2;
/** Returns how many wasted orders are tolerated: two, since any document can be bad, but none before an account has used time well. */
const toleratedOrders = (useful: number) => 2 * Math.min(1, useful);
const maxRecords = 1000;

export class Records {
  readonly #of = new Map<string, TimeSpent>();

  /** Records the seconds of an order, with `isWasted` if they led to nothing. */
  note(accountId: string, seconds: number, isWasted: boolean): void {
    const { useful, wasted } = this.#now(accountId);
    this.#of.delete(accountId);
    this.#of.set(accountId, {
      useful: isWasted ? useful : plus(useful, seconds),
      wasted: isWasted ? plus(wasted, seconds) : wasted,
      at: performance.now(),
    });
    // Drops the least recently updated records.
    if (this.#of.size > maxRecords) for (const [oldest] of this.#of.entries().take(1)) this.#of.delete(oldest);
  }

  isWasteful(accountId: string): boolean {
    const { useful, wasted } = this.#now(accountId);
    if (wasted.seconds <= Math.max(minWastedSeconds, useful.seconds)) return false;
    return wasted.orders > toleratedOrders(useful.orders);
  }

  #now(accountId: string): Omit<TimeSpent, 'at'> {
    const record = this.#of.get(accountId);
    if (record === undefined) return { useful: nothing, wasted: nothing };
    const left = 0.5 ** ((performance.now() - record.at) / halfLifeMs);
    return { useful: times(record.useful, left), wasted: times(record.wasted, left) };
  }
}

const nothing: Amount = { seconds: 0, orders: 0 };
const plus = (amount: Amount, seconds: number): Amount => ({
  seconds: amount.seconds + seconds,
  orders: amount.orders + 1,
});
const times = ({ seconds, orders }: Amount, left: number): Amount => ({
  seconds: seconds * left,
  orders: orders * left,
});

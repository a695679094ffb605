// What accounts do with their time: whoever has burned more of it than was of use, of late, is given less patience.

interface Record {
  useful: number;
  wasted: number;
  at: number;
}

/** What was noted counts half after this time. */
const halfLifeMs = 600_000;
/** Less than this is no habit. */
const minWastedSeconds = 2;
const maxRecords = 1000;

export class Records {
  readonly #of = new Map<string, Record>();

  /** `isWasted` says that the seconds ended in nothing: a time limit, or a limit of memory. */
  note(accountId: string, seconds: number, isWasted: boolean): void {
    const { useful, wasted } = this.#now(accountId);
    this.#of.delete(accountId);
    this.#of.set(accountId, {
      useful: useful + (isWasted ? 0 : seconds),
      wasted: wasted + (isWasted ? seconds : 0),
      at: performance.now(),
    });
    // Those that were not heard of for longest are forgotten.
    if (this.#of.size > maxRecords) for (const [oldest] of this.#of.entries().take(1)) this.#of.delete(oldest);
  }

  isWasteful(accountId: string): boolean {
    const { useful, wasted } = this.#now(accountId);
    return wasted > minWastedSeconds && wasted > useful;
  }

  #now(accountId: string): Omit<Record, 'at'> {
    const record = this.#of.get(accountId);
    if (record === undefined) return { useful: 0, wasted: 0 };
    const left = 0.5 ** ((performance.now() - record.at) / halfLifeMs);
    return { useful: record.useful * left, wasted: record.wasted * left };
  }
}

// Tracks which accounts had to wait recently.

const rememberedMs = 60_000;
/** The shortest wait that counts; shorter ones are only scheduling delay. */
const noticeableMs = 500;

export class Waits {
  /** The last waits by account, oldest first. */
  readonly #last = new Map<string, number>();

  /** Records that the account waits, or has just waited, for this long. */
  note(accountId: string, waitedMs: number): void {
    if (waitedMs < noticeableMs) return;
    this.#last.delete(accountId);
    this.#last.set(accountId, performance.now());
    for (const [oldest] of this.#last) {
      if (this.#leftMs(oldest) > 0) break;
      this.#last.delete(oldest);
    }
  }

  /** Returns the seconds until a minute has passed since another account had to wait; 0 afterwards. */
  ofOthers(accountId: string): number {
    const others = [...this.#last.keys()].filter((other) => other !== accountId);
    return Math.max(0, ...others.map((other) => this.#leftMs(other))) / 1000;
  }

  #leftMs(accountId: string): number {
    return rememberedMs - (performance.now() - (this.#last.get(accountId) ?? -Infinity));
  }
}

// Which accounts had to wait of late.

const rememberedMs = 60_000;
/** A shorter wait is only scheduling delay. */
const noticeableMs = 500;

export class Waits {
  /** By account, the oldest first. */
  readonly #last = new Map<string, number>();

  /** The account waits, or has just waited, for as long as this. */
  note(accountId: string, waitedMs: number): void {
    if (waitedMs < noticeableMs) return;
    this.#last.delete(accountId);
    this.#last.set(accountId, performance.now());
    for (const [oldest] of this.#last) {
      if (this.#leftMs(oldest) > 0) break;
      this.#last.delete(oldest);
    }
  }

  /** The seconds until a minute has passed since another account had to wait; 0 when it has. */
  ofOthers(accountId: string): number {
    const others = [...this.#last.keys()].filter((other) => other !== accountId);
    return Math.max(0, ...others.map((other) => this.#leftMs(other))) / 1000;
  }

  #leftMs(accountId: string): number {
    return rememberedMs - (performance.now() - (this.#last.get(accountId) ?? -Infinity));
  }
}

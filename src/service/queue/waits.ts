// Which accounts had to wait of late.

const rememberedMs = 60_000;

export class Waits {
  /** By account, the oldest first. */
  readonly #last = new Map<string, number>();

  note(accountId: string): void {
    this.#last.delete(accountId);
    this.#last.set(accountId, performance.now());
    for (const [oldest] of this.#last) {
      if (this.#isRecent(oldest)) break;
      this.#last.delete(oldest);
    }
  }

  /** Whether another account waits, or had to wait within the last minute. */
  ofOthers(accountId: string): boolean {
    return [...this.#last.keys()].some((other) => other !== accountId && this.#isRecent(other));
  }

  #isRecent(accountId: string): boolean {
    return performance.now() - (this.#last.get(accountId) ?? -Infinity) < rememberedMs;
  }
}

// Answers that are held until a job ends, each of which is an open connection: so many for one account, on this node.
import { Failure } from '#core/failure.ts';

const maxPerAccount = 50;
const retryAfterSeconds = 5;

export type HeldAnswers = ReturnType<typeof createHeldAnswers>;

export function createHeldAnswers() {
  const byAccount = new Map<string, number>();
  const closing = new AbortController();
  return {
    /** Aborts when answers are held no longer, because the service ends. */
    closing: closing.signal,
    /** The right to hold one more. @throws server_busy when the account has as many as it may */
    acquire(accountId: string): Disposable {
      const held = byAccount.get(accountId) ?? 0;
      if (held >= maxPerAccount || closing.signal.aborted)
        throw new Failure('server_busy', { retry_after: retryAfterSeconds });
      byAccount.set(accountId, held + 1);
      return {
        [Symbol.dispose]() {
          const left = (byAccount.get(accountId) ?? 1) - 1;
          if (left === 0) byAccount.delete(accountId);
          else byAccount.set(accountId, left);
        },
      };
    },
    close: () => closing.abort(),
  };
}

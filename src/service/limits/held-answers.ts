// Responses that wait until a job ends. Each of them is an open connection, so their number per account is limited on each node.
import { Failure } from '#core/failure.ts';

const maxPerAccount = 50;
const retryAfterSeconds = 5;

export type HeldAnswers = ReturnType<typeof createHeldAnswers>;

export function createHeldAnswers() {
  const byAccount = new Map<string, number>();
  const closing = new AbortController();
  return {
    /** A signal that aborts when the service stops and held responses have to end. */
    closing: closing.signal,
    /** Acquires the right to hold one more response. @throws server_busy when the account has reached its limit */
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

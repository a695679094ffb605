// Concurrent uploads, limited in total and per account, so that one account cannot block the others; visitors without an account
// share a part of the total, so that no number of visitors can block an account.
import type { Config } from '#config';

interface Acquisition {
  evenWhenFull: boolean;
  isVisitor?: boolean;
}

/** The visitors' part of the slots in total, and of the slots of an account. */
const forVisitors = { ofAll: 1 / 4, ofAccount: 1 / 2 };
const partOf = (slots: number, part: number) => Math.max(1, Math.floor(slots * part));

export type Uploads = ReturnType<typeof createUploads>;

type Bounds = Pick<Config, 'maxUploads' | 'maxUploadsPerAccount'>;

export function createUploads({ maxUploads, maxUploadsPerAccount }: Bounds) {
  const byAccount = new Map<string, number>();
  let now = 0;
  let visitors = 0;
  return {
    get now(): number {
      return now;
    },
    /** Acquires a slot for one upload; null if all are taken. Disposing of it twice releases it once. */
    acquire(accountId: string, { evenWhenFull, isVisitor = false }: Acquisition): Disposable | null {
      const taken = byAccount.get(accountId) ?? 0;
      if (taken >= maxUploadsPerAccount || (now >= maxUploads && !evenWhenFull)) return null;
      const isOneTooMany =
        taken >= partOf(maxUploadsPerAccount, forVisitors.ofAccount) ||
        visitors >= partOf(maxUploads, forVisitors.ofAll);
      if (isVisitor && isOneTooMany) return null;
      if (isVisitor) visitors += 1;
      byAccount.set(accountId, taken + 1);
      now += 1;
      let isReleased = false;
      return {
        [Symbol.dispose]() {
          if (isReleased) return;
          isReleased = true;
          now -= 1;
          if (isVisitor) visitors -= 1;
          const left = (byAccount.get(accountId) ?? 1) - 1;
          if (left === 0) byAccount.delete(accountId);
          else byAccount.set(accountId, left);
        },
      };
    },
  };
}

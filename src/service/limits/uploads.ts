// Concurrent uploads: limited in total and for each account, so that one account cannot block the others.

export interface Uploads {
  readonly now: number;
  /** A slot for one upload; null when none is free. Disposing of it twice releases it once. */
  acquire(accountId: string, options: { evenWhenFull: boolean }): Disposable | null;
}

export function createUploads({
  maxUploads,
  maxUploadsPerAccount,
}: {
  maxUploads: number;
  maxUploadsPerAccount: number;
}): Uploads {
  const byAccount = new Map<string, number>();
  let now = 0;
  return {
    get now() {
      return now;
    },
    acquire(accountId, { evenWhenFull }) {
      const taken = byAccount.get(accountId) ?? 0;
      if (taken >= maxUploadsPerAccount || (now >= maxUploads && !evenWhenFull)) return null;
      byAccount.set(accountId, taken + 1);
      now += 1;
      let isReleased = false;
      return {
        [Symbol.dispose]() {
          if (isReleased) return;
          isReleased = true;
          now -= 1;
          const left = (byAccount.get(accountId) ?? 1) - 1;
          if (left === 0) byAccount.delete(accountId);
          else byAccount.set(accountId, left);
        },
      };
    },
  };
}

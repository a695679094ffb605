// Uploads at this moment: so many in total, and so many of one account, that nobody shuts the door for everybody else.

export interface Uploads {
  readonly now: number;
  /** A place for one upload, given back once however often it is disposed; null when there is none. */
  enter(accountId: string, options: { evenWhenFull: boolean }): Disposable | null;
}

export function createUploads({
  maxUploads,
  maxUploadsPerAccount,
}: {
  maxUploads: number;
  maxUploadsPerAccount: number;
}): Uploads {
  const places = new Map<string, number>();
  let now = 0;
  return {
    get now() {
      return now;
    },
    enter(accountId, { evenWhenFull }) {
      const taken = places.get(accountId) ?? 0;
      if (taken >= maxUploadsPerAccount || (now >= maxUploads && !evenWhenFull)) return null;
      places.set(accountId, taken + 1);
      now += 1;
      let isGiven = false;
      return {
        [Symbol.dispose]() {
          if (isGiven) return;
          isGiven = true;
          now -= 1;
          const left = (places.get(accountId) ?? 1) - 1;
          if (left === 0) places.delete(accountId);
          else places.set(accountId, left);
        },
      };
    },
  };
}

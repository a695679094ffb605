// Lends an input to the sandbox's user while a sandbox reads it, so that no other user needs access.
import { lchown, lstat, readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { copyFor, UidPool } from './scratch.ts';

/** The inputs that a sandbox holds, and its user. Disposing it frees both. */
export interface Loan extends Disposable {
  uid: number;
  /** The paths of the inputs for this sandbox, in order. */
  paths: string[];
}

export interface Lending {
  /** Takes a user for a sandbox whose inputs come later. */
  user(): { id: number } & Disposable;
  /**
   * Gives files and folders to a sandbox's user: to `uid`, or else to the user who already has them, or to a new user.
   * An input of another running sandbox is copied into `spare` instead.
   */
  lend(inputs: readonly string[], options: { uid?: number; spare: string }): Promise<Loan>;
}

/** Lends inputs below `documents`; other files (a program's own) are readable for everybody. */
export function createLending(documents: string, givesAway: boolean): Lending {
  const uids = new UidPool();
  const holders = new Map<string, { uid: number; loans: number }>();
  const root = resolve(documents) + sep;

  const keyOf = async (path: string) => {
    if (!givesAway || !resolve(path).startsWith(root)) return null;
    // Identified by inode, since a result and its shared copy are the same file.
    const { dev, ino } = await lstat(path);
    return `${dev}:${ino}`;
  };

  return {
    user: () => uids.take(),

    async lend(inputs, { uid, spare }) {
      const keys = await Promise.all(inputs.map(keyOf));
      // Nothing is awaited between reading the current holders and recording the new one.
      const known = keys.map((key) => (key === null ? undefined : holders.get(key)?.uid));
      using begun = new DisposableStack();
      const user = uid ?? begun.use(uids.take(known.find((holder) => holder !== undefined))).id;
      const isFree = known.map((holder) => holder === undefined || holder === user);
      for (const key of new Set(keys.filter((_, n) => isFree[n])))
        if (key !== null) begun.use(hold(holders, key, user));

      const paths = await Promise.all(
        inputs.map(async (path, n) => {
          if (keys[n] === null) return path;
          if (isFree[n] === true) return give(path, user);
          const copy = join(spare, `in-${n}`);
          await copyFor(path, copy, user);
          return copy;
        }),
      );
      const held = begun.move();
      return { uid: user, paths, [Symbol.dispose]: () => held.dispose() };
    },
  };
}

function hold(holders: Map<string, { uid: number; loans: number }>, key: string, uid: number): Disposable {
  const holder = holders.get(key) ?? { uid, loans: 0 };
  holder.loans += 1;
  holders.set(key, holder);
  return {
    [Symbol.dispose]() {
      holder.loans -= 1;
      if (holder.loans === 0) holders.delete(key);
    },
  };
}

async function give(path: string, uid: number): Promise<string> {
  await lchown(path, uid, uid);
  if ((await lstat(path)).isDirectory())
    for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, uid);
  return path;
}

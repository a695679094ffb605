// Watches what the kernel's per-process limits cannot: the memory of a whole process tree and the bytes in its output folder.
import { readFile, readdir, lstat } from 'node:fs/promises';
import { join } from 'node:path';

export interface TreeLimits {
  maxMemoryBytes: number;
  maxOutputBytes: number;
}

/** A conversion was killed because its processes held too much memory or wrote too much. */
export class LimitExceeded extends Error {
  readonly limit: 'memory' | 'output';

  constructor(limit: 'memory' | 'output', bytes: number) {
    super(`${limit} over ${bytes} bytes`);
    this.name = 'LimitExceeded';
    this.limit = limit;
  }
}

const everyMs = 150;
const pageBytes = 4096;
const maxEntries = 20_000;

/** Checks every 150 ms until disposed; short programs end before the first check and cost nothing. */
export const watchTree = (
  pid: number,
  outputFolder: string,
  limits: TreeLimits,
  kill: (reason: Error) => void,
): Disposable =>
  watch(async () => {
    if ((await residentBytes(pid)) > limits.maxMemoryBytes) return new LimitExceeded('memory', limits.maxMemoryBytes);
    return overflow(outputFolder, limits.maxOutputBytes);
  }, kill);

/** The same for a folder alone. */
export const watchFolder = (folder: string, maxBytes: number, kill: (reason: Error) => void): Disposable =>
  watch(() => overflow(folder, maxBytes), kill);

const overflow = async (folder: string, maxBytes: number) =>
  (await folderBytes(folder)) > maxBytes ? new LimitExceeded('output', maxBytes) : undefined;

function watch(check: () => Promise<LimitExceeded | undefined>, kill: (reason: Error) => void): Disposable {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const checkAgain = () => {
    timer = setTimeout(() => {
      void check().then((excess) => {
        if (excess !== undefined) kill(excess);
        else if (!stopped) checkAgain();
      });
    }, everyMs).unref();
  };
  checkAgain();
  return {
    [Symbol.dispose]() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Resident bytes of a process and all its descendants; 0 once it has ended. */
export async function residentBytes(pid: number): Promise<number> {
  const read = (path: string) => readFile(`/proc/${pid}/${path}`, 'utf8').catch(() => '');
  // A child belongs to the thread that started it.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const [statm, ...lists] = await Promise.all([
    read('statm'),
    ...threads.map((thread) => read(`task/${thread}/children`)),
  ]);
  const children = lists.join(' ');
  const own = Number((statm ?? '').split(' ')[1] ?? 0) * pageBytes;
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentBytes(Number(child))),
  );
  return below.reduce((sum, bytes) => sum + bytes, own);
}

/** Bytes below a folder; endless where a part of it cannot be seen or has more entries than any result. */
async function folderBytes(folder: string): Promise<number> {
  const work = [folder];
  let bytes = 0;
  let count = 0;
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : null,
    );
    count += entries?.length ?? 0;
    if (entries === null || count > maxEntries) return Infinity;
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) work.push(path);
      else if (entry.isFile())
        bytes += await lstat(path).then(
          ({ blocks }) => blocks * 512,
          () => 0,
        );
    }
  }
  return bytes;
}

// Watches limits that the kernel does not enforce per process: the memory of a whole process tree and the bytes in its output folder.
import { readFile, readdir, lstat, stat, statfs } from 'node:fs/promises';

export interface TreeLimits {
  maxMemoryBytes: number;
  maxOutputBytes: number;
}

/** Thrown when a conversion was killed because its processes used too much memory or wrote too much. */
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
    if ((await heldBytes(pid, limits.maxMemoryBytes)) > limits.maxMemoryBytes)
      return new LimitExceeded('memory', limits.maxMemoryBytes);
    return overflow(outputFolder, limits.maxOutputBytes);
  }, kill);

/** Watches only a folder in the same way. */
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

/**
 * The memory of a process and all its descendants, and the files of their private /tmp and /dev/shm. Shared memory
 * is counted once, which is slow: only if counting it for each of them would exceed `enough`.
 */
async function heldBytes(pid: number, enough: number): Promise<number> {
  const tree = await treeOf(pid);
  const [resident, temporary] = await Promise.all([Promise.all(tree.map(residentOf)), temporaryBytes(tree)]);
  if (sum(resident) + temporary <= enough) return sum(resident) + temporary;
  const shares = await Promise.all(tree.map(async (one, n) => (await shareOf(one)) ?? resident[n] ?? 0));
  return sum(shares) + temporary;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const read = (pid: number, path: string): Promise<string> => readFile(`/proc/${pid}/${path}`, 'utf8').catch(() => '');

async function treeOf(pid: number): Promise<number[]> {
  // A child belongs to the thread that started it.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => read(pid, `task/${thread}/children`)));
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}

const residentOf = async (pid: number): Promise<number> =>
  Number((await read(pid, 'statm')).split(' ')[1] ?? 0) * pageBytes;

/** Returns the memory of one process, with its part of shared memory; undefined if it cannot be read. */
async function shareOf(pid: number): Promise<number | undefined> {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(await read(pid, 'smaps_rollup'))?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Returns the memory of file systems that only the processes see. */
async function temporaryBytes(tree: readonly number[]): Promise<number> {
  const found = new Map<number, number>();
  for (const folder of ['/tmp', '/dev/shm']) {
    const ours = await deviceOf(folder);
    for (const pid of tree) {
      const path = `/proc/${pid}/root${folder}`;
      const device = await deviceOf(path);
      if (device === undefined || device === ours || found.has(device)) continue;
      const { type, blocks, bfree, bsize } = await statfs(path).catch(() => noFiles);
      found.set(device, type === inMemory ? (blocks - bfree) * bsize : 0);
    }
  }
  return sum([...found.values()]);
}

/** Linux's TMPFS_MAGIC. */
const inMemory = 0x01021994;
const noFiles = { type: 0, blocks: 0, bfree: 0, bsize: 0 };

const deviceOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  );

const slash = Buffer.from('/');

/** Returns the bytes below a folder; Infinity if a part is unreadable or has more entries than any result. */
async function folderBytes(folder: string): Promise<number> {
  // Names are bytes: a program may choose names that are not valid text.
  const work = [Buffer.from(folder)];
  let bytes = 0;
  let count = 0;
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    const entries = await readdir(at, { withFileTypes: true, encoding: 'buffer' }).catch(
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : null),
    );
    count += entries?.length ?? 0;
    if (entries === null || count > maxEntries) return Infinity;
    for (const entry of entries) {
      const path = Buffer.concat([at, slash, entry.name]);
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

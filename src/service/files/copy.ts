// Copies all stored files of one place into another, empty one; both can be of any kind. Each copy is read again and
// compared; unless all are the same, nothing is left behind.
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { inParallel } from '#core/parallel.ts';
import { requireOwnName, type FileTree } from './tree.ts';

export interface CopiedFiles {
  files: number;
  bytes: number;
  /** The hash of the names, sizes and hashes of all files, in name order. */
  sha256: string;
}

interface Fingerprint {
  bytes: number;
  sha256: string;
}

/** The number of concurrent copies, since most files are small and each waits for several answers. */
const workers = 8;

/**
 * Copies all files.
 * @throws when the target has files, a copy differs from its source, or `signal` aborts; the target is then unchanged
 */
export async function copyFiles(from: FileTree, to: FileTree, signal: AbortSignal): Promise<CopiedFiles> {
  for await (const name of to.names()) throw new Error(`the target is not empty: ${to.where} has ${name}`);
  const names: string[] = [];
  for await (const name of from.names()) names.push(requireOwnName(name, from.where));
  const begun: string[] = [];
  const copied = new Map<string, Fingerprint>();
  const copy = async (name: string) => {
    signal.throwIfAborted();
    begun.push(name);
    copied.set(name, await copyFile(from, to, name, signal));
  };
  try {
    await inParallel(names, copy, workers);
    await requireSame(copied, to);
  } catch (error) {
    const problem = await to.remove(begun).catch(messageOf);
    if (problem === undefined) throw error;
    const left = `the partial copy in ${to.where} is still there: ${problem}`;
    throw new Error(`${messageOf(error)}; ${left}`, { cause: error });
  }
  return summary(copied);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function copyFile(from: FileTree, to: FileTree, name: string, signal: AbortSignal): Promise<Fingerprint> {
  const source = await from.read(name);
  const sent = new Tally();
  try {
    await to.write(name, Readable.from(counted(source, sent, signal), { objectMode: false }));
  } catch (error) {
    // A read error is the reason why the file could not be written.
    throw sent.problem ?? error;
  } finally {
    source.destroy();
  }
  const arrived = new Tally();
  for await (const _ of counted(await to.read(name), arrived, signal));
  const [before, after] = [sent.fingerprint(), arrived.fingerprint()];
  if (after.bytes !== before.bytes || after.sha256 !== before.sha256)
    throw new Error(`${name} arrived changed; nothing was copied`);
  return after;
}

/** Tallies the part of a file that was read, and the error that ended the reading. */
class Tally {
  problem: unknown;
  #hash: Hash = createHash('sha256');
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  fingerprint(): Fingerprint {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

async function* counted(content: AsyncIterable<Buffer>, tally: Tally, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) {
      signal.throwIfAborted();
      tally.add(chunk);
      yield chunk;
    }
  } catch (error) {
    tally.problem = error;
    throw error;
  }
}

/** Requires that nothing is missing, and that nothing was added from elsewhere in the meantime. */
async function requireSame(copied: ReadonlyMap<string, Fingerprint>, to: FileTree): Promise<void> {
  let found = 0;
  for await (const name of to.names()) {
    if (!copied.has(name)) throw new Error(`another process has stored ${name} in ${to.where}; nothing was copied`);
    found++;
  }
  if (found !== copied.size) throw new Error(`${copied.size - found} files did not arrive; nothing was copied`);
}

function summary(copied: ReadonlyMap<string, Fingerprint>): CopiedFiles {
  const hash = createHash('sha256');
  let total = 0;
  for (const [name, { bytes, sha256 }] of [...copied].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name} ${bytes} ${sha256}\n`);
    total += bytes;
  }
  return { files: copied.size, bytes: total, sha256: hash.digest('hex') };
}

// Damages documents: bytes of any kind, and the structure of PDFs and archives.
import { mutateArchive } from './mutate-archive.ts';
import { mutatePdf } from './mutate-pdf.ts';
import type { Mutation } from './mutation.ts';
import type { Random } from './random.ts';

type Mutator = (bytes: Buffer, random: Random, other: Buffer) => Mutation | null;

const truncate: Mutator = (bytes, random) => {
  const length = random.below(bytes.length);
  return { bytes: bytes.subarray(0, length), what: `cut after ${length} bytes` };
};

const flip: Mutator = (bytes, random) => {
  const flipped = Buffer.from(bytes);
  const times = 2 ** random.below(8);
  for (let n = 0; n < times; n++) {
    const at = random.below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  }
  return { bytes: flipped, what: `${times} bits flipped` };
};

/** The values that programs forget: zeros, signs, the ends of ranges. */
const edges = [0x00, 0xff, 0x7f, 0x80, 0x0a, 0x20] as const;

const fill: Mutator = (bytes, random) => {
  const filled = Buffer.from(bytes);
  const from = random.below(filled.length);
  const length = Math.min(filled.length - from, 2 ** random.below(10));
  const value = random.pick(edges);
  filled.fill(value, from, from + length);
  return { bytes: filled, what: `${length} bytes of ${value} from ${from}` };
};

const remove: Mutator = (bytes, random) => {
  const from = random.below(bytes.length);
  const length = Math.min(bytes.length - from, 2 ** random.below(12));
  return {
    bytes: Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]),
    what: `${length} bytes removed from ${from}`,
  };
};

const repeat: Mutator = (bytes, random) => {
  const from = random.below(bytes.length);
  const part = bytes.subarray(from, from + 2 ** random.below(10));
  const times = 2 ** random.below(8);
  const parts = Array.from({ length: times }, () => part);
  return {
    bytes: Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(from)]),
    what: `${part.length} bytes from ${from} repeated ${times} times`,
  };
};

const splice: Mutator = (bytes, random, other) => {
  const at = random.below(bytes.length);
  const from = random.below(other.length);
  const part = other.subarray(from, from + 2 ** random.below(14));
  return {
    bytes: Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at + random.below(2) * part.length)]),
    what: `${part.length} bytes of another document at ${at}`,
  };
};

const ofAny: readonly Mutator[] = [truncate, flip, flip, fill, remove, repeat, splice];

/** One to three damages (or `atMost`), one on another; `other` is a document to take pieces of. Neither is empty. */
export function mutate(bytes: Buffer, other: Buffer, random: Random, atMost = 3): Mutation {
  let mutated = bytes;
  const done: string[] = [];
  for (let rounds = 1 + random.below(atMost); rounds > 0 && mutated.length > 0; rounds--) {
    const aware = random.below(2) === 0 ? awareOf(mutated) : null;
    const { bytes: next, what } = aware?.(mutated, random, other) ??
      random.pick(ofAny)(mutated, random, other) ?? { bytes: mutated, what: 'nothing' };
    mutated = next;
    done.push(what);
  }
  return { bytes: mutated, what: done.join(', ') };
}

function awareOf(bytes: Buffer): Mutator | null {
  if (bytes.includes('%PDF-')) return mutatePdf;
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? mutateArchive : null;
}

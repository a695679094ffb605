// Damages the syntax of a PDF: numbers, references, names, keywords, nesting.
import type { Mutation } from './mutation.ts';
import type { Random } from './random.ts';

const numbers = ['0', '-1', '1', '2147483647', '4294967296', '99999999999999999999', '0.0000001', '1e308', '-0', '+'];
const nesting = 20_000;

interface Kind {
  what: string;
  /** The pattern to find. */
  pattern: RegExp;
  replacement: (found: string, random: Random, all: readonly string[]) => string;
}

const kinds: readonly Kind[] = [
  {
    what: 'the value of a name',
    pattern: /\/[A-Z][A-Za-z]*\s+-?\d+(\.\d+)?(?!\s+\d+\s+R)/g,
    replacement: (found, random) => found.replace(/-?\d+(\.\d+)?$/, random.pick(numbers)),
  },
  {
    what: 'a reference to another object',
    pattern: /\b\d+ \d+ R\b/g,
    replacement: (_, random, all) => random.pick(all),
  },
  { what: 'a name', pattern: /\/[A-Z][A-Za-z0-9]*/g, replacement: (_, random, all) => random.pick(all) },
  {
    what: 'a keyword',
    pattern: /\b(obj|endobj|stream|endstream|xref|trailer|startxref)\b/g,
    replacement: (_, random) => random.pick(['', 'obj', 'endstream', '%', 'null']),
  },
  { what: 'an operand', pattern: /-?\d+\.\d+/g, replacement: (_, random) => random.pick(numbers) },
  {
    what: 'a delimiter',
    pattern: /<<|>>|\[|\]|\(|\)/g,
    replacement: (found, random) =>
      random.pick(['', found + found, '<<', '>>', '[', ']', '(', '['.repeat(nesting), '<<'.repeat(nesting)]),
  },
];

/** Replaces one or several matches of a kind; null if there is no match. */
export function mutatePdf(bytes: Buffer, random: Random): Mutation | null {
  const { what, pattern, replacement } = random.pick(kinds);
  const text = bytes.toString('latin1');
  const all = [...text.matchAll(pattern)];
  if (all.length === 0) return null;
  const words = all.map(([word]) => word);
  const chosen = new Set(Array.from({ length: 2 ** random.below(4) }, () => random.below(all.length)));
  let mutated = '';
  let from = 0;
  for (const [n, match] of all.entries()) {
    if (!chosen.has(n)) continue;
    mutated += text.slice(from, match.index) + replacement(match[0], random, words);
    from = match.index + match[0].length;
  }
  return { bytes: Buffer.from(mutated + text.slice(from), 'latin1'), what: `${what}, ${chosen.size} times` };
}

// Damages the JSON (qpdf's) that an inspector writes into a document.
import type { Mutation } from './mutation.ts';
import type { Random } from './random.ts';

const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]|true|false|null/g;

const strings = [
  '""',
  '"u:"',
  '"u:\\ud83d\\ude00"',
  '"u:\\ud83d"',
  '"u:\\udc00\\u0000"',
  '"u:\\uzzzz"',
  '"u:\\u12"',
  '"b:"',
  '"b:0"',
  '"b:zz"',
  '"/"',
  '"/#"',
  '"/#00"',
  '"/Type#20Name"',
  '"1 0 R"',
  '"0 0 R"',
  '"2147483647 0 R"',
  '"99999999999 65536 R"',
  '"obj:2 0 R"',
  '"obj:"',
  '"obj:-1 0 R"',
  '"obj"',
  '"trailer"',
  '"stream"',
  '"value"',
  '"dict"',
  '"data"',
  '"\\',
];
const numbers = [
  '0',
  '-0',
  '-',
  '.',
  '1e',
  '1e400',
  '-1e-400',
  '9223372036854775807',
  '9223372036854775808',
  '0.00000000000000000001',
  '00',
  '+1',
];
const nestings = ['[', '{"/A":', '[{"/A":'];

function replacementOf(token: string, random: Random, all: readonly string[]): string {
  if (random.below(4) === 0) return random.pick(all);
  if (token.startsWith('"')) return random.pick(strings);
  if (/^[-\d]/.test(token)) return random.pick(numbers);
  if (random.below(8) === 0) return random.pick(nestings).repeat(2 ** random.below(12));
  return random.pick(['', token + token, '{', '}', '[', ']', ',', ':', 'null', 'tru', '"', random.pick(strings)]);
}

/** One to four tokens become others. */
export function mutatePatch(bytes: Buffer, random: Random): Mutation {
  const text = bytes.toString('latin1');
  const all = [...text.matchAll(tokens)];
  if (all.length === 0) return { bytes, what: 'nothing' };
  const words = all.map(([word]) => word);
  const chosen = Array.from({ length: 1 + random.below(4) }, () => random.below(all.length)).sort(
    (one, next) => next - one,
  );
  let mutated = text;
  for (const n of chosen) {
    const match = all[n];
    if (match === undefined) continue;
    mutated =
      mutated.slice(0, match.index) +
      replacementOf(match[0], random, words) +
      mutated.slice(match.index + match[0].length);
  }
  return { bytes: Buffer.from(mutated, 'latin1'), what: `${chosen.length} tokens of a patch` };
}

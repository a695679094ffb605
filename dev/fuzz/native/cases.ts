// The commands to try with one damaged PDF: the verbs of native/server.cc that read a document, and the requests of an inspector.
import { mutate } from '../mutate.ts';
import { mutatePatch } from '../mutate-patch.ts';
import { randomFrom, type Random } from '../random.ts';
import type { Command } from './process.ts';
import type { Seeds } from './seeds.ts';

export interface Case {
  number: number;
  what: string;
  /** The files in the folder of the process, by name. */
  files: Readonly<Record<string, Buffer>>;
  opening: Command;
  /** For a document that opens; whether it can be drawn comes first. */
  whenOpen: readonly Command[];
  /** For one that can be drawn. */
  whenDrawable: readonly Command[];
  /** For one that PDFium alone may open. */
  whenBroken: readonly Command[];
}

/** A document that a patch may refer to, as it was made. */
export const wholeDocument = 'whole.pdf';

const hex = (text: string) => Buffer.from(text).toString('hex');
const password = hex('password');
const wrong = hex('\u00e9\u4e00');
/** One in this many documents is one of the most expensive. */
const costlyOneIn = 50;

/** The same for the same seed and number, in whichever slot; all its files are called by that. */
export function caseOf(seeds: Seeds, { seed, number, slot }: { seed: number; number: number; slot: number }): Case {
  const random = randomFrom(Math.imul(seed, 1_000_003) + number);
  const source = random.pick(random.below(costlyOneIn) === 0 ? seeds.costly : seeds.documents);
  const { bytes, what } = mutate(source.bytes, random.pick(seeds.documents).bytes, random, 1);
  const at = String(slot);
  const [document, patch] = [`${at}.pdf`, `${at}.json`];
  const files: Record<string, Buffer> = { [document]: bytes };
  const sometimes = (times: number, make: () => readonly Command[]) => (random.below(times) === 0 ? make() : []);
  return {
    number,
    what: `${source.name}, ${what}`,
    files,
    opening: ['open', at, document, ...random.pick([[], [], [], [password], [wrong, password]])],
    whenOpen: [
      ['drawable', at],
      ['units', at],
      ...sometimes(5, () => [{ talk: requests(seeds, random, at) }]),
      ...sometimes(4, () => [['unfold', at, `${at}-graph`, random.pick(['', `${at}-streams`])]]),
      ...sometimes(6, () => {
        files[patch] = seeds.patchFile(mutatePatch(random.pick(seeds.patches), random).bytes);
        return [['patch', at, patch]];
      }),
      ...sometimes(6, () => [['rotate', at, random.pick(['90', '-90', '180', '45', '2147483647'])]]),
      ...sometimes(5, () => [['write', at, `${at}-written`, random.pick(['plain', 'packed', 'repacked'])]]),
      ...sometimes(200, () => [['protect', at, `${at}-protected`, password, wrong, random.pick(['0', '1']), '1']]),
      ...sometimes(40, () => [['rewrite', document, `${at}-rewritten`]]),
    ],
    whenDrawable: sometimes(16, () => [drawing(document, random)]),
    whenBroken: sometimes(12, () => [
      ['rewrite', document, `${at}-rewritten`],
      ['open', at, `${at}-rewritten`],
    ]),
  };
}

const drawing = (document: string, random: Random): Command => {
  const pages = random.pick(['0:1', '0:1 1:2.5', '1:0.01 7:1']);
  return ['render', document, random.pick(['png', 'jpg']), random.pick(['9', '9', '36']), '100000', pages];
};

/** Lines of an inspector (native/talk.hh), some of them odd. */
function requests(seeds: Seeds, random: Random, at: string): Buffer {
  const slot = () => (random.below(20) === 0 ? random.pick(['63', '-1', '64', 'x']) : at);
  const ids = () =>
    Array.from({ length: random.below(6) }, () => `${random.below(20)} ${random.pick([0, 0, 0, 1, -1, 65_535])}`).join(
      ' ',
    );
  const kinds: readonly (() => string)[] = [
    () => `size ${slot()}`,
    () => `trailer ${slot()}`,
    () => `objects ${slot()} ${random.pick([1, 1, 0, -2])} ${random.pick([30, 100, 5, 0])}`,
    () => `streams ${slot()} ${random.pick(['decoded', 'stored'])} ${random.pick([1_000_000, 10, 0, -1])} ${ids()}`,
    () => `lengths ${slot()} ${ids()}`,
    () => patching(slot(), seeds, random),
    () => patching(slot(), seeds, random),
    () => `flatten ${slot()}`,
    () => `bands ${at}.pdf ${random.pick([1, 2, 9])} ${random.pick([40, 80, 1, 81, 0])}`,
    () => `reopen ${slot()}`,
    () => `measure ${slot()}`,
    () => `write ${slot()} ${at}-talked ${random.pick(['plain', 'packed'])}`,
    () => random.pick(['', ' ', 'size', 'write 0 ../a plain', 'bands a/b', 'patch 0 0\n', 'nonsense\t\u0000']),
  ];
  const lines = Array.from({ length: 1 + random.below(6) }, () => random.pick(kinds)());
  return Buffer.from([...lines, 'end', ''].join('\n'), 'latin1');
}

function patching(slot: string, seeds: Seeds, random: Random): string {
  const { bytes } = mutatePatch(random.pick(seeds.patches), random);
  return `patch ${slot} ${bytes.length}\n${bytes.toString('latin1')}`;
}

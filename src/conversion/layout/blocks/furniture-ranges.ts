// Which page furniture is on which pages: one set for the document, or another from a page on, as with chapters; in each set
// the first page and even pages may have their own.
import { mostFrequent } from '../numbers.ts';

/** Share of the pages that may have neither the furniture of odd nor that of even pages. */
const otherwise = 0.1;

/** Pages from `from` on. */
export interface FurnitureRange {
  from: number;
  /** The page whose furniture represents all of its kind; -1 for no furniture. */
  sets: { pages: 'default' | 'first' | 'even'; index: number }[];
}

/**
 * @param fingerprints the text at the edges of each page, without its page number; empty without text
 * @param numberOf the number of a page
 * @param mayBegin whether something new begins with a page
 * @param hasToBegin whether a page cannot continue with those of the previous page
 * @param isClear whether it is certain which number of a page is its own
 */
export function rangesOf(
  fingerprints: readonly string[],
  numberOf: (n: number) => number,
  mayBegin: (n: number) => boolean,
  hasToBegin: (n: number) => boolean = () => false,
  isClear: (n: number) => boolean = () => true,
): FurnitureRange[] {
  const starts = startsOf(fingerprints, numberOf, mayBegin, hasToBegin);
  const ranges = starts.map((from, n): FurnitureRange => ({
    from,
    sets: setsOf(fingerprints.slice(from, starts[n + 1]), from, numberOf, isClear),
  }));
  // A kind that one range has is inherited by those after it, unless they say otherwise.
  const hasEven = ranges.some(({ sets }) => sets.some(({ pages }) => pages === 'even'));
  return ranges.map(({ from, sets }, n) => {
    const typical = sets.find(({ pages }) => pages === 'default');
    const common = typical ?? { pages: 'default' as const, index: -1 };
    const all = typical === undefined && ranges.length > 1 && n > 0 ? [common, ...sets] : sets;
    const lacksEven = hasEven && !sets.some(({ pages }) => pages === 'even');
    return { from, sets: lacksEven ? [...all, { pages: 'even', index: common.index }] : all };
  });
}

/** The set that a page has: that of the first page, that of even pages, or the common one. */
export function setFor(
  ranges: readonly FurnitureRange[],
  n: number,
  numberOf: (n: number) => number,
): FurnitureRange['sets'][number] | undefined {
  const range = ranges.findLast(({ from }) => from <= n);
  const of = (pages: FurnitureRange['sets'][number]['pages']) => range?.sets.find((set) => set.pages === pages);
  return (
    (n === range?.from ? of('first') : undefined) ?? (numberOf(n) % 2 === 0 ? of('even') : undefined) ?? of('default')
  );
}

/** The first pages of a change to other furniture, or to no furniture, on at least two pages. */
function startsOf(
  fingerprints: readonly string[],
  numberOf: (n: number) => number,
  mayBegin: (n: number) => boolean,
  hasToBegin: (n: number) => boolean,
): number[] {
  const starts = [0];
  /** The furniture of the range on even and on odd pages. */
  let shown: [string | undefined, string | undefined] = [undefined, undefined];
  /** Whether the page after it, or the one after that, says the same. */
  const lasts = (n: number): boolean =>
    fingerprints[n] !== '' && (fingerprints[n + 1] === fingerprints[n] || fingerprints[n + 2] === fingerprints[n]);
  for (const [n, fingerprint] of fingerprints.entries()) {
    if (n > 0 && hasToBegin(n)) {
      starts.push(n);
      shown = [undefined, undefined];
    }
    // The first page of a range may have different furniture.
    if (n === starts.at(-1) && !lasts(n)) continue;
    const side = numberOf(n) % 2 === 0 ? 0 : 1;
    const [own, other] = [shown[side], shown[side === 0 ? 1 : 0]];
    if (own === undefined) {
      if (fingerprint === '' || fingerprint === other || lasts(n)) shown[side] = fingerprint;
      continue;
    }
    if (fingerprint === own) continue;
    const isEmptyNow = fingerprint === '' && fingerprints[n + 1] === '' && (own !== '' || other !== '');
    if (fingerprint === '' && !isEmptyNow) continue;
    // A page of a different kind before a change is the first page of the next range.
    const opens = !lasts(n) && n + 1 < fingerprints.length && lasts(n + 1) && !shown.includes(fingerprints[n + 1]);
    // Where other headers follow for good they begin here, though the page continues the text of the previous one.
    const isOther = fingerprint !== '' && fingerprint === fingerprints[n + 1] && !shown.includes(fingerprint);
    if (!(lasts(n) || opens || isEmptyNow) || !(isOther || mayBegin(n))) continue;
    starts.push(n);
    shown = [undefined, undefined];
    if (lasts(n) || isEmptyNow) shown[side] = fingerprint;
  }
  return starts;
}

/** One set for all pages, or one for odd and one for even ones; and the first page's own where it differs. */
function setsOf(
  fingerprints: readonly string[],
  from: number,
  numberOf: (n: number) => number,
  isClear: (n: number) => boolean,
): FurnitureRange['sets'] {
  const rest = fingerprints.slice(1);
  const common = typicalOf(rest.length > 0 ? rest : fingerprints);
  const isEven = (n: number) => numberOf(n + from) % 2 === 0;
  const evens = typicalOf(rest.filter((_, n) => isEven(n + 1)));
  const odds = typicalOf(rest.filter((_, n) => !isEven(n + 1)));
  const others = rest.filter((fingerprint, n) => fingerprint !== (isEven(n + 1) ? evens : odds) && fingerprint !== '');
  // Of few pages each may have its own.
  const alternates =
    rest.length > 1 &&
    evens !== odds &&
    (rest.length > 3
      ? others.length <= rest.length * otherwise
      : others.length === 0 && rest.every((own) => own !== ''));
  const at = (fingerprint: string) => {
    if (fingerprint === '') return -1;
    const clear = fingerprints.findLastIndex((other, n) => other === fingerprint && isClear(from + n));
    return from + (clear >= 0 ? clear : fingerprints.lastIndexOf(fingerprint));
  };
  const sets: FurnitureRange['sets'] = [];
  if (alternates) sets.push({ pages: 'default', index: at(odds) }, { pages: 'even', index: at(evens) });
  else if (common !== '') sets.push({ pages: 'default', index: at(common) });
  const typical = alternates ? (isEven(0) ? evens : odds) : common;
  if (fingerprints.length > 1 && fingerprints[0] !== typical) sets.push({ pages: 'first', index: from });
  return sets;
}

/** The value of most pages; empty only if it is empty on most. */
const typicalOf = (fingerprints: readonly string[]): string =>
  mostFrequent(fingerprints.toSorted((a, b) => Number(a === '') - Number(b === ''))) ?? '';

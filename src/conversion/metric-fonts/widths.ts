// The advance width of each letter of a face: the known one, or the base's, scaled like letters of its kind.

/** Thousandths of an em by character. */
export type Widths = ReadonlyMap<string, number>;

export interface Wanted {
  widths: Widths;
  /** The width of every letter of a monospaced font. */
  fixed?: number | undefined;
}

type Kind = 'capital' | 'small' | 'digit' | 'other';

const kindOf = (character: string): Kind =>
  /\p{Lu}/u.test(character)
    ? 'capital'
    : /\p{Ll}/u.test(character)
      ? 'small'
      : /\d/.test(character)
        ? 'digit'
        : 'other';

/** A letter without its marks. */
const bare = (character: string): string =>
  character === 'ı' ? 'i' : character === 'ȷ' ? 'j' : ([...character.normalize('NFD')][0] ?? character);

const middle = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Fewer known letters of a kind say nothing about the others. */
const enough = 3;

/** By how much the letters of `base` are scaled. */
export function factors({ widths, fixed }: Wanted, base: Widths) {
  const knownFactors = new Map<string, number>();
  for (const [character, width] of widths) {
    const own = base.get(character);
    if (own !== undefined && own > 0) knownFactors.set(character, width / own);
  }
  const typical = middle([...knownFactors.values()]) ?? 1;
  const ofKind = new Map<Kind, number>();
  for (const kind of ['capital', 'small', 'digit', 'other'] as const) {
    const known = [...knownFactors].filter(([character]) => kindOf(character) === kind).map(([, factor]) => factor);
    ofKind.set(kind, known.length >= enough ? (middle(known) ?? typical) : typical);
  }
  return {
    /** Of signs that are no letter. */
    typical,
    /** Of a character that is `own` thousandths of an em wide in the base. */
    of(character: string, own: number): number {
      if (fixed !== undefined) return own === 0 ? 1 : fixed / own;
      return (
        knownFactors.get(character) ?? knownFactors.get(bare(character)) ?? ofKind.get(kindOf(character)) ?? typical
      );
    },
    /** The known width, in thousandths of an em. */
    knownOf: (character: string): number | undefined => fixed ?? widths.get(character),
  };
}

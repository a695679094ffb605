// How wide each letter of a face is to be: as shown, or scaled as its kind is where nobody has shown it.

/** Thousandths of an em by character. */
export type Widths = ReadonlyMap<string, number>;

export interface Wanted {
  widths: Widths;
  /** The width of all, where that is one. */
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

/** Fewer shown letters of a kind say nothing of the others. */
const enough = 3;

/** By how much the letters of `base` are scaled. */
export function factors({ widths, fixed }: Wanted, base: Widths) {
  const shown = new Map<string, number>();
  for (const [character, width] of widths) {
    const own = base.get(character);
    if (own !== undefined && own > 0) shown.set(character, width / own);
  }
  const usual = middle([...shown.values()]) ?? 1;
  const ofKind = new Map<Kind, number>();
  for (const kind of ['capital', 'small', 'digit', 'other'] as const) {
    const known = [...shown].filter(([character]) => kindOf(character) === kind).map(([, factor]) => factor);
    ofKind.set(kind, known.length >= enough ? (middle(known) ?? usual) : usual);
  }
  return {
    /** Of signs that are no letter. */
    usual,
    /** Of a character that is `own` thousandths of an em wide in the base. */
    of(character: string, own: number): number {
      if (fixed !== undefined) return own === 0 ? 1 : fixed / own;
      return shown.get(character) ?? shown.get(bare(character)) ?? ofKind.get(kindOf(character)) ?? usual;
    },
    /** The width as it was shown. */
    shownOf: (character: string): number | undefined => fixed ?? widths.get(character),
  };
}

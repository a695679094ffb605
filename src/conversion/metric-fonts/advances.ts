// Advance widths of families that are not free, for measuring lines.
import { families } from './families.ts';
import { metricsOf } from './metrics.ts';
import { factors, type Widths } from './widths.ts';

/** With fewer known widths, lines would be measured too badly. */
const enough = 40;

const fixed = new Map(
  families.flatMap(({ names, fixed: width, eastAsian }) =>
    width === undefined || eastAsian !== undefined ? [] : names.map((name) => [name, width] as const),
  ),
);

/**
 * Returns the widths of the characters of `base` in another family, in thousandths of an em. Unknown ones are scaled from `base`.
 * Undefined if too few are known.
 */
export function advancesLike(
  family: string,
  { bold, italic }: { bold: boolean; italic: boolean },
  base: Widths,
): Widths | undefined {
  const width = fixed.get(family);
  if (width !== undefined) return new Map([...base.keys()].map((character) => [character, width]));
  const styles = [bold ? 'Bold' : '', italic ? 'Italic' : ''].filter((word) => word !== '');
  // Italic letters are mostly as wide as upright ones.
  const names = [[family, ...styles], ...(italic ? [[family, ...styles.slice(0, -1)]] : [])];
  const metrics = names.map((words) => metricsOf(words.join(' '))).find((face) => (face?.widths.size ?? 0) >= enough);
  if (metrics === undefined) return undefined;
  const scale = factors({ widths: metrics.widths }, base);
  return new Map(
    [...base].map(([character, own]) => [
      character,
      scale.knownOf(character) ?? Math.round(own * scale.of(character, own)),
    ]),
  );
}

// Advance widths of families that are not free, for measuring lines.
import { families } from './families.ts';
import { type FaceMetrics, metricsOf } from './metrics.ts';
import { factors, type Widths } from './widths.ts';

/** With fewer known widths, lines would be measured too badly. */
const enough = 40;

/** By their Latin letters; those of East Asian families are measured as East Asian text. */
const byName = new Map(
  families.flatMap((family) =>
    family.eastAsian === undefined ? family.names.map((name) => [name, family] as const) : [],
  ),
);

/** The known metrics of a face of a family, by the first of its names. */
function faceOf(name: string, ...styles: string[]): FaceMetrics | undefined {
  const family = byName.get(name);
  const first = family?.metrics ?? family?.names[0] ?? name;
  const face = metricsOf([first, ...styles].join(' '));
  return (face?.widths.size ?? 0) < enough && styles[0] === 'Bold' && family?.boldMetrics !== undefined
    ? metricsOf([family.boldMetrics, ...styles.slice(1)].join(' '))
    : face;
}

/**
 * Returns the widths of the characters of `base` in another family, in thousandths of an em. Unknown ones are scaled from `base`.
 * Undefined if too few are known.
 */
export function advancesLike(
  family: string,
  { bold, italic }: { bold: boolean; italic: boolean },
  base: Widths,
): Widths | undefined {
  const width = byName.get(family)?.fixed;
  if (width !== undefined) return new Map([...base.keys()].map((character) => [character, width]));
  const styles = [bold ? 'Bold' : '', italic ? 'Italic' : ''].filter((word) => word !== '');
  // Italic letters are mostly as wide as upright ones.
  const candidates = [styles, ...(italic ? [styles.slice(0, -1)] : [])];
  const face = candidates
    .map((words) => faceOf(family, ...words))
    .find((metrics) => (metrics?.widths.size ?? 0) >= enough);
  if (face === undefined) return undefined;
  const scale = factors({ widths: face.widths }, base);
  return new Map(
    [...base].map(([character, own]) => [
      character,
      scale.knownOf(character) ?? Math.round(own * scale.of(character, own)),
    ]),
  );
}

/** The width of a blank in a family, in thousandths of an em; undefined if unknown. */
export const blankLike = (family: string): number | undefined =>
  byName.get(family)?.fixed ?? faceOf(family)?.widths.get(' ');

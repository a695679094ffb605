// The known facts about faces that are not free: their vertical metrics and the advance widths of letters, as PDFs that embed them
// state them (metrics.tsv: units of the em, hhea, typographic and Windows' ascender and descender, height of x, whether
// the typographic ones count, then characters by their width in thousandths of an em).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Vertical {
  unitsPerEm: number;
  /** Ascender, descender and line gap. */
  hhea: readonly [number, number, number];
  typo?: readonly [number, number, number];
  /** Ascender and descender, both positive. */
  win?: readonly [number, number];
  /** The typographic metrics are those of lines. */
  usesTypo: boolean;
}

export interface FaceMetrics {
  vertical: Vertical | undefined;
  /** The height of a small x in ems. */
  xHeight: number | undefined;
  /** Thousandths of an em by character. */
  widths: ReadonlyMap<string, number>;
}

const faces = new Map<string, string>();
const known = new Map<string, FaceMetrics>();

/** Returns the metrics of a face such as "Cambria Bold Italic"; undefined if they are unknown. */
export function metricsOf(face: string): FaceMetrics | undefined {
  if (faces.size === 0)
    for (const line of readFileSync(join(import.meta.dirname, 'metrics.tsv'), 'utf8')
      .trimEnd()
      .split('\n'))
      faces.set(line.slice(0, line.indexOf('\t')), line);
  const line = faces.get(face);
  if (line !== undefined && !known.has(face)) known.set(face, parsed(line));
  return known.get(face);
}

function parsed(line: string): FaceMetrics {
  const [, unitsPerEm = '', hhea = '', typo = '', win = '', x = '', usesTypo, ...groups] = line.split('\t');
  const widths = new Map<string, number>();
  for (const group of groups) {
    const at = group.indexOf('=');
    for (const character of group.slice(at + 1)) widths.set(character, Number(group.slice(0, at)));
  }
  const xHeight = x === '' ? undefined : Number(x) / Number(unitsPerEm);
  const [ascender, descender, gap] = numbers(hhea);
  if (ascender === undefined || descender === undefined || gap === undefined)
    return { vertical: undefined, xHeight, widths };
  const [typoAscender, typoDescender, typoGap] = numbers(typo);
  const [winAscent, winDescent] = numbers(win);
  return {
    vertical: {
      unitsPerEm: Number(unitsPerEm),
      hhea: [ascender, descender, gap],
      ...(typoAscender === undefined || typoDescender === undefined || typoGap === undefined
        ? {}
        : { typo: [typoAscender, typoDescender, typoGap] }),
      ...(winAscent === undefined || winDescent === undefined ? {} : { win: [winAscent, winDescent] }),
      usesTypo: usesTypo === 'typo',
    },
    xHeight,
    widths,
  };
}

const numbers = (list: string): number[] => (list === '' ? [] : list.split(' ').map(Number));

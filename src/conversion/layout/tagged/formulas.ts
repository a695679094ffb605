// Formulas that tags name: text with raised and lowered letters if they are on one line, otherwise formulas if their parts
// are certain, or a picture of themselves with the words that the tags have for it.
import { type Box, contains, grown, overlaps, union } from '../box.ts';
import { drawnPicture } from '../blocks/drawings.ts';
import { linesOf, piecesOf, rowsOf } from '../lines/lines.ts';
import { recognised } from '../math/recognise.ts';
import type { Glyph, PageContent, Picture, TextLine } from '../page-content.ts';
import type { StructureElement } from './tree.ts';

const thresholds = {
  /** em: a formula of one line is no higher. */
  oneLine: 1.75,
  /** Points around a picture. */
  margin: 1.5,
  /** em that the line of a fraction or a root may reach over its letters. */
  barReach: 0.5,
};

export const isFormula = ({ type }: StructureElement): boolean => type === 'Formula';

export type Formula = { lines: TextLine[] } | { picture: Picture };

/** The formula of the letters that its element marks on a page; lines that a picture shows are taken from the page. */
export function formulaOf({ altText }: StructureElement, glyphs: readonly Glyph[], page: PageContent): Formula {
  const letters = glyphs.filter(({ text }) => text.trim() !== '');
  const pieces = piecesOf(
    letters.filter(({ angle }) => angle === 0),
    page.index,
  );
  const em = Math.max(...letters.map(({ style }) => style.size));
  const box = union(letters);
  const reach = grown(box, em * thresholds.barReach);
  const bars = page.rules.filter((rule) => contains(reach, rule));
  const isPlain =
    pieces.length > 0 &&
    rowsOf(pieces).length === 1 &&
    box.bottom - box.top < em * thresholds.oneLine &&
    !bars.some((bar) => overlaps(bar, box)) &&
    letters.every(({ style, angle }) => style.math !== 'extension' && angle === 0);
  if (isPlain) return { lines: linesOf(pieces) };
  const shown: Box[] = [box, ...bars];
  page.rules = page.rules.filter((rule) => !bars.includes(rule));
  const isDrawn = page.drawingPaths.some((path) => overlaps(reach, path));
  const parts = isDrawn ? undefined : recognised(letters, bars);
  const words = altText ?? letters.map(({ text }) => text).join('');
  const picture = drawnPicture(page, grown(union(shown), thresholds.margin), words);
  return { picture: parts === undefined ? picture : { ...picture, formula: { parts, size: em } } };
}

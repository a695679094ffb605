// The text of a cell as one, and how most of its letters look.
import { union } from '#conversion/layout/box.ts';
import { type CellBlock, type LayoutBlock, type TextBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import { mostFrequent } from '#conversion/layout/numbers.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { joinedGlyphs, trimmed, type Vocabulary } from '#conversion/layout/text/joined-lines.ts';
import { positionIn, readText } from '#conversion/layout/text/letters.ts';
import type { CellLook } from './sheet-model.ts';

const thresholds = {
  /** Points that text in the middle may be off it. */
  offMiddle: 3,
  /** Points of room beside text that does not begin at the edge of its cell. */
  room: 6,
  /** Times the room on its other side that text leaves where it is set to an edge. */
  farther: 3,
  /** Points: a border that is thicker is seen as such. */
  thick: 1.4,
};

export interface CellText {
  text: string;
  /** Has a raised or lowered letter, as the number of a note: then digits are no number. */
  hasMarks: boolean;
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Paragraphs are parted by line ends. */
export function textOfBlocks(blocks: readonly LayoutBlock[], vocabulary: Vocabulary): CellText {
  let hasMarks = false;
  const paragraphs = blocks.flatMap((block): string[] => {
    if (block.kind === 'table') return [rowsOfTable(block.cells, vocabulary)];
    if (block.kind === 'picture')
      return block.picture.formula === undefined ? [] : [textOfFormula(block.picture.formula.parts)];
    const own = textOfParagraph(block, vocabulary);
    hasMarks ||= own.hasMarks;
    return [own.text];
  });
  return { text: paragraphs.filter((text) => text !== '').join('\n'), hasMarks };
}

/** Of a table in a cell, a line for each row. */
const rowsOfTable = (cells: readonly CellBlock[], vocabulary: Vocabulary): string =>
  [...Map.groupBy(cells, ({ row }) => row)]
    .toSorted(([a], [b]) => a - b)
    .map(([, own]) => own.map(({ blocks }) => textOfBlocks(blocks, vocabulary).text.replaceAll('\n', ' ')).join(' '))
    .join('\n');

export function textOfParagraph({ lines, keepsLines }: TextBlock, vocabulary: Vocabulary): CellText {
  const lineOf = new Map(lines.flatMap((line) => line.glyphs.map((glyph) => [glyph, line] as const)));
  const breaks = new Map(keepsLines === true ? lines.slice(1).map((line) => [line, { lines: 1, blanks: 0 }]) : []);
  let [text, hasMarks] = ['', false];
  for (const glyph of trimmed(joinedGlyphs(lines, vocabulary, breaks))) {
    const position = positionOf(glyph, lineOf.get(glyph));
    hasMarks ||= position !== undefined;
    text +=
      position === 'superscript' && /^\d$/.test(glyph.text) ? (raised[Number(glyph.text)] ?? '') : letterOf(glyph);
  }
  return {
    text: text
      .replaceAll('\u00ad', '')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim(),
    hasMarks,
  };
}

const positionOf = (glyph: Glyph, line: TextLine | undefined) =>
  line === undefined ? undefined : positionIn(line, glyph);

const letterOf = (glyph: Glyph): string =>
  glyph.picture === undefined
    ? readText(glyph).replaceAll('\t', ' ')
    : glyph.picture.formula === undefined
      ? (glyph.picture.altText ?? '')
      : textOfFormula(glyph.picture.formula.parts);

/** How a cell looks: its ground, its borders, and most of its letters. */
export function lookOf(cell: CellBlock): CellLook {
  const blocks = textBlocks(cell.blocks);
  const lines = blocks.flatMap((block) => block.lines);
  const letters = lines.flatMap(({ glyphs }) => glyphs.filter((glyph) => !isBlank(glyph)));
  const isMost = (is: (glyph: Glyph) => boolean) =>
    letters.length > 0 && letters.filter(is).length * 2 > letters.length;
  const color = mostFrequent(letters.map(({ style }) => style.color));
  const align = alignOf(cell, lines);
  const borders = Object.entries(cell.borders).map(([side, { thickness, color: its }]) => [
    side,
    { color: its, isThick: thickness > thresholds.thick },
  ]);
  return {
    ...(isMost(({ style }) => style.bold) ? { isBold: true } : {}),
    ...(isMost(({ style }) => style.italic) ? { isItalic: true } : {}),
    ...(color === undefined || color === '000000' ? {} : { color }),
    ...(cell.shading === undefined || cell.shading.toLowerCase() === 'ffffff' ? {} : { fill: cell.shading }),
    ...(align === undefined ? {} : { align }),
    ...(lines.length > 1 ? { isWrapped: true } : {}),
    ...(borders.length === 0 ? {} : { borders: Object.fromEntries(borders) as CellLook['borders'] & {} }),
  };
}

/** The position of text that does not begin at the left edge of its cell. */
function alignOf({ box }: CellBlock, lines: readonly TextLine[]): 'center' | 'right' | undefined {
  if (lines.length === 0) return undefined;
  const text = union(lines);
  const [left, right] = [text.left - box.left, box.right - text.right];
  if (left < thresholds.room) return undefined;
  if (Math.abs(left - right) < thresholds.offMiddle) return 'center';
  return left > right * thresholds.farther ? 'right' : undefined;
}

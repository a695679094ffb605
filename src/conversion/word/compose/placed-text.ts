// The text of a page that is placed, in blocks that can each stand in a frame: labels typed, fields and far parts by themselves.
import { type LayoutBlock, type TableBlock, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { blankBetween, isBlank, lineOf, piecesOf } from '#conversion/layout/lines/lines.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { linesIn } from './letters-outside.ts';

const thresholds = {
  /** Share of a distance between lines by which those of one frame differ. */
  sameStep: 0.15,
  /** Times the size: lines that are farther apart stand in frames of their own. */
  maxStep: 2.5,
  /** em: words of cells that are farther apart stand in frames of their own. */
  apart: 0.5,
  /** em: words that are farther apart are set with a tab. */
  tab: 1.1,
};

/** A block as it is on a placed page: its labels are text, fields stand by themselves, and what was turned stays in the picture. */
export function fixed(block: LayoutBlock): LayoutBlock[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'table') return fixedTable(block);
  if (block.isMoved === true) return [];
  const { item: _item, number: _number, contents: _contents, ...role } = block.role ?? {};
  const [whole, parted] = [block.lines.filter((line) => !hasField(line)), block.lines.filter(hasField)];
  const groups = evenlySpaced(whole);
  const text = groups.map((lines): LayoutBlock => {
    const [only] = lines;
    const alone = groups.length > 1 && lines.length === 1 && only !== undefined;
    return {
      ...(alone ? { ...block, ...singleLine(only) } : block),
      lines: lines.map(tabbed),
      role,
      shapes: [],
      turned: [],
    };
  });
  return [...text, ...parted.flatMap((line) => [...textIn(line), ...fieldsIn(line)])];
}

/** Lines in groups of one distance, each below the one before it: a frame sets its lines so. */
function evenlySpaced(lines: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = [];
  let step: number | undefined;
  for (const line of lines) {
    const [group, before] = [groups.at(-1), groups.at(-1)?.at(-1)];
    const own = before === undefined ? 0 : line.baseline - before.baseline;
    const isBelow = own > 0 && own < line.size * thresholds.maxStep;
    const isNext = isBelow && (step === undefined || Math.abs(own - step) < step * thresholds.sameStep);
    if (group === undefined || !isNext) {
      groups.push([line]);
      step = undefined;
    } else {
      group.push(line);
      step ??= own;
    }
  }
  return groups;
}

/** A block without the letters that are part of the picture. */
export function withoutOrnaments(block: LayoutBlock, ornaments: ReadonlySet<string>): LayoutBlock[] {
  if (ornaments.size === 0 || block.kind === 'picture') return [block];
  if (block.kind === 'table') {
    const cells = block.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.flatMap((inner) => withoutOrnaments(inner, ornaments)),
    }));
    return [{ ...block, cells }];
  }
  const lines = block.lines.flatMap((line) => {
    const kept = line.glyphs.filter(({ style }) => !ornaments.has(style.font));
    const begin = kept.findIndex((glyph) => !isBlank(glyph));
    if (begin <= 0 && kept.length === line.glyphs.length) return [line];
    return begin < 0 ? [] : [lineOf(kept.slice(begin), line.page)];
  });
  return lines.length === 0 ? [] : [{ ...block, lines }];
}

/** A table without its lines and grounds, which the picture has; one with fields as the text of its cells. */
function fixedTable(table: TableBlock): LayoutBlock[] {
  const cells = table.cells.map(({ shading: _shading, ...cell }) => ({
    ...cell,
    borders: {},
    blocks: cell.blocks.flatMap(fixed),
  }));
  const inside = cells.flatMap(({ blocks }) => blocks);
  return linesIn(inside).some(hasField) ? inside : [{ ...table, cells }];
}

const hasField = ({ glyphs }: TextLine): boolean => glyphs.some(({ formField }) => formField !== undefined);

/** The values of form fields in a line, as wide as the fields. */
const fieldsIn = (line: TextLine): TextBlock[] =>
  [...Map.groupBy(line.glyphs, ({ formField }) => formField)].flatMap(([field, glyphs]) =>
    field === undefined ? [] : [{ ...singleLine(lineOf(glyphs, line.page)), container: field.box }],
  );

/** The pieces of a line without them. */
const textIn = (line: TextLine): TextBlock[] =>
  piecesOf(
    line.glyphs.filter(({ formField }) => formField === undefined),
    line.page,
  ).map(singleLine);

/** The line with tabs where its words are far apart. */
function tabbed(line: TextLine): TextLine {
  const glyphs: Glyph[] = [];
  let blanks: Glyph[] = [];
  for (const glyph of line.glyphs) {
    if (isBlank(glyph)) {
      blanks.push(glyph);
      continue;
    }
    const before = glyphs.at(-1);
    const isFar = before !== undefined && glyph.left - before.right > line.size * thresholds.tab;
    if (isFar && blanks.length > 0) glyphs.push(blankBetween(before, glyph, '\t'));
    else glyphs.push(...blanks);
    glyphs.push(glyph);
    blanks = [];
  }
  return { ...line, glyphs };
}

/** The parts of a line between which there is more than a blank. */
export function partsOf(line: TextLine): TextLine[] {
  const parts: Glyph[][] = [];
  for (const glyph of line.glyphs) {
    const before = parts.at(-1)?.findLast((other) => !isBlank(other));
    const isFar = before === undefined || glyph.left - before.right > line.size * thresholds.apart;
    if (isFar && !isBlank(glyph)) parts.push([glyph]);
    else parts.at(-1)?.push(glyph);
  }
  return parts.map((glyphs) =>
    lineOf(glyphs.slice(0, glyphs.findLastIndex((glyph) => !isBlank(glyph)) + 1), line.page),
  );
}

/** A line as a block of its own. */
export function singleLine(line: TextLine): TextBlock {
  const { left, top, right, bottom } = line;
  return { kind: 'text', lines: [line], container: { left, top, right, bottom }, role: { isPlain: true } };
}

// Text at its place, in blocks that each fit in a frame: labels typed, fields and far parts by themselves.
import { union } from '#conversion/layout/box.ts';
import { type LayoutBlock, type TableBlock, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { blankBetween, isBlank, lineOf, piecesOf } from '#conversion/layout/lines/lines.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { linesIn } from '../compose/letters-outside.ts';

const thresholds = {
  /** Share of a distance between lines by which those of one frame differ. */
  sameStep: 0.15,
  /** Times the size: lines that are farther apart get separate frames. */
  maxStep: 2.5,
  /** em: words of cells that are farther apart get separate frames. */
  apart: 0.5,
  /** em: words that are farther apart are set with a tab. */
  tab: 1.1,
};

/** A block at its place: its labels are text, fields have separate frames, and rotated text stays in the picture. */
export function framed(block: LayoutBlock): LayoutBlock[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'table') return framedTable(block);
  if (block.isMoved === true) return [];
  if (block.isFramed === true) return [block];
  const { item: _item, number: _number, contents: _contents, ...role } = block.role ?? {};
  const groups = evenlySpaced(block.lines);
  return groups.map((lines): LayoutBlock => {
    const [only] = lines;
    const alone = groups.length > 1 && lines.length === 1 && only !== undefined;
    return {
      ...(alone ? { ...block, ...singleLine(only) } : block),
      lines: lines.map(tabbed),
      role,
      shapes: [],
      turned: [],
      isFramed: true,
    };
  });
}

/** A block of a page that keeps all its text at its place. */
export const inFrames = (block: LayoutBlock): LayoutBlock[] =>
  (block.kind === 'text' ? fieldsApart(block) : [block]).flatMap(framed);

/** A paragraph without the fields of forms in it, which have frames of their own, and its parts beside those. */
export function fieldsApart(block: TextBlock): TextBlock[] {
  const parted = block.lines.filter(hasField);
  if (parted.length === 0) return [block];
  const whole = block.lines.filter((line) => !hasField(line));
  return [
    ...(whole.length === 0 ? [] : [{ ...block, lines: whole }]),
    ...parted.flatMap((line) => [...textIn(line), ...fieldsIn(line)]),
  ];
}

/** A paragraph in parts whose lines are evenly spaced, each below the previous one. */
export function partedByLines(block: TextBlock): TextBlock[] {
  const [first, ...rest] = evenlySpaced(block.lines);
  if (first === undefined || rest.length === 0) return [block];
  return [
    { ...block, lines: first },
    ...rest.map((lines): TextBlock => ({ kind: 'text', lines, container: union(lines), role: { isPlain: true } })),
  ];
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
  if (lines.length === 0) return [];
  // A label that the picture shows is not written again.
  const hasLabel = block.lines[0]?.glyphs[0] === lines[0]?.glyphs[0];
  const { item, ...role } = block.role ?? {};
  return [{ ...block, lines, role: hasLabel && item !== undefined ? { ...role, item } : role }];
}

/** A table without its lines, grounds and pictures, which the picture behind it has. */
export const bareTable = (table: TableBlock): TableBlock => ({
  ...table,
  cells: table.cells.map(({ shading: _shading, ...cell }) => ({
    ...cell,
    borders: {},
    blocks: cell.blocks.filter(({ kind }) => kind !== 'picture'),
  })),
});

/** Whether a table only arranges content side by side, or contains tables. */
export const isLayout = (table: TableBlock): boolean =>
  table.isLayout === true || table.cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));

/** A table at its place; one with fields, or for the layout, as the text of its cells. */
function framedTable(table: TableBlock): LayoutBlock[] {
  if (isLayout(table)) return table.cells.flatMap((cell) => cell.blocks.flatMap(inFrames));
  const bare = bareTable(table);
  const inside = bare.cells.flatMap((cell) => cell.blocks.flatMap(inFrames));
  if (linesIn(inside).some(hasField)) return inside;
  const cells = bare.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(unnumbered) }));
  return [{ ...bare, cells, isFramed: true }];
}

/** A paragraph whose label is text: in frames it does not count on. */
function unnumbered(block: LayoutBlock): LayoutBlock {
  if (block.kind !== 'text') return block;
  const { item: _item, number: _number, ...role } = block.role ?? {};
  return { ...block, role };
}

const hasField = ({ glyphs }: TextLine): boolean => glyphs.some(({ formField }) => formField !== undefined);

/** The values of form fields in a line, as wide as the fields. */
const fieldsIn = (line: TextLine): TextBlock[] =>
  [...Map.groupBy(line.glyphs, ({ formField }) => formField)].flatMap(([field, glyphs]) =>
    field === undefined ? [] : [{ ...singleLine(lineOf(glyphs, line.page)), container: field.box, isFramed: true }],
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

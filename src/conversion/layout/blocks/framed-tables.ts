// Tables between rules that go from one side to the other, as printers set them: their columns are the strips that no line's
// words reach into, however narrow. (Whitespace between rules, cf. Fang et al., "A Table Detection Method for Multipage PDF
// Documents via Visual Separators and Tabular Structures", ICDAR 2011.)
import { middleX, type Span, union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import { isBlank, lineOf, rowsOf } from '../lines/lines.ts';
import type { PageContent, Rule, TextLine } from '../page-content.ts';
import type { TableCandidate } from './table-candidate.ts';
import { tableFromRows } from './table-from-rows.ts';
import { withPiecesJoined } from './ruling-lines.ts';
import { type CellLine, tableRows } from './table-rows.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points by which text may exceed its rules. */
  overhang: 3,
  /** em from a cell at half height to the rows above and below it at most. */
  halfRow: 0.9,
  /** Times the thickness of the thin ones: thick rules open and close a table. */
  thick: 1.4,
  /** em from a rule to the text above or below it at most. */
  distance: 2.5,
  /** em: a narrower strip is a blank. */
  strip: 0.6,
  /** The same where there are but two lines. */
  stripOfFew: 1,
  /** em: labels of columns are further apart than words. */
  labelGap: 0.5,
  /** Lines from which strips are certain. */
  surely: 3,
  /** Share of the lines that may go over a strip: headings of several columns. */
  crossing: 0.15,
};

/** Yields candidates among the pieces of one column of the page. */
export function* framedTables(pieces: readonly TextLine[], page: PageContent): Generator<TableCandidate> {
  for (const rules of framesOf(page))
    for (const frame of partsOf(rules, pieces)) {
      const candidate = tableIn(frame, pieces, page);
      if (candidate !== undefined) yield candidate;
    }
}

/** Horizontal rules with the same ends, from top to bottom. */
function framesOf({ rules }: PageContent): Rule[][] {
  const groups: Rule[][] = [];
  const across = withPiecesJoined(
    rules.filter(({ direction }) => direction === 'horizontal').map((rule) => ({ ...rule, isDrawn: true })),
  ).filter(({ left, right }) => right - left > tolerances.shortRulePoints);
  for (const rule of across) {
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        Math.abs(first.left - rule.left) < tolerances.slackPoints &&
        Math.abs(first.right - rule.right) < tolerances.slackPoints,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups.filter((group) => group.length > 1).map((group) => group.toSorted((a, b) => a.top - b.top));
}

/** The rules of one table each: thick ones open and close it; rules with anything else between them are not of one table. */
function partsOf(rules: readonly Rule[], pieces: readonly TextLine[]): Rule[][] {
  const thicknesses = rules.map(({ thickness }) => thickness);
  const [thin, thick] = [Math.min(...thicknesses), Math.max(...thicknesses)];
  const isThick = ({ thickness }: Rule) => thick > thin * thresholds.thick && thickness > (thin + thick) / 2;
  const parts = groupsOf(rules, (above, rule, part) => {
    const isClosed = part.length > 1 && isThick(above) && isThick(part[0]);
    return !isClosed && isFilled(above, rule, pieces);
  });
  return parts.filter((part) => part.length > 1);
}

const between = (above: Rule, below: Rule, pieces: readonly TextLine[]): TextLine[] =>
  pieces.filter(
    ({ baseline, left, right }) =>
      baseline > above.bottom && baseline < below.top + 1 && right > above.left && left < above.right,
  );

/** Whether the text between two rules fills the room, within their ends. */
function isFilled(above: Rule, below: Rule, pieces: readonly TextLine[]): boolean {
  const own = between(above, below, pieces);
  // Double rules have nothing between.
  if (own.length === 0) return below.top - above.bottom < tolerances.sameEdgePoints * 2;
  const [box, em] = [union(own), own[0]?.size ?? 10];
  return (
    box.left > above.left - thresholds.overhang &&
    box.right < above.right + thresholds.overhang &&
    box.top - above.bottom < em * thresholds.distance &&
    below.top - box.bottom < em * thresholds.distance
  );
}

function tableIn(rules: readonly Rule[], pieces: readonly TextLine[], page: PageContent): TableCandidate | undefined {
  const [first, last] = [rules[0], rules.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const texts = rowsOf(between(first, last, pieces));
  if (texts.length < 2) return undefined;
  // Headings may go over several columns, and so may notes.
  const header = rules[1]?.top ?? 0;
  const below = texts.filter(([piece]) => piece!.baseline > header);
  const rows = below.filter(([piece]) => piece!.baseline < rules.at(-2)!.bottom);
  const hasNotes = rules.length > 3 && rows.length > 1 && below.slice(rows.length).every(({ length }) => length === 1);
  const body = hasNotes ? rows : below;
  const strips = stripsOf(rules.length > 2 && body.length > 1 ? body : texts);
  if (strips.length === 0) return undefined;
  const lines = withCentered(texts.map((line) => line.flatMap((piece) => partedAt(piece, strips)))).map((line) =>
    line.toSorted((a, b) => a.left - b.left).map((piece) => cellOf(piece, strips)),
  );
  const { left, right } = union([first, last]);
  const columns = [...strips, { left: right, right }].map((strip, n) => ({
    left: strips[n - 1]?.right ?? left,
    right: strip.left,
  }));
  const claimed = page.rules.filter((rule) =>
    rules.some((own) => Math.abs(own.top - rule.top) < 1 && rule.left < own.right && rule.right > own.left),
  );
  const found = { lines, rows: tableRows(lines, rules), columns, rules, isFramed: true };
  return {
    ...tableFromRows(found, { left: first.left, right: last.right, gaps: strips }, page, claimed),
    pieces: texts.flat(),
  };
}

/** A cell over two rows is vertically centred between them: it belongs to the upper one. */
function withCentered(lines: readonly TextLine[][]): TextLine[][] {
  const kept: TextLine[][] = [];
  for (const [n, line] of lines.entries()) {
    const [piece, above, below] = [line[0], kept.at(-1), lines[n + 1]];
    const isBetween =
      piece !== undefined &&
      line.length === 1 &&
      [above, below].every(
        (other) =>
          other !== undefined &&
          other.every(
            ({ left, right, baseline }) =>
              Math.abs(baseline - piece.baseline) < piece.size * thresholds.halfRow &&
              (left > piece.right || right < piece.left),
          ),
      );
    if (isBetween) kept[kept.length - 1] = [...(above ?? []), { ...piece, baseline: above?.[0]?.baseline ?? 0 }];
    else kept.push(line);
  }
  return kept;
}

/** The columns of a piece; a label may begin in the strip before its column. */
function cellOf(piece: TextLine, strips: readonly Span[]): CellLine {
  const column = strips.filter((strip) => middleX(strip) <= piece.left || strip.right <= piece.left + 1).length;
  const last = strips.filter(({ right }) => right <= piece.right).length;
  return { piece, column, span: Math.max(1, last - column + 1) };
}

/** Where (nearly) no line has words. */
function stripsOf(lines: readonly (readonly TextLine[])[]): Span[] {
  const em = lines[0]?.[0]?.size ?? 10;
  const width = em * (lines.length < thresholds.surely ? thresholds.stripOfFew : thresholds.strip);
  const allowed = Math.floor(lines.length * thresholds.crossing);
  const edges = lines
    .flatMap((line) => line.flatMap(wordsOf))
    .flatMap(({ left, right }) => [
      { x: left, step: 1 },
      { x: right, step: -1 },
    ])
    .toSorted((a, b) => a.x - b.x || a.step - b.step);
  const strips: Span[] = [];
  let [covered, from] = [0, Infinity];
  for (const { x, step } of edges) {
    if (step > 0 && covered <= allowed && covered + step > allowed && x - from > width)
      strips.push({ left: from, right: x });
    covered += step;
    if (step < 0 && covered <= allowed && covered + 1 > allowed) from = x;
    if (covered > allowed) from = Infinity;
  }
  return strips;
}

/** A line's words; narrow blanks between them are no strips. */
function wordsOf({ glyphs, size }: TextLine): Span[] {
  const words: Span[] = [];
  for (const glyph of glyphs) {
    if (isBlank(glyph)) continue;
    const last = words.at(-1);
    if (last !== undefined && glyph.left - last.right < size * thresholds.strip && glyph.left > last.left)
      last.right = Math.max(last.right, glyph.right);
    else words.push({ left: glyph.left, right: glyph.right });
  }
  return words;
}

/** A piece of text in parts, wherever it has nothing but blanks in a strip. */
function partedAt(piece: TextLine, strips: readonly Span[]): TextLine[] {
  const parts: TextLine['glyphs'][] = [];
  let before: TextLine['glyphs'][number] | undefined;
  for (const glyph of piece.glyphs) {
    if (isBlank(glyph)) {
      parts.at(-1)?.push(glyph);
      continue;
    }
    const right = before?.right ?? -Infinity;
    // Labels of columns may be wider than their cells: more than a blank separates them.
    const isApart = glyph.left - right > piece.size * thresholds.labelGap;
    const isParted = strips.some((strip) =>
      isApart
        ? right < strip.right && glyph.left > strip.left
        : right <= strip.left + 1 && glyph.left >= strip.right - 1,
    );
    if (before === undefined || isParted) parts.push([glyph]);
    else parts.at(-1)?.push(glyph);
    before = glyph;
  }
  return parts.map((glyphs) => {
    const end = glyphs.findLastIndex((glyph) => !isBlank(glyph));
    return lineOf(glyphs.slice(0, end + 1), piece.page);
  });
}

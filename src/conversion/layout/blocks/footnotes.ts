// Footnotes: small text under a short line at the bottom of a page (or of a column) that begins with a label which is raised
// in the text above.
import type { Glyph, TextLine, PageContent } from '../page-content.ts';
import { blankBetween, isBlank, lineOf, textOfLine } from '../lines/lines.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points: a shorter line is a dash. */
  ruleLength: 30,
  /** Share of the page's width: a longer line parts text or belongs to a table. */
  ruleWidth: 0.55,
  /** Share of the page's height: no footnotes begin above it. */
  ruleFromTop: 0.25,
  /** Points from the line to the first note below it. */
  ruleToNote: 24,
  /** Points that the first note may begin before the line, and behind it where it is indented. */
  ruleToLeft: { before: 30, behind: 40 },
  /** em above the baseline: a reference is raised by more. */
  raisedBy: 0.05,
  /** Times the size of the body: notes without a line over them are smaller. */
  noteSize: 0.92,
  /** Share of the column's lines: notes without a line over them are fewer. */
  maxTail: 0.5,
};

export interface FoundNote {
  label: string;
  lines: TextLine[];
  /** The raised glyphs above that refer to it. */
  reference: Glyph[];
}

const labels = /^[\s(]*(\d{1,3}|[*\u2217†‡§¶]{1,3}|[a-z]|[ivx]{1,5})[.)\s\t]/;

/** Separates the lines of notes from those of a column. `all` are the lines of the page, where their references may be. */
export function takeNotes(
  own: readonly TextLine[],
  page: PageContent,
  { bodySize, all }: { bodySize: number; all: readonly TextLine[] },
): { lines: TextLine[]; notes: FoundNote[] } {
  const none = { lines: [...own], notes: [] };
  const lines = withLoneLabels(own);
  const rule = page.rules
    .filter(
      ({ direction, left, right, top }) =>
        direction === 'horizontal' &&
        right - left > thresholds.ruleLength &&
        right - left < page.width * thresholds.ruleWidth &&
        top > page.height * thresholds.ruleFromTop,
    )
    .toSorted((a, b) => b.top - a.top)
    .find(({ top, left, right }) => {
      const below = lines.filter(
        (line) => line.top > top - tolerances.slackPoints && line.left < right + tolerances.slackPoints,
      );
      const first = below.toSorted((a, b) => a.top - b.top)[0];
      return (
        first !== undefined &&
        first.top - top < thresholds.ruleToNote &&
        isAtLeft(first.left - left) &&
        isLabelled(first)
      );
    });
  const below =
    rule === undefined
      ? smallTail(lines, bodySize)
      : lines.filter((line) => line.top > rule.top - tolerances.slackPoints);
  if (below.length === 0) return none;
  const rest = lines.filter((line) => !below.includes(line));
  // Notes of a title or its authors have nothing in the text that refers to them: they stay where they are.
  const unreferenced: TextLine[] = [];
  const letters = new Set(below.flatMap(({ glyphs }) => glyphs));
  const above = all.filter(({ glyphs }) => !glyphs.some((glyph) => letters.has(glyph)));
  const references = [...raisedIn(above), ...(rule === undefined ? [] : aloneIn(above, bodySize))];
  const notes: FoundNote[] = [];
  for (const line of below.toSorted((a, b) => a.baseline - b.baseline)) {
    const label = isLabelled(line) ? labelOfNote(line) : undefined;
    const reference =
      label === undefined
        ? undefined
        : references.find(({ text, glyphs }) => text === label && !notes.some((note) => note.reference === glyphs));
    const last = notes.at(-1);
    if (label !== undefined && reference !== undefined)
      notes.push({ label, lines: [line], reference: reference.glyphs });
    else if (last !== undefined) last.lines.push(line);
    else if (rule !== undefined && (label !== undefined || unreferenced.length > 0)) unreferenced.push(line);
    else return none;
  }
  if (notes.length === 0) return none;
  if (rule !== undefined) page.rules = page.rules.filter((other) => other !== rule);
  for (const note of notes) note.lines = withoutLabel(note.lines, note.label);
  return { lines: [...rest, ...unreferenced], notes };
}

const isAtLeft = (distance: number): boolean =>
  distance > -thresholds.ruleToLeft.before && distance < thresholds.ruleToLeft.behind;

/** Lines with the raised labels before them that are read as lines of their own, since there is room between both. */
function withLoneLabels(lines: readonly TextLine[]): TextLine[] {
  const labelBefore = (line: TextLine) =>
    lines.find(({ glyphs, size, baseline, right }) => {
      const raise = line.baseline - baseline;
      const isRaisedBefore = raise > line.size * thresholds.raisedBy && raise < line.size * tolerances.raisedSize;
      const isSmall = size < line.size * tolerances.raisedSize;
      return isSmall && isRaisedBefore && right < line.left + tolerances.slackPoints && isLabel(glyphs);
    });
  const joined = new Map(lines.flatMap((line) => [[line, labelBefore(line)] as const].filter(([, own]) => own)));
  const gone = new Set(joined.values());
  return lines
    .filter((line) => !gone.has(line))
    .map((line) => {
      const label = joined.get(line)?.glyphs.filter((glyph) => !isBlank(glyph)) ?? [];
      const [last, first] = [label.at(-1), line.glyphs[0]];
      if (last === undefined || first === undefined) return line;
      return {
        ...lineOf([...label, blankBetween(last, first), ...line.glyphs], line.page),
        size: line.size,
        baseline: line.baseline,
      };
    });
}

const isLabel = (glyphs: readonly Glyph[]): boolean =>
  /^(?:\d{1,3}|[*\u2217†‡])$/u.test(textOfLine({ glyphs: glyphs.filter((glyph) => !isBlank(glyph)) }));

const isRaised = (glyph: Glyph, line: TextLine): boolean =>
  glyph.style.size < line.size * tolerances.raisedSize &&
  glyph.baseline < line.baseline - line.size * thresholds.raisedBy;

const isLabelled = (line: TextLine): boolean => {
  const first = line.glyphs.find((glyph) => !isBlank(glyph));
  const text = textOfLine(line);
  return first !== undefined && isRaised(first, line)
    ? /^[\s(]*(\d{1,3}|[*\u2217†‡§¶]{1,3}|[a-zA-Z]{1,3})/.test(text)
    : labels.test(text);
};

function labelOfNote(line: TextLine): string | undefined {
  const raised = raisedIn([line])[0];
  if (raised !== undefined && raised.glyphs[0] === line.glyphs.find((glyph) => !isBlank(glyph))) return raised.text;
  return labels.exec(textOfLine(line))?.[1];
}

/** Small lines at the bottom without a line over them. */
function smallTail(lines: readonly TextLine[], bodySize: number): TextLine[] {
  const sorted = lines.toSorted((a, b) => b.baseline - a.baseline);
  const tail: TextLine[] = [];
  for (const line of sorted) {
    if (line.size > bodySize * thresholds.noteSize) break;
    tail.push(line);
  }
  const first = tail.at(-1);
  return first !== undefined && isLabelled(first) && tail.length < lines.length * thresholds.maxTail ? tail : [];
}

/** Raised groups of glyphs with their text. */
export function raisedIn(lines: readonly TextLine[]): { text: string; glyphs: Glyph[] }[] {
  const groups: Glyph[][] = [];
  for (const line of lines) {
    let before = false;
    for (const glyph of line.glyphs) {
      const isReference = isRaised(glyph, line) && !isBlank(glyph);
      if (isReference && before) groups.at(-1)?.push(glyph);
      else if (isReference) groups.push([glyph]);
      before = isReference;
    }
  }
  return groups.map((glyphs) => ({ text: glyphs.map(({ text }) => text).join(''), glyphs }));
}

/** Small labels that are a line by themselves: beside a title, or where a paragraph holds nothing else. */
function aloneIn(lines: readonly TextLine[], bodySize: number): { text: string; glyphs: Glyph[] }[] {
  return lines.flatMap((line) => {
    const glyphs = line.glyphs.filter((glyph) => !isBlank(glyph));
    const text = textOfLine({ glyphs });
    const isAlone = isLabel(glyphs) && line.size < bodySize * tolerances.raisedSize;
    return isAlone ? [{ text, glyphs }] : [];
  });
}

function withoutLabel(lines: readonly TextLine[], label: string): TextLine[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  let left = label.length;
  const glyphs = first.glyphs.filter((glyph) => {
    if (isBlank(glyph) || left <= 0) return true;
    left -= glyph.text.length;
    glyph.claim = 'label';
    return false;
  });
  while (glyphs[0] !== undefined && (isBlank(glyphs[0]) || /^[.)]$/.test(glyphs[0].text))) {
    glyphs[0].claim = 'label';
    glyphs.shift();
  }
  return glyphs.length === 0 ? rest : [{ ...first, glyphs }, ...rest];
}

// A block of lines as a paragraph of Word: runs, alignment, indents, spacing, tabs.
import type { Box } from '../box.ts';
import type { Glyph, Rule, TextLine } from '../page-content.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { isBlank, isRightToLeft, textOfLine } from '../lines/lines.ts';
import type { Alignment, ListItem, Note, Paragraph, Run } from '../docx-model.ts';
import { alignmentOf } from '../text/alignment.ts';
import { fittingSpace } from '../text/line-fitting.ts';
import { fontHeight } from '../text/line-heights.ts';
import { firstWordWidth, hasRoom } from '../text/paragraphs.ts';
import { rightInterval } from '../layout/wrapping.ts';
import { hasLeader, type LineStart, runsOf, type Targets, type Vocabulary } from '../text/runs.ts';
import { bordersOf, edgesIn, indentsInBox } from './boxes.ts';
import { typewriterAdvance, typewriterBreaks } from '../text/typewriter.ts';

export interface Composition {
  vocabulary: Vocabulary;
  usual: Alignment;
  targets: Targets;
  /** By the glyphs that stand for them in the text. */
  notes: ReadonlyMap<Glyph, Note>;
  listItem: (block: TextBlock) => ListItem | undefined;
  /** The bookmark of the paragraph whose first line this is. */
  bookmarkAt: (line: TextLine) => string | undefined;
  /** Whether something else stands on the line's height in its column. */
  isBeside: (line: TextLine) => boolean;
  /** The ground that is painted behind the lines of a paragraph. */
  shadingOf: (block: TextBlock) => string | undefined;
  /** Whether lines were broken where they look best: then letters are set so that they are broken there again. */
  isTypeset: boolean;
  /** The line that is drawn under a paragraph. */
  ruleUnder: (block: TextBlock) => Rule | undefined;
}

const thresholds = {
  /** Times the size of the line: smaller letters are raised or lowered and do not tell its height. */
  small: 0.9,
  /** em above the baseline, of a line without letters. */
  ascent: 0.92,
  /** em below it. */
  descent: 0.23,
  /** Times ascent and descent: the least height of a line. */
  lineGap: 1.04,
  /** Times the size: single lines get so much room where there is as much, so that another font does not move what follows. */
  roomy: 1.22,
  /** Times the least height: lines are never set closer. */
  tight: 0.88,
  /** Times what the fonts ask for: lines that are a hair closer are as close. */
  sameHeight: 0.995,
  /** Share of an exact line height below the baseline, in Word as in LibreOffice. */
  belowExact: 0.2,
  /** Times the size: the closest leading. */
  minLeading: 0.7,
  /** Times the size: what is further away is not the next line. */
  maxLeading: 4,
  /** Share of a leading by which those of one paragraph differ. */
  sameLeading: 0.08,
  /** em of room that a line which was broken on purpose has at least, in a justified paragraph. */
  brokenJustified: 1.2,
  /** The same in other paragraphs. */
  broken: 0.6,
  /** em: a blank before the next word. */
  blank: 0.3,
  /** Points: a smaller indent is none. */
  indent: 0.4,
  /** Points: the middle of centred lines may be as far from that of their column. */
  offCentre: 0.5,
  /** Points: a line that begins further left is of another column. */
  outside: 3,
  /** Points that lines may reach over their column. */
  maxOverhang: 12,
  /** Points from the right edge: text behind a tab that ends there is right-aligned ... */
  rightTab: 4,
  /** ... or as many em. */
  rightTabSize: 0.5,
  /** Letters: longer text behind a tab is not right-aligned. */
  rightTabLength: 40,
  /** Points: tabs that are closer are one. */
  sameTab: 2,
  /** Tabs of a paragraph. */
  maxTabs: 20,
};

/** Heights above and below the baseline, of the letters in the line's own size. */
export function lineExtent(line: TextLine): LineExtent {
  let known = knownExtents.get(line);
  if (known === undefined) {
    known = measured(line);
    knownExtents.set(line, known);
  }
  return known;
}

interface LineExtent {
  ascent: number;
  descent: number;
}

/** Lines are asked for theirs many times. */
const knownExtents = new WeakMap<TextLine, LineExtent>();

function measured({ glyphs, size }: TextLine): LineExtent {
  let [ascent, descent] = [0, 0];
  for (const glyph of glyphs) {
    if (glyph.picture !== undefined || glyph.style.size < size * thresholds.small || isBlank(glyph)) continue;
    ascent = Math.max(ascent, glyph.baseline - glyph.top);
    descent = Math.max(descent, glyph.bottom - glyph.baseline);
  }
  return ascent === 0 ? { ascent: size * thresholds.ascent, descent: size * thresholds.descent } : { ascent, descent };
}

/** Where the paragraph's first line would begin with the height of its font, and where its last one ends. */
export function verticalBounds(lines: readonly TextLine[]): { top: number; bottom: number } {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return { top: 0, bottom: 0 };
  const [head, foot] = [lineExtent(first), lineExtent(last)];
  return { top: first.baseline - Math.max(head.ascent, pictureHeight(first)), bottom: last.baseline + foot.descent };
}

function pictureHeight({ glyphs, baseline }: TextLine): number {
  let height = 0;
  for (const { picture, top } of glyphs) if (picture !== undefined) height = Math.max(height, baseline - top);
  return height;
}

/**
 * Sets line height and the space above so that the first baseline comes where it was; `from` is where the block before ends.
 * @returns where its last line ends
 */
export function setSpacing(paragraph: Paragraph, lines: readonly TextLine[], from: number): number {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return from;
  const { height, isExact, below } = lineBox(lines, from);
  const picture = pictureHeight(first);
  paragraph.lineSpacing = { height, isExact };
  paragraph.spaceBefore = Math.max(0, first.baseline + below - from - Math.max(height, picture + below));
  return last.baseline + below;
}

/** Where the first line of a paragraph begins with nothing above it. */
export function lineTop(lines: readonly TextLine[], line: TextLine): number {
  const { height, below } = lineBox(lines);
  return line.baseline + below - Math.max(height, pictureHeight(line) + below);
}

/** How high the lines of a paragraph are, and how much of it is below their baselines. */
export interface LineBox {
  height: number;
  isExact: boolean;
  below: number;
}

/** Lines are exactly as high as they were where their fonts may ask for more; single ones that follow on `from` where there is no room. */
export function lineBox(lines: readonly TextLine[], from = -Infinity): LineBox {
  const [first] = lines;
  if (first === undefined) return { height: 0, isExact: false, below: 0 };
  const { ascent, descent } = lineExtent(first);
  const own = (ascent + descent) * thresholds.lineGap;
  const natural = Math.max(own, ...lines.map(fontHeight));
  const leading = leadingOf(lines);
  const room = first.baseline + descent - from;
  const height =
    leading > 0
      ? leading
      : Math.min(Math.max(natural, first.size * thresholds.roomy), Math.max(room, own * thresholds.tight));
  const isExact = height < natural * thresholds.sameHeight && !lines.some((line) => pictureHeight(line) > 0);
  return { height, isExact, below: isExact ? height * thresholds.belowExact : descent };
}

/** The usual distance of its baselines; 0 of a single line. */
export function leadingOf(lines: readonly TextLine[]): number {
  const steps = lines.slice(1).flatMap((line, n) => {
    const before = lines[n];
    const step = before === undefined || before.page !== line.page ? 0 : line.baseline - before.baseline;
    return step > line.size * thresholds.minLeading && step < line.size * thresholds.maxLeading ? [step] : [];
  });
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  // The mean of those that are alike: what they differ by would add up.
  const alike = steps.filter((step) => Math.abs(step - middle) < middle * thresholds.sameLeading);
  return alike.length === 0 ? 0 : alike.reduce((sum, step) => sum + step, 0) / alike.length;
}

export function paragraphOf(whole: TextBlock, composition: Composition): Paragraph {
  const { container, boxed } = whole;
  // Its text ends before the border, wherever the column does.
  const block = boxed === undefined ? whole : { ...whole, container: { ...container, ...edgesIn(boxed) } };
  const { lines, role } = block;
  const { vocabulary, targets, notes } = composition;
  const list = composition.listItem(whole);
  const label = role?.number?.label ?? role?.item?.label ?? '';
  const body = list === undefined ? lines : withoutLabel(lines, label, role?.item?.labelLeft !== undefined);
  const align =
    role?.align ??
    alignmentOf(
      { ...block, lines: list === undefined || role?.number !== undefined ? lines : body },
      composition.usual,
    );
  const first = lines[0];
  const bookmark = first === undefined ? undefined : composition.bookmarkAt(first);
  const withNotes: Targets = { ...targets, note: (glyph) => notes.get(glyph) };
  const tabs = tabsOf(body, container);
  const shading = boxed?.box.fill ?? composition.shadingOf(whole);
  const rule = boxed === undefined ? composition.ruleUnder(whole) : undefined;
  const below = verticalBounds(lines).bottom;
  const placed =
    boxed === undefined ? indents(block, align) : indentsInBox(indents(block, align), align, container, boxed);
  const runs = runsOf(body, vocabulary, withNotes, breaksOf(block, body, align, composition.isBeside));
  // Lines in other columns stand elsewhere.
  const own = body.filter(({ left }) => left > container.left - thresholds.outside && left < container.right);
  const isFitted = composition.isTypeset && align === 'both' && tabs.length === 0 && !isRightToLeftText(lines);
  const space = isFitted
    ? fittingSpace(own, boxed === undefined ? container.right - placed.indentRight : boxed.right)
    : 0;
  return {
    kind: 'paragraph',
    runs: [...shapeRuns(whole), ...(space === 0 ? runs : runs.map((run) => spaced(run, space)))],
    align,
    ...placed,
    spaceBefore: 0,
    isRightToLeft: isRightToLeftText(lines),
    ...(role?.heading === undefined ? {} : { heading: role.heading }),
    ...(list === undefined ? {} : { list }),
    ...(bookmark === undefined ? {} : { bookmark }),
    ...(shading === undefined ? {} : { shading }),
    ...(tabs.length === 0 ? {} : { tabs }),
    ...(boxed === undefined ? {} : { box: bordersOf(boxed) }),
    ...(rule === undefined
      ? {}
      : { borderBelow: { thickness: rule.thickness, color: rule.color, space: rule.top - below } }),
  };
}

const spaced = (run: Run, space: number): Run => ({
  ...run,
  style: { ...run.style, spacing: (run.style.spacing ?? 0) + space },
});

/** What is drawn on the page hangs on the paragraph. */
const shapeRuns = ({ shapes = [], lines }: TextBlock): Run[] => {
  const style = lines[0]?.glyphs[0]?.style;
  const top = lines[0] === undefined ? 0 : lineTop(lines, lines[0]);
  return style === undefined
    ? []
    : shapes.map((shape) => ({ text: '', style, shape: { shape, below: shape.top - top } }));
};

/** How lines begin before which there is a break. */
function breaksOf(
  block: TextBlock,
  lines: readonly TextLine[],
  align: Alignment,
  isBeside: (line: TextLine) => boolean,
): Map<TextLine, LineStart> {
  const advance = block.isWhole === true && lines.length > 1 ? typewriterAdvance(lines) : undefined;
  if (advance === undefined)
    return new Map([...brokenLines(block, lines, align, isBeside)].map((line) => [line, { lines: 1, blanks: 0 }]));
  // Lines of code are as long as their author wants: the column tells which are full, unless they reach over it.
  const isLong = lines.some(({ right }) => right > block.container.right + thresholds.maxOverhang);
  const hadRoom = lines.filter((line, n) => {
    const above = lines[n - 1];
    return above !== undefined && (isLong || hasRoom(above, line, block.container));
  });
  return typewriterBreaks(lines, advance, leadingOf(lines), new Set(hadRoom));
}

/** Lines before which there is a break: the one above had room for more, and nothing stood beside it. */
function brokenLines(
  { container, isWhole }: TextBlock,
  lines: readonly TextLine[],
  align: Alignment,
  isBeside: (line: TextLine) => boolean,
): Set<TextLine> {
  if (isWhole !== true || isRightToLeftText(lines)) return new Set();
  const widest = Math.max(...lines.map(({ right }) => right));
  const isFixed = align === 'left' || align === 'both';
  return new Set(
    lines.filter((line, n) => {
      const above = lines[n - 1];
      if (above === undefined || above.page !== line.page || line.top < above.top || isBeside(above)) return false;
      const slack = above.size * (align === 'both' ? thresholds.brokenJustified : thresholds.broken);
      if (isFixed)
        return hasRoom(above, line, { left: container.left, right: Math.min(widest, container.right + 2) - slack });
      return (
        above.right - above.left + above.size * thresholds.blank + firstWordWidth(line) <
        container.right - container.left - slack
      );
    }),
  );
}

const isRightToLeftText = (lines: readonly TextLine[]): boolean => {
  // It is asked of every paragraph, and most have no such letter.
  if (!lines.some(({ glyphs }) => glyphs.some(({ text }) => text > '~' && isRightToLeft(text)))) return false;
  const letters = lines.flatMap(({ glyphs }) => glyphs.filter(({ text }) => /\p{L}/u.test(text)));
  return letters.length > 0 && letters.filter(({ text }) => isRightToLeft(text)).length > letters.length * 0.5;
};

function indents(block: TextBlock, align: Alignment): Pick<Paragraph, 'indentLeft' | 'indentRight' | 'indentFirst'> {
  const { lines, container } = block;
  const [first, ...rest] = lines;
  const none = { indentLeft: 0, indentRight: 0, indentFirst: 0 };
  if (first === undefined) return none;
  if (align === 'center') return centred(block);
  const small = (value: number) => (Math.abs(value) < thresholds.indent ? 0 : value);
  if (isRightToLeftText(lines)) {
    const right = rest.length === 0 ? first.right : Math.max(...rest.map((line) => line.right));
    return { ...none, indentLeft: small(Math.max(0, container.right - right)) };
  }
  if (align === 'right')
    return { ...none, indentRight: small(Math.max(0, container.right - Math.max(...lines.map(({ right }) => right)))) };
  // Lines in other columns stand elsewhere.
  const own = rest.filter(
    (line) =>
      line.page === first.page && line.left >= container.left - thresholds.outside && line.left <= container.right,
  );
  const left = own.length === 0 ? first.left : Math.min(...own.map((line) => line.left));
  // Lines that are broken earlier than the column asks for stand in a narrower one.
  const interval = rightInterval(block);
  const widest = Math.max(...lines.filter((line) => line.left < container.right).map((line) => line.right));
  // Long lines of code reach over their column.
  const maxOverhang = typewriterAdvance(lines) === undefined ? thresholds.maxOverhang : Infinity;
  const narrow =
    interval !== null && interval.high < container.right + 0.3
      ? container.right - Math.min(interval.low + 1, (interval.low + interval.high) / 2)
      : Math.max(-maxOverhang, Math.min(0, container.right - widest - 0.6));
  return {
    indentLeft: small(left - container.left),
    indentFirst: small(first.left - left),
    indentRight: narrow < 0 && container.right - widest > 0.2 ? 0 : small(narrow),
  };
}

/** Indents that move the middle of the column to that of the lines. */
function centred({ lines, container }: TextBlock): Pick<Paragraph, 'indentLeft' | 'indentRight' | 'indentFirst'> {
  const own = lines.filter(({ page, left }) => page === lines[0]?.page && left < container.right);
  const middle = own.reduce((sum, { left, right }) => sum + (left + right) / 2, 0) / Math.max(1, own.length);
  const off = middle - (container.left + container.right) / 2;
  const isOff = own.length > 0 && Math.abs(off) > thresholds.offCentre;
  return {
    indentLeft: isOff && off > 0 ? off * 2 : 0,
    indentRight: isOff && off < 0 ? -off * 2 : 0,
    indentFirst: 0,
  };
}

/** The lines without the label's glyphs and the blanks after it. */
function withoutLabel(lines: readonly TextLine[], label: string, isGone: boolean): TextLine[] {
  const [first, ...rest] = lines;
  if (first === undefined || isGone) return [...lines];
  const raw = [...label].length;
  let count = 0;
  let at = 0;
  const { glyphs } = first;
  while (at < glyphs.length && count < raw) {
    const glyph = glyphs[at];
    if (glyph !== undefined && !isBlank(glyph)) count += [...glyph.text].length;
    at++;
  }
  while (at < glyphs.length && glyphs[at] !== undefined && isBlank(glyphs[at]!)) at++;
  return [{ ...first, glyphs: glyphs.slice(at) }, ...rest];
}

/** Where text begins after a tab, from the left of its container; at the right edge it ends there. */
function tabsOf(lines: readonly TextLine[], container: Box): NonNullable<Paragraph['tabs']> {
  const tabs: NonNullable<Paragraph['tabs']> = [];
  const leader = hasLeader(lines);
  for (const line of lines) {
    const { glyphs } = line;
    for (const [n, glyph] of glyphs.entries()) {
      if (glyph.text !== '\t' && !(leader && /^[.\u2026]$/.test(glyph.text))) continue;
      const after = glyphs[n + 1];
      if (after === undefined || after.text === '.' || after.text === '\u2026') continue;
      const next = isBlank(after) ? glyphs[n + 2] : after;
      if (next === undefined) continue;
      const isLast = !glyphs.slice(n + 1).some(({ text }) => text === '\t');
      const atRight =
        isLast &&
        line.right > container.right - Math.max(thresholds.rightTab, line.size * thresholds.rightTabSize) &&
        textOfLine(line).length - n < thresholds.rightTabLength;
      const at = atRight ? container.right - container.left : next.left - container.left;
      if (at > 1 && !tabs.some((tab) => Math.abs(tab.at - at) < thresholds.sameTab))
        tabs.push({ at, align: atRight ? 'right' : 'left', ...(leader ? { leader: 'dot' as const } : {}) });
    }
  }
  return tabs.toSorted((a, b) => a.at - b.at).slice(0, thresholds.maxTabs);
}

// How high lines are, and where paragraphs begin and end by them.
import type { Paragraph } from '../docx-model.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import { fontHeight, isCommonLabel, sameHeight } from '../fit/line-heights.ts';

/** Share of an exact line height below the baseline, in Word as in LibreOffice. */
export const belowExact = 0.2;

const thresholds = {
  /** Times the size of the line: smaller letters are raised or lowered and do not determine its height. */
  small: 0.9,
  /** em above the baseline, of a line without letters. */
  ascent: 0.92,
  /** em below it. */
  descent: 0.23,
  /** Times ascent and descent: the least height of a line. */
  lineGap: 1.04,
  /** Times the size: single lines get so much room where there is as much, so that another font does not move the next lines. */
  roomy: 1.22,
  /** Times the least height: lines are never set closer. */
  tight: 0.88,
  /** Times the line height of the fonts: closer lines get an exact height, others a multiple. */
  minTimes: 0.8,
  /** Times the size: the closest leading. */
  minLeading: 0.7,
  /** Times the size: a line further away is not the next line. */
  maxLeading: 4,
  /** Share of a leading by which those of one paragraph differ. */
  sameLeading: 0.08,
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

/** By line, as each is measured many times. */
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
  const { height, isExact, times, below, shrinks } = lineBox(withoutBullet(paragraph, lines), from);
  const picture = pictureHeight(first);
  paragraph.lineSpacing = { height, isExact, ...(times === undefined ? {} : { times }) };
  paragraph.spaceBefore = Math.max(0, first.baseline + below - from - Math.max(height, picture + below));
  return last.baseline + below - shrinks;
}

/** Bullets are written in the family of the text, whichever they were of. */
function withoutBullet({ list }: Paragraph, lines: readonly TextLine[]): readonly TextLine[] {
  const [first, ...rest] = lines;
  if (first === undefined || list?.format.kind !== 'bullet' || !isCommonLabel(list.format.text)) return lines;
  const at = first.glyphs.findIndex((glyph) => !isBlank(glyph));
  return first.glyphs[at]?.text === list.label.trim()
    ? [{ ...first, glyphs: first.glyphs.slice(at + 1) }, ...rest]
    : lines;
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
  /** Of the height that the fonts ask for, instead. */
  times?: number;
  below: number;
  /** How much less than they were all of them come to, or more where it is negative: word processors know whole percents. */
  shrinks: number;
}

/** Lines that are closer than their fonts ask for are a share of that high where the fonts are everywhere, else exactly as high as they
 * were; single ones that follow on `from` where there is no room. */
export function lineBox(lines: readonly TextLine[], from = -Infinity): LineBox {
  const [first] = lines;
  if (first === undefined) return { height: 0, isExact: false, below: 0, shrinks: 0 };
  const { ascent, descent } = lineExtent(first);
  const own = (ascent + descent) * thresholds.lineGap;
  const asked = lines.map(fontHeight);
  const highest = Math.max(...asked.map(({ height }) => height));
  const natural = asked.every(({ isKnown }) => isKnown) ? highest : Math.max(own, highest);
  const leading = leadingOf(lines);
  const room = first.baseline + descent - from;
  const height =
    leading > 0
      ? leading
      : Math.min(Math.max(natural, first.size * thresholds.roomy), Math.max(room, own * thresholds.tight, first.size));
  const isCloser = height < natural * (1 - sameHeight) && !lines.some((line) => pictureHeight(line) > 0);
  if (!isCloser) return { height, isExact: false, below: descent, shrinks: 0 };
  const times = Math.round((height / natural) * 100) / 100;
  const isShared = asked.every((own) => own.isShared && own.height > highest * (1 - sameHeight));
  if (!isShared || times < thresholds.minTimes)
    return { height, isExact: true, below: height * belowExact, shrinks: 0 };
  const shared = natural * times;
  return { height: shared, isExact: false, times, below: descent, shrinks: (height - shared) * (lines.length - 1) };
}

/** The usual distance of its baselines; 0 of a single line. */
export function leadingOf(lines: readonly TextLine[]): number {
  const steps = lines.slice(1).flatMap((line, n) => {
    const before = lines[n];
    const step = before === undefined || before.page !== line.page ? 0 : line.baseline - before.baseline;
    return step > line.size * thresholds.minLeading && step < line.size * thresholds.maxLeading ? [step] : [];
  });
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  // The mean of similar lines: their differences would add up.
  const alike = steps.filter((step) => Math.abs(step - middle) < middle * thresholds.sameLeading);
  return alike.length === 0 ? 0 : alike.reduce((sum, step) => sum + step, 0) / alike.length;
}

// The number of lines of a paragraph: words are set one after the other, as word processors break lines.
import type { Paragraph, Run } from '../docx-model.ts';
import { styleHeight } from '../fit/line-heights.ts';
import { isSquare, widthOf } from './text-width.ts';

const thresholds = {
  /** Points between default tab stops. */
  tab: 36,
  /** Points that a word may reach over the edge, since blanks are narrowed and advances are rounded. */
  overhang: 0.5,
  /** Points that a line is wide at least. */
  minWidth: 4,
};

/** The heights in points of the lines of a paragraph in a column of this width. */
export function lineHeightsOf(paragraph: Paragraph, width: number): number[] {
  const { list, indentRight, tabs = [] } = paragraph;
  const isListed = list !== undefined && list.format.isNear !== true;
  const left = isListed ? list.format.textIndent : paragraph.indentLeft;
  const first = isListed ? 0 : paragraph.indentFirst;
  const right = Math.max(left + thresholds.minWidth, width - indentRight);
  const lines: number[] = [];
  let at = left + first;
  let height = 0;
  const breakLine = () => {
    lines.push(boxHeight(paragraph, height));
    at = left;
    height = 0;
  };
  const put = (taken: number, tall: number) => {
    const start = lines.length === 0 ? left + first : left;
    if (at > start + 0.1 && at + taken > right + thresholds.overhang) breakLine();
    at += taken;
    // A word that is longer than the line continues on the next ones.
    while (at > right + thresholds.overhang && taken > right - left) {
      const rest = at - right;
      height = Math.max(height, tall);
      breakLine();
      at = left + rest;
      taken = rest;
    }
    height = Math.max(height, tall);
  };
  for (const run of paragraph.runs) {
    if (run.shape !== undefined) continue;
    if (run.picture !== undefined) {
      // A picture is in one line, however wide.
      if (run.picture.anchor === undefined) put(Math.min(run.picture.width, right - left), run.picture.height);
      continue;
    }
    const { tall, pieces } = measuredOf(run);
    for (const { text, width: taken } of pieces) {
      if (text === '\n') breakLine();
      else if (text === '\t')
        at = tabs.find((tab) => tab.align === 'left' && tab.at > at)?.at ?? (at < left ? left : nextTab(at));
      else if (text === ' ') at += taken;
      else put(taken, tall);
    }
  }
  if (height > 0 || lines.length === 0) breakLine();
  return lines;
}

const nextTab = (at: number): number => (Math.floor(at / thresholds.tab) + 1) * thresholds.tab;

export interface MeasuredRun {
  /** Points that its font asks of a line. */
  tall: number;
  pieces: { text: string; width: number }[];
}

/** A document is laid out again for each step by which it is tightened; its runs do not change. */
const knownRuns = new WeakMap<Run, MeasuredRun>();

export function measuredOf(run: Run): MeasuredRun {
  const known = knownRuns.get(run);
  if (known !== undefined) return known;
  const { text, style, eastAsia, position } = run;
  const measured = {
    tall:
      text.trim() === '' ? 0 : Math.max(styleHeight(style), eastAsia === undefined ? 0 : styleHeight(eastAsia.style)),
    pieces: piecesOf(run).map((piece) => ({
      text: piece,
      width: widthOf(piece, style, piece !== ' ' && position !== undefined),
    })),
  };
  knownRuns.set(run, measured);
  return measured;
}

/** Words, blanks, tabs and breaks; signs that a line may be broken after are separate. */
const piecesOf = ({ text }: Run): string[] => {
  const pieces: string[] = [];
  for (const piece of text.split(/([\t\n ]|(?<=[-\u00ad\u2013\u2014]))/)) {
    if (piece === '') continue;
    if (isSquareText(piece)) pieces.push(...piece);
    else pieces.push(piece);
  }
  return pieces;
};

const isSquareText = (text: string): boolean => isSquare(text.charAt(Math.floor(text.length / 2)));

/** Points that the fonts of a paragraph ask of a line. */
export const tallestIn = ({ runs }: Paragraph): number => Math.max(0, ...runs.map((run) => measuredOf(run).tall));

/** A line is as high as its paragraph says, or higher where its fonts or pictures ask for more. */
function boxHeight({ lineSpacing }: Paragraph, natural: number): number {
  if (lineSpacing === undefined) return natural;
  const { height, isExact, times } = lineSpacing;
  if (times !== undefined) return natural * times;
  return isExact ? height : Math.max(height, natural);
}

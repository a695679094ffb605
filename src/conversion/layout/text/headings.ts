// Headings of documents that do not name them: by the outline, else by size, weight and numbering compared with the body.
import type { TextStyle } from '../page-content.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { tolerances } from '../tolerances.ts';
import { isCaptionText } from './captions.ts';
import { labelOf } from './labels.ts';
import { hasTitles, isHeadingSize, levelsOf } from './style-sheets.ts';
import { styleOf, textOfBlock } from './style.ts';

export interface OutlineItem {
  title: string;
  page: number;
  depth: number;
}

const thresholds = {
  /** Words: more are a sentence. */
  maxWords: 18,
  /** Lines of a heading. */
  maxLines: 3,
  /** Times the size of the body: text in a larger size is a heading by its size alone (12 pt over 10 pt text is 1.2). */
  larger: 1.18,
  /** Times the size of the body: enough for a bold line (11.7 pt over 11 pt text). */
  largerAndBold: 1.06,
  /** Times the size of the body: the first line of a document in such a size is its title. */
  titleSize: 1.35,
  /** Times the size of the body: a smaller line is a caption or a label. */
  smaller: 0.92,
  /** Share of the outline's items that are found in the text: then the outline determines the headings. */
  outlineFound: 0.6,
  /** Share of all letters: a style that makes up more is text. */
  textShare: 0.2,
  /** Candidates of one style right after each other: a list of lines. */
  rowOfLines: 3,
  /** Letters that may precede the outline's title: its number. */
  numberBefore: 8,
};

/** The deepest level. */
const maxLevel = 6;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Sets the role of headings among a document's paragraphs; of those in `cells` only where they are surely headings. */
export function findHeadings(
  blocks: readonly TextBlock[],
  body: TextStyle,
  { outline, maker }: { outline: readonly OutlineItem[]; maker: string },
  cells: ReadonlySet<TextBlock> = new Set(),
): void {
  const isOfMaker = ({ bold, size }: TextStyle) => bold && isHeadingSize(size / body.size, maker);
  const open = blocks.filter(
    ({ role }) => role?.heading === undefined && role?.item === undefined && role?.isPlain !== true,
  );
  if (outline.length > 1 && byOutline(open, outline) >= outline.length * thresholds.outlineFound) {
    deepen(open, body, maker);
    return;
  }
  const candidates: { block: TextBlock; style: TextStyle }[] = [];
  for (const [n, block] of [...open.entries()].toReversed()) {
    const [style, next] = [styleOf(block), open[n + 1]];
    if (style === undefined) continue;
    const isSure = isOfMaker(style) && isShort(block);
    if (!isSure && (cells.has(block) || !isCandidate(block, style, body, next))) continue;
    // A bold line before bold text is bold text.
    const isText = next !== undefined && candidates[0]?.block !== next && isOfText(block, style, next);
    if (style.size <= body.size * thresholds.largerAndBold && isText) continue;
    candidates.unshift({ block, style });
  }
  // Among large headings one in capitals is like the others.
  const keyOf = ({ style, block }: { style: TextStyle; block: TextBlock }) =>
    `${style.size.toFixed(1)} ${style.bold} ${style.size <= body.size * thresholds.larger && isCapitals(block)} ${style.italic} ${style.color}`;
  const letters = (all: readonly TextBlock[]) => all.reduce((sum, block) => sum + textOfBlock(block).length, 0);
  const whole = letters(blocks);
  const groups = Map.groupBy(candidates, keyOf);
  for (const [key, group] of groups) {
    // A style of much of the text is body text, and one of consecutive lines is a list of lines.
    const isText = group.length > 2 && letters(group.map(({ block }) => block)) > whole * thresholds.textShare;
    const kept = isText ? [] : group.filter(({ block, style }) => isOfMaker(style) || !inRow(block, group, open));
    if (kept.length === 0) groups.delete(key);
    else groups.set(key, kept);
  }
  const ranked = [...groups.values()].toSorted((a, b) => rank(b) - rank(a));
  const known = levelsOf(
    ranked.map((group) => (group[0]?.style.size ?? 0) / body.size),
    maker,
  );
  let level = 0;
  for (const [n, group] of ranked.entries()) {
    const isTitle =
      level === 0 &&
      known === undefined &&
      hasTitles(maker) &&
      group.length === 1 &&
      group[0]?.block === blocks[0] &&
      ranked.length > 1 &&
      (group[0]?.style.size ?? 0) > body.size * thresholds.titleSize &&
      !isNumbered(group[0]?.block);
    // Where there are more styles than levels, those of one size and weight are of one level ...
    const isAlike = known === undefined && ranked.length > maxLevel && level > 0 && areAlike(ranked[n - 1], group);
    const own = known?.[n] ?? Math.min(isAlike ? level : level + 1, maxLevel);
    // ... and one that occurs once has the level of the next one.
    const isCounted = known !== undefined || ranked.length <= maxLevel || group.length > 1 || level === 0;
    if (!isTitle && isCounted) level = own;
    for (const { block } of group) block.role = { ...block.role, heading: isTitle ? 0 : numbered(block, own) };
  }
}

type Candidates = readonly { block: TextBlock; style: TextStyle }[];

/** Whether headings differ in nothing but their colour, stress and capitals. */
const areAlike = ([one]: Candidates = [], [other]: Candidates): boolean =>
  one !== undefined &&
  other !== undefined &&
  Math.abs(one.style.size - other.style.size) < tolerances.sameSizePoints &&
  one.style.bold === other.style.bold;

/** Whether the block is in a row of candidates of one style. */
function inRow(block: TextBlock, group: readonly { block: TextBlock }[], all: readonly TextBlock[]): boolean {
  const at = all.indexOf(block);
  const isAlike = (n: number) => group.some((other) => other.block === all[n]);
  let [from, to] = [at, at];
  while (isAlike(from - 1)) from--;
  while (isAlike(to + 1)) to++;
  return to - from + 1 >= thresholds.rowOfLines;
}

/** Whether a number precedes it: numbered text is not a title. */
const isNumbered = (block: TextBlock | undefined): boolean => labelOf(block?.lines[0])?.kind === 'decimal';

/** The level of a heading: a number such as "2.1.3" puts it deeper than its style does. */
function numbered(block: TextBlock, level: number): number {
  const label = labelOf(block.lines[0]);
  return label !== undefined && label.depth > 1 ? Math.min(maxLevel, Math.max(level, label.depth)) : level;
}

const rank = (group: readonly { block: TextBlock; style: TextStyle }[]): number => {
  const first = group[0];
  if (first === undefined) return 0;
  return (
    first.style.size * 10 +
    (first.style.bold ? 3 : 0) +
    (isCapitals(first.block) ? 2 : 0) -
    (first.style.italic ? 1 : 0)
  );
};

const isCapitals = (block: TextBlock): boolean => {
  if (styleOf(block)?.smallCaps !== undefined) return true;
  const text = textOfBlock(block);
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
};

function isCandidate(block: TextBlock, style: TextStyle, body: TextStyle, next: TextBlock | undefined): boolean {
  const text = textOfBlock(block);
  if (!isShort(block)) return false;
  if ((/[.,;]$/.test(text) && !/^\d/.test(text)) || isCaptionText(text)) return false;
  const isStrong = style.bold && !body.bold && isWhollyBold(block);
  const isLarge =
    style.size > body.size * thresholds.larger || (isStrong && style.size > body.size * thresholds.largerAndBold);
  if (!isLarge && !isStrong) return false;
  if (style.size < body.size * thresholds.smaller) return false;
  if (!/^[\p{Lu}\p{N}\p{Lo}("'\u201c\u00ab\u00bf\u00a1]/u.test(text)) return false;
  // Forms have labels with room behind them.
  const label = labelOf(block.lines[0]);
  if ((text.includes('\t') && (label === undefined || text.slice(label.length).includes('\t'))) || /_{4,}/.test(text))
    return false;
  if (text.endsWith(':') && !(style.size > body.size * thresholds.larger)) return false;
  // A heading has something under it.
  return isLarge || next !== undefined;
}

/** Whether a paragraph is no longer than a heading. */
function isShort(block: TextBlock): boolean {
  const text = textOfBlock(block);
  return (
    text.split(/\s+/).length <= thresholds.maxWords &&
    block.lines.length <= thresholds.maxLines &&
    /\p{L}{2}/u.test(text)
  );
}

/** Whether the next paragraph is bold in the same style. */
function isOfText(block: TextBlock, style: TextStyle, next: TextBlock): boolean {
  const other = styleOf(next);
  return (
    isWhollyBold(next) &&
    other !== undefined &&
    Math.abs(other.size - style.size) < tolerances.sameSizePoints &&
    other.italic === style.italic &&
    other.color === style.color &&
    isCapitals(next) === isCapitals(block)
  );
}

const isWhollyBold = ({ lines }: TextBlock): boolean =>
  lines.every(({ glyphs }) => glyphs.every(({ text, style }) => !/[\p{L}\p{N}]/u.test(text) || style.bold));

/** Outlines begin at their first level, even where the document begins with its second one. */
function deepen(blocks: readonly TextBlock[], body: TextStyle, maker: string): void {
  const headings = blocks.filter(({ role }) => role?.heading !== undefined);
  const known = levelsOf(
    headings.map((block) => (styleOf(block)?.size ?? 0) / body.size),
    maker,
  );
  const steps = new Set(known?.map((level, n) => level - (headings[n]?.role?.heading ?? 0)));
  const [step = 0] = steps;
  if (steps.size !== 1 || step < 1) return;
  for (const block of headings)
    block.role = { ...block.role, heading: Math.min(maxLevel, (block.role?.heading ?? 0) + step) };
}

/** Sets the role of headings among paragraphs that the outline names. @returns how many there are */
export function byOutline(blocks: readonly TextBlock[], outline: readonly OutlineItem[]): number {
  let found = 0;
  if (outline.length === 0) return 0;
  const free = new Set(
    blocks.flatMap((block) => {
      const page = block.lines[0]?.page;
      return page === undefined ? [] : [{ block, page, text: plain(textOfBlock(block)) }];
    }),
  );
  for (const item of outline) {
    const title = plain(item.title);
    const match = [...free].find(
      ({ page, text }) =>
        (item.page < 0 || Math.abs(page - item.page) <= 1) &&
        title !== '' &&
        (text === title || (text.endsWith(title) && text.length < title.length + thresholds.numberBefore)),
    );
    if (match === undefined) continue;
    free.delete(match);
    match.block.role = { ...match.block.role, heading: Math.min(maxLevel, item.depth) };
    found += 1;
  }
  return found;
}

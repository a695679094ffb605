// Tables of contents, and lists of figures and tables: entries that end in page numbers and name parts of the document.
import { mark } from '../claims.ts';
import { bodyParagraphs, type DocumentLayout } from '../document-layout.ts';
import { pageOf, type TextBlock } from '../layout-blocks.ts';
import { blankBetween, isBlank } from '../lines/lines.ts';
import type { Link } from '../page-content.ts';
import { captionLabelOf } from '../text/captions.ts';
import { labelOf } from '../text/labels.ts';
import { median } from '../numbers.ts';
import { romanValue } from '../roman-numerals.ts';
import { textOfBlock } from '../text/style.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Entries in a row. */
  min: 3,
  /** Paragraphs between two entries: the first lines of titles that take several. */
  between: 3,
  /** Share of the entries that lead to a heading or are links to a place in the document. */
  certain: 0.6,
  /** Share of the entries whose page is not before that of the one above. */
  ascending: 0.9,
  /** Letters of an entry. */
  length: 300,
  /** Dots that lead to a number, at least. */
  dots: 3,
  /** em: dots that lead along a line are no further off its baseline. */
  sameLine: 0.25,
  /** The number of levels with styles in Word. */
  maxLevel: 9,
  /** Lines of a title. */
  titleLines: 3,
};

/** An entry: a title, a leader to the right, and a page number. */
const entryPattern =
  /^(.*?\S)\s*(?:\t|\.{3,}|(?:\. ){3,}|…)[\s.…]*((?:(?:\d{1,3}|[A-Z])[-–])?(?:\d{1,4}|[ivxlcdm]{1,8}))$/isu;
/** The same without anything between, where it is a link. */
const linkedPattern = /^(.*?\p{L}.*\S)\s+(\d{1,4}|[ivxlcdm]{1,8})$/isu;
const numberBefore = /^(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]+|[a-z])[.):]?)(?:\s+|(?<=[.):]))/i;
/** The titles of tables of contents, in the most common languages. */
const titles =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table des matières|(?:tabla de )?contenidos?|índice(?: general)?|indice|sommario|sumário|inhoud(?:sopgave)?|spis treści|obsah|innehåll|indhold|目录|目次)$/iu;
interface Entry {
  block: TextBlock;
  title: string;
  page: number;
  isLinked: boolean;
  heading?: TextBlock | undefined;
}

/** Marks the entries of contents pages with their level, and links them to the headings that they name, which become headings. */
export function findContents(layout: DocumentLayout): void {
  const blocks = bodyParagraphs(layout);
  const entries = blocks.map(entryOf);
  const headings = headingFinder(blocks.filter((_, n) => entries[n] === undefined));
  const captions = new Set(blocks.flatMap((block) => captionOf(textOfBlock(block).slice(0, 60)) ?? []));
  let field = 0;
  for (const run of runsOf(blocks, entries)) {
    if (run.length < thresholds.min || !isAscending(run)) continue;
    const kinds = new Set(run.map(({ title }) => captionOf(title)?.split(' ')[0]));
    const [kind] = kinds;
    const isOfCaptions = kinds.size === 1 && kind !== undefined;
    if (!isOfCaptions) for (const entry of run) entry.heading = headings(entry.title, entry.block);
    const isCertain = ({ title, heading, isLinked }: Entry) =>
      heading !== undefined || isLinked || (isOfCaptions && captions.has(captionOf(title) ?? ''));
    if (!isUnderTitle(run, blocks) && run.filter(isCertain).length < run.length * thresholds.certain) continue;
    field += 1;
    const levels = isOfCaptions ? run.map(() => 1) : levelsOf(run);
    makeHeadings(run, levels);
    for (const [n, { block, heading }] of run.entries()) {
      const { item: _item, number: _number, heading: _heading, ...role } = block.role ?? {};
      const caption = isOfCaptions ? captionLabelOf(run[0]?.title ?? '')?.word : undefined;
      block.role = {
        ...role,
        isPlain: true,
        contents: {
          field,
          level: levels[n] ?? 1,
          ...(caption === undefined ? {} : { caption }),
          ...(isDotted(block, layout) ? { isDotted: true } : {}),
        },
      };
      setOffNumber(block);
      if (heading !== undefined) linkTo(heading, block, layout);
    }
  }
}

function entryOf(block: TextBlock): Entry | undefined {
  // A label that tags have removed from the text does not belong to an entry.
  if (block.role?.item?.labelLeft !== undefined) return undefined;
  const letters = block.lines.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  if (letters > thresholds.length) return undefined;
  const text = textOfBlock(block);
  const isLinked = block.lines.every(({ glyphs }) => {
    const inked = glyphs.filter((glyph) => !isBlank(glyph) && glyph.text !== '.');
    return inked.filter(({ link }) => link?.target !== undefined).length > inked.length / 2;
  });
  const [, title = '', number = ''] = entryPattern.exec(text) ?? (isLinked ? (linkedPattern.exec(text) ?? []) : []);
  if (!/\p{L}/u.test(title)) return undefined;
  const page = numberOf(number);
  return page === undefined ? undefined : { block, title: title.replace(/[\s.…]+$/u, ''), page, isLinked };
}

/** Roman numbers come before others, chapters ("3-12") one after the other, and appendixes ("A-4") behind them. */
function numberOf(text: string): number | undefined {
  const [, chapter, page] = /^(\d+|[A-Z])[-–](.+)$/i.exec(text) ?? [];
  if (chapter !== undefined && page !== undefined) {
    const within = numberOf(page);
    const before = /\d/.test(chapter) ? Number(chapter) : 1000 + (chapter.toUpperCase().codePointAt(0) ?? 0);
    return within === undefined ? undefined : before * 10_000 + within;
  }
  if (/^\d+$/.test(text)) return Number(text);
  const value = romanValue(text);
  return value > 0 && value < 200 ? value - 1000 : undefined;
}

/** Entries that follow each other, with no more between them than lines of long titles. */
function runsOf(blocks: readonly TextBlock[], entries: readonly (Entry | undefined)[]): Entry[][] {
  const runs: Entry[][] = [];
  let open: Entry[] = [];
  let between = 0;
  for (const [n, entry] of entries.entries()) {
    if (entry === undefined) {
      between += blocks[n]?.role?.heading === undefined ? 1 : thresholds.between + 1;
      continue;
    }
    const goesOn = between === 0 || (between <= thresholds.between && entry.page >= (open.at(-1)?.page ?? 0));
    if (open.length === 0 || !goesOn) runs.push((open = [entry]));
    else open.push(entry);
    between = 0;
  }
  return runs;
}

/** Whether the line above a run, or the line before that, is the title of a table of contents. */
function isUnderTitle([first]: readonly Entry[], blocks: readonly TextBlock[]): boolean {
  const at = first === undefined ? -1 : blocks.indexOf(first.block);
  return blocks
    .slice(Math.max(0, at - 2), Math.max(0, at))
    .some((block) => titles.test(textOfBlock(block).replace(numberBefore, '').trim()));
}

/** A number at a distance from its title is set with a tab. */
function setOffNumber({ lines: [line] }: TextBlock): void {
  const label = labelOf(line);
  if (line === undefined || label?.isSetOff !== true) return;
  const text = line.glyphs.findIndex(({ left }, n) => n > 0 && left >= label.textLeft - tolerances.sameBaselinePoints);
  const end = line.glyphs.slice(0, text).findLastIndex((glyph) => !isBlank(glyph));
  const [before, after] = [line.glyphs[end], line.glyphs[text]];
  if (before === undefined || after === undefined || text - end < 1) return;
  line.glyphs.splice(end + 1, text - end - 1, blankBetween(before, after, '\t'));
}

/** Whether dots lead to the number of an entry that are marked as no text: tags leave them out. */
function isDotted({ lines }: TextBlock, { pages }: DocumentLayout): boolean {
  const line = lines.at(-1);
  const tab = line?.glyphs.findLastIndex(({ text }) => text === '\t') ?? -1;
  const [before, after] = [line?.glyphs[tab - 1], line?.glyphs[tab + 1]];
  if (line === undefined || before === undefined || after === undefined) return false;
  const letters = pages.find(({ index }) => index === line.page)?.letters ?? [];
  const dots = letters.filter(
    ({ text, isArtifact, baseline, left, right }) =>
      isArtifact &&
      /^[.\u2026\u00b7]$/.test(text) &&
      Math.abs(baseline - line.baseline) < line.size * thresholds.sameLine &&
      left > before.left &&
      right < after.right,
  );
  if (dots.length < thresholds.dots) return false;
  mark(dots, 'leader');
  return true;
}

function isAscending(run: readonly Entry[]): boolean {
  const steps = run.slice(1).filter(({ page }, n) => page >= (run[n]?.page ?? 0));
  return steps.length >= (run.length - 1) * thresholds.ascending;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const captionOf = (text: string): string | undefined => {
  const label = captionLabelOf(text);
  return label === undefined ? undefined : `${label.word.toLowerCase()} ${label.number}`;
};

/** Finds the paragraph with a title, each once, with or without its number: a heading, else a plain paragraph. */
function headingFinder(blocks: readonly TextBlock[]): (title: string, entry: TextBlock) => TextBlock | undefined {
  const found = new Map<string, TextBlock[]>();
  const keysOf = (text: string) => new Set([plain(text), plain(text.replace(numberBefore, ''))]);
  for (const block of blocks)
    if (block.role?.heading !== undefined || isTitleLike(block))
      for (const key of keysOf(textOfBlock(block))) found.set(key, [...(found.get(key) ?? []), block]);
  const taken = new Set<TextBlock>();
  return (title, entry) => {
    for (const key of keysOf(title)) {
      const named = (key === '' ? undefined : found.get(key))?.filter(
        (own) => !taken.has(own) && pageOf(own) >= pageOf(entry),
      );
      const heading = named?.find(({ role }) => role?.heading !== undefined) ?? named?.[0];
      if (heading === undefined) continue;
      taken.add(heading);
      return heading;
    }
    return undefined;
  };
}

const isTitleLike = ({ lines, role }: TextBlock): boolean =>
  lines.length <= thresholds.titleLines && role?.isCaption !== true && role?.item?.labelLeft === undefined;

/** Makes headings of the paragraphs that entries name, as deep below the first level as their entries are. */
function makeHeadings(run: readonly Entry[], levels: readonly number[]): void {
  const tops = run.flatMap(({ heading }, n) => (levels[n] === 1 ? (heading?.role?.heading ?? []) : []));
  const top = Math.max(1, median(tops) ?? 1);
  for (const [n, { heading }] of run.entries()) {
    if (heading === undefined || heading.role?.heading !== undefined) continue;
    const { item: _item, ...role } = heading.role ?? {};
    heading.role = { ...role, heading: Math.min(thresholds.maxLevel, top + (levels[n] ?? 1) - 1) };
  }
}

/** From 1, by where the entries begin; where all begin at one place, by the headings that they name, or their numbers. */
function levelsOf(run: readonly Entry[]): number[] {
  const lefts = run.map(({ block }) => (block.lines[0]?.left ?? 0) - block.container.left);
  const steps: number[] = [];
  for (const left of lefts.toSorted((a, b) => a - b))
    if (left - (steps.at(-1) ?? -Infinity) > tolerances.sameColumnPoints) steps.push(left);
  if (steps.length > 1 && steps.length <= thresholds.maxLevel)
    return lefts.map((left) => steps.findLastIndex((step) => left >= step) + 1);
  const depths = run.map(({ block, heading }) => heading?.role?.heading ?? labelOf(block.lines[0])?.depth ?? 1);
  const known = [...new Set(depths)].toSorted((a, b) => a - b);
  return depths.map((depth) => Math.min(thresholds.maxLevel, known.indexOf(depth) + 1));
}

/** Links an entry to a heading, unless it leads somewhere. */
function linkTo(heading: TextBlock, entry: TextBlock, { pages }: DocumentLayout): void {
  const [line] = heading.lines;
  const glyphs = entry.lines.flatMap((own) => own.glyphs);
  if (line === undefined || glyphs.some(({ link }) => link !== undefined)) return;
  const { left, top, right, bottom } = entry.lines[0] ?? line;
  const link: Link = { left, top, right, bottom, target: { page: line.page, top: line.top, line } };
  for (const glyph of glyphs) glyph.link = link;
  pages.find(({ index }) => index === pageOf(entry))?.links.push(link);
}

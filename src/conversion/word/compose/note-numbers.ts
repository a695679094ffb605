// Footnotes whose numbers Word counts as they are printed, and those with a sign of their own, so that no number changes.
import { union } from '#conversion/layout/box.ts';
import type { DocumentLayout, ReferencedNote } from '#conversion/layout/document-layout.ts';
import { type LayoutBlock, pageOf, type Region, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';

/** How the notes of a document count (w:footnotePr). */
export interface NoteNumbers {
  start: number;
  /** Each page begins with `start` again. */
  isPerPage: boolean;
}

/**
 * Keeps as footnotes the notes that Word numbers as they are printed, and those with a label of one character, which becomes a custom
 * mark. The others become text at the end of their pages: Word would move them, or LibreOffice would show their mark twice.
 */
export function withCountedNotes(layout: DocumentLayout): { layout: DocumentLayout; noteNumbers: NoteNumbers } {
  const numbers = countingOf(layout.notes.filter((note) => !isSign(labelOf(note))));
  const next = new Map<number, number>();
  const counted = layout.notes.filter((note) => {
    const page = numbers.isPerPage ? pageOfNote(note) : 0;
    const expected = next.get(page) ?? numbers.start;
    const isExpected = numberOf(note) === expected;
    if (isExpected) next.set(page, expected + 1);
    return isExpected;
  });
  if (counted.length === layout.notes.length) return { layout, noteNumbers: numbers };
  const others = layout.notes.filter((note) => !counted.includes(note));
  // LibreOffice shows signs of more than one letter twice.
  const isShort = (note: ReferencedNote) => labelOf(note).trim().length === 1;
  const signed = new Set(others.filter((note) => isShort(note) && isInItsColumns(note, layout.regions)));
  const notes = layout.notes.flatMap((note) =>
    counted.includes(note) ? [note] : signed.has(note) ? [{ ...note, isSigned: true }] : [],
  );
  const regions = others.filter((note) => !signed.has(note)).reduce<readonly Region[]>(withText, layout.regions);
  return { layout: { ...layout, notes, regions: [...regions] }, noteNumbers: numbers };
}

/** From 1 or the first note's number; by page where that fits more notes. */
function countingOf(notes: readonly ReferencedNote[]): NoteNumbers {
  const byPage = [...Map.groupBy(notes, pageOfNote).values()];
  const isPerPage = byPage.length > 1 && byPage.every((own) => own.every((note, n) => numberOf(note) === n + 1));
  const first = notes[0] === undefined ? undefined : numberOf(notes[0]);
  const isRow = notes.every((note, n) => numberOf(note) === (first ?? 1) + n);
  return { start: isRow && first !== undefined && !isPerPage ? first : 1, isPerPage };
}

const pageOfNote = ({ lines }: ReferencedNote): number => lines[0]?.page ?? -1;

/** The number that the text refers to a note by. */
function numberOf(note: ReferencedNote): number | undefined {
  const text = labelOf(note).replace(/[\s()[\].]/g, '');
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** Whether a label does not count. */
const isSign = (label: string): boolean => /^[*\u2217\u2020\u2021\u00a7\u00b6#]$/u.test(label);

/** Whether the reference to a note is in columns, if text of its page is: word processors set the notes of a title over columns below these. */
function isInItsColumns(note: ReferencedNote, regions: readonly Region[]): boolean {
  const own = regions.filter(({ page, columns }) => page === pageOfNote(note) && columns.length > 1);
  return own.length === 0 || own.some(({ blocks }) => isReferredToIn(blocks, note));
}

const isReferredToIn = (blocks: readonly LayoutBlock[], { reference }: ReferencedNote): boolean =>
  blocks.some(
    (block) => block.kind === 'text' && block.lines.some(({ glyphs }) => glyphs.some((own) => reference.includes(own))),
  );

/** The mark by which the text refers to a note. */
export const labelOf = ({ reference, label }: ReferencedNote): string =>
  label ?? reference.map(({ text }) => text).join('');

/** The lines of a note with its label before them. */
export const labelled = ({ lines: [first, ...rest], reference }: ReferencedNote): TextLine[] =>
  first === undefined ? [] : [{ ...first, glyphs: [...reference, ...first.glyphs] }, ...rest];

/** The regions with a note as the last paragraph that begins on its page. */
function withText(regions: readonly Region[], note: ReferencedNote): Region[] {
  const page = pageOfNote(note);
  const lines = labelled(note);
  const at = regions.findLastIndex(({ blocks }) => blocks.some((block) => pageOf(block) <= page));
  const region = regions[at];
  if (region === undefined || lines.length === 0) return [...regions];
  const { left = 0, right = 0 } = region.columns[0] ?? {};
  const text: TextBlock = { kind: 'text', lines, container: { ...union(lines), left, right }, role: { isPlain: true } };
  const last = region.blocks.findLastIndex((block) => pageOf(block) <= page);
  const blocks: LayoutBlock[] = region.blocks.toSpliced(last + 1, 0, text);
  return regions.with(at, { ...region, blocks });
}

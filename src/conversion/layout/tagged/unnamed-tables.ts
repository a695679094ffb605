// Tables that tags do not call tables: Chromium writes those without heads and borders as elements without a meaning, in rows and cells.
import { type Box, sharedHeight, union } from '../box.ts';
import type { Glyph } from '../page-content.ts';
import { isNumber } from '../text/numbers.ts';
import { isMarkedContent, markedContentOf, type MarkedContent, type StructureElement } from './tree.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  rows: 3,
  /** Share of the rows that have a number to the right of the first column: a table without numbers may be a page layout. */
  numbers: 1 / 3,
};

type GlyphsOf = (content: MarkedContent) => readonly Glyph[];

/** The element as a table, if it has rows of cells beside each other, and numbers in them; undefined otherwise. */
export function unnamedTable(element: StructureElement, glyphsOf: GlyphsOf): StructureElement | undefined {
  if (element.type !== 'NonStruct' || element.kids.length < thresholds.rows) return undefined;
  const rows = element.kids.map(unnamedKids);
  if (!rows.every((row) => row.length > 0)) return undefined;
  const shown = rows.map((row) => row.map((cell) => shownOf(cell, glyphsOf)));
  // Empty cells have no place: the first one of a row may be that of any column.
  const { left } = union(shown.flatMap((row) => row.map(({ box }) => box)));
  const withNumbers = shown.filter((row) => row.some(({ text, box }) => isNumber(text) && box.left > left + 1));
  if (withNumbers.length < rows.length * thresholds.numbers || !shown.every(areBeside)) return undefined;
  return {
    ...element,
    type: 'Table',
    kids: rows.map((row, n) => ({
      ...(element.kids[n] as StructureElement),
      type: 'TR',
      kids: row.map((cell) => ({ ...cell, type: 'TD' })),
    })),
  };
}

/** The children of an element without a meaning, if all of them are such elements; otherwise an empty list. */
function unnamedKids(element: StructureElement | MarkedContent): StructureElement[] {
  if (isMarkedContent(element) || element.type !== 'NonStruct') return [];
  const kids = element.kids.filter((kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'NonStruct');
  return kids.length === element.kids.length ? kids : [];
}

interface Shown {
  text: string;
  box: Box;
  pages: ReadonlySet<number>;
}

function shownOf(cell: StructureElement, glyphsOf: GlyphsOf): Shown {
  const contents = [...markedContentOf(cell)];
  const glyphs = contents.flatMap(glyphsOf);
  const written = glyphs.filter((glyph) => glyph.text.trim() !== '');
  return {
    text: glyphs.map(({ text }) => text).join(''),
    box: union(written),
    pages: new Set(contents.map(({ page }) => page)),
  };
}

/** Whether the cells of a row are beside each other, from left to right or from right to left. */
function areBeside(row: readonly Shown[]): boolean {
  const written = row.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.box.left - b.box.left);
  return written.every(({ box, pages }, n) => {
    const next = written[n + 1];
    return (
      next === undefined ||
      (pages.size === 1 &&
        !pages.isDisjointFrom(next.pages) &&
        box.right <= next.box.left + tolerances.sameLinePoints &&
        sharedHeight(box, next.box) > 0)
    );
  });
}

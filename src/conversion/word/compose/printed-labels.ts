// Labels stay as they are printed: where Word would count to another one, the label is text, and the item no longer counts.
import type { Block, ListItem, Paragraph, Section } from '../docx-model.ts';
import { WordNumbers } from './word-numbers.ts';

/** The invisible characters of a label. */
const blanks = /[\s\u200b\ufeff]+/g;

/** Labels that differ by blanks only are the same. */
export const isSameLabel = (a: string | undefined, b: string): boolean =>
  a?.replace(blanks, '') === b.replace(blanks, '');

/** Counts the numbered paragraphs of a document as Word does, and types the labels that Word would number differently. */
export function keepPrintedLabels(sections: readonly Section[]): void {
  const numbers = new WordNumbers();
  /** Where the first item of a list is: programs do not agree over the order of text in frames and other text. */
  const places = new Map<number, boolean>();
  const visit = (block: Block, isPlaced: boolean): void => {
    if (block.kind === 'table') {
      for (const { cells } of block.rows)
        for (const cell of cells) for (const inner of cell.blocks) visit(inner, isPlaced || block.place !== undefined);
      return;
    }
    const { list: item } = block;
    if (item === undefined) return;
    const { list, level, format, label } = item;
    const isFramed = isPlaced || block.textFrame !== undefined;
    const isInOrder = format.kind === 'bullet' || (places.get(list) ?? isFramed) === isFramed;
    if (!isInOrder || !isSameLabel(numbers.labelOf(list, level, format), label)) {
      typeLabel(block, item);
      return;
    }
    places.set(list, isFramed);
    numbers.count(list, level, format);
  };
  for (const { blocks } of sections) for (const block of blocks) visit(block, false);
}

/** The label as text before the paragraph's own, parted from it as it was. */
function typeLabel(paragraph: Paragraph, { label, style, format }: ListItem): void {
  const { labelIndent, textIndent, isNear = false } = format;
  const own = style ?? paragraph.runs[0]?.style;
  if (own !== undefined) paragraph.runs.unshift({ text: `${label}${isNear ? ' ' : '\t'}`, style: own });
  delete paragraph.list;
  if (!isNear) Object.assign(paragraph, { indentLeft: textIndent, indentFirst: labelIndent - textIndent });
}

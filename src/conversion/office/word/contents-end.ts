// The empty paragraph at the end of a table of contents: LibreOffice drops it when it makes the table again, Word prints it. With the end of the
// field in the paragraph before it, it is no part of the table.
import { withEdits, type Edit } from './edits.ts';

const tags = /<w:(p|fldChar)(?=[\s/>])([^<>]*)>|<\/w:p>|<w:instrText[^<>]*>([^<]*)/g;
const contents = /^\s*TOC\b/;
const endOfParagraph = '</w:p>';

/** The document with its tables of contents (17.16.5.68) ending in their last entry. */
export function withContentsEnd(xml: string): string {
  if (!/\bTOC\b/.test(xml)) return xml;
  const edits: Edit[] = [];
  /** Whether each of the fields that are open is a table of contents. */
  const fields: boolean[] = [];
  let [start, previousEnd, hasEnd] = [0, 0, false];
  for (const { index, 0: tag, 1: name, 2: rest = '', 3: code } of xml.matchAll(tags)) {
    if (code !== undefined) {
      if (contents.test(code) && fields.length > 0) fields[fields.length - 1] = true;
    } else if (name === 'p') {
      if (!rest.endsWith('/')) [start, hasEnd] = [index, false];
    } else if (name === 'fldChar') {
      if (rest.includes('w:fldCharType="begin"')) fields.push(false);
      if (rest.includes('w:fldCharType="end"')) hasEnd = fields.pop() === true || hasEnd;
    } else {
      const end = index + tag.length;
      if (hasEnd && start === previousEnd) edits.push(...moved(xml.slice(start, end), start));
      [previousEnd, hasEnd] = [end, false];
    }
  }
  return withEdits(xml, edits);
}

/** A run with the end of a field only (17.16.18). */
const endOfField =
  /<w:r(?: [^<>]*)?>(?:<w:rPr>(?:(?!<\/w:rPr>)[^])*<\/w:rPr>)?<w:fldChar [^<>]*w:fldCharType="end"[^<>]*\/><\/w:r>/;

/** Of a paragraph that holds the end of a field and nothing else. */
const maxCharacters = 4096;

/** The end of the field moved before the end of the paragraph that ends at `start`. */
function moved(paragraph: string, start: number): Edit[] {
  if (paragraph.length > maxCharacters || !isOnlyRun(paragraph)) return [];
  const found = endOfField.exec(paragraph);
  if (found === null) return [];
  const before = start - endOfParagraph.length;
  const at = start + found.index;
  return [
    { start: before, end: before, text: found[0] },
    { start: at, end: at + found[0].length, text: '' },
  ];
}

const isOnlyRun = (paragraph: string) => paragraph.split('</w:r>', 3).length === 2;

// Columns that begin a page with space above a heading: LibreOffice moves all of them down by it, Word only the first. A paragraph
// too low to be seen is put above the heading.
import { attribute } from '#core/markup.ts';
import { withEdits, type Edit } from './edits.ts';
import { beginsPageIn, spaceAboveIn, type Styles } from './styles.ts';
import { propertiesAt, styleIn } from './paragraphs.ts';

const endOfSection = '</w:sectPr>';
/** 17.18.77; after it on the same page, the space above a paragraph collapses with that of the previous one. */
const withinPage = /<w:type w:val="(?:continuous|nextColumn)"/;
const columns = /<w:cols\s[^<>]*>/;
/** 1 is a twentieth of a point. */
const lowParagraph =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="1" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr></w:p>';

/** The document with such a paragraph at the beginning of sections with columns that begin on a page of their own. */
export function withLevelColumns(xml: string, styles: Styles): string {
  const edits: Edit[] = [];
  const first = xml.indexOf('<w:body>') + '<w:body>'.length;
  let start = first;
  for (let at = xml.indexOf('<w:sectPr', start); at >= 0; at = xml.indexOf('<w:sectPr', start)) {
    const end = xml.indexOf(endOfSection, at);
    if (end < 0) break;
    const section = xml.slice(at, end);
    const endOfParagraph = xml.indexOf('</w:p>', end);
    const limit = endOfParagraph < 0 ? xml.length : endOfParagraph;
    const beginsPage = start === first || !withinPage.test(section);
    if (beginsPage && hasSeveralColumns(section) && hasSpaceAbove(xml.slice(start, limit), styles))
      edits.push({ start, end: start, text: lowParagraph });
    if (endOfParagraph < 0) break;
    start = endOfParagraph + '</w:p>'.length;
  }
  return withEdits(xml, edits);
}

function hasSeveralColumns(section: string): boolean {
  const tag = columns.exec(section)?.[0] ?? '';
  return Number.parseInt(attribute(tag, 'w:num') ?? '1', 10) > 1;
}

/** Whether the paragraph that a section begins with has space above it. */
function hasSpaceAbove(section: string, styles: Styles): boolean {
  const tagEnd = section.indexOf('>') + 1;
  if (!/^<w:p[\s>]/.test(section.slice(0, 5)) || section[tagEnd - 2] === '/') return false;
  const place = propertiesAt(section, tagEnd);
  if (place === null) return false;
  const properties = section.slice(place.propertiesStart, place.propertiesEnd);
  const style = styleIn(properties) ?? styles.defaultParagraph;
  // A paragraph before one that begins a page would be a page of its own.
  if (beginsPageIn(properties) ?? styles.beginsPage(style) ?? false) return false;
  return (spaceAboveIn(properties) ?? styles.spaceAbove(style) ?? 0) > 0;
}

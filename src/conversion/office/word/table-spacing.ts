// Spacing that is left out between paragraphs of one style (17.3.1.9): Word leaves it out between neighbouring cells too, beside a table,
// and where the style of the table says so. LibreOffice does neither.
import { withEdits, type Edit } from './edits.ts';
import { readParagraphs, styleIn, type Paragraph } from './paragraphs.ts';
import { contextualSpacingIn, type Styles } from './styles.ts';

type Side = 'before' | 'after';

interface Spaced extends Paragraph {
  properties: string;
  style: string;
  isContextual: boolean;
}

/** The document with the spacing that Word leaves out in tables set to 0. */
export function withTableSpacing(xml: string, styles: Styles): string {
  if (!xml.includes('<w:tbl>')) return xml;
  const paragraphs = readParagraphs(xml)?.map((paragraph) => spacedParagraph(xml, paragraph, styles)) ?? [];
  const edits: Edit[] = [];
  for (const [n, paragraph] of paragraphs.entries()) {
    if (!paragraph.isContextual || paragraph.isEmptyElement) continue;
    const sides: Side[] = [];
    if (isOtherCell(paragraph, paragraphs[n - 1])) sides.push('before');
    if (isOtherCell(paragraph, paragraphs[n + 1])) sides.push('after');
    if (paragraph.cell > 0 || sides.length > 0) edits.push(propertiesEdit(paragraph, sides));
  }
  return withEdits(xml, edits);
}

function spacedParagraph(xml: string, paragraph: Paragraph, styles: Styles): Spaced {
  const properties = xml.slice(paragraph.propertiesStart, paragraph.propertiesEnd);
  const style = styleIn(properties) ?? styles.defaultParagraph;
  const isContextual =
    contextualSpacingIn(properties) ??
    styles.contextualSpacing(style) ??
    styles.contextualSpacing(paragraph.tableStyle ?? '') ??
    false;
  return { ...paragraph, properties, style, isContextual };
}

const isOtherCell = (paragraph: Spaced, neighbour: Spaced | undefined) =>
  neighbour !== undefined && neighbour.cell !== paragraph.cell && neighbour.style === paragraph.style;

function propertiesEdit(paragraph: Spaced, sides: readonly Side[]): Edit {
  const { properties, propertiesStart, propertiesEnd, start } = paragraph;
  if (properties === '') return { start, end: start, text: `<w:pPr>${written('', sides)}</w:pPr>` };
  return { start: propertiesStart, end: propertiesEnd, text: written(properties, sides) };
}

const spacing = /<w:spacing\b([^<>]*?)\/?>(?:<\/w:spacing>)?/;

/** The properties with no spacing at these sides; a style's name stays the first of them. */
function written(properties: string, sides: readonly Side[]): string {
  const marked = contextualSpacingIn(properties) === undefined ? `${properties}<w:contextualSpacing/>` : properties;
  if (sides.length === 0) return marked;
  const kept = (spacing.exec(marked)?.[1] ?? '').replaceAll(
    /\s+w:(before|after)(?:Lines|Autospacing)?="[^"]*"/g,
    (attribute, side: Side) => (sides.includes(side) ? '' : attribute),
  );
  const zeros = sides.map((side) => ` w:${side}="0" w:${side}Autospacing="0"`).join('');
  return `${marked.replace(spacing, '')}<w:spacing${kept}${zeros}/>`;
}

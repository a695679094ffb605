// How far the text of cells runs over their edges in OpenDocument: unwrapped text continues over the empty cells beside it.
import { attribute } from '#core/markup.ts';
import type { Xml, XmlElement } from '../xml.ts';
import { letterWidth } from './page-fit.ts';

/** LibreOffice's default, in points. */
export const typicalFontSize = 10;

/** The names of cell styles whose text wraps, or does not begin at the left. */
export function wrappedStyles(content: Xml): Set<string> {
  const names = new Set<string>();
  for (const style of content.all('style:style')) {
    if (attribute(style.tag, 'style:family') !== 'table-cell') continue;
    const properties = [
      ...content.all('style:table-cell-properties', style),
      ...content.all('style:paragraph-properties', style),
    ];
    const isElsewhere = properties.some(
      ({ tag }) =>
        attribute(tag, 'fo:wrap-option') === 'wrap' ||
        attribute(tag, 'style:shrink-to-fit') === 'true' ||
        /^(?:end|center|right)$/.test(attribute(tag, 'fo:text-align') ?? ''),
    );
    if (isElsewhere) names.add(attribute(style.tag, 'style:name') ?? '');
  }
  return names;
}

/** Points to the end of the text that reaches furthest: the last text of a row continues over the empty cells beside it. */
export function textExtent(
  content: Xml,
  table: XmlElement,
  edges: readonly number[],
  wrapped: ReadonlySet<string>,
): number {
  let furthest = 0;
  for (const row of content.all('table:table-row', table)) {
    let column = 0;
    let reached = 0;
    for (const cell of cellsOf(content, row)) {
      const lines = [...content.all('text:p', cell)].filter(({ tag }) => !tag.endsWith('/>')).map(lengthOf);
      if (lines.length > 0) {
        const mayRun =
          !wrapped.has(attribute(cell.tag, 'table:style-name') ?? '') &&
          !cell.tag.includes('spanned=') &&
          (attribute(cell.tag, 'office:value-type') ?? 'string') === 'string';
        // Text to the left is cut off here.
        reached = mayRun ? (edges[column - 1] ?? 0) + Math.max(...lines) * typicalFontSize * letterWidth : 0;
      }
      column += Number(attribute(cell.tag, 'table:number-columns-repeated') ?? 1);
    }
    furthest = Math.max(furthest, reached);
  }
  return furthest;
}

/** The cells of a row, those that a merged cell covers included. */
export const cellsOf = (content: Xml, row: XmlElement): XmlElement[] =>
  [...content.all('table:table-cell', row), ...content.all('table:covered-table-cell', row)].toSorted(
    (a, b) => a.at[0] - b.at[0],
  );

const lengthOf = ({ content }: XmlElement) => content.replace(/<[^<>]*>/g, '').replace(/&\w+;/g, ' ').length;

// How far the text of cells runs over their edges in OpenDocument: unwrapped text goes on over the empty cells beside it.
import { attribute, elementsOf } from '#core/markup.ts';
import { letterWidth } from './page-fit.ts';

/** Of LibreOffice, in points. */
export const usualFontSize = 10;

/** The names of cell styles whose text wraps, or does not begin at the left. */
export function wrappedStyles(content: string): Set<string> {
  const names = new Set<string>();
  for (const style of elementsOf(content, 'style:style')) {
    const tag = style.slice(0, style.indexOf('>'));
    const isElsewhere = /fo:wrap-option="wrap"|style:shrink-to-fit="true"|fo:text-align="(end|center|right)"/.test(
      style,
    );
    if (tag.includes('style:family="table-cell"') && isElsewhere) names.add(attribute(`${tag}>`, 'style:name') ?? '');
  }
  return names;
}

/** Points to the end of the text that reaches furthest: the last text of a row goes on over the empty cells beside it. */
export function textExtent(table: string, edges: readonly number[], wrapped: ReadonlySet<string>): number {
  let furthest = 0;
  for (const row of table.split(/<table:table-row(?=[\s>])/).slice(1)) {
    let column = 0;
    let reached = 0;
    for (const cell of row.split(/<table:(?:covered-)?table-cell(?=[\s/>])/).slice(1)) {
      const tag = `${cell.slice(0, cell.indexOf('>'))}>`;
      const lines = [...cell.matchAll(/<text:p(?:\s[^<>]*)?>((?:[^<]|<(?!\/text:p>))*)/g)].map(([, text]) =>
        lengthOf(text ?? ''),
      );
      if (lines.length > 0) {
        const mayRun =
          !wrapped.has(attribute(tag, 'table:style-name') ?? '') &&
          !tag.includes('spanned=') &&
          (attribute(tag, 'office:value-type') ?? 'string') === 'string';
        // Text to the left is cut off here.
        reached = mayRun ? (edges[column - 1] ?? 0) + Math.max(...lines) * usualFontSize * letterWidth : 0;
      }
      column += Number(attribute(tag, 'table:number-columns-repeated') ?? 1);
    }
    furthest = Math.max(furthest, reached);
  }
  return furthest;
}

const lengthOf = (text: string) => text.replace(/<[^<>]*>/g, '').replace(/&\w+;/g, ' ').length;

// Tables as GFM has them; as HTML where cells span, or hold more than text.
import { escapeMarkup } from '#core/markup.ts';
import type { ComposedBlock, TableOfBlocks } from './compose.ts';
import { htmlOf, markdownOf } from './inline.ts';

type Cell = TableOfBlocks['cells'][number];

export const tableMarkdown = (table: TableOfBlocks): string => (isHtmlTable(table) ? html(table) : gfm(table));

/** Whether it has features that GFM lacks. */
export const isHtmlTable = ({ cells }: TableOfBlocks): boolean =>
  cells.some(({ rowSpan, columnSpan, blocks }) => rowSpan > 1 || columnSpan > 1 || !blocks.every(isInline));

const isInline = ({ type }: ComposedBlock): boolean => ['paragraph', 'caption', 'heading', 'formula'].includes(type);

/** The first row is the head: GFM has no table without one. */
function gfm({ rows, columns, cells }: TableOfBlocks): string {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, blocks } of cells) {
    const texts = grid[row];
    if (texts !== undefined && column >= 0 && column < columns) texts[column] = gfmCell(blocks);
  }
  const lines = grid.map((texts) => `| ${texts.join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

const gfmCell = (blocks: readonly ComposedBlock[]): string =>
  blocks
    .map((block) =>
      'spans' in block
        ? markdownOf(block.spans, { keepsBold: block.type !== 'heading' })
        : 'text' in block
          ? markdownOf([{ text: block.text }])
          : '',
    )
    .join('<br>')
    .replaceAll('\\\n', '<br>')
    .replaceAll('\n', ' ')
    .replaceAll('|', String.raw`\|`);

function html({ rows, headerRows, cells }: TableOfBlocks): string {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const lines = Array.from({ length: rows }, (_, row) => {
    const tag = row < headerRows ? 'th' : 'td';
    return `<tr>${(byRow.get(row) ?? []).map((cell) => htmlCell(cell, tag)).join('')}</tr>`;
  });
  const head = headerRows > 0 ? ['<thead>', ...lines.slice(0, headerRows), '</thead>'] : [];
  return ['<table>', ...head, '<tbody>', ...lines.slice(headerRows), '</tbody>', '</table>'].join('\n');
}

function htmlCell({ rowSpan, columnSpan, blocks }: Cell, tag: string): string {
  const spans = `${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}`;
  return `<${tag}${spans}>${htmlBlocks(blocks)}</${tag}>`;
}

function htmlBlocks(blocks: readonly ComposedBlock[]): string {
  const parts: string[] = [];
  let isInList = false;
  for (const block of blocks) {
    const isItem = block.type === 'list_item';
    if (isItem !== isInList) parts.push(isItem ? '<ul>' : '</ul>');
    isInList = isItem;
    parts.push(htmlBlock(block, blocks.length === 1));
  }
  if (isInList) parts.push('</ul>');
  return parts.join('');
}

function htmlBlock(block: ComposedBlock, isAlone: boolean): string {
  if (block.type === 'table') return html(block).replaceAll('\n', '');
  if (block.type === 'picture')
    return block.file === null && block.alt === ''
      ? ''
      : `<img src="${escapeMarkup(block.file ?? '')}" alt="${escapeMarkup(block.alt.replace(/\s+/g, ' '))}">`;
  if (block.type === 'code') return `<pre>${escapeMarkup(block.text).replaceAll('\n', '&#10;')}</pre>`;
  if (block.type === 'list_item') {
    const marker = block.ordered ? `${escapeMarkup(block.marker)} ` : '';
    return `<li>${marker}${htmlOf(block.spans)}</li>`;
  }
  const text = 'spans' in block ? htmlOf(block.spans) : escapeMarkup(block.text);
  return isAlone ? text : `<p>${text}</p>`;
}

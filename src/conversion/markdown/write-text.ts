// Blocks as plain text: paragraphs with a blank line between them, cells of tables parted by tabs, pages by form feeds on request.
import type { ComposedBlock, TableOfBlocks } from './compose.ts';
import type { TextOptions } from './write-markdown.ts';

export function writeText(blocks: readonly ComposedBlock[], { hasPageMarkers }: TextOptions): string {
  let text = '';
  let page = blocks[0]?.page ?? 1;
  let before: ComposedBlock | undefined;
  for (const block of blocks) {
    const own = plainOf(block);
    if (own === '') continue;
    const isNewPage = hasPageMarkers && block.page > page && block.type !== 'footnote';
    const isClose = before?.type === block.type && (block.type === 'list_item' || block.type === 'contents');
    if (before !== undefined) text += isNewPage ? '\n\f' : isClose ? '\n' : '\n\n';
    if (isNewPage) page = block.page;
    text += own;
    before = block;
  }
  return `${text}\n`;
}

/** The text of a block without markup. */
export function plainOf(block: ComposedBlock): string {
  if (block.type === 'table') return plainTable(block);
  if (block.type === 'picture') return block.alt;
  if (block.type === 'list_item') return `${'  '.repeat(block.level - 1)}${block.marker} ${block.text}`;
  if (block.type === 'footnote') return `[${block.label}] ${block.text}`;
  if (block.type === 'notes') return `Notes: ${block.text}`;
  if (block.type === 'contents') return `${'  '.repeat(block.level - 1)}${block.text}`;
  return block.text;
}

function plainTable({ rows, columns, cells }: TableOfBlocks): string {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, blocks } of cells) {
    const texts = grid[row];
    if (texts !== undefined && column >= 0 && column < columns) texts[column] = cellText(blocks).replace(/\s+/g, ' ');
  }
  return grid.map((texts) => texts.join('\t').trimEnd()).join('\n');
}

export const cellText = (blocks: readonly ComposedBlock[]): string =>
  blocks
    .map(plainOf)
    .filter((text) => text !== '')
    .join('\n');

// Blocks as JSON (src/core/document-blocks.ts).
import type { DocumentBlock, DocumentBlocks } from '#core/document-blocks.ts';
import type { ComposedBlock } from './compose.ts';
import { cellText } from './write-text.ts';

export type DocumentFacts = Omit<DocumentBlocks, 'version' | 'blocks'>;

export function writeJson(blocks: readonly ComposedBlock[], facts: DocumentFacts): string {
  const document: DocumentBlocks = { version: 1, ...facts, blocks: blocks.map(plainBlock) };
  return `${JSON.stringify(document)}\n`;
}

function plainBlock(block: ComposedBlock): DocumentBlock {
  if (block.type !== 'table') return block;
  const { headerRows, cells, ...table } = block;
  return {
    ...table,
    header_rows: headerRows,
    cells: cells.map(({ rowSpan, columnSpan, blocks, ...cell }) => ({
      ...cell,
      row_span: rowSpan,
      column_span: columnSpan,
      text: cellText(blocks),
    })),
  };
}

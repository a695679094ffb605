// What finders of tables yield: a table that may be one, and what they saw.
import type { CellBlock, TableBlock } from '../layout-blocks.ts';
import type { Rule, TextLine } from '../page-content.ts';
import type { TableEvidence } from './table-evidence.ts';

export interface TableCandidate {
  table: TableBlock;
  /** The text in its cells. */
  lines: Map<CellBlock, TextLine[]>;
  pieces: TextLine[];
  /** The rules of the page that belong to it. */
  claimed: readonly Rule[];
  evidence: TableEvidence;
}

// The results of table finders: a possible table, and the evidence for it.
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

// Classifies the parts of a page: candidates for tables, gutters between columns, and blocks beside each other are accepted if the
// weighted sum of their evidence is above zero. Other parts are prose. The weights are fitted; see docs/decisions/0053.
import { isBlank } from '../lines/lines.ts';
import type { GutterEvidence } from './gutter-evidence.ts';
import type { TableCandidate } from './table-candidate.ts';
import type { TableEvidence } from './table-evidence.ts';

interface Bias {
  bias: number;
}

const table: Record<keyof TableEvidence, number> & Bias = {
  bias: -5.9,
  closed: 0.7,
  headed: 3.2,
  rows: 2.3,
  few: -4.6,
  numbers: 1,
  columns: 0.4,
  filled: 5,
  aligned: 3,
  close: -10,
  prose: -6.2,
  full: -3,
  long: -5,
  equations: -5,
  labels: -6,
  leaders: -4,
  typed: -4,
  even: -1,
  overGutter: -0.7,
  unlikeRows: -3.5,
};

const gutter: Record<keyof GutterEvidence, number> & Bias = {
  bias: -6.5,
  lines: 2.5,
  wide: 1.3,
  repeated: 1.1,
  running: 4,
};

/** The evidence that two columns are cells of a row: numbers from 0 to 1. */
export interface BesideEvidence {
  /** One is much narrower than the other. */
  unequal: number;
  /** They are no higher than a head of a letter. */
  low: number;
  /** How many of them have running text. */
  running: number;
}

const beside: Record<keyof BesideEvidence, number> & Bias = { bias: -0.5, unequal: 2, low: 0.9, running: -2.5 };

/** The weighted sum of evidence. */
const weighed = <Evidence extends string>(
  evidence: Record<Evidence, number>,
  weights: Record<Evidence, number> & Bias,
): number =>
  (Object.keys(evidence) as Evidence[]).reduce((sum, name) => sum + weights[name] * evidence[name], weights.bias);

/** The weighted sum of the evidence for a table. */
export const tableScore = (evidence: TableEvidence): number => weighed({ ...evidence }, table);

/** Whether a candidate is a table. */
export const isTable = ({ evidence }: TableCandidate): boolean => tableScore(evidence) > 0;

/** The weighted sum of the evidence for a gutter, above zero for gutters. */
export const gutterScore = (evidence: GutterEvidence): number => weighed({ ...evidence }, gutter);

/** The weighted sum of the evidence for two columns, above zero for cells of a row. */
export const besideScore = (evidence: BesideEvidence): number => weighed({ ...evidence }, beside);

/** Puts the better one of two candidates first: it has more text, or the same and a better score. */
export const byWorth = (a: TableCandidate, b: TableCandidate): number =>
  lettersOf(b) - lettersOf(a) || tableScore(b.evidence) - tableScore(a.evidence);

const lettersOf = ({ pieces }: TableCandidate): number =>
  pieces.reduce((sum, { glyphs }) => sum + glyphs.filter((glyph) => !isBlank(glyph)).length, 0);

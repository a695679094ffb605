// Whether a candidate is a table: the weighted sum of its evidence. The weights are fitted; docs/decisions/0053 says to what.
import { isBlank } from '../lines/lines.ts';
import type { TableCandidate } from './table-candidate.ts';
import type { TableEvidence } from './table-evidence.ts';

const weights: Record<keyof TableEvidence, number> = {
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
  overGutter: -3.5,
};

const bias = -5.9;

/** The weighted sum of the evidence, above zero for tables. */
export const score = (evidence: TableEvidence): number =>
  Object.entries(evidence).reduce((sum, [name, value]) => sum + weights[name as keyof TableEvidence] * value, bias);

/** Whether what was found is a table. */
export const isTable = ({ evidence }: TableCandidate): boolean => score(evidence) > 0;

/** Puts the better one of two candidates first: it has more text, or the same and a better score. */
export const byWorth = (a: TableCandidate, b: TableCandidate): number =>
  lettersOf(b) - lettersOf(a) || score(b.evidence) - score(a.evidence);

const lettersOf = ({ pieces }: TableCandidate): number =>
  pieces.reduce((sum, { glyphs }) => sum + glyphs.filter((glyph) => !isBlank(glyph)).length, 0);

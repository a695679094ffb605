// How a document writes numbers and dates: its numbers tell first, then the column, then its language.
import { isDayFirstIn } from './dates.ts';
import { type DecimalSign, evidenceOf } from './digits.ts';
import { numberTextOf, plainSigns } from './number-text.ts';
import type { Signs } from './value.ts';

/** Times as much as speaks against it. */
const majority = 4;

interface Votes {
  decimal: Record<DecimalSign, number>;
  blanks: number;
  dayFirst: number;
  monthFirst: number;
}

/** @param text of cells, and of the content around the tables */
export function signsOfDocument(cells: readonly string[], around: readonly string[], language: string): Signs {
  const votes = votesOf(cells);
  for (const text of around)
    for (const [body] of text.matchAll(
      /(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])|(?<![\d.,])\d{1,3}(?:,\d{3})+\.\d+(?![\d.,])/g,
    ))
      count(votes.decimal, body);
  const decimal = decided(votes.decimal['.'], votes.decimal[',']);
  const dayFirst = decided(votes.dayFirst, votes.monthFirst);
  const typical = signsOfLanguage(language);
  return {
    language,
    decimal: decimal === undefined ? typical.decimal : decimal ? '.' : ',',
    hasBlanks: votes.blanks > 0 || typical.hasBlanks,
    isDayFirst: dayFirst ?? typical.isDayFirst,
    hasNegatives: false,
  };
}

/** Those of a column: its own where the document does not say. */
export function signsOfColumn(cells: readonly string[], document: Signs): Signs {
  const hasNegatives = cells.some((cell) => numberTextOf(plainSigns(cell))?.negative === 'none');
  if (document.decimal !== undefined && document.isDayFirst !== undefined) return { ...document, hasNegatives };
  const votes = votesOf(cells);
  const decimal = decided(votes.decimal['.'], votes.decimal[',']);
  return {
    ...document,
    hasNegatives,
    decimal: document.decimal ?? (decimal === undefined ? undefined : decimal ? '.' : ','),
    isDayFirst: document.isDayFirst ?? decided(votes.dayFirst, votes.monthFirst),
  };
}

/** True for the first, false for the second; undefined where they are too even. */
function decided(first: number, second: number): boolean | undefined {
  if (first > 0 && first >= second * majority) return true;
  return second > 0 && second >= first * majority ? false : undefined;
}

function votesOf(cells: readonly string[]): Votes {
  const votes: Votes = { decimal: { '.': 0, ',': 0 }, blanks: 0, dayFirst: 0, monthFirst: 0 };
  for (const cell of cells) {
    const text = plainSigns(cell);
    const isDayFirst = isDayFirstIn(text);
    if (isDayFirst !== undefined) votes[isDayFirst ? 'dayFirst' : 'monthFirst'] += 1;
    const body = numberTextOf(text)?.body;
    if (body === undefined) continue;
    count(votes.decimal, body);
    if (/^\d{1,3}(?: \d{3})+[.,]\d+$/.test(body) || /\d[\u00a0\u202f\u2009]\d{3}/.test(cell)) votes.blanks += 1;
  }
  return votes;
}

function count(votes: Votes['decimal'], body: string): void {
  const evidence = evidenceOf(body);
  if (evidence !== null) votes[evidence.decimal] += evidence.weight;
}

/** A language tag without a region says little where regions differ. */
function signsOfLanguage(language: string): Pick<Signs, 'decimal' | 'hasBlanks' | 'isDayFirst'> {
  const tag =
    Intl.getCanonicalLocales(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(language) ? language : 'und')[0] ?? 'und';
  if (tag === 'und' || Intl.NumberFormat.supportedLocalesOf(tag).length === 0)
    return { decimal: undefined, hasBlanks: false, isDayFirst: undefined };
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value;
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  const order = new Intl.DateTimeFormat(tag).formatToParts(0).map(({ type }) => type);
  return {
    decimal: decimal === '.' || decimal === ',' ? decimal : undefined,
    hasBlanks: /^\s$/u.test(group),
    isDayFirst: tag === 'en' ? undefined : order.indexOf('day') < order.indexOf('month'),
  };
}

// The value of a cell: the text, or the number that it certainly means with a format that reads as the text.
import { type DateSigns, dateOf } from './dates.ts';
import { type Digits, digitsOf, type NumberSigns } from './digits.ts';
import { localeOf } from './locales.ts';
import { type NumberText, numberTextOf, plainSigns } from './number-text.ts';

export type CellValue =
  | { kind: 'text'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; number: number; format: string }
  | { kind: 'date'; number: number; format: string; iso: string };

export interface Signs extends NumberSigns, DateSigns {
  /** Whether parentheses around a whole number mean that it is negative; alone, such numbers count something. */
  hasNegatives: boolean;
}

/** Digits that the numbers of spreadsheets have. */
const maxDigits = 15;
const maxDecimals = 15;

export function valueOf(text: string, signs: Signs): CellValue {
  if (text === 'TRUE' || text === 'FALSE') return { kind: 'boolean', value: text === 'TRUE' };
  const plain = plainSigns(text);
  const date = dateOf(plain, signs);
  if (date !== null) return { kind: 'date', number: date.serial, format: date.format, iso: date.iso };
  return numberOf(plain, signs) ?? { kind: 'text', text };
}

function numberOf(text: string, signs: Signs): CellValue | null {
  const written = numberTextOf(text);
  const digits = written && digitsOf(written.body, signs);
  if (written === null || digits === null) return null;
  const { whole, fraction } = digits;
  if ((whole + fraction).length > maxDigits || fraction.length > maxDecimals) return null;
  // Numbers of articles, telephones and places begin with noughts that a number would lose.
  if (whole.length > 1 && whole.startsWith('0')) return null;
  const isWhole = fraction === '' && !digits.isGrouped && written.before === '' && written.after === '';
  if (isWhole && written.negative === 'parentheses' && !signs.hasNegatives) return null;
  // A mark.
  if (isWhole && written.negative === 'back') return null;
  // A telephone.
  if (written.isPlus && digits.isGrouped && /\s/.test(written.body)) return null;
  const sign = written.negative === 'none' ? '' : '-';
  const decimals = `${sign}${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`;
  const number = Number(written.isPercent ? `${decimals}e-2` : `${decimals}${written.exponent}`);
  // The digits that a program shows of the number are those of the text.
  const shown = Math.abs(Number(written.isPercent ? (number * 100).toPrecision(maxDigits) : decimals));
  if (shown.toFixed(fraction.length) !== `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`)
    return null;
  if (!Number.isFinite(number) || Object.is(number, -0)) return null;
  return { kind: 'number', number, format: localized(formatOf(written, digits), digits, signs.language) };
}

/** With the locale of its signs. */
function localized(format: string, { fraction, isGrouped, decimal, group }: Digits, language: string): string {
  const locale = fraction === '' && !isGrouped ? undefined : localeOf(decimal, group, language);
  return locale === undefined ? format : `[$-${locale}]${format}`;
}

/** The format code of a number (ECMA-376, part 1, 18.8.31); its signs are those of the reader's language. */
function formatOf(written: NumberText, { whole, fraction, isGrouped }: Digits): string {
  const digits =
    (isGrouped ? '#,##0' : whole === '' ? '#' : '0') + (fraction === '' ? '' : `.${'0'.repeat(fraction.length)}`);
  const [before, after] = [literal(written.before), literal(written.after)];
  const core = before + digits + exponentOf(written.exponent) + after;
  if (written.isPlus) return `\\+${core};\\-${core}`;
  switch (written.negative) {
    case 'parentheses':
      return `${core};\\(${core}\\)`;
    case 'back':
      return `${core};${core}\\-`;
    case 'inner':
      return before === '' ? core : `${core};${before}\\-${digits}${after}`;
    default:
      return core;
  }
}

const exponentOf = (exponent: string): string =>
  exponent === '' ? '' : `E${/^E[+-]/.test(exponent) ? '+' : '-'}${'0'.repeat(exponent.replace(/^E[+-]?/, '').length)}`;

/** A currency with its blanks, or the sign of percents. */
function literal(text: string): string {
  const name = text.trim();
  const inner = name === '' || name === '%' ? name : name === '$' ? '"$"' : `[$${name}]`;
  return `${text.startsWith(' ') ? String.raw`\ ` : ''}${inner}${text.length > 1 && text.endsWith(' ') ? String.raw`\ ` : ''}`;
}

// The form fields of tools that print: paper size, margins, scale, wait condition.
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { readable, registered } from './fields.ts';
import { parseSelection } from './page-selection.ts';

const pointsOf: Record<string, number> = { mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pt: 1, px: 0.75 };

export interface Size {
  width: number;
  height: number;
}

const millimetres = (width: number, height: number): Size => ({
  width: width * (72 / 25.4),
  height: height * (72 / 25.4),
});

const papers: Record<string, Size> = {
  a3: millimetres(297, 420),
  a4: millimetres(210, 297),
  a5: millimetres(148, 210),
  letter: { width: 612, height: 792 },
  legal: { width: 612, height: 1008 },
};
/** The limits of a PDF page in millimetres (ISO 32000-2, annex C). */
const [leastSide, greatestSide] = [20, 5000];

/** Parses a paper size in points, in portrait; null if it is invalid. */
export function parsePaper(text: string): Size | null {
  const known = papers[text.trim().toLowerCase()];
  if (known !== undefined) return known;
  const [, width, height] = /^\s*(\d{1,5}(?:\.\d{1,3})?)\s*x\s*(\d{1,5}(?:\.\d{1,3})?)\s*mm\s*$/i.exec(text) ?? [];
  const sides = [Number(width), Number(height)] as const;
  return sides.every((side) => side >= leastSide && side <= greatestSide) ? millimetres(...sides) : null;
}

export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Parses margins in points, in CSS order; null if they are invalid. */
export function parseMargin(text: string): Sides | null {
  const lengths = text
    .trim()
    .split(/[\s,]+/)
    .map(lengthOf);
  const [first] = lengths;
  if (first === undefined || lengths.length > 4 || lengths.includes(null)) return null;
  const [top, right = top, bottom = top, left = right] = lengths as [number, ...number[]];
  return { top, right, bottom, left };
}

const greatestMargin = 1000;

function lengthOf(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,4}(?:\.\d{1,3})?|\.\d{1,3})(mm|cm|in|pt|px)?$/i.exec(text) ?? [];
  // A zero needs no unit.
  const points =
    unit === '' && Number(number) === 0 ? 0 : Number(number) * (pointsOf[unit.toLowerCase()] ?? Number.NaN);
  return number !== '' && points <= greatestMargin ? points : null;
}

const greatestWaitMs = 10_000;
const longestSelector = 1000;

/** Parses a time in milliseconds, or the selector of an element; null if the time is too long. */
export function parseWait(text: string): { milliseconds: number } | { selector: string } | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) <= greatestWaitMs ? { milliseconds: Number(trimmed) } : null;
  return trimmed === '' || trimmed.length > longestSelector ? null : { selector: trimmed };
}

export const paper = () =>
  readable(
    parsePaper,
    'A3, A4, A5, Letter, Legal, or a size such as 100x150mm with sides of 20 to 5000 mm',
    'A3, A4 (default), A5, Letter, Legal, or WIDTHxHEIGHTmm such as 100x150mm. It overrides the `@page` size of the page.',
  );

export const margin = () =>
  readable(
    parseMargin,
    'a length such as 20mm, or two to four of them, in mm, cm, in, pt or px',
    'A length for all sides, or two to four in the order of CSS, such as `20mm` or `10mm 15mm`. It overrides the `@page` margins of the page.',
  );

/** The printed pages to keep, in document order. */
export const keptPages = () =>
  registered(
    z
      .string()
      .refine((value) => refusedSelection(value) === null)
      .describe('Pages to keep, separated by commas: N, A-B, N- (to the last page) or -N (from the first).'),
    (field, value) => refusedSelection(value) ?? new Failure('field_required', { field }),
  ).optional();

function refusedSelection(text: string): Failure | null {
  try {
    parseSelection(text, 'pages');
    return null;
  } catch (error) {
    if (isFailure(error)) return error;
    throw error;
  }
}

const scaleOf = (text: string): number | null => {
  const value = /^\s*\d?(\.\d{1,4})?\s*$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  return value >= 0.1 && value <= 2 ? value : null;
};

export const scale = () => readable(scaleOf, 'a number from 0.1 to 2', 'Print scale, 0.1 to 2 (default 1).');

export const waitFor = () =>
  readable(
    parseWait,
    'a CSS selector, or milliseconds up to 10000',
    'What to wait for after the page has loaded: the CSS selector of an element (for at most 10 seconds), or milliseconds up to 10000.',
  );

/** A long text without a format. */
export const longText = ({ max, description }: { max: number; description: string }) =>
  registered(
    z
      .string()
      .refine((value) => value.length <= max)
      .describe(description),
    (field) => new Failure('bad_request', { code: 'field_too_long', field, max }),
  ).optional();

export const printOrientation = ['portrait', 'landscape'] as const;

export interface PaperFields {
  paper?: string | undefined;
  orientation?: (typeof printOrientation)[number] | undefined;
  margin?: string | undefined;
}

/** Returns the requested paper size and margins, and whether they override the page's own. */
export function paperOf(options: PaperFields, ownMargin: Sides) {
  const { width, height } = parsePaper(options.paper ?? 'A4') ?? (papers['a4'] as Size);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const turned = { portrait: { width: short, height: long }, landscape: { width: long, height: short } };
  const size = options.orientation === undefined ? { width, height } : turned[options.orientation];
  const asked = options.margin === undefined ? null : parseMargin(options.margin);
  // Margins must leave room for the page.
  const { top, right, bottom, left } = asked ?? ownMargin;
  const fits = left + right < size.width - leastInside && top + bottom < size.height - leastInside;
  return {
    paper: size,
    margins: { top, right, bottom, left },
    fits,
    forcesPaper: options.paper !== undefined || options.orientation !== undefined,
    forcesMargins: asked !== null,
  };
}

const leastInside = 20;

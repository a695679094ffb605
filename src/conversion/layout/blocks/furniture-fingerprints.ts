// The text of the rows at the edges of pages, with numbers relative to the page number: equal fingerprints are one header or footer.
import type { Picture, TextLine } from '../page-content.ts';
import { romansIn } from '../roman-numerals.ts';
import { textOfLine } from '../lines/lines.ts';

const thresholds = {
  /** Points: the tolerance for rows of two pages at the same height. */
  baselineStep: 4,
  /** Share of the pages that agree on the number of the first one. */
  numberedPages: 0.6,
  /** Numbers of a row that are tried as the page's. */
  numbersOfRow: 12,
};

export interface Row {
  pieces: TextLine[];
  /** Its text and height, a number that grows from page to page as its distance to the page's: equal ones are of one header. */
  fingerprints: string[];
  /** Its pieces that say something, each with its height, where there are several: a running head may change in part. */
  parts: string[];
  /** Points from the page's edge to its baseline, and to that of the next row inwards, if there is one near. */
  fromEdge: number;
  next?: number | undefined;
  /** The text of that row. */
  nextSays: string[];
  /** Share of the page's height from its edge to the baseline. */
  margin: number;
  /** Is further inside than headers and footers: on a smaller page, printed on a larger sheet. */
  isInside: boolean;
  /** Is right above a table, like its head: columns begin where the row ends. */
  isHead: boolean;
}

/** Rows that share a fingerprint say the same: as it is, or with one of the numbers counted from the page. */
export function fingerprintsOf(pieces: readonly TextLine[], index: number): string[] {
  const text = pieces.map(textOfLine).join('|').replace(/\s+/g, ' ').trim().toLowerCase();
  if (text === '') return [];
  const variants = new Set([text]);
  for (const { 0: digits, index: at } of [...text.matchAll(/\d{1,6}/g)].slice(-thresholds.numbersOfRow))
    variants.add(`${text.slice(0, at)}#${Number(digits) - index}${text.slice(at + digits.length)}`);
  for (const { text: letters, value, at } of romansIn(text).slice(-thresholds.numbersOfRow))
    variants.add(`${text.slice(0, at)}#roman${value - index}${text.slice(at + letters.length)}`);
  if (/^[ivxlc]+$/.test(text)) variants.add('#roman');
  // Heights within four points share one of two steps.
  const step = Math.floor((pieces[0]?.baseline ?? 0) / thresholds.baselineStep);
  return [...variants].flatMap((variant) => [`${step} ${variant}`, `${step + 1} ${variant}`]);
}

/** The pieces of a row with letters in them, with their height. */
export const partsOf = (pieces: readonly TextLine[]): string[] =>
  pieces.length < 2
    ? []
    : pieces.flatMap((piece) => {
        const text = textOfLine(piece).trim();
        return /\p{L}{2}/u.test(text) ? [`${Math.round(piece.baseline / thresholds.baselineStep)} ${text}`] : [];
      });

/** Whether two rows have the same text, at any height. */
export function saysTheSame(a: Row, b: Row): boolean {
  const texts = new Set(a.fingerprints.map(withoutHeight));
  return b.fingerprints.some((fingerprint) => texts.has(withoutHeight(fingerprint)));
}

const withoutHeight = (fingerprint: string): string => fingerprint.slice(fingerprint.indexOf(' '));

/** Whether a row ends with the page's own number, named or by itself: then one page is enough. */
export const isOwnNumber = (fingerprints: readonly string[]): boolean =>
  fingerprints.some((fingerprint) =>
    /^-?\d+ (?:(?:.*[ |])?(?:page|seite|pagina|página|strona|sida|side|страница|页面?|ページ|페이지)[ :]*#1(?: (?:of|\/|von|de|sur|di|van|из) \d+)?|第 ?#1 ?页|[-–] ?#1 ?[-–]|#1)$/u.test(
      fingerprint,
    ),
  );

/** The number that pages count from: the one that most pages agree with. */
export function firstNumberOf(pages: readonly Row[][]): number {
  const votes = new Map<number, number>();
  for (const [n, rows] of pages.entries()) {
    const text = rows.map(({ pieces }) => pieces.map(textOfLine).join(' ')).join(' ');
    for (const [digits] of text.matchAll(/\b\d{1,4}\b/g)) {
      const first = Number(digits) - n;
      if (first >= 0) votes.set(first, (votes.get(first) ?? 0) + 1);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0] - 1) - Math.abs(b[0] - 1))[0];
  const numbered = pages.filter((rows) => rows.length > 0).length;
  return best !== undefined && best[1] >= Math.max(2, numbered * thresholds.numberedPages) ? best[0] : 1;
}

/** The text at the edges of each page, without its page number and the positions of lines. */
export function pageFingerprints(
  { headers, footers }: { headers: readonly Row[][]; footers: readonly Row[][] },
  pictures: readonly { header: Picture[]; footer: Picture[] }[],
  numbers: readonly { text: string }[],
): string[] {
  const readings = headers.map((rows, n) => {
    const { header = [], footer = [] } = pictures[n] ?? {};
    const places = [...header, ...footer].map(({ left, top }) => `${Math.round(left)},${Math.round(top)}`);
    const texts = [...rows, ...(footers[n] ?? [])].map(({ pieces }) => pieces.map(textOfLine).join('|'));
    return readingsOf([...texts, ...places].join('||'), numbers[n]?.text ?? '');
  });
  // "Part 2, page 2" of the second page reads like "Part 2, page 3" of the third.
  const counts = new Map<string, number>();
  for (const reading of readings.flat()) counts.set(reading, (counts.get(reading) ?? 0) + 1);
  return readings.map((own) => own.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? '');
}

/** The variants of a text without each number that may be the page number. */
function readingsOf(text: string, number: string): string[] {
  const places = ownNumbersIn(text, number).slice(0, thresholds.numbersOfRow);
  const without = (chosen: readonly number[]) =>
    chosen.reduceRight((rest, at) => `${rest.slice(0, at)}#${rest.slice(at + number.length)}`, text);
  return [...new Set([without(places), ...places.map((place) => without([place]))])];
}

/** The possible positions of the page number in a text; parts of times (3:54), dates (9/10/2013) and other numbers (0.8) are not the page's. */
export function ownNumbersIn(text: string, number: string): number[] {
  const found = text.matchAll(
    /\d+(?::\d+)+|\d+([/.-])\d+\1\d+|(?<!\d\.|\d)\d+(?!\d|\.\d)|(?<![\p{L}\p{N}])[ivxl]{1,8}(?![\p{L}\p{N}])/gu,
  );
  return [...found].flatMap(({ 0: digits, index }) => (digits === number ? [index] : []));
}

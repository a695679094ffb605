// The numbers that are printed on pages: counted from the first one, and anew where a part of the document begins to count.
import { romanOf, romansIn } from '../roman-numerals.ts';
import { textOfLine } from '../lines/lines.ts';
import { ownNumbersIn, type Row } from './furniture-fingerprints.ts';

export interface PageNumber {
  value: number;
  /** As it is printed. */
  text: string;
  format: 'decimal' | 'lowerRoman';
  /** Counting begins here. */
  isStart: boolean;
}

/** Pages that are counted in Roman numbers are those before the text: there are fewer. */
const highestRoman = 89;
/** Numbers of a page that are tried as its own. */
const tried = 12;

/** @param rows those of each page that are headers or footers */
export function pageNumbers(rows: readonly (readonly Row[])[], firstNumber: number): PageNumber[] {
  const texts = rows.map((own) => own.map(({ pieces }) => pieces.map(textOfLine).join('|')).join('||'));
  const numbers: PageNumber[] = [];
  const isNumbered = texts.some((text, n) => hasNumber(text, numberAt(firstNumber + n, 'decimal')));
  let last: PageNumber = numberAt(isNumbered ? firstNumber - 1 : 0, 'decimal');
  /** The text around the number of the last page that has one, and of two in a row. */
  let [shapes, certain] = [new Set<string>(), new Set<string>()];
  for (const [n, text] of texts.entries()) {
    const expected = numberAt(last.value + 1, last.format);
    const found = hasNumber(text, expected)
      ? expected
      : (candidatesIn(text).find((candidate) => goesOn(candidate, text, texts[n + 1] ?? '', certain)) ?? expected);
    const isStart = found !== expected;
    const own = shapesOf(text, found);
    const again = own.filter((shape) => shapes.has(shape));
    if (again.length > 0) certain = new Set(again);
    if (own.length > 0) shapes = new Set(own);
    last = { ...found, isStart };
    numbers.push(last);
  }
  return numbers;
}

const numberAt = (value: number, format: PageNumber['format']): PageNumber => ({
  value,
  format,
  text: format === 'decimal' ? String(value) : romanOf(Math.min(value, highestRoman)),
  isStart: false,
});

const hasNumber = (text: string, { text: number }: PageNumber): boolean => ownNumbersIn(text, number).length > 0;

/** Whether the next page says the same with the next number, or the pages before said it with theirs. */
function goesOn(candidate: PageNumber, text: string, next: string, before: ReadonlySet<string>): boolean {
  const after = new Set(shapesOf(next, numberAt(candidate.value + 1, candidate.format)));
  return shapesOf(text, candidate).some((shape) => after.has(shape) || before.has(shape));
}

/** The variants of a text without each number that may be the page number. */
const shapesOf = (text: string, { text: number }: PageNumber): string[] =>
  ownNumbersIn(text, number).map((at) => `${text.slice(0, at)}#${text.slice(at + number.length)}`);

function candidatesIn(text: string): PageNumber[] {
  const decimals = [...text.matchAll(/(?<!\p{L})\d{1,4}(?!\p{L})/gu)].map(([digits]) =>
    numberAt(Number(digits), 'decimal'),
  );
  const romans = romansIn(text).map(({ value }) => numberAt(value, 'lowerRoman'));
  return [...decimals, ...romans].slice(-tried);
}

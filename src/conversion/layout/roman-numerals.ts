// Roman numerals of pages and lists, in lower or upper case.

const signs: readonly (readonly [string, number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** Returns the Roman numeral of a number in lower case. */
export function romanOf(value: number): string {
  let [rest, text] = [value, ''];
  for (const [sign, worth] of signs) for (; rest >= worth; rest -= worth) text += sign;
  return text;
}

export function romanValue(text: string): number {
  const digits = [...text.toLowerCase()].map((digit) => values[digit] ?? 0);
  return digits.reduce((sum, digit, n) => sum + ((digits[n + 1] ?? 0) > digit ? -digit : digit), 0);
}

/** Finds the lower-case Roman numerals below ninety that are separate words. */
export const romansIn = (text: string): { text: string; value: number; at: number }[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}])[ivxl]{1,8}(?![\p{L}\p{N}])/gu)].flatMap(({ 0: letters, index }) => {
    const value = romanValue(letters);
    return romanOf(value) === letters ? [{ text: letters, value, at: index }] : [];
  });

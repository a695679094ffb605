// Helvetica as every program has it, which no PDF has to bring: the widths of its letters and their codes.

/** Thousandths of an em, from the blank to the tilde (Adobe's metrics of the 14 standard fonts). */
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
/** Of most letters with accents. */
const typicalWidth = 556;

/** In em. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widths[(letter.codePointAt(0) ?? 0) - 32] ?? typicalWidth), 0) / 1000;

/** The codes of WinAnsiEncoding that are not those of Latin-1 (ISO 32000-2, annex D). */
const codes = new Map(
  [...'€‚ƒ„…†‡ˆ‰Š‹Œ'].map((letter, n) => [
    letter,
    [0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c][n] ?? 0,
  ]),
);
for (const [n, letter] of [...'‘’“”•–—˜™š›œ'].entries()) codes.set(letter, 0x91 + n);

/** A text as a string operand; letters that the encoding does not have are question marks. */
export function operandOf(text: string): string {
  const bytes = [...text].map((letter) => {
    const code = codes.get(letter) ?? letter.codePointAt(0) ?? 0;
    return code >= 32 && code < 256 ? code : 0x3f;
  });
  return `<${Buffer.from(bytes).toString('hex')}>`;
}

export const font = {
  '/Type': '/Font',
  '/Subtype': '/Type1',
  '/BaseFont': '/Helvetica',
  '/Encoding': '/WinAnsiEncoding',
} as const;

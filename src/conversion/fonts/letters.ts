// The text that a glyph's name means.
import { unicodesOf } from './glyph-names.ts';
import { signOfName, withoutSize } from './math-names.ts';

/** Undefined for a name without a meaning, such as "g27" (Adobe Glyph List Specification, section 2). */
export function letterOfName(name: string): string | undefined {
  if (name === '' || name.startsWith('.')) return undefined;
  const [base = ''] = name.split('.');
  const parts = base.split('_').map(letterOfPart);
  return parts.some((part) => part === undefined) ? undefined : parts.join('');
}

function letterOfPart(name: string): string | undefined {
  const hex = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1];
  if (hex !== undefined) return textOf(hex.match(/.{4}/g)?.map((digits) => Number.parseInt(digits, 16)) ?? []);
  const known = codeOf(name);
  if (known !== undefined) return textOf([known]);
  const sign = signOfName(name);
  if (sign !== undefined) return sign;
  // "parenleftbigg" is a parenthesis.
  const large = codeOf(withoutSize(name));
  return large === undefined || name.length - withoutSize(name).length < 2 ? undefined : textOf([large]);
}

/** Where a name means both a letter and a sign, the letter. */
const codeOf = (name: string): number | undefined => unicodesOf(name).at(-1);

/** Undefined for private use, half of a surrogate pair, or a code that is not a character. */
function textOf(codes: readonly number[]): string | undefined {
  const isText = (code: number) => code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xf8ff);
  return codes.length > 0 && codes.every(isText) ? String.fromCodePoint(...codes) : undefined;
}

const macintosh = new TextDecoder('macintosh');
const afterMacintosh = 'ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';

/** A letter by its place in the Macintosh' order of glyphs (OpenType 1.9, post, version 1). */
export function letterOfStandardGlyph(number: number): string | undefined {
  if (number < 3) return undefined;
  if (number < 98) return String.fromCharCode(number + 29);
  return number < 226 ? macintosh.decode(Uint8Array.of(number + 30)) : afterMacintosh[number - 226];
}

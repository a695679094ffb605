// How wide the letters and blanks of known families are.
import { advancesLike, blankLike } from '../../metric-fonts/advances.ts';
import { type TextStyle, typicalSmallCaps } from '../page-content.ts';
import { advances, fixedAdvance } from './advances.ts';

/** The first of the characters that advances are known of. */
const firstCharacter = 0x21;
export const characters = 94;

/** Advances in thousandths of an em; undefined of a family that is not known so well. */
export function advancesOf(
  family: string,
  { bold, italic, smallCaps }: Pick<TextStyle, 'bold' | 'italic' | 'smallCaps'>,
): readonly number[] | undefined {
  const table = tableOf(family, bold, italic);
  if (smallCaps === undefined || table === undefined) return table;
  return table.map((own, n) => (isSmallLetter(n) ? (table[n - toCapital] ?? 0) * typicalSmallCaps : own));
}

function tableOf(family: string, bold: boolean, italic: boolean): readonly number[] | undefined {
  if (family === 'Courier New') return fixed;
  const faces = advances[family];
  if (faces === undefined) return likeOf(family, bold, italic);
  return faces.length > 2 ? faces[(bold ? 1 : 0) + (italic ? 2 : 0)] : faces[bold ? 1 : 0];
}

const alike = new Map<string, readonly number[] | undefined>();

/** Of a family that is known from other documents. */
function likeOf(family: string, bold: boolean, italic: boolean): readonly number[] | undefined {
  const key = `${family}/${bold}/${italic}`;
  if (!alike.has(key)) {
    const base = tableOf('Arial', bold, italic) ?? [];
    const widths = new Map(base.map((width, n) => [String.fromCharCode(firstCharacter + n), width]));
    const found = advancesLike(family, { bold, italic }, widths);
    alike.set(key, found === undefined ? bolderLike(family, base, bold) : [...found.values()]);
  }
  return alike.get(key);
}

/** A bold face of which nothing is known is wider than the upright one as that of Arial is. */
function bolderLike(family: string, base: readonly number[], bold: boolean): readonly number[] | undefined {
  const upright = bold ? likeOf(family, false, false) : undefined;
  const plain = tableOf('Arial', false, false) ?? [];
  return upright?.map((width, n) => Math.round((width * (base[n] ?? 0)) / (plain[n] ?? 1)));
}

/** From the place of a small letter to that of its capital. */
const toCapital = 0x20;

/** Whether the letter of a place among the advances has a capital. */
export const isSmallLetter = (place: number): boolean =>
  place >= 0x61 - firstCharacter && place <= 0x7a - firstCharacter;

const fixed: readonly number[] = Array.from({ length: characters }, () => fixedAdvance);

/** The place of a character among the advances: letters with marks are as wide as those without. */
export function indexOf(text: string): number | undefined {
  const code = (text <= '~' ? text : text.normalize('NFD')).charCodeAt(0) - firstCharacter;
  return code >= 0 && code < characters ? code : undefined;
}

/** The width of a blank in em, by family; most have a quarter. */
const blanks: Readonly<Record<string, number>> = {
  'Times New Roman': 0.25,
  Arial: 0.278,
  'Arial Narrow': 0.228,
  Calibri: 0.226,
  'Courier New': 0.6,
};

/** The width of a blank of a family in em. */
export const blankIn = (family: string): number => blanks[family] ?? (blankLike(family) ?? 250) / 1000;

/** Thousandths of an em. */
const typicalAdvance = 550;

/** The width of a text in points, in its family or an average one. */
export function textWidth(text: string, style: TextStyle): number {
  const table = advancesOf(style.font, style) ?? advancesOf('Arial', style) ?? [];
  const blank = blankIn(style.font) * 1000;
  const advances = [...text].map((one) => (one === ' ' ? blank : (table[indexOf(one) ?? -1] ?? typicalAdvance)));
  return (advances.reduce((sum, advance) => sum + advance, 0) * style.size) / 1000;
}

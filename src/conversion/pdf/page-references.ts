// Page numbers that are known only after the layout: they are written over placeholder letters.
import { widthOfGlyph } from './glyph-widths.ts';
import type { PdfDocument } from './graph.ts';
import type { PdfPage } from './pages.ts';

/** The placeholder for a page number in a table of contents; it has every digit, so that its font embeds all of them. */
export const placeholder = '0123456789';

export interface Numbering {
  /** Thousandths of the font's size that a glyph is wide. */
  widthOf: (font: string, glyph: number) => number;
  /** Numbers begin where the placeholder begins, as they do from right to left; else they end where it ends. */
  atStart: boolean;
}

/** A font, the placeholder as one text, or a glyph that may be its first of ten. */
const found = /\/(\w+) [\d.]+ Tf|<([0-9a-fA-F]{40})> Tj|<[0-9a-fA-F]{4}> Tj/g;
/** Ten glyphs, each put in its place: browsers write them so where a font's widths are no whole thousandths. */
const apart = /<([0-9a-fA-F]{4})> Tj((?:\s+[\d.]+ 0 Td <[0-9a-fA-F]{4}> Tj){9})/y;

/** Puts numbers in the place of {@link placeholder}, in order: their glyphs are those of the placeholder's own digits. */
export function withNumbers(content: string, due: (number | undefined)[], numbering: Numbering): string {
  let [font, done, written] = ['', 0, ''];
  const write = (from: number, bytes: number, text: string) => {
    written += content.slice(done, from) + text;
    done = from + bytes;
  };
  found.lastIndex = 0;
  for (let match = found.exec(content); match !== null && due.length > 0; match = found.exec(content)) {
    const [whole, name, hex] = match;
    if (name !== undefined) font = name;
    else if (hex !== undefined) {
      const glyphs = (hex.match(/.{4}/g) ?? []) as string[];
      if (areDigits(glyphs)) write(match.index, whole.length, inOne(glyphs, due.shift(), font, numbering));
    } else {
      apart.lastIndex = match.index;
      const [all, first = '', others = ''] = apart.exec(content) ?? [];
      const steps = [...others.matchAll(/([\d.]+) 0 Td <(.{4})>/g)].map(([, by = '', glyph = '']) => ({ by, glyph }));
      const glyphs = [first, ...steps.map(({ glyph }) => glyph)];
      if (all === undefined || !areDigits(glyphs)) continue;
      const places = ['0', ...steps.map(({ by }) => by)];
      write(match.index, all.length, inPlaces(glyphs, due.shift(), places, numbering));
      found.lastIndex = done;
    }
  }
  return written + content.slice(done);
}

function areDigits(glyphs: readonly string[]): boolean {
  const first = Number.parseInt(glyphs[0] ?? '', 16);
  return glyphs.length === placeholder.length && glyphs.every((glyph, n) => Number.parseInt(glyph, 16) === first + n);
}

function inOne(
  glyphs: readonly string[],
  number: number | undefined,
  font: string,
  { widthOf, atStart }: Numbering,
): string {
  const digits = String(number ?? '');
  const first = Number.parseInt(glyphs[0] ?? '', 16);
  const shift = atStart ? 0 : (placeholder.length - digits.length) * widthOf(font, first);
  return `[${-shift} <${[...digits].map((digit) => glyphs[Number(digit)]).join('')}>] TJ`;
}

/** All steps stay: the following text is positioned from the last of them. */
function inPlaces(
  glyphs: readonly string[],
  number: number | undefined,
  places: readonly string[],
  { atStart }: Numbering,
): string {
  const digits = String(number ?? '');
  const from = atStart ? 0 : placeholder.length - digits.length;
  return places
    .map((by, n) => {
      const digit = digits[n - from];
      return `${n === 0 ? '' : `${by} 0 Td `}${digit === undefined ? '' : `<${glyphs[Number(digit)]}> Tj`}`;
    })
    .join('\n');
}

/** Thousandths of the font's size that a glyph of a page's font is wide. */
export function glyphWidth(document: PdfDocument, page: PdfPage, name: string, glyph: number): number {
  const fonts = document.dictionary(document.dictionary(page.dictionary['/Resources'])['/Font']);
  return widthOfGlyph(document, document.dictionary(fonts[`/${name}`]), glyph);
}

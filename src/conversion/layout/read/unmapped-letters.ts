// Letters of fonts that have their own encoding and no Unicode map, and those of them that cannot be read.
import koffi from 'koffi';
import { type PdfDictionary, type PdfDocument, isReference } from '#conversion/pdf/graph.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';
import type { FontHandle } from '#conversion/pdfium/handles.ts';
import { font as fonts } from '#conversion/pdfium/text-page.ts';
import { type FontLetters, lettersOfFont } from './font-letters.ts';
import { describedWeight } from './font-weights.ts';
import type { LettersByShape } from './letter-shapes.ts';

/** How many letters of a font could not be read. */
export interface UnreadableLetters {
  /** Without a subset's tag; empty of a font without a name. */
  font: string;
  /** From 1. */
  pages: number[];
  letters: number;
}

/** Fonts that are reported. */
const maxReported = 20;

/** The unreadable letters of a document, from those of its pages in their order; most letters first. */
export function unreadableOf(
  pages: Iterable<{ index: number; unreadable: ReadonlyMap<string, number> }>,
): UnreadableLetters[] {
  const fonts = new Map<string, UnreadableLetters>();
  for (const { index, unreadable } of pages)
    for (const [font, letters] of unreadable) {
      const own = fonts.get(font) ?? { font, pages: [], letters: 0 };
      fonts.set(font, { font, pages: [...own.pages, index + 1], letters: own.letters + letters });
    }
  return [...fonts.values()].sort((a, b) => b.letters - a.letters).slice(0, maxReported);
}

/** Reads the letters of one page. */
export interface UnmappedLetters {
  /** The text of a letter that has no Unicode; U+FFFD, or its ASCII character, if that is not certain. */
  letterOf: (font: FontHandle, letter: UnmappedLetter) => string;
  /** Whether the font has only glyph IDs: PDFium then returns these instead of Unicode. */
  isNumbered: (font: FontHandle) => boolean;
  /** How heavy the font is by its descriptor; undefined where that is not known. */
  weightOf: (font: FontHandle) => number | undefined;
}

export interface UnmappedLetter {
  /** Of a font without a map; undefined where the map is wrong, which hides the code. */
  code: number | undefined;
  /** The values of a map that may be right. */
  mapped: string | undefined;
  /** em. */
  advance: number;
  /** em; not a number of a letter that is turned. */
  inkWidth: number;
}

interface OpenFont {
  name: string;
  /** The fonts of the page that it may be. */
  fonts: FontLetters[];
  weight: number | undefined;
  inShapes?: ReturnType<LettersByShape>[];
}

/** Forms within forms. */
const maxDepth = 6;
const maxNameLength = 60;
const unknownLetter = '\ufffd';

/** Reads the letters of a document's pages, at last by shapes, and counts unreadable ones by font in a page's `unreadable`. */
export function unmappedLettersOf(
  document: PdfDocument,
  byShape?: LettersByShape,
): (page: PdfPage, unreadable: Map<string, number>) => UnmappedLetters {
  const read = new Map<PdfDictionary, FontLetters>();
  const knownFont = (font: PdfDictionary): FontLetters => {
    const letters = read.get(font) ?? lettersOfFont(document, font);
    read.set(font, letters);
    return letters;
  };
  return (page, unreadable) => {
    let onPage: PdfDictionary[] | undefined;
    const known = new Map<bigint, OpenFont>();
    const fontOf = (handle: FontHandle): OpenFont => {
      const address = koffi.address(handle);
      const entry = known.get(address) ?? open(handle);
      known.set(address, entry);
      return entry;
    };
    const open = (handle: FontHandle): OpenFont => {
      const name = fonts.baseName(handle);
      onPage ??= fontsOf(document, page.dictionary['/Resources'] ?? null);
      const candidates = onPage.filter((font) => isNamed(document, font, name));
      // It is not known which of several fonts this is, nor whose program.
      const weights = new Set(candidates.map((font) => describedWeight(document, font)));
      const weight = weights.size === 1 ? [...weights][0] : undefined;
      if (candidates.length > 1)
        return { name, weight, fonts: candidates.map((font) => lettersOfFont(document, font)) };
      return { name, weight, fonts: candidates.map((font) => knownFont(font)) };
    };
    const letterByShape = (handle: FontHandle, code: number, inkWidth: number) => {
      const entry = fontOf(handle);
      const program = entry.inShapes === undefined && byShape !== undefined ? fonts.program(handle) : null;
      entry.inShapes ??= entry.fonts.flatMap(({ numbersOf }) => {
        const numbers = program === null ? undefined : numbersOf(program);
        return program === null || numbers === undefined ? [] : (byShape?.(program, numbers) ?? []);
      });
      return agreed(entry.inShapes.map((letterOf) => letterOf(code, inkWidth)));
    };
    const count = (name: string) => {
      const font = name.replace(/^[A-Z]{6}\+/, '').slice(0, maxNameLength);
      unreadable.set(font, (unreadable.get(font) ?? 0) + 1);
    };
    return {
      weightOf: (handle) => fontOf(handle).weight,
      isNumbered(handle) {
        const { fonts: candidates } = fontOf(handle);
        return candidates.length > 0 && candidates.every(({ isNumbered }) => isNumbered);
      },
      letterOf(handle, { code, mapped, advance, inkWidth }) {
        const entry = fontOf(handle);
        const program = () => fonts.program(handle);
        const letter = agreed(
          entry.fonts.map(
            (font) =>
              (code === undefined ? undefined : font.letterOf(code, program)) ?? font.letterOfWidth(advance, program),
          ),
        );
        if (letter !== undefined) return letter;
        if (mapped !== undefined) return mapped;
        // Ends of lines that a producer has put among the letters of a font that is not in the file.
        if (code !== undefined && code < 0x20 && fonts.isEmbedded(handle) === 0) return ' ';
        const alike = code === undefined ? undefined : letterByShape(handle, code, inkWidth);
        if (alike !== undefined) return alike;
        count(entry.name);
        const isAscii = code !== undefined && code > 0x20 && code < 0x7f;
        return isAscii && entry.fonts.some(({ isLikeAscii }) => isLikeAscii)
          ? String.fromCharCode(code)
          : unknownLetter;
      },
    };
  };
}

/** The letter that all answers have in common; undefined ones do not count. */
function agreed(answers: readonly (string | undefined)[]): string | undefined {
  const letters = new Set(answers.filter((letter) => letter !== undefined));
  return letters.size === 1 ? [...letters][0] : undefined;
}

const plainName = (name: string): string =>
  name
    .replace(/^\/?(?:[A-Z]{6}\+)?/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const isNamed = (document: PdfDocument, font: PdfDictionary, name: string): boolean =>
  plainName(document.name(font['/BaseFont']) ?? '') === plainName(name);

/** The fonts that a page's content and the forms on it may show. */
function fontsOf(document: PdfDocument, resources: PdfDictionary[keyof PdfDictionary]): PdfDictionary[] {
  const found = new Map<string | PdfDictionary, PdfDictionary>();
  const seen = new Set<string>();
  const visit = (value: PdfDictionary[keyof PdfDictionary] | undefined, depth: number): void => {
    if (depth > maxDepth || (isReference(value) && seen.has(value))) return;
    if (isReference(value)) seen.add(value);
    const own = document.dictionary(value);
    for (const font of Object.values(document.dictionary(own['/Font'])))
      found.set(isReference(font) ? font : document.dictionary(font), document.dictionary(font));
    for (const form of Object.values(document.dictionary(own['/XObject']))) {
      if (isReference(form) && seen.has(form)) continue;
      if (isReference(form)) seen.add(form);
      visit(document.dictionary(form)['/Resources'], depth + 1);
    }
  };
  visit(resources, 0);
  return [...found.values()];
}

// The meaning of the codes of a font without a Unicode map: by the names of /Differences, by the tables and names of the font program,
// by TeX's own order of letters (ISO 32000-2, 9.10.2, where the way through ToUnicode ends).
import { builtInEncoding, readCff } from '#conversion/fonts/cff.ts';
import { glyphNumbers, type GlyphNumbers, glyphsOfCodes } from '#conversion/fonts/glyph-numbers.ts';
import { texEncoding } from '#conversion/fonts/tex-encodings.ts';
import { letterOfName, letterOfStandardGlyph } from '#conversion/fonts/letters.ts';
import { charactersOfCmap, postEntries, tableDirectory } from '#conversion/fonts/truetype.ts';
import { parseType1 } from '#conversion/fonts/type1.ts';
import { isName, type PdfDictionary, type PdfDocument } from '#conversion/pdf/graph.ts';
import { glyphsKey } from '#conversion/pdf/single-letters.ts';
import { noteMistake } from '#core/mistakes.ts';

/** The letter of a code, or of a glyph; undefined where it is not certain. */
type LetterOf = (code: number) => string | undefined;

/** The embedded font program, null of a font without one; read when it is wanted. */
type Program = () => Buffer | null;

export interface FontLetters {
  letterOf: (code: number, program: Program) => string | undefined;
  /** The only letter that is so wide, in em, of a font with few of them. */
  letterOfWidth: (advance: number, program: Program) => string | undefined;
  /** Which glyphs of its program its codes show; undefined where that is not known. */
  numbersOf: (program: Buffer) => GlyphNumbers | undefined;
  /** Whether its unknown letters mostly have the codes of ASCII, as in fonts that draw their letters. */
  isLikeAscii: boolean;
  /** Whether its codes are nothing but numbers of glyphs. */
  isNumbered: boolean;
}

/** em: widths of one letter differ by less. */
const sameWidth = 0.004;

const nothing: LetterOf = () => undefined;

export function lettersOfFont(document: PdfDocument, font: PdfDictionary): FontLetters {
  const named = namesOf(document, font);
  const [first, last] = [document.number(font['/FirstChar']) ?? 0, document.number(font['/LastChar']) ?? Infinity];
  let all: LetterOf | undefined;
  const letterOf = (code: number, program: Program) => {
    if (code < first || code > last) return undefined;
    all ??= lettersOf(document, font, { named, program });
    return all(code);
  };
  return {
    letterOf,
    letterOfWidth(advance, program) {
      const widths = document.array(font['/Widths']).map((width) => (document.number(width) ?? 0) / 1000);
      const alike = [...named.keys()].filter((code) => Math.abs((widths[code - first] ?? 0) - advance) < sameWidth);
      return alike.length === 1 ? letterOf(alike[0] ?? 0, program) : undefined;
    },
    numbersOf(program) {
      const isComposite = document.name(font['/Subtype']) === '/Type0';
      if (isComposite && !isIdentity(document, font)) return undefined;
      const glyphOf = glyphsOfIdentifiers(document, font);
      return quietly(() => {
        const numbers = glyphNumbers(program, isComposite ? null : named);
        return isComposite ? { ...numbers, glyphOf: (code) => numbers.glyphOf(glyphOf(code)) } : numbers;
      });
    },
    isLikeAscii: isType3(document, font),
    isNumbered: isNumbered(document, font),
  };
}

function isNumbered(document: PdfDocument, font: PdfDictionary): boolean {
  const descendant = document.dictionary(document.array(font['/DescendantFonts'])[0]);
  const ordering = document.dictionary(descendant['/CIDSystemInfo'])['/Ordering'];
  return (
    /^\/Identity-[HV]$/.test(document.name(font['/Encoding']) ?? '') &&
    font['/ToUnicode'] === undefined &&
    document.get(ordering) === 'u:Identity'
  );
}

const isType3 = (document: PdfDocument, font: PdfDictionary) => document.name(font['/Subtype']) === '/Type3';

function lettersOf(
  document: PdfDocument,
  font: PdfDictionary,
  { named, program }: { named: ReadonlyMap<number, string>; program: Program },
): LetterOf {
  if (isType3(document, font)) return lettersOfType3(named);
  if (isOfUnicode(document, font)) return letterOfCode;
  const ofName: LetterOf = (code) => letterOfName(named.get(code) ?? '');
  const data = program();
  const own = (data === null ? undefined : quietly(() => ownLetters(document, font, data))) ?? nothing;
  return (code) => ofName(code) ?? own(code);
}

/** A name instead of a map: as in other readers, codes are read as Unicode. */
const isOfUnicode = (document: PdfDocument, font: PdfDictionary): boolean =>
  /^\/Identity-[HV]$/.test(document.name(font['/ToUnicode']) ?? '');

const letterOfCode: LetterOf = (code) =>
  code >= 0x20 && !(code >= 0xd800 && code <= 0xf8ff) && code < 0xfffe ? String.fromCharCode(code) : undefined;

/** Undefined of a damaged program. */
function quietly<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    noteMistake(error);
    return undefined;
  }
}

/** Of the encoding's differences. */
function namesOf(document: PdfDocument, font: PdfDictionary): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of document.array(document.dictionary(font['/Encoding'])['/Differences'])) {
    const value = document.get(item);
    if (typeof value === 'number') code = value;
    else if (isName(value)) names.set(code++, value.slice(1));
  }
  return names;
}

function ownLetters(document: PdfDocument, font: PdfDictionary, program: Buffer): LetterOf {
  const isComposite = document.name(font['/Subtype']) === '/Type0';
  if (isComposite && !isIdentity(document, font)) return nothing;
  if (program[0] === 1 && program[1] === 0 && program[2] !== 0) return lettersOfCff(program, isComposite);
  const magic = program.toString('latin1', 0, 4);
  if (magic.startsWith('%!') || program[0] === 0x80) {
    const { encoding } = parseType1(program);
    return (code) => letterOfName(encoding.get(code) ?? '');
  }
  const letterOfGlyph = lettersOfGlyphs(program);
  const glyphIn = glyphsOfIdentifiers(document, font);
  if (isComposite)
    return magic === 'OTTO' ? lettersOfOpenType(program, letterOfGlyph) : (code) => letterOfGlyph(glyphIn(code));
  const glyphOf = glyphsOfCodes(program);
  return (code) => {
    const glyph = glyphOf(code);
    return glyph === undefined ? undefined : letterOfGlyph(glyph);
  };
}

/** Whether codes are glyph numbers, or identifiers whose glyphs are known. */
function isIdentity(document: PdfDocument, font: PdfDictionary): boolean {
  const descendant = document.dictionary(document.array(font['/DescendantFonts'])[0]);
  const map = descendant['/CIDToGIDMap'];
  return (
    /^\/Identity-[HV]$/.test(document.name(font['/Encoding']) ?? '') &&
    (map === undefined || document.name(map) === '/Identity' || descendant[glyphsKey] !== undefined)
  );
}

/** The glyph of an identifier; the same number where the font has no map of them. */
function glyphsOfIdentifiers(document: PdfDocument, font: PdfDictionary): (identifier: number) => number {
  const stated = document.get(document.dictionary(document.array(font['/DescendantFonts'])[0])[glyphsKey]);
  if (typeof stated !== 'string') return (identifier) => identifier;
  const glyphs = Buffer.from(stated.replace(/^b:/, ''), 'hex');
  return (identifier) => (identifier * 2 + 1 < glyphs.length ? glyphs.readUInt16BE(identifier * 2) : 0);
}

/** By the cmap turned round, and by the names of glyphs. */
function lettersOfGlyphs(program: Buffer): LetterOf {
  const characters = charactersOfCmap(program);
  const entries = postEntries(program);
  return (glyph) => {
    const { name = '', standard = 0 } = entries.get(glyph) ?? {};
    return characters.get(glyph) ?? letterOfStandardGlyph(standard) ?? letterOfName(name);
  };
}

function lettersOfCff(program: Buffer, isComposite: boolean): LetterOf {
  const font = readCff(program);
  // The identifiers of a CID-keyed font are numbers of their own.
  if (font.isCid) return nothing;
  const encoding = isComposite ? undefined : builtInEncoding(font);
  return (code) => letterOfName(encoding?.get(code) ?? (isComposite ? nameOfGlyph(font, code) : ''));
}

const nameOfGlyph = ({ charset, stringOf }: ReturnType<typeof readCff>, glyph: number): string =>
  stringOf(charset[glyph] ?? 0) ?? '';

/** Letters of identifiers: those of a CID-keyed font are in its charset. */
function lettersOfOpenType(program: Buffer, letterOfGlyph: LetterOf): LetterOf {
  const table = tableDirectory(program).find(({ tag }) => tag === 'CFF ')?.data;
  if (table === undefined) return nothing;
  const font = readCff(table);
  if (!font.isCid) return (glyph) => letterOfGlyph(glyph) ?? letterOfName(nameOfGlyph(font, glyph));
  const glyphs = new Map(font.charset.map((identifier, glyph) => [identifier, glyph]));
  return (identifier) => letterOfGlyph(glyphs.get(identifier) ?? 0);
}

/** Bitmap fonts name glyphs by a letter and the code, as dvips does ("a65"); others have names that mean something. */
function lettersOfType3(named: ReadonlyMap<number, string>): LetterOf {
  const numbered = [...named].filter(([code, name]) => new RegExp(`^[A-Za-z]0{0,2}${code}$`).test(name));
  if (numbered.length < named.size) return (code) => letterOfName(named.get(code) ?? '');
  const letters = texEncoding(new Set(named.keys()));
  return (code) => (named.has(code) ? letters.get(code) : undefined);
}

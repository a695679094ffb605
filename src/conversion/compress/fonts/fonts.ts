// Font programs made smaller: TrueType fonts keep the glyphs that are shown, Type 1 fonts become CFF with those. Whatever is not
// certain leaves the font as it is.
import { noteMistake } from '#core/mistakes.ts';
import { createHash } from 'node:crypto';
import { deflated } from '#conversion/compress/deflate.ts';
import { isReference, type PdfDictionary, type PdfDocument } from '#conversion/pdf/graph.ts';
import type { StreamStore } from '../store.ts';
import { builtInEncoding, readCff, type CffFile } from '#conversion/fonts/cff.ts';
import { subsetCff } from '#conversion/fonts/cff-subset.ts';
import { writeCff } from './cff-writer.ts';
import { encodings, latinMeanings, unicodesOf } from '#conversion/fonts/glyph-names.ts';
import { sameOutline, type Glyph } from './outline.ts';
import type { FontProgram, FontUser } from './programs.ts';
import { namesOfCodes } from './simple-encoding.ts';
import { glyphsOfCmap, glyphsOfPost } from '#conversion/fonts/truetype.ts';
import { subsetTrueType } from './truetype.ts';
import { type1Glyph } from './type1-charstring.ts';
import { parseType1 } from '#conversion/fonts/type1.ts';
import { type2Outline } from './type2-charstring.ts';

export interface SmallerFont {
  dictionary: PdfDictionary;
  data: Buffer;
}

/** Null when nothing is won, or not certainly. Descriptors and names of fonts are changed in the document where the program is. */
export function smallerFont(document: PdfDocument, program: FontProgram, store: StreamStore): SmallerFont | null {
  try {
    const file = store.decoded(program.reference);
    if (file === null || program.users.length === 0) return null;
    const before = store.raw(program.reference).length;
    if (program.kind === '/FontFile2') return smallerTrueType(document, program, file, before);
    if (program.kind === '/FontFile') return type1AsCff(document, program, file, before);
    return smallerCff(document, program, file, before);
  } catch (error) {
    noteMistake(error);
    return null; // damaged, or of a kind that is not understood
  }
}

function smallerTrueType(
  document: PdfDocument,
  { users }: FontProgram,
  file: Buffer,
  before: number,
): SmallerFont | null {
  const glyphs = new Set<number>();
  for (const user of users) {
    const used = user.descendant === null ? glyphsOfSimple(document, user, file) : glyphsOfComposite(document, user);
    if (used === null) return null;
    for (const glyph of used) glyphs.add(glyph);
  }
  const keepsNames = users.some(({ descendant }) => descendant === null);
  const subset = subsetTrueType(file, { glyphs, keepsNames });
  const data = deflated(subset);
  if (data.length >= before) return null;
  // A font that lost glyphs is a subset, and says so in its name.
  if (subset.length < file.length * 0.9) for (const user of users) tag(document, user, file);
  return { dictionary: { '/Filter': '/FlateDecode', '/Length1': subset.length }, data };
}

/** By the descendant's map from character identifiers, which are the codes under Identity. */
function glyphsOfComposite(document: PdfDocument, { codes, descendant }: FontUser): Iterable<number> | null {
  const map = descendant?.['/CIDToGIDMap'];
  return codes !== null && (map === undefined || document.name(map) === '/Identity') ? codes : null;
}

/** Every glyph that any reader may find for a code; null when there is a code without one. */
function glyphsOfSimple(document: PdfDocument, { codes, font }: FontUser, file: Buffer): Set<number> | null {
  if (codes === null) return null;
  const cmaps = glyphsOfCmap(file);
  const post = glyphsOfPost(file);
  if (cmaps.length === 0) return null;
  const named = namesOfCodes(document, font, new Map(), codes);
  if (named === null) return null;
  const found = new Set<number>();
  for (const [code, { names, isNamed }] of named) {
    const macCodes = [...(encodings['/MacRomanEncoding'] ?? [])].flatMap(([mac, name]) =>
      names.includes(name) ? [mac] : [],
    );
    const byName = [...names.flatMap(unicodesOf), ...macCodes];
    const byCode = [code, ...latinMeanings(code), ...[0xf000, 0xf100, 0xf200].map((page) => page + code)];
    const glyphsOf = (characters: readonly number[]) =>
      cmaps.flatMap(({ glyphOf }) => characters.map(glyphOf)).filter((glyph) => glyph !== 0);
    const certain = [...glyphsOf(byName), ...names.flatMap((name) => post.get(name) ?? [])];
    const possible = glyphsOf(byCode);
    for (const glyph of [...certain, ...possible]) found.add(glyph);
    const isFound = certain.length > 0 || (!isNamed && possible.length > 0);
    if (!isFound && !isBlank(code)) return null;
  }
  return found;
}

/** Blanks often have no glyph; other glyphs that are not found here may be found by other readers. */
const isBlank = (code: number) => code === 32 || code === 160;

function type1AsCff(document: PdfDocument, { users }: FontProgram, file: Buffer, before: number): SmallerFont | null {
  const font = parseType1(file);
  const names = new Set(['.notdef', 'space']);
  for (const user of users) {
    if (user.descendant !== null || user.codes === null || document.name(user.font['/Subtype']) !== '/Type1')
      return null;
    const used = namesUsed(document, user, font.encoding, (name) => font.charstrings.has(name));
    if (used === null) return null;
    for (const name of used) names.add(name);
  }
  const glyphs = new Map<string, Glyph>();
  for (const name of names) if (font.charstrings.has(name)) glyphs.set(name, type1Glyph(font, name));
  if (!glyphs.has('.notdef')) glyphs.set('.notdef', { width: 0, segments: [], hints: [] });
  const fontName = document.name(document.dictionary(users[0]?.descriptor)['/FontName'])?.slice(1) ?? 'Font';
  const { data: cff, charstrings } = writeCff({ ...font, name: fontName, glyphs });
  // Proven glyph for glyph: the written program draws the same as the one that was read.
  for (const [name, glyph] of glyphs)
    if (!sameOutline(glyph.segments, type2Outline(charstrings.get(name) ?? Buffer.alloc(0)))) return null;
  const data = deflated(cff);
  if (data.length >= before) return null;
  const isSubset = glyphs.size < font.charstrings.size;
  for (const user of users) {
    const { '/FontFile': program, '/CharSet': listed, ...descriptor } = document.dictionary(user.descriptor);
    if (isSubset) tag(document, user, file);
    if (program === undefined) continue; // shared with another user, and done
    const list =
      listed === undefined
        ? {}
        : {
            '/CharSet': `u:${[...glyphs.keys()]
              .filter((name) => name !== '.notdef')
              .map((name) => `/${name}`)
              .join('')}`,
          };
    const { '/FontName': named = descriptor['/FontName'] ?? null } = document.dictionary(user.descriptor);
    document.set(user.descriptor, { ...descriptor, ...list, '/FontName': named, '/FontFile3': program });
  }
  return { dictionary: { '/Subtype': '/Type1C', '/Filter': '/FlateDecode' }, data };
}

/** For kinds that are only CFF; an OpenType font around it stays as it is. */
function smallerCff(
  document: PdfDocument,
  { reference, users }: FontProgram,
  file: Buffer,
  before: number,
): SmallerFont | null {
  const subtype = document.name(document.dictionary(reference)['/Subtype']);
  if (subtype !== '/Type1C' && subtype !== '/CIDFontType0C') return null;
  const font = readCff(file);
  const glyphs = new Set<number>();
  for (const user of users) {
    if (user.codes === null) return null;
    const used = user.descendant === null ? glyphsByName(document, user, font) : glyphsById(font, user.codes);
    if (used === null) return null;
    for (const glyph of used) glyphs.add(glyph);
  }
  const subset = subsetCff(font, glyphs);
  const data = deflated(subset);
  if (data.length >= before) return null;
  if (subset.length < file.length * 0.9) for (const user of users) tag(document, user, file);
  return { dictionary: { '/Subtype': subtype, '/Filter': '/FlateDecode' }, data };
}

function glyphsByName(document: PdfDocument, user: FontUser, font: CffFile): number[] | null {
  const existing = new Set(font.charset.map((identifier) => font.stringOf(identifier)));
  const names = namesUsed(document, user, builtInEncoding(font), (name) => existing.has(name));
  if (names === null) return null;
  // A glyph with an unknown name may be the right one.
  return font.charset.flatMap((identifier, glyph) => {
    const name = font.stringOf(identifier);
    return name === undefined || names.has(name) ? [glyph] : [];
  });
}

/** The glyph names of the shown codes; null if the font lacks one of them. */
function namesUsed(
  document: PdfDocument,
  { font, codes }: FontUser,
  own: ReadonlyMap<number, string>,
  has: (name: string) => boolean,
): Set<string> | null {
  const named = codes === null ? null : namesOfCodes(document, font, own, codes);
  if (named === null) return null;
  const used = new Set(['space']);
  for (const [code, { names }] of named) {
    if (!names.some(has) && !isBlank(code)) return null;
    for (const name of names) used.add(name);
  }
  return used;
}

/** Character identifiers are glyph numbers if the font has no identifiers. */
const glyphsById = (font: CffFile, codes: ReadonlySet<number>): number[] =>
  font.isCid ? font.charset.flatMap((identifier, glyph) => (codes.has(identifier) ? [glyph] : [])) : [...codes];

/** Adds a tag of six letters to the untagged names of a font (ISO 32000-2, 9.9.2). */
function tag(document: PdfDocument, { font, reference, descendant, descriptor }: FontUser, file: Buffer): void {
  const digest = createHash('sha256').update(file).digest();
  const letters = [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
  const tagged = (dictionary: PdfDictionary, key: `/${string}`): PdfDictionary => {
    const name = document.name(dictionary[key]);
    return name === undefined || /^\/[A-Z]{6}\+/.test(name)
      ? dictionary
      : { ...dictionary, [key]: `/${letters}+${name.slice(1)}` };
  };
  if (reference === null) return;
  const lower = document.array(font['/DescendantFonts'])[0];
  if (descendant !== null && !isReference(lower)) return;
  const own = document.dictionary(descriptor);
  const renamed = tagged(own, '/FontName');
  if (renamed !== own) document.set(descriptor, renamed);
  document.set(reference, tagged(document.dictionary(reference), '/BaseFont'));
  if (isReference(lower)) document.set(lower, tagged(document.dictionary(lower), '/BaseFont'));
}

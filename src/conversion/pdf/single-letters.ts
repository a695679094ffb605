// One letter for each glyph. PDFium (that of Debian 12) loses a glyph at the end of a line for each letter that a ligature in it stands
// for beyond the first, and for each letter of an actual text. So each text of several letters gets one private letter in the maps of
// fonts, actual texts of a glyph go into these maps as well, and the catalog states the meaning of the private letters: the reader of
// pages writes them out again. Codes that a map leaves without a value leave the map, so that the encoding and the font decide.
import { isName, isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';
import { type LetterMap, readLetterMap, writeLetterMap } from './letter-map.ts';
import { widthOfGlyph } from './glyph-widths.ts';
import { type Operand, readContent } from './content.ts';
import { contentOf } from './overlay.ts';
import type { PdfPage } from './pages.ts';
import { stringText } from './strings.ts';

/** In the catalog: a private letter by its hexadecimal number, and its text. */
const catalogKey = '/PlatenLetters';
const [firstPrivate, lastPrivate] = [0xe000, 0xefff];
/** A glyph represents a word at most. */
const longest = 16;
/** Forms within forms. */
const maxDepth = 6;

/** The letters of ligatures that have a code of their own, which PDFium writes out as well. */
const ligatures = new Map([...'ﬀﬁﬂﬃﬄﬅﬆ'].map((letter) => [letter, letter.normalize('NFKC')]));
/** The names of such glyphs (Adobe Glyph List), as simple fonts have them. */
const named = new Map(['ff', 'fi', 'fl', 'ffi', 'ffl', 'st'].map((name) => [name, name]));
/** Letters that are read from right to left: a private one among them would be read in the other direction. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

type Decoded = (references: readonly string[]) => Map<string, Buffer>;
/** The maps of fonts as they are stored, by their references. */
type Cmaps = ReadonlyMap<string, Buffer>;

/** Changes a document's maps of letters and its actual texts; false where there is nothing to change. `decoded` reads streams. */
export function useSingleLetters(document: PdfDocument, pages: readonly PdfPage[], decoded: Decoded): boolean {
  const parts = partsOf(document, pages);
  const references = parts.fonts.map(({ font }) => font['/ToUnicode']).filter(isReference);
  const cmaps = decoded([...new Set(references)]);
  const { maps, mended } = mapsOf(document, parts.fonts, cmaps);
  const isChanged = takeActualTexts(document, parts.contents, { maps, decoded });
  const letters = new PrivateLetters(takenLetters(document, parts.fonts, cmaps));
  const own = new Set(maps.values());
  for (const font of own.union(mended))
    if ((own.has(font) && replace(font.letters, letters)) || font.given !== undefined || mended.has(font)) {
      const cmap = writeLetterMap(font.letters);
      if (font.cmap !== undefined) document.setStream(font.cmap, {}, Buffer.from(cmap));
      else
        for (const at of font.fonts)
          document.set(at, { ...document.dictionary(at), '/ToUnicode': document.addStream({}, cmap) });
    }
  const said = Object.fromEntries(
    [...letters.texts].map(([text, letter]) => [`/${letter.charCodeAt(0).toString(16)}`, `u:${text}`]),
  );
  if (letters.texts.size > 0) document.set(document.root, { ...document.catalog, [catalogKey]: said });
  const hasMaps = keepGlyphMaps(document, parts.fonts, decoded);
  return isChanged || hasMaps || letters.texts.size > 0 || mended.size > 0;
}

/** In a descendant font: the glyphs of its character identifiers, two bytes each (CIDToGIDMap, ISO 32000-2, 9.7.4.2), which are a stream that
 * nobody has who reads letters. */
export const glyphsKey = '/PlatenGlyphs';
/** Two for each identifier. */
const maxGlyphBytes = 2 << 16;

/** Puts the glyphs of fonts without a map of letters where the reader of pages finds them; whether there are any. */
function keepGlyphMaps(document: PdfDocument, fonts: Parts['fonts'], decoded: Decoded): boolean {
  const found = fonts.flatMap(({ reference, font }) => {
    const [descendant] = document.array(font['/DescendantFonts']);
    const map = document.dictionary(descendant)['/CIDToGIDMap'];
    return font['/ToUnicode'] === undefined && isReference(map) && document.isStream(map)
      ? [{ reference, font, descendant, map }]
      : [];
  });
  const maps = found.length === 0 ? new Map<string, Buffer>() : decoded([...new Set(found.map(({ map }) => map))]);
  for (const { reference, font, descendant, map } of found) {
    const glyphs = maps.get(map)?.subarray(0, maxGlyphBytes).toString('hex') ?? '';
    const own = { ...document.dictionary(descendant), [glyphsKey]: `b:${glyphs}` };
    if (isReference(descendant)) document.set(descendant, own);
    else document.set(reference, { ...font, '/DescendantFonts': [own] });
  }
  return found.length > 0;
}

/** The text of the codes of a font. */
interface FontMap {
  letters: LetterMap;
  /** The bytes of a code. */
  codeBytes: number;
  /** The stream that it was read from. */
  cmap: string | undefined;
  /** The fonts without a map of their own that get it. */
  fonts: string[];
  /** The text of codes from actual texts. */
  given?: LetterMap;
}

/** By font, those that share a map have the same; and the maps that had codes without a value, of any font. */
function mapsOf(
  document: PdfDocument,
  fonts: Parts['fonts'],
  cmaps: Cmaps,
): { maps: Map<string, FontMap>; mended: Set<FontMap> } {
  const shared = new Map<string, FontMap>();
  const maps = new Map<string, FontMap>();
  const mended = new Set<FontMap>();
  for (const { reference, font } of fonts) {
    const isOwn = isDrawnByItself(document, font);
    const codeBytes = document.name(font['/Subtype']) === '/Type0' ? 2 : 1;
    const cmap = font['/ToUnicode'];
    const data = isReference(cmap) ? cmaps.get(cmap) : undefined;
    if (isReference(cmap) && data !== undefined) {
      const letters = shared.get(cmap)?.letters ?? readLetterMap(data.toString('latin1'));
      if (letters === undefined) continue;
      const map = shared.get(cmap) ?? { letters, codeBytes, cmap, fonts: [] };
      const isOfEncoding = codeBytes === 2 || font['/Encoding'] !== undefined;
      if (!shared.has(cmap) && isOfEncoding && dropValueless(letters)) mended.add(map);
      shared.set(cmap, map);
      if (!isOwn) continue;
      markWider(document, font, letters);
      maps.set(reference, map);
    } else if (isOwn && cmap === undefined && codeBytes === 1)
      maps.set(reference, { letters: mapOfNames(document, font), codeBytes, cmap: undefined, fonts: [reference] });
  }
  return { maps, mended };
}

/** Behind an f that is wider than another one of its font: maps of some programs say of a ligature no more than its first letter. Each of a
 * font has another number of them. */
export const widerMark = '\u200d';
/** Times the width of the letter: narrower ones are the same letter in another form. */
const ligatureWidth = 1.25;

/** Marks ligatures that the map of a font calls an f. */
function markWider(document: PdfDocument, font: PdfDictionary, letters: LetterMap): void {
  const codes = [...letters].flatMap(([code, text]) => (text === 'f' ? [code] : []));
  if (codes.length < 2) return;
  const widthOf = (code: string) => widthOfCode(document, font, Number.parseInt(code, 16));
  const narrowest = Math.min(...codes.map(widthOf).filter((width) => width > 0));
  const wider = codes.filter((code) => widthOf(code) > narrowest * ligatureWidth);
  for (const [n, code] of wider.slice(0, longest - 1).entries()) letters.set(code, `f${widerMark.repeat(n + 1)}`);
}

/** 0 where it is not known. */
function widthOfCode(document: PdfDocument, font: PdfDictionary, code: number): number {
  if (document.name(font['/Subtype']) !== '/Type0')
    return document.number(document.array(font['/Widths'])[code - (document.number(font['/FirstChar']) ?? 0)]) ?? 0;
  return document.name(font['/Encoding']) === '/Identity-H' ? widthOfGlyph(document, font, code) : 0;
}

/** The values in maps of codes without a known text. */
const valueless = new Set(['\0', '\ufffd', '\ufffe', '\uffff']);
/** The most codes of blanks in a font: more are letters that the program did not know. */
const maxBlanks = 3;

/** Removes such codes from a map: PDFium then consults the encoding, and we the font. @returns whether the map had any */
function dropValueless(letters: LetterMap): boolean {
  let isMended = false;
  const hasBlanks = [...letters.values()].filter((text) => text === ' ').length > maxBlanks;
  for (const [code, text] of letters)
    // Maps of all codes to themselves end with these.
    if ((valueless.has(text) || (hasBlanks && text === ' ')) && Number.parseInt(code, 16) !== text.charCodeAt(0)) {
      letters.set(code, '');
      isMended = true;
    }
  return isMended;
}

/** The private letters that fonts of the document have already, by their maps or by the names of their glyphs. */
function takenLetters(document: PdfDocument, fonts: Parts['fonts'], cmaps: Cmaps): Set<string> {
  const taken = new Set<string>();
  for (const data of cmaps.values())
    for (const [, code = ''] of data.toString('latin1').matchAll(/<\s*(E[0-9A-F]{3})\s*>/gi))
      taken.add(String.fromCharCode(Number.parseInt(code, 16)));
  for (const { font } of fonts)
    for (const name of document.array(document.dictionary(font['/Encoding'])['/Differences'])) {
      const code = isName(name) ? /^\/u(?:ni)?(E[0-9A-F]{3})$/i.exec(name)?.[1] : undefined;
      if (code !== undefined) taken.add(String.fromCharCode(Number.parseInt(code, 16)));
    }
  return taken;
}

/** Some at a time: many pages have more content than memory. */
const contentsAtOnce = 64;

/** Removes actual texts from the content if the maps state the same, or can. @returns whether the content had any */
function takeActualTexts(
  document: PdfDocument,
  contents: Parts['contents'],
  { maps, decoded }: { maps: ReadonlyMap<string, FontMap>; decoded: Decoded },
): boolean {
  let isChanged = false;
  const references = [...contents.keys()];
  for (let at = 0; at < references.length; at += contentsAtOnce)
    for (const [reference, data] of decoded(references.slice(at, at + contentsAtOnce))) {
      if (!data.includes('/ActualText')) continue;
      const fonts = document.dictionary(document.dictionary(contents.get(reference))['/Font']);
      const changed = withoutActualTexts(data, (name) => {
        const font = fonts[name as `/${string}`];
        return isReference(font) ? maps.get(font) : undefined;
      });
      if (changed === undefined) continue;
      isChanged = true;
      document.setData(reference, changed);
    }
  return isChanged;
}

/** Marked content with an actual text, and the codes shown in it. */
interface Marked {
  from: number;
  to: number;
  tag: string;
  mcid: number | undefined;
  text: string;
  shown: { map: FontMap | undefined; codes: string }[];
}

/** Strings that are shown within one actual text, and marked content within each other: of more, actual texts stay as they are. */
const [maxShown, maxNested] = [64, 8];

/** Undefined of content that stays as it is. */
function withoutActualTexts(content: Buffer, mapOf: (font: string) => FontMap | undefined): Buffer | undefined {
  const open: (Marked | undefined)[] = [];
  const kept: Buffer[] = [];
  const saved: (FontMap | undefined)[] = [];
  let map: FontMap | undefined;
  let at = 0;
  const taken: Marked[] = [];
  readContent(content, (operator, operands, from, to) => {
    switch (operator) {
      case 'q':
        saved.push(map);
        break;
      case 'Q':
        map = saved.pop() ?? map;
        break;
      case 'Tf':
        map = typeof operands[0] === 'string' ? mapOf(operands[0]) : undefined;
        break;
      case 'BMC':
      case 'BDC':
        open.push(markedOf(operands, from, to));
        break;
      case 'EMC': {
        const marked = open.pop();
        if (marked !== undefined && isSaid(marked)) taken.push(marked);
        break;
      }
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        for (const marked of open.slice(-maxNested))
          if (marked !== undefined && marked.shown.length <= maxShown)
            marked.shown.push({ map, codes: codesOf(operands) });
    }
  });
  if (taken.length === 0) return undefined;
  for (const { from, to, tag, mcid } of taken.sort((a, b) => a.from - b.from)) {
    kept.push(
      content.subarray(at, from),
      Buffer.from(mcid === undefined ? `\n${tag} BMC` : `\n${tag} <</MCID ${mcid}>> BDC`),
    );
    at = to;
  }
  return Buffer.concat([...kept, content.subarray(at)]);
}

function markedOf([tag, properties]: readonly Operand[], from: number, to: number): Marked | undefined {
  const text = properties instanceof Map ? properties.get('/ActualText') : undefined;
  if (typeof tag !== 'string' || !Buffer.isBuffer(text) || !(properties instanceof Map)) return undefined;
  const mcid = properties.get('/MCID');
  return {
    from,
    to,
    tag,
    mcid: typeof mcid === 'number' ? mcid : undefined,
    text: stringText(`b:${text.toString('hex')}`),
    shown: [],
  };
}

/** The bytes of shown strings, as hexadecimal digits. */
const codesOf = (operands: readonly Operand[]): string =>
  operands
    .flatMap((one) => (Array.isArray(one) ? one : [one]))
    .flatMap((one) => (Buffer.isBuffer(one) ? [one.toString('hex').toUpperCase()] : []))
    .join('');

/** Whether the maps say the same as an actual text; that of one glyph they can be given. */
function isSaid({ text: actual, shown }: Marked): boolean {
  const text = plain(actual);
  if (text === '' || rightToLeft.test(text) || shown.length > maxShown) return false;
  const glyphs = shown.flatMap(({ map, codes }) => {
    const digits = 2 * (map?.codeBytes ?? 1);
    return (codes.match(new RegExp(`.{${digits}}`, 'g')) ?? []).map((code) => ({ map, code }));
  });
  const own = glyphs.map(({ map, code }) => map?.letters.get(code));
  if (own.every((letters) => letters !== undefined) && plain(own.join('')) === text) return true;
  const [only] = glyphs;
  if (glyphs.length !== 1 || only?.map === undefined || text.length > longest || /\s/.test(text)) return false;
  const { map, code } = only;
  const mapped = map.letters.get(code) ?? '';
  // Readers recognise a hyphen at the end of a line.
  if (text === softHyphen) return mapped === '-' || mapped === '\u2010';
  // Its text elsewhere is not changed.
  if (mapped !== '') return false;
  (map.given ??= new Map()).set(code, text);
  map.letters.set(code, text);
  return true;
}

const softHyphen = '\u00ad';
const plain = (text: string): string => [...text].map((letter) => ligatures.get(letter) ?? letter).join('');

/** The texts of the private letters of a document. */
export function privateLettersOf(document: PdfDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(document.dictionary(document.catalog[catalogKey]))) {
    const code = Number.parseInt(key.slice(1), 16);
    const text = stringText(value);
    if (code >= firstPrivate && code <= lastPrivate && text.length <= longest)
      found.set(String.fromCharCode(code), text);
  }
  return found;
}

/** Private letters that no map of the document has, one for each text. */
class PrivateLetters {
  readonly texts = new Map<string, string>();
  readonly #taken: ReadonlySet<string>;
  #next = firstPrivate;

  constructor(taken: ReadonlySet<string>) {
    this.#taken = taken;
  }

  /** Undefined when there are no more. */
  of(text: string): string | undefined {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    while (this.#taken.has(String.fromCharCode(this.#next))) this.#next += 1;
    if (this.#next > lastPrivate) return undefined;
    const letter = String.fromCharCode(this.#next++);
    this.texts.set(text, letter);
    return letter;
  }
}

/** Undefined of a text that stays as it is. */
function letterFor(text: string, letters: PrivateLetters): string | undefined {
  if ([...text].length < 2 || text.length > longest || rightToLeft.test(text)) return undefined;
  return letters.of(text);
}

/** Puts private letters into a map; whether there are any. */
function replace(map: LetterMap, letters: PrivateLetters): boolean {
  let isChanged = false;
  for (const [code, mapped] of map) {
    const letter = letterFor(ligatures.get(mapped) ?? mapped, letters);
    if (letter === undefined) continue;
    map.set(code, letter);
    isChanged = true;
  }
  return isChanged;
}

/** The ligatures among the names of a simple font's glyphs. */
function mapOfNames(document: PdfDocument, font: PdfDictionary): LetterMap {
  const map: LetterMap = new Map();
  let code = 0;
  for (const item of document.array(document.dictionary(font['/Encoding'])['/Differences'])) {
    const value = document.get(item);
    if (typeof value === 'number') code = value;
    else if (isName(value)) {
      const text = textOfName(value.slice(1));
      if (text !== undefined && code >= 0 && code <= 0xff)
        map.set(code.toString(16).padStart(2, '0').toUpperCase(), text);
      code += 1;
    }
  }
  return map;
}

function textOfName(name: string): string | undefined {
  const [base = ''] = name.split('.');
  return named.get(base) ?? (/^[A-Za-z](_[A-Za-z])+$/.test(base) ? base.replaceAll('_', '') : undefined);
}

/** Whether glyphs are drawn by the font's own program: those of others are found by their letters. */
function isDrawnByItself(document: PdfDocument, font: PdfDictionary): boolean {
  if (document.name(font['/Subtype']) === '/Type3') return true;
  const descendant = document.dictionary(document.array(font['/DescendantFonts'])[0]);
  const descriptor = document.dictionary(descendant['/FontDescriptor'] ?? font['/FontDescriptor']);
  return ['/FontFile', '/FontFile2', '/FontFile3'].some((key) => descriptor[key as '/FontFile'] !== undefined);
}

interface Parts {
  fonts: { reference: string; font: PdfDictionary }[];
  /** The streams of pages and of the forms on them, each with its resources. */
  contents: ReadonlyMap<string, PdfValue>;
}

/** The fonts of pages and of the forms on them, those that are objects of their own; and all content. */
function partsOf(document: PdfDocument, pages: readonly PdfPage[]): Parts {
  const fonts = new Map<string, PdfDictionary>();
  const contents = new Map<string, PdfValue>();
  const seen = new Set<PdfValue>();
  const visit = (resources: PdfValue | undefined, depth: number): void => {
    if (resources === undefined || depth > maxDepth || seen.has(resources)) return;
    seen.add(resources);
    const own = document.dictionary(resources);
    for (const font of Object.values(document.dictionary(own['/Font'])))
      if (isReference(font) && !fonts.has(font)) fonts.set(font, document.dictionary(font));
    for (const form of Object.values(document.dictionary(own['/XObject']))) {
      const dictionary = document.dictionary(form);
      if (seen.has(form) || document.name(dictionary['/Subtype']) !== '/Form' || !isReference(form)) continue;
      seen.add(form);
      contents.set(form, dictionary['/Resources'] ?? resources);
      visit(dictionary['/Resources'], depth + 1);
    }
  };
  for (const page of pages) {
    visit(page.dictionary['/Resources'], 0);
    for (const reference of contentOf(document, page)) contents.set(reference, page.dictionary['/Resources'] ?? null);
  }
  return { fonts: [...fonts].map(([reference, font]) => ({ reference, font })), contents };
}

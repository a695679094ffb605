// The text of a page as glyphs with their styles.
import type { PageHandle, TextPageHandle } from '#conversion/pdfium/handles.ts';
import { type CharBox, textObject, textPage } from '#conversion/pdfium/text-page.ts';
import { widerMark } from '#conversion/pdf/single-letters.ts';
import { isRightToLeft, orderVisually } from '../lines/visual-order.ts';
import type { Glyph } from '../page-content.ts';
import { withAccents } from './accents.ts';
import { type ActualText, isTaken, withActualTexts } from './actual-text.ts';
import { inkWidthOf } from './letter-shapes.ts';
import { ligatureOf } from './ligatures.ts';
import { baselineOf, factsOf, type PageText, type TextObjectFacts } from './text-objects.ts';
import { turnedBox } from './turned-letters.ts';
import type { UnmappedLetters } from './unmapped-letters.ts';
import { boxInViewport, type Viewport } from './viewport.ts';

/** PDFium's value for characters without Unicode. */
const noCharacters = new Set([0, 0xfffe, 0xffff]);
/** Quartz maps TeX's ligatures to its sign. */
const returnKey = 0x21b5;
/** The values in wrong maps of letters. */
const wrongCharacters = new Set([0, 0xfffd, returnKey]);
const blank = 32;

export interface Letters {
  /** Reads the letters of fonts without a Unicode map. */
  unmapped?: UnmappedLetters | undefined;
  /** The positions of text objects among the page objects, by their pointer. */
  orders?: ReadonlyMap<bigint, number> | undefined;
  /** The texts of several letters, which pdf/single-letters.ts has given one private letter each. */
  ofPrivate?: ReadonlyMap<string, string> | undefined;
}

export function glyphsOf(page: PageHandle, viewport: Viewport, { unmapped, ofPrivate, orders }: Letters = {}): Glyph[] {
  const text = textPage.load(page);
  if (text === null) return [];
  const glyphs: Glyph[] = [];
  /** Of each glyph the text object that it is of. */
  const objects: (number | bigint)[] = [];
  const actualTexts: (ActualText | undefined)[] = [];
  const known = new Map<number | bigint, TextObjectFacts>();
  const onPage: PageText = { text, viewport, unmapped, orders, styles: new Map(), faces: new Map() };
  const count = textPage.countChars(text);
  for (let n = 0; n < count; n++) {
    const unicode = textPage.unicode(text, n);
    const isGenerated = unicode <= blank && textPage.isGenerated(text, n) === 1;
    if (isGenerated && unicode !== blank) continue;
    const address = textPage.textObjectAddress(text, n);
    let facts = known.get(address);
    if (facts === undefined) {
      const object = textPage.textObject(text, n);
      if (object === null) continue;
      facts = factsOf(object, n, onPage);
      known.set(address, facts);
    }
    const actual = isGenerated ? undefined : facts.actualText;
    const taken = actual !== undefined && isTaken(actual) ? actual : undefined;
    const character =
      isGenerated || taken !== undefined ? ' ' : characterOf({ text, index: n, unicode, facts }, unmapped);
    if (character === undefined) continue;
    const own = ofPrivate?.get(character) ?? character;
    for (const letter of own.endsWith(widerMark) ? ligatureOf(facts.object, character) : own) {
      objects.push(address);
      actualTexts.push(taken);
      glyphs.push(
        glyphOf(text, n, { viewport, facts, character: facts.isCapital ? letter.toUpperCase() : letter, isGenerated }),
      );
    }
  }
  textPage.close(text);
  orderLigatures(glyphs);
  spreadLigatures(glyphs, objects);
  return orderVisually(withAccents(withActualTexts(glyphs, actualTexts)));
}

interface PdfiumCharacter {
  text: TextPageHandle;
  index: number;
  unicode: number;
  facts: TextObjectFacts;
}

/** Undefined if it is not a character, or shows nothing. */
function characterOf(
  { text, index, unicode, facts: { object, isNumbered } }: PdfiumCharacter,
  unmapped: UnmappedLetters | undefined,
): string | undefined {
  const isCode = isNumbered || textPage.hasMapError(text, index) === 1;
  const handle = isCode || wrongCharacters.has(unicode) ? textObject.font(object) : null;
  if (handle !== null && unmapped !== undefined) {
    const box = textPage.advanceBox(text, index);
    if (isEmpty(textPage.inkBox(text, index))) return isEmpty(box) ? undefined : ' ';
    const [a, b] = textPage.matrix(text, index);
    return unmapped.letterOf(handle, {
      // PDFium flags no code of 0.
      code: isCode || unicode === 0 ? unicode : undefined,
      mapped: unicode === returnKey ? String.fromCharCode(returnKey) : undefined,
      advance: (box.right - box.left) / (Math.abs(textObject.fontSize(object)) * Math.hypot(a, b) || 1),
      inkWidth: inkWidthOf(text, index, object),
    });
  }
  // PDFium passes on the halves of a damaged pair, and values beyond Unicode.
  return noCharacters.has(unicode) || unicode > 0x10ffff ? undefined : String.fromCodePoint(unicode);
}

const isEmpty = ({ left, right, bottom, top }: CharBox): boolean => right <= left || top <= bottom;

/** Letters of one Arabic ligature come in the order they are seen in; they share their place. */
function orderLigatures(glyphs: Glyph[]): void {
  for (let n = 1; n < glyphs.length; n++) {
    const [before, glyph] = [glyphs[n - 1], glyphs[n]];
    if (before === undefined || glyph === undefined || before.left !== glyph.left || before.right !== glyph.right)
      continue;
    if (glyph.text === '\u0644' && /[\u0622\u0623\u0625\u0627]/.test(before.text))
      [glyphs[n - 1], glyphs[n]] = [glyph, before];
  }
}

const sharesPlace = (a: Glyph | undefined, b: Glyph): boolean =>
  a !== undefined && a.left === b.left && a.right === b.right && !isRightToLeft(a.text) && !isRightToLeft(b.text);

/** Letters of one ligature ("ffi") have its place each: they share it out, one after the other. */
function spreadLigatures(glyphs: readonly Glyph[], objects: readonly (number | bigint)[]): void {
  for (let first = 0; first < glyphs.length;) {
    let next = first + 1;
    for (let glyph = glyphs[next]; glyph !== undefined; glyph = glyphs[++next])
      if (objects[next] !== objects[first] || glyph.angle !== 0 || !sharesPlace(glyphs[first], glyph)) break;
    if (next > first + 1) shareOut(glyphs.slice(first, next));
    first = next;
  }
}

function shareOut(letters: readonly Glyph[]): void {
  const { left = 0, right = 0 } = letters[0] ?? {};
  const width = (right - left) / letters.length;
  for (const [n, letter] of letters.entries())
    Object.assign(letter, { left: left + n * width, right: left + (n + 1) * width });
}

interface PlacedGlyph {
  viewport: Viewport;
  facts: TextObjectFacts;
  character: string;
  isGenerated: boolean;
}

function glyphOf(text: TextPageHandle, index: number, place: PlacedGlyph): Glyph {
  const { viewport, facts, character, isGenerated } = place;
  const { style, mcid, isArtifact, isHidden, angle, isMirrored, order, ascent, descent } = facts;
  const edges = facts.isTurned ? turnedBox(text, index, facts.object) : textPage.advanceBox(text, index);
  const { left, right, top, bottom } = boxInViewport(viewport, edges.left, edges.bottom, edges.right, edges.top);
  const isLevel = angle === 0 && !facts.isTurned && edges.bottom === facts.edges.bottom;
  const baseline = isLevel ? facts.baseline : baselineOf(text, index, viewport);
  return {
    left,
    right,
    // PDFium clamps its boxes to the font size.
    top: angle === 0 ? baseline - ascent : top,
    bottom: angle === 0 ? baseline + descent : bottom,
    text: character,
    baseline,
    style,
    mcid,
    isArtifact,
    angle,
    isGenerated,
    isHidden,
    ...(isMirrored === true ? { isMirrored } : {}),
    ...(order === undefined ? {} : { order }),
  };
}

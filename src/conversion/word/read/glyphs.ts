// The text of a page as glyphs with their styles.
import koffi from 'koffi';
import type { PageHandle, PageObjectHandle, TextPageHandle } from '#conversion/pdfium/handles.ts';
import { pageObjects } from '#conversion/pdfium/page-objects.ts';
import { font, textObject, textPage } from '#conversion/pdfium/text-page.ts';
import type { Box } from '../box.ts';
import type { Glyph, TextStyle } from '../page-content.ts';
import { familyOf } from './font-names.ts';
import { boxInViewport, toViewport, type Viewport } from './viewport.ts';

/** What all glyphs of a text object share. */
interface TextObjectFacts {
  style: TextStyle;
  mcid: number;
  isArtifact: boolean;
  isHidden: boolean;
  /** Degrees anticlockwise, as it is seen. */
  angle: number;
  /** In the page's own space. */
  isTurned: boolean;
  /** Above and below the baseline, in points. */
  ascent: number;
  descent: number;
}

/** What PDFium gives for characters that have none. */
const noCharacters = new Set([0, 0xfffe, 0xffff]);
const blank = 32;

export function glyphsOf(page: PageHandle, viewport: Viewport): Glyph[] {
  const text = textPage.load(page);
  if (text === null) return [];
  const glyphs: Glyph[] = [];
  const known = new Map<bigint, TextObjectFacts>();
  const count = textPage.countChars(text);
  for (let n = 0; n < count; n++) {
    const unicode = textPage.unicode(text, n);
    // PDFium passes on the halves of a damaged pair, and what is beyond Unicode.
    if (noCharacters.has(unicode) || unicode > 0x10ffff) continue;
    const isGenerated = textPage.isGenerated(text, n) === 1;
    if (isGenerated && unicode !== blank) continue;
    const object = textPage.textObject(text, n);
    if (object === null) continue;
    const address = koffi.address(object);
    let facts = known.get(address);
    if (facts === undefined) {
      facts = factsOf(object, text, n, viewport);
      known.set(address, facts);
    }
    const { ascent, descent, isTurned, ...shared } = facts;
    const [, baseline] = toViewport(viewport, ...textPage.origin(text, n));
    glyphs.push({
      ...charBox(text, n, viewport, isTurned),
      // PDFium's boxes are squeezed into the font's size.
      ...(facts.angle === 0 ? { top: baseline - ascent, bottom: baseline + descent } : {}),
      text: String.fromCodePoint(unicode),
      baseline,
      isGenerated,
      ...shared,
    });
  }
  textPage.close(text);
  orderLigatures(glyphs);
  return glyphs;
}

/** Letters of one Arabic ligature come in the order they are seen in; they share their place. */
function orderLigatures(glyphs: Glyph[]): void {
  for (let n = 1; n < glyphs.length; n++) {
    const [before, glyph] = [glyphs[n - 1], glyphs[n]];
    if (before === undefined || glyph === undefined || before.left !== glyph.left || before.right !== glyph.right)
      continue;
    if (/[\u0622\u0623\u0625\u0627]/.test(before.text) && glyph.text === '\u0644')
      [glyphs[n - 1], glyphs[n]] = [glyph, before];
  }
}

/** With its advance for upright text; of other text PDFium tells only the ink rightly. */
function charBox(text: TextPageHandle, index: number, viewport: Viewport, isTurned: boolean): Box {
  const { left, bottom, right, top } = isTurned ? textPage.inkBox(text, index) : textPage.advanceBox(text, index);
  return boxInViewport(viewport, left, bottom, right, top);
}

const renderModes = { filledAndStroked: 2, invisible: 3 };
/** Flags of font descriptors (ISO 32000-2, table 121). */
const fontFlags = { italic: 0x40, forceBold: 0x40000 };
/** Of OS/2 weights: semi-bold (600) is not bold in Word, bold is 700. */
const boldWeight = 680;

function factsOf(object: PageObjectHandle, text: TextPageHandle, index: number, viewport: Viewport): TextObjectFacts {
  // The object's own matrix knows nothing of the forms around it.
  const [a, b, c, d] = textPage.matrix(text, index);
  const scale = Math.hypot(c, d) || 1;
  const turned = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  const handle = textObject.font(object);
  const family = familyOf(handle === null ? '' : font.baseName(handle));
  const flags = handle === null ? 0 : font.flags(handle);
  const weight = handle === null ? 0 : font.weight(handle);
  const mode = textObject.renderMode(object);
  const size = Math.round(Math.abs(textObject.fontSize(object)) * scale * 10) / 10;
  const [ascent, descent] = handle === null ? [0, 0] : plausibleHeights(font.heights(handle));
  return {
    angle: (turned - viewport.rotation + 720) % 360,
    isTurned: turned !== 0,
    ascent: ascent * size,
    descent: descent * size,
    style: {
      font: family.font,
      size,
      // Filling and stroking at once is how bold is made of a font without it.
      bold:
        family.bold ||
        (flags > 0 && (flags & fontFlags.forceBold) !== 0) ||
        weight >= boldWeight ||
        mode === renderModes.filledAndStroked,
      italic: family.italic || (flags > 0 && (flags & fontFlags.italic) !== 0),
      color: pageObjects.fillColor(object),
    },
    mcid: pageObjects.mcid(object),
    isArtifact: pageObjects.isArtifact(object),
    isHidden: mode === renderModes.invisible,
  };
}

/** For a size of 1; heights that no font for text has are those of most. */
const plausibleHeights = ([ascent, descent]: [number, number]): [number, number] =>
  ascent > 0.5 && ascent < 1.4 && descent > 0.05 && descent < 0.6 ? [ascent, descent] : [0.9, 0.22];

// The common properties of the glyphs of a text object: their style, their place in the structure, their rotation.
import koffi from 'koffi';
import type { FontHandle, PageObjectHandle, TextPageHandle } from '#conversion/pdfium/handles.ts';
import { pageObjects } from '#conversion/pdfium/page-objects.ts';
import { type CharBox, font, textObject, textPage } from '#conversion/pdfium/text-page.ts';
import { type TextStyle, typicalSmallCaps } from '../page-content.ts';
import type { ActualText } from './actual-text.ts';
import { familyOf, hasCapitalsOnly, isSmallCaps, mathOf } from './font-names.ts';
import { isHeavy } from './font-weights.ts';
import { turnedAdvance, turnedBox } from './turned-letters.ts';
import type { UnmappedLetters } from './unmapped-letters.ts';
import { runOf, toViewport, type Viewport } from './viewport.ts';

export interface TextObjectFacts {
  object: PageObjectHandle;
  style: TextStyle;
  mcid: number;
  isArtifact: boolean;
  isHidden: boolean;
  /** Its position among the page objects; undefined if it paints nothing, or is also a clip. */
  order: number | undefined;
  actualText: ActualText | undefined;
  /** Its font has numbers of glyphs, and no map of them. */
  isNumbered: boolean;
  /** Its font has nothing but capitals. */
  isCapital: boolean;
  /** Degrees anticlockwise, as it is seen. */
  angle: number;
  isMirrored?: boolean | undefined;
  /** In the page's own space. */
  isTurned: boolean;
  /** Above and below the baseline, in points. */
  ascent: number;
  descent: number;
  /** The position of its first letter, and PDFium's edges of it. */
  baseline: number;
  edges: CharBox;
}

const renderModes = { filledAndStroked: 2, invisible: 3 };
/** Flags of font descriptors (ISO 32000-2, table 121). */
const fontFlags = { fixedPitch: 0x1, serif: 0x2, symbolic: 0x4, script: 0x8, italic: 0x40, forceBold: 0x40000 };

/** The common properties of all text in a font. */
interface Face {
  style: Omit<TextStyle, 'size' | 'color'>;
  isNumbered: boolean;
  isCapital: boolean;
  /** For a size of 1. */
  heights: [ascent: number, descent: number];
}

function faceOf(handle: FontHandle | null, unmapped: UnmappedLetters | undefined): Face {
  const name = handle === null ? '' : font.baseName(handle);
  const flags = handle === null ? 0 : font.flags(handle);
  const hasFlag = (flag: number) => flags > 0 && (flags & flag) !== 0;
  const { font: family, bold, italic, hasWeight } = familyOf(name);
  const isHeavyFont = !hasWeight && handle !== null && isHeavy(handle, unmapped?.weightOf(handle));
  const math = mathOf(name);
  const letters = hasFlag(fontFlags.fixedPitch)
    ? 'typewriter'
    : hasFlag(fontFlags.script)
      ? 'script'
      : // Programs that set no flag but that of symbols have not looked at the letters.
        flags > 0 && !hasFlag(fontFlags.symbolic)
        ? 'plain'
        : undefined;
  return {
    style: {
      font: family,
      // The thickness of stems (StemV) is no sign of it: Ghostscript guesses it, and heavy families are not bold ones.
      bold: bold || isHeavyFont || hasFlag(fontFlags.forceBold),
      italic: italic || hasFlag(fontFlags.italic),
      ...(hasFlag(fontFlags.serif) ? { isSerif: true } : {}),
      ...(letters === undefined ? {} : { letters }),
      ...(isSmallCaps(name) ? { smallCaps: typicalSmallCaps } : {}),
      ...(math === undefined ? {} : { math }),
    },
    isCapital: hasCapitalsOnly(name),
    isNumbered: handle !== null && unmapped?.isNumbered(handle) === true,
    heights: handle === null ? [0, 0] : plausibleHeights(font.heights(handle)),
  };
}

export interface PageText {
  text: TextPageHandle;
  viewport: Viewport;
  unmapped: UnmappedLetters | undefined;
  /** The positions of text objects among the page objects, by their pointer. */
  orders?: ReadonlyMap<bigint, number> | undefined;
  /** Those of the page so far, so that letters of one style have one. */
  styles: Map<string, TextStyle>;
  /** By the font's address. */
  faces: Map<bigint, Face>;
}

/** PDFium's facts about a text object. @param index of its first letter */
export function factsOf(object: PageObjectHandle, index: number, page: PageText): TextObjectFacts {
  const { text, viewport, unmapped, orders, styles, faces } = page;
  // The object's own matrix knows nothing of the forms around it.
  const matrix = textPage.matrix(text, index);
  const [a, b, c, d] = matrix;
  const scale = Math.hypot(c, d) || 1;
  const turned = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  const handle = textObject.font(object);
  const address = handle === null ? 0n : koffi.address(handle);
  const face = faces.get(address) ?? faceOf(handle, unmapped);
  faces.set(address, face);
  const mode = textObject.renderMode(object);
  const size = Math.round(Math.abs(textObject.fontSize(object)) * scale * 10) / 10;
  const color = pageObjects.fillColor(object);
  // Filling and stroking at once is how bold is made of a font without it.
  const bold = face.style.bold || mode === renderModes.filledAndStroked;
  const isInk = turned !== 0 && turnedAdvance(text, index, object) === undefined;
  const key = `${address} ${size} ${color} ${bold} ${isInk}`;
  const style = styles.get(key) ?? { ...face.style, size, bold, color, ...(isInk ? { isInk: true } : {}) };
  styles.set(key, style);
  return {
    object,
    ...runOf(viewport, matrix),
    isTurned: turned !== 0,
    isNumbered: face.isNumbered,
    isCapital: face.isCapital,
    ascent: face.heights[0] * size,
    descent: face.heights[1] * size,
    baseline: baselineOf(text, index, viewport),
    edges: turned === 0 ? textPage.advanceBox(text, index) : turnedBox(text, index, object),
    style,
    mcid: pageObjects.mcid(object),
    isArtifact: pageObjects.isArtifact(object),
    isHidden: mode === renderModes.invisible,
    order: mode > renderModes.filledAndStroked ? undefined : orders?.get(koffi.address(object)),
    actualText: pageObjects.actualText(object),
  };
}

/** For a size of 1; heights that no font for text has are those of most. */
const plausibleHeights = ([ascent, descent]: [number, number]): [number, number] =>
  ascent > 0.5 && ascent < 1.4 && descent > 0.05 && descent < 0.6 ? [ascent, descent] : [0.9, 0.22];

export const baselineOf = (text: TextPageHandle, index: number, viewport: Viewport): number =>
  toViewport(viewport, ...textPage.origin(text, index))[1];

// Outlines of the glyphs of a font (fpdf_edit.h), as texts that are the same where the outlines are. The buffers for results of the C functions stay in here.
import koffi from 'koffi';
import type { DocumentHandle, FontHandle, SegmentHandle } from './handles.ts';
import { define } from './library.ts';
import { path, segmentTypes } from './page-objects.ts';

koffi.pointer('FPDF_GLYPHPATH', koffi.opaque());

declare const kind: unique symbol;
interface GlyphPathHandle {
  readonly [kind]: 'glyph path';
}

const calls = {
  path: define<(font: FontHandle, character: number, size: number) => GlyphPathHandle | null>(
    'FPDF_GLYPHPATH FPDFFont_GetGlyphPath(FPDF_FONT font, uint32_t character, float size)',
  ),
  count: define<(path: GlyphPathHandle) => number>('int FPDFGlyphPath_CountGlyphSegments(FPDF_GLYPHPATH path)'),
  segment: define<(path: GlyphPathHandle, index: number) => SegmentHandle | null>(
    'FPDF_PATHSEGMENT FPDFGlyphPath_GetGlyphPathSegment(FPDF_GLYPHPATH path, int index)',
  ),
  load: define<
    (
      document: DocumentHandle,
      program: Buffer,
      size: number,
      characters: string,
      glyphs: Buffer,
      glyphsSize: number,
    ) => FontHandle | null
  >(
    'FPDF_FONT FPDFText_LoadCidType2Font(FPDF_DOCUMENT document, const uint8_t *program, uint32_t size, const char *characters, const uint8_t *glyphs, uint32_t glyphsSize)',
  ),
};

/** Halves of pairs begin there, and a glyph's number represents a character. */
const maxGlyphs = 0xd000;

const hex = (value: number) => `<${value.toString(16).padStart(4, '0')}>`;

export interface Outline {
  /** Segments with their points, to a thousandth of the em. */
  shape: string;
  /** em. */
  width: number;
  contours: readonly (readonly [x: number, y: number])[][];
}

/** The outline that a font has for a character; undefined of a blank, and of one that it does not have. */
export function outlineOf(font: FontHandle, character: number): Outline | undefined {
  const glyph = calls.path(font, character, 1);
  const count = glyph === null ? 0 : calls.count(glyph);
  if (glyph === null || count < 3) return undefined;
  let shape = '';
  const contours: [x: number, y: number][][] = [];
  for (let n = 0; n < count; n++) {
    const segment = calls.segment(glyph, n);
    if (segment === null) return undefined;
    const [x, y] = path.point(segment);
    const type = path.segmentType(segment);
    if (type === segmentTypes.move || contours.length === 0) contours.push([]);
    contours.at(-1)?.push([x, y]);
    shape += `${type} ${Math.round(x * 1000)} ${Math.round(y * 1000)};`;
  }
  const xs = contours.flat().map(([x]) => x);
  return { shape, width: Math.max(...xs) - Math.min(...xs), contours };
}

/** A font of the program in which the number of a glyph, below `count`, is its character; null where PDFium cannot read it. */
export function fontOfGlyphs(document: DocumentHandle, program: Buffer, count: number): FontHandle | null {
  const glyphs = Buffer.alloc(Math.min(count, maxGlyphs) * 2);
  for (let n = 0; n * 2 < glyphs.length; n++) glyphs.writeUInt16BE(n, n * 2);
  const ranges: string[] = [];
  // PDFium reads ranges within one upper byte.
  for (let first = 1; first * 2 < glyphs.length; first = (first | 0xff) + 1)
    ranges.push(`${hex(first)} ${hex(Math.min(first | 0xff, glyphs.length / 2 - 1))} ${hex(first)}`);
  const characters = `begincmap
1 begincodespacerange <0000> <ffff> endcodespacerange
${ranges.length} beginbfrange ${ranges.join(' ')} endbfrange
endcmap`;
  return glyphs.length < 4 ? null : calls.load(document, program, program.length, characters, glyphs, glyphs.length);
}

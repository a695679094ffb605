// The characters of a page and their fonts (fpdf_text.h, fpdf_edit.h). The buffers for results of the C functions stay in here.
import koffi from 'koffi';
import type { FontHandle, PageHandle, PageObjectHandle, TextPageHandle } from './handles.ts';
import { define, type Success } from './library.ts';
import { type Matrix, identity } from './matrix.ts';

koffi.pointer('FPDF_TEXTPAGE', koffi.opaque());

const calls = {
  charOrigin: define<(text: TextPageHandle, index: number, x: Float64Array, y: Float64Array) => Success>(
    'int FPDFText_GetCharOrigin(FPDF_TEXTPAGE text, int index, double *x, double *y)',
  ),
  charBox: define<
    (
      text: TextPageHandle,
      index: number,
      left: Float64Array,
      right: Float64Array,
      bottom: Float64Array,
      top: Float64Array,
    ) => Success
  >('int FPDFText_GetCharBox(FPDF_TEXTPAGE text, int index, double *left, double *right, double *bottom, double *top)'),
  looseCharBox: define<(text: TextPageHandle, index: number, box: Float32Array) => Success>(
    'int FPDFText_GetLooseCharBox(FPDF_TEXTPAGE text, int index, float *rect)',
  ),
  charMatrix: define<(text: TextPageHandle, index: number, matrix: Float32Array) => Success>(
    'int FPDFText_GetMatrix(FPDF_TEXTPAGE text, int index, float *matrix)',
  ),
  fontSize: define<(text: PageObjectHandle, size: Float32Array) => Success>(
    'int FPDFTextObj_GetFontSize(FPDF_PAGEOBJECT text, float *size)',
  ),
  fontName: define<(font: FontHandle, name: Buffer, size: number) => number | bigint>(
    'size_t FPDFFont_GetBaseFontName(FPDF_FONT font, void *name, size_t size)',
  ),
  fontProgram: define<(font: FontHandle, data: Buffer | null, size: number, length: [number]) => Success>(
    'int FPDFFont_GetFontData(FPDF_FONT font, uint8_t *data, size_t size, _Out_ size_t *length)',
  ),
  fontAscent: define<(font: FontHandle, size: number, ascent: Float32Array) => Success>(
    'int FPDFFont_GetAscent(FPDF_FONT font, float size, float *ascent)',
  ),
  fontDescent: define<(font: FontHandle, size: number, descent: Float32Array) => Success>(
    'int FPDFFont_GetDescent(FPDF_FONT font, float size, float *descent)',
  ),
  glyphWidth: define<(font: FontHandle, character: number, size: number, width: Float32Array) => Success>(
    'int FPDFFont_GetGlyphWidth(FPDF_FONT font, uint32_t character, float size, float *width)',
  ),
};

const [x, y] = [new Float64Array(1), new Float64Array(1)];
const [left, right, bottom, top] = [new Float64Array(1), new Float64Array(1), new Float64Array(1), new Float64Array(1)];
const looseBox = new Float32Array(4);
const matrix = new Float32Array(6);
const size = new Float32Array(1);
const [ascent, descent] = [new Float32Array(1), new Float32Array(1)];
const width = new Float32Array(1);
const name = Buffer.alloc(1024);
/** Larger ones are whole fonts of ideographs, which a file without a map of letters hardly has. */
const maxProgramBytes = 64 << 20;

/** In the page's own space, y upwards. */
export interface CharBox {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export const textPage = {
  load: define<(page: PageHandle) => TextPageHandle | null>('FPDF_TEXTPAGE FPDFText_LoadPage(FPDF_PAGE page)'),
  close: define<(text: TextPageHandle) => void>('void FPDFText_ClosePage(FPDF_TEXTPAGE text)'),
  countChars: define<(text: TextPageHandle) => number>('int FPDFText_CountChars(FPDF_TEXTPAGE text)'),
  unicode: define<(text: TextPageHandle, index: number) => number>(
    'unsigned int FPDFText_GetUnicode(FPDF_TEXTPAGE text, int index)',
  ),
  /** 1 if the character has no Unicode value, and its code is used instead. */
  hasMapError: define<(text: TextPageHandle, index: number) => number>(
    'int FPDFText_HasUnicodeMapError(FPDF_TEXTPAGE text, int index)',
  ),
  /** 1 of a blank that PDFium has put in. */
  isGenerated: define<(text: TextPageHandle, index: number) => number>(
    'int FPDFText_IsGenerated(FPDF_TEXTPAGE text, int index)',
  ),
  textObject: define<(text: TextPageHandle, index: number) => PageObjectHandle | null>(
    'FPDF_PAGEOBJECT FPDFText_GetTextObject(FPDF_TEXTPAGE text, int index)',
  ),

  /** The address of the text object; 0 for a character without one. Comparing addresses costs less than handles do. */
  textObjectAddress: define<(text: TextPageHandle, index: number) => number | bigint>(
    'uintptr_t FPDFText_GetTextObject(FPDF_TEXTPAGE text, int index)',
  ),

  /** The position of the character on its baseline. */
  origin(text: TextPageHandle, index: number): [x: number, y: number] {
    return calls.charOrigin(text, index, x, y) === 0 ? [0, 0] : [x[0] ?? 0, y[0] ?? 0];
  },

  /** Around the ink. */
  inkBox(text: TextPageHandle, index: number): CharBox {
    if (calls.charBox(text, index, left, right, bottom, top) === 0) return { left: 0, bottom: 0, right: 0, top: 0 };
    return { left: left[0] ?? 0, bottom: bottom[0] ?? 0, right: right[0] ?? 0, top: top[0] ?? 0 };
  },

  /** As wide as the advance; right only of upright text. */
  advanceBox(text: TextPageHandle, index: number): CharBox {
    if (calls.looseCharBox(text, index, looseBox) === 0) return { left: 0, bottom: 0, right: 0, top: 0 };
    return { left: looseBox[0] ?? 0, top: looseBox[1] ?? 0, right: looseBox[2] ?? 0, bottom: looseBox[3] ?? 0 };
  },

  /** The matrix of the character within forms and page, without the font's size. */
  matrix(text: TextPageHandle, index: number): Matrix {
    return calls.charMatrix(text, index, matrix) === 0 ? identity : ([...matrix] as unknown as Matrix);
  },
};

export const textObject = {
  font: define<(text: PageObjectHandle) => FontHandle | null>('FPDF_FONT FPDFTextObj_GetFont(FPDF_PAGEOBJECT text)'),
  /** Table 104 of ISO 32000-2: 2 is filled and stroked, 3 invisible. */
  renderMode: define<(text: PageObjectHandle) => number>('int FPDFTextObj_GetTextRenderMode(FPDF_PAGEOBJECT text)'),
  fontSize: (text: PageObjectHandle): number => (calls.fontSize(text, size) === 0 ? 10 : (size[0] ?? 10)),
};

export const font = {
  /** The flags of its descriptor (ISO 32000-2, table 121), or -1. */
  flags: define<(font: FontHandle) => number>('int FPDFFont_GetFlags(FPDF_FONT font)'),

  isEmbedded: define<(font: FontHandle) => number>('int FPDFFont_GetIsEmbedded(FPDF_FONT font)'),

  /** The embedded font program; null of a font without one. */
  program(handle: FontHandle): Buffer | null {
    const length: [number] = [0];
    if (font.isEmbedded(handle) !== 1 || calls.fontProgram(handle, null, 0, length) === 0) return null;
    const [size] = length;
    if (size === 0 || size > maxProgramBytes) return null;
    const data = Buffer.alloc(size);
    return calls.fontProgram(handle, data, size, length) === 0 ? null : data;
  },

  /** Such as "ABCDEF+LiberationSerif-Bold"; empty for a font without a name or with an endless one. */
  baseName(handle: FontHandle): string {
    const length = Number(calls.fontName(handle, name, name.length));
    return length > name.length ? '' : name.toString('utf8', 0, Math.max(0, length - 1));
  },

  /** Above and below the baseline, for a size of 1; 0 if the font does not state it. */
  heights(handle: FontHandle): [ascent: number, descent: number] {
    const above = calls.fontAscent(handle, 1, ascent) === 0 ? 0 : (ascent[0] ?? 0);
    const below = calls.fontDescent(handle, 1, descent) === 0 ? 0 : -(descent[0] ?? 0);
    return [above, below];
  },

  /** How far a character moves the pen, for a size of 1; 0 where the font does not say. */
  advance: (handle: FontHandle, character: number): number =>
    calls.glyphWidth(handle, character, 1, width) === 0 ? 0 : Math.max(0, width[0] ?? 0),
};

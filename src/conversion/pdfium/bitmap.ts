// The samples of PDFium's bitmaps (FPDFBitmap_* in fpdfview.h).
import koffi from 'koffi';
import type { BitmapHandle } from './handles.ts';
import { pdfium } from './library.ts';

export const bitmapFormats = { grey: 1, bgr: 2, bgrx: 3, bgra: 4 } as const;

export interface Samples {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, 8 bits each. */
  rgba: Buffer;
}

/** The maximum that sharp accepts. */
const maxPixels = 0x3fff ** 2;

/** Copies the samples out of the bitmap; null of one without any, or with too many. */
export function samplesOf(bitmap: BitmapHandle): Samples | null {
  const [width, height] = [pdfium.bitmapWidth(bitmap), pdfium.bitmapHeight(bitmap)];
  const stride = pdfium.bitmapStride(bitmap);
  const buffer = pdfium.bitmapBuffer(bitmap);
  if (buffer === null || width < 1 || height < 1 || width * height > maxPixels) return null;
  const bytes = koffi.decode(buffer, koffi.array('uint8', stride * height, 'Typed')) as Uint8Array;
  return { width, height, rgba: rgbaOf(bytes, width, height, stride, pdfium.bitmapFormat(bitmap)) };
}

function rgbaOf(bytes: Uint8Array, width: number, height: number, stride: number, format: number): Buffer {
  const step = format === bitmapFormats.grey ? 1 : format === bitmapFormats.bgr ? 3 : 4;
  const result = Buffer.allocUnsafe(width * height * 4);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const from = y * stride + x * step;
      result[to] = bytes[from + (step === 1 ? 0 : 2)] ?? 0;
      result[to + 1] = bytes[from + (step === 1 ? 0 : 1)] ?? 0;
      result[to + 2] = bytes[from] ?? 0;
      result[to + 3] = format === bitmapFormats.bgra ? (bytes[from + 3] ?? 255) : 255;
    }
  return result;
}

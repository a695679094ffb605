// Pictures of the kinds that only a PDF reader decodes (CCITT, JBIG2, JPX): each is put on a page of its own and asked of PDFium.
import koffi from 'koffi';
import type { BitmapHandle } from '#conversion/pdfium/handles.ts';
import { pdfium } from '#conversion/pdfium/library.ts';

export interface DecodedPicture {
  width: number;
  height: number;
  /** 1 (grey) or 3 (RGB), 8 bits each. */
  channels: 1 | 3;
  data: Buffer;
}

const formats = { grey: 1, bgr: 2, bgrx: 3, bgra: 4 };
let isStarted = false;

/** @param entries the image's dictionary as PDF text, without /Length. @throws when PDFium cannot decode it */
export function decodePicture(data: Buffer, entries: string): DecodedPicture {
  if (!isStarted) pdfium.init();
  isStarted = true;
  const file = onePage(data, entries);
  const document = pdfium.loadMemory(file, file.length, null);
  if (document === null) throw new Error('PDFium cannot open the picture');
  const page = pdfium.loadPage(document, 0);
  const object = page === null ? null : pdfium.pageObject(page, 0);
  const bitmap = object === null ? null : pdfium.imageBitmap(object);
  try {
    if (bitmap === null) throw new Error('PDFium cannot decode the picture');
    return samplesOf(bitmap);
  } finally {
    if (bitmap !== null) pdfium.destroyBitmap(bitmap);
    if (page !== null) pdfium.closePage(page);
    pdfium.close(document);
  }
}

function samplesOf(bitmap: BitmapHandle): DecodedPicture {
  const [width, height, stride, format] = [
    pdfium.bitmapWidth(bitmap),
    pdfium.bitmapHeight(bitmap),
    pdfium.bitmapStride(bitmap),
    pdfium.bitmapFormat(bitmap),
  ];
  const bytes = koffi.decode(pdfium.bitmapBuffer(bitmap), koffi.array('uint8', stride * height, 'Typed')) as Uint8Array;
  const step = format === formats.grey ? 1 : format === formats.bgr ? 3 : 4;
  const channels = step === 1 ? 1 : 3;
  const data = Buffer.allocUnsafe(width * height * channels);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * stride + x * step;
      for (let channel = 0; channel < channels; channel++) data[to++] = bytes[from + channels - 1 - channel] ?? 0;
    }
  return { width, height, channels, data };
}

function onePage(data: Buffer, entries: string): Buffer {
  const head = '%PDF-1.7\n';
  const content = '1 0 0 1 0 0 cm /I Do';
  const objects = [
    Buffer.from('1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'),
    Buffer.from('2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n'),
    Buffer.from(
      '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 1 1]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>\nendobj\n',
    ),
    Buffer.from(`4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`),
    Buffer.concat([
      Buffer.from(`5 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1'),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  ];
  const rows = ['0000000000 65535 f \n'];
  let at = head.length;
  for (const object of objects) {
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    at += object.length;
  }
  const tail = `xref\n0 6\n${rows.join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([Buffer.from(head), ...objects, Buffer.from(tail)]);
}

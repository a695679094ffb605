// Image signatures, and whether the header behind one can be read.
import { formats, type Format } from '#core/formats.ts';

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const startsWith = (bytes: Buffer, ...values: number[]) => values.every((value, i) => bytes[i] === value);

/** The image format of a file that begins with `head` (at least its first 64 KiB), or null if it is not an image. */
export function detectImage(head: Buffer): Format | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47)) return readable(formats.png, isPng(head));
  if (startsWith(head, 0xff, 0xd8, 0xff)) return readable(formats.jpeg, isJpeg(head));
  if (/^GIF8[79]a/.test(ascii(head, 0, 6)))
    return readable(formats.gif, head.length >= 13 && sized(head.readUInt16LE(6), head.readUInt16LE(8)));
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP')
    return readable(formats.webp, /^VP8[ LX]/.test(ascii(head, 12, 16)) && head.length >= 30);
  if (/^(II[*+]\0|MM\0[*+])/.test(ascii(head, 0, 4))) return readable(formats.tiff, head.length >= 16);
  if (ascii(head, 4, 8) === 'ftyp') return isoImage(head);
  if (ascii(head, 0, 2) === 'BM' && head.length >= 26 && head.readUInt32LE(6) === 0) return formats.bmp;
  if (ascii(head, 0, 4) === '8BPS') return formats.psd;
  if (startsWith(head, 0, 0, 1, 0) && head.length >= 22 && head[5] === 0 && head[9] === 0) return formats.ico;
  if (startsWith(head, 0xff, 0x0a) || startsWith(head, 0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20)) return formats.jxl;
  if (startsWith(head, 0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20) || startsWith(head, 0xff, 0x4f, 0xff, 0x51))
    return formats.jp2;
  return null;
}

const readable = (format: Format, ok: boolean): Format => (ok ? format : formats.imageCorrupt);
const sized = (width: number, height: number) => width > 0 && height > 0;

const isPng = (head: Buffer) =>
  head.length >= 33 &&
  head.readUInt32BE(4) === 0x0d0a1a0a &&
  ascii(head, 12, 16) === 'IHDR' &&
  sized(head.readUInt32BE(16), head.readUInt32BE(20));

/** Walks the JPEG's segments to its frame header; accepts a file whose metadata is longer than `head`. */
function isJpeg(head: Buffer): boolean {
  let at = 2;
  while (at + 9 < head.length) {
    if (head[at] !== 0xff) return false;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sized(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5));
    if (marker === 0xd9 || marker === 0xda) return false;
    at += 2 + head.readUInt16BE(at + 2);
  }
  return head.length >= 1 << 16;
}

/** HEIC and AVIF share a container; the brands distinguish them (ISO/IEC 23008-12, section 10). */
function isoImage(head: Buffer): Format | null {
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const brands = new Set<string>();
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.add(ascii(head, at, at + 4));
  const major = ascii(head, 8, 12);
  if (/^avi[fs]$/.test(major)) return formats.avif;
  if (/^(hei[csmx]|hev[cmsx])$/.test(major)) return formats.heic;
  if (brands.has('avif')) return formats.avif;
  return ['mif1', 'msf1', 'heic', 'heix', 'hevc'].some((brand) => brands.has(brand)) ? formats.heic : null;
}

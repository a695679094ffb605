// Text strings of PDF objects (ISO 32000-2, 7.9.2.2).
import { isString, type PdfValue } from './graph.ts';

/** Empty for a value that is not a string. */
export function stringText(value: PdfValue | undefined): string {
  if (!isString(value)) return '';
  if (value.startsWith('u:')) return value.slice(2);
  const bytes = Buffer.from(value.slice(2), 'hex');
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return bytes.toString('latin1');
}

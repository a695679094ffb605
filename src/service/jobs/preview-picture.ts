// The stored form of a preview: a JPEG whose comment holds the number of pages (ISO/IEC 10918-1, B.2.4.5).
import type { DrawnPage } from '#conversion/preview.ts';

/** The number of pages shown of longer results. */
export const maxPreviewPages = 100;

const startOfImage = 2;
const commentMarker = 0xff_fe;
const lengthBytes = 2;

/** Returns the picture with its comment; empty when there is nothing to show, so that it is not drawn repeatedly. */
export function storedPicture(drawn: DrawnPage | null): Buffer {
  if (drawn === null) return Buffer.alloc(0);
  const { picture, pages } = drawn;
  const text = Buffer.from(`pages ${pages}`);
  const head = Buffer.alloc(2 * lengthBytes);
  head.writeUInt16BE(commentMarker);
  head.writeUInt16BE(lengthBytes + text.length, lengthBytes);
  return Buffer.concat([picture.subarray(0, startOfImage), head, text, picture.subarray(startOfImage)]);
}

/** Parses a stored preview; null if it does not exist, or there is nothing to show. */
export function pictureOf(stored: Buffer | null): DrawnPage | null {
  if (stored === null || stored.length === 0) return null;
  const text = startOfImage + 2 * lengthBytes;
  const isCommented = stored.length > text && stored.readUInt16BE(startOfImage) === commentMarker;
  const length = isCommented ? stored.readUInt16BE(startOfImage + lengthBytes) - lengthBytes : 0;
  const [, pages = '1'] = /^pages (\d+)$/.exec(stored.toString('latin1', text, text + length)) ?? [];
  return { picture: stored, pages: Number(pages) };
}

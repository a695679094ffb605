// Bilevel pictures as JBIG2 without loss: one generic region, template 0 with typical prediction (ITU-T T.88, 6.2 and 7.4.6),
// as PDF embeds it: segments without a file header (ISO 32000-2, 7.4.7).
import { ArithmeticEncoder } from './arithmetic-encoder.ts';

const typicalRow = 0x9b25;
const nominalPixels = [3, -1, -3, -1, 2, -2, -2, -2];
const margin = 4;

/** `rows` are packed samples, 0 is black, each row begins with a byte of its own. */
export function jbig2(rows: Buffer, width: number, height: number): Buffer {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  page.writeUInt8(1, 16); // without loss
  const region = Buffer.alloc(18);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  region.writeUInt8(0x08, 17); // arithmetic code, template 0, typical prediction
  const data = Buffer.concat([region, Buffer.from(Int8Array.from(nominalPixels)), genericRegion(rows, width, height)]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, data)]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header.writeUInt8(type, 4);
  header.writeUInt8(1, 6); // of page 1
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}

function genericRegion(rows: Buffer, width: number, height: number): Buffer {
  const encoder = new ArithmeticEncoder(1 << 16);
  const rowBytes = Math.ceil(width / 8);
  const blank = () => new Uint8Array(width + 2 * margin);
  let [above2, above, now] = [blank(), blank(), blank()];
  let wasTypical = 0;
  for (let y = 0; y < height; y++) {
    unpack(rows, y * rowBytes, width, now);
    const isTypical = y > 0 ? Number(sameRow(now, above)) : Number(now.every((pixel) => pixel === 0));
    encoder.encode(typicalRow, isTypical ^ wasTypical);
    wasTypical = isTypical;
    if (isTypical === 0) encodeRow(encoder, above2, above, now, width);
    [above2, above, now] = [above, now, above2];
  }
  return encoder.finish();
}

/** One byte a pixel, 1 is black. */
function unpack(rows: Buffer, from: number, width: number, into: Uint8Array): void {
  for (let x = 0; x < width; x++) into[margin + x] = (((rows[from + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) ^ 1;
}

function sameRow(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** The context of a pixel: five pixels two rows above, seven one row above, four before it. */
function encodeRow(
  encoder: ArithmeticEncoder,
  above2: Uint8Array,
  above: Uint8Array,
  now: Uint8Array,
  width: number,
): void {
  let high = ((above2[margin] ?? 0) << 1) | (above2[margin + 1] ?? 0);
  let middle = ((above[margin] ?? 0) << 2) | ((above[margin + 1] ?? 0) << 1) | (above[margin + 2] ?? 0);
  let low = 0;
  for (let at = margin; at < margin + width; at++) {
    high = ((high << 1) & 0x1f) | (above2[at + 2] ?? 0);
    middle = ((middle << 1) & 0x7f) | (above[at + 3] ?? 0);
    const pixel = now[at] ?? 0;
    encoder.encode((high << 11) | (middle << 4) | low, pixel);
    low = ((low << 1) & 0xf) | pixel;
  }
}

// Undoes stream filters (ISO 32000-2, 7.4), except those of pictures, which are left to the readers of pictures.
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import type { PdfDictionary, PdfDocument, PdfValue } from './graph.ts';

export interface Decoded {
  data: Buffer;
  /** The picture filter that remains: CCITTFax, DCT, JBIG2 or JPX. */
  remaining: { filter: string; parameters: PdfDictionary } | null;
}

const pictureFilters = new Set(['/CCITTFaxDecode', '/CCF', '/DCTDecode', '/DCT', '/JBIG2Decode', '/JPXDecode']);

/** The filters of a stream with their parameters, in the order of decoding. */
export function filtersOf(
  document: PdfDocument,
  dictionary: PdfDictionary,
): { filter: string; parameters: PdfDictionary }[] {
  const filter = document.get(dictionary['/Filter'] ?? dictionary['/F']);
  const names = filter === null ? [] : Array.isArray(filter) ? filter : [filter];
  const given = document.get(dictionary['/DecodeParms'] ?? dictionary['/DP']);
  const parameters: PdfValue[] = Array.isArray(given) ? given : [given];
  return names.map((name, n) => ({
    filter: document.name(name) ?? '',
    parameters: document.dictionary(parameters[n] ?? null),
  }));
}

/** Null when the data is damaged, encrypted, of an unknown filter, or more than `maxBytes`. */
export function decodeStream(
  document: PdfDocument,
  dictionary: PdfDictionary,
  raw: Buffer,
  maxBytes: number,
): Decoded | null {
  let data = raw;
  for (const { filter, parameters } of filtersOf(document, dictionary)) {
    if (pictureFilters.has(filter)) return { data, remaining: { filter, parameters } };
    const next = undo(document, filter, parameters, data, maxBytes);
    if (next === null || next.length > maxBytes) return null;
    data = next;
  }
  return { data, remaining: null };
}

function undo(
  document: PdfDocument,
  filter: string,
  parameters: PdfDictionary,
  data: Buffer,
  maxBytes: number,
): Buffer | null {
  const number = (key: `/${string}`, typical: number) => document.number(parameters[key]) ?? typical;
  switch (filter) {
    case '/FlateDecode':
    case '/Fl': {
      const inflated = inflate(data, maxBytes);
      return inflated && unpredict(inflated, number);
    }
    case '/LZWDecode':
    case '/LZW':
      return unpredict(unLzw(data, number('/EarlyChange', 1), maxBytes), number);
    case '/ASCIIHexDecode':
    case '/AHx': {
      const digits = (data.toString('latin1').split('>', 1)[0] ?? '').replace(/[^0-9a-fA-F]/g, '');
      return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
    }
    case '/ASCII85Decode':
    case '/A85':
      return unAscii85(data);
    case '/RunLengthDecode':
    case '/RL':
      return unRunLength(data, maxBytes);
    default:
      return null;
  }
}

/** Truncated streams, or streams with a wrong checksum, are decoded as far as possible, as in viewers. */
function inflate(data: Buffer, maxOutputLength: number): Buffer | null {
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return inflateSync(data, options);
  } catch {
    try {
      return inflateRawSync(data.subarray(2), options);
    } catch {
      return null;
    }
  }
}

type NumberOf = (key: `/${string}`, typical: number) => number;

function unpredict(data: Buffer, number: NumberOf): Buffer | null {
  const predictor = number('/Predictor', 1);
  if (predictor === 1) return data;
  const [colors, bits, columns] = [number('/Colors', 1), number('/BitsPerComponent', 8), number('/Columns', 1)];
  if (colors < 1 || columns < 1 || colors * columns > 1 << 24) return null;
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  const step = Math.max(1, (colors * bits) >> 3);
  if (predictor === 2) return unTiff(data, rowBytes, bits, colors);
  return unPng(data, rowBytes, step);
}

/** Horizontal differencing (TIFF 6.0, section 14), of whole bytes only. */
function unTiff(data: Buffer, rowBytes: number, bits: number, colors: number): Buffer | null {
  if (bits !== 8) return null;
  const result = Buffer.from(data);
  for (let row = 0; row < result.length; row += rowBytes)
    for (let at = row + colors; at < Math.min(row + rowBytes, result.length); at++)
      result[at] = (result[at] ?? 0) + (result[at - colors] ?? 0);
  return result;
}

/** PNG's filters (W3C PNG, section 9). */
function unPng(data: Buffer, rowBytes: number, step: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const result = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1);
    const kind = data[from] ?? 0;
    const to = row * rowBytes;
    const length = Math.min(rowBytes, data.length - from - 1);
    for (let x = 0; x < length; x++) {
      const left = x >= step ? (result[to + x - step] ?? 0) : 0;
      const up = row > 0 ? (result[to + x - rowBytes] ?? 0) : 0;
      const corner = row > 0 && x >= step ? (result[to + x - rowBytes - step] ?? 0) : 0;
      result[to + x] = (data[from + 1 + x] ?? 0) + prediction(kind, left, up, corner);
    }
  }
  return result;
}

function prediction(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Variable-length codes of 9 to 12 bits (7.4.4). */
function unLzw(data: Buffer, earlyChange: number, maxBytes: number): Buffer {
  const parts: Buffer[] = [];
  let table: Buffer[] = [];
  const single = Array.from({ length: 256 }, (_, byte) => Buffer.from([byte]));
  const empty = Buffer.alloc(0);
  const clear = () => {
    table = [...single, empty, empty];
  };
  clear();
  let [width, held, bits, size] = [9, 0, 0, 0];
  let previous: Buffer | null = null;
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    const code: number = (held >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    if (code === 257) break;
    if (code === 256) {
      clear();
      [width, previous] = [9, null];
      continue;
    }
    const entry: Buffer | undefined =
      table[code] ?? (previous === null ? undefined : Buffer.concat([previous, previous.subarray(0, 1)]));
    if (entry === undefined || entry.length === 0) break;
    parts.push(entry);
    size += entry.length;
    if (size > maxBytes) break;
    if (previous !== null && table.length < 4096) table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
    previous = entry;
    const next = table.length + earlyChange;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Buffer.concat(parts);
}

function unAscii85(data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length * 4 + 4);
  let size = 0;
  let group: number[] = [];
  const flush = (padded: number[], count: number) => {
    const value = padded.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let n = 0; n < count; n++) bytes[size++] = Math.floor(value / 256 ** (3 - n)) & 0xff;
  };
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) size += 4;
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length < 5) continue;
    flush(group, 4);
    group = [];
  }
  if (group.length > 1) flush([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return bytes.subarray(0, size);
}

function unRunLength(data: Buffer, maxBytes: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < data.length && size <= maxBytes;) {
    const length = data[at] ?? 128;
    if (length === 128) break;
    const part = length < 128 ? data.subarray(at + 1, at + 2 + length) : Buffer.alloc(257 - length, data[at + 1] ?? 0);
    parts.push(part);
    size += part.length;
    at += length < 128 ? length + 2 : 2;
  }
  return Buffer.concat(parts);
}

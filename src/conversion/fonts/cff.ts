// CFF font programs taken apart (Adobe TN 5176): dictionaries as their entries, indexes as their items.
import { standardEncoding, standardNames } from './glyph-names.ts';

/** Operators of dictionaries; those of two bytes are 0x0c00 and the second one. */
export const operator = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subroutines: 19,
  charstringType: 0x0c06,
  registryOrdering: 0x0c1e,
  fontArray: 0x0c24,
  fontSelect: 0x0c25,
} as const;

export interface Entry {
  operator: number;
  operands: number[];
  /** The operands as in the file, without the operator. */
  bytes: Buffer;
}

export interface Index {
  items: Buffer[];
  end: number;
}

/** A Private dictionary with the subroutines that go with it. */
export interface Private {
  entries: Entry[];
  subroutines: Buffer[];
}

export interface CffFile {
  file: Buffer;
  names: Buffer;
  top: Entry[];
  strings: Buffer;
  globalSubroutines: Buffer[];
  charstrings: Buffer[];
  isCid: boolean;
  /** One of a name-keyed font; of a CID-keyed one, the font dictionaries with theirs. */
  privates: { dictionary: Entry[]; private: Private }[];
  /** The index in `privates` of each glyph. */
  selectionOf: (glyph: number) => number;
  /** By glyph: the string or character identifier. */
  charset: number[];
  stringOf: (identifier: number) => string | undefined;
  /** The tables that are kept as they are. */
  raw: { charset: Buffer | null; encoding: Buffer | null; fontSelect: Buffer | null };
}

/** @throws when it is not a CFF font, or of a kind that is not understood */
export function readCff(file: Buffer): CffFile {
  if (file[0] !== 1) throw new Error('not a CFF font');
  const names = readIndex(file, file[2] ?? 4);
  const tops = readIndex(file, names.end);
  const strings = readIndex(file, tops.end);
  const globals = readIndex(file, strings.end);
  const [first] = tops.items;
  if (first === undefined || tops.items.length !== 1) throw new Error('not one font');
  const top = readDictionary(first);
  const value = (key: number) => top.find((entry) => entry.operator === key)?.operands;
  if ((value(operator.charstringType)?.[0] ?? 2) !== 2) throw new Error('charstrings of another type');
  const charstrings = readIndex(file, value(operator.charStrings)?.[0] ?? 0).items;
  const isCid = value(operator.registryOrdering) !== undefined;
  const privates = isCid
    ? readIndex(file, value(operator.fontArray)?.[0] ?? 0).items.map((item) => {
        const dictionary = readDictionary(item);
        return { dictionary, private: readPrivate(file, dictionary) };
      })
    : [{ dictionary: [], private: readPrivate(file, top) }];
  const charset = readCharset(file, value(operator.charset)?.[0] ?? 0, charstrings.length, isCid);
  const select = isCid ? readSelection(file, value(operator.fontSelect)?.[0] ?? 0, charstrings.length) : null;
  const encodingAt = value(operator.encoding)?.[0] ?? 0;
  return {
    file,
    names: file.subarray(file[2] ?? 4, names.end),
    top,
    strings: file.subarray(tops.end, strings.end),
    globalSubroutines: globals.items,
    charstrings,
    isCid,
    privates,
    selectionOf: (glyph) => select?.of[glyph] ?? 0,
    charset: charset.of,
    stringOf: (identifier) =>
      identifier === 0
        ? '.notdef'
        : identifier < 391
          ? standardNames[identifier - 1]
          : strings.items[identifier - 391]?.toString('latin1'),
    raw: {
      charset: charset.raw,
      encoding:
        isCid || encodingAt < 2 ? null : file.subarray(encodingAt, encodingAt + encodingLength(file, encodingAt)),
      fontSelect: select?.raw ?? null,
    },
  };
}

function readPrivate(file: Buffer, dictionary: readonly Entry[]): Private {
  const [size = 0, at = 0] = dictionary.find((entry) => entry.operator === operator.private)?.operands ?? [];
  const entries = readDictionary(file.subarray(at, at + size));
  const [offset] = entries.find((entry) => entry.operator === operator.subroutines)?.operands ?? [];
  return { entries, subroutines: offset === undefined ? [] : readIndex(file, at + offset).items };
}

function readIndex(file: Buffer, at: number): Index {
  const count = file.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = file.readUInt8(at + 2);
  const start = at + 2 + (count + 1) * size;
  const offset = (n: number) => start + file.readUIntBE(at + 3 + n * size, size);
  const items = Array.from({ length: count }, (_, n) => file.subarray(offset(n), offset(n + 1)));
  const end = offset(count);
  if (end > file.length) throw new Error('an index outside of the file');
  return { items, end };
}

export function readDictionary(data: Buffer): Entry[] {
  const entries: Entry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < data.length;) {
    const byte = data[at] ?? 0;
    if (byte <= 21) {
      const code = byte === 12 ? 0x0c00 | (data[at + 1] ?? 0) : byte;
      entries.push({ operator: code, operands, bytes: data.subarray(start, at) });
      at += byte === 12 ? 2 : 1;
      [operands, start] = [[], at];
    } else {
      const [value, length] = dictionaryNumber(data, at);
      operands.push(value);
      at += length;
    }
  }
  return entries;
}

function dictionaryNumber(data: Buffer, at: number): [number, number] {
  const byte = data[at] ?? 0;
  if (byte === 28) return [data.readInt16BE(at + 1), 3];
  if (byte === 29) return [data.readInt32BE(at + 1), 5];
  if (byte === 30) {
    let end = at + 1;
    while (end < data.length && ((data[end] ?? 0) & 0x0f) !== 0x0f && (data[end] ?? 0) >> 4 !== 0x0f) end += 1;
    return [0, end + 1 - at]; // a fraction: nobody asks for its value
  }
  if (byte >= 32 && byte <= 246) return [byte - 139, 1];
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + (data[at + 1] ?? 0) + 108, 2];
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - (data[at + 1] ?? 0) - 108, 2];
  throw new Error('a number of an unknown kind');
}

function readCharset(file: Buffer, at: number, glyphs: number, isCid: boolean): { of: number[]; raw: Buffer | null } {
  if (at <= 2 && !isCid) {
    if (at !== 0) throw new Error('an expert character set');
    return { of: Array.from({ length: glyphs }, (_, n) => n), raw: null };
  }
  const of = [0];
  const format = file.readUInt8(at);
  let place = at + 1;
  while (of.length < glyphs) {
    const first = file.readUInt16BE(place);
    const left = format === 0 ? 0 : format === 1 ? file.readUInt8(place + 2) : file.readUInt16BE(place + 2);
    place += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let n = 0; n <= left && of.length < glyphs; n++) of.push(first + n);
  }
  return { of, raw: file.subarray(at, place) };
}

function readSelection(file: Buffer, at: number, glyphs: number): { of: number[]; raw: Buffer } {
  if (file.readUInt8(at) === 0)
    return { of: [...file.subarray(at + 1, at + 1 + glyphs)], raw: file.subarray(at, at + 1 + glyphs) };
  const ranges = file.readUInt16BE(at + 1);
  const of: number[] = [];
  for (let n = 0; n < ranges; n++) {
    const place = at + 3 + n * 3;
    for (let glyph = file.readUInt16BE(place); glyph < Math.min(glyphs, file.readUInt16BE(place + 3)); glyph++)
      of[glyph] = file.readUInt8(place + 2);
  }
  return { of, raw: file.subarray(at, at + 5 + ranges * 3) };
}

function encodingLength(file: Buffer, at: number): number {
  const format = file.readUInt8(at);
  const count = file.readUInt8(at + 1);
  const main = 2 + count * ((format & 0x7f) === 0 ? 1 : 2);
  return (format & 0x80) === 0 ? main : main + 1 + file.readUInt8(at + main) * 3;
}

/** The glyph names of codes in the encoding of the font. */
export function builtInEncoding(font: CffFile): ReadonlyMap<number, string> {
  const table = font.raw.encoding;
  if (table === null) return standardEncoding;
  const found = new Map<number, string>();
  const nameOf = (glyph: number) => font.stringOf(font.charset[glyph] ?? 0);
  const put = (code: number, name: string | undefined) => name !== undefined && found.set(code, name);
  const format = table.readUInt8(0) & 0x7f;
  const count = table.readUInt8(1);
  let glyph = 1;
  for (let n = 0; n < count; n++)
    if (format === 0) put(table.readUInt8(2 + n), nameOf(glyph++));
    else
      for (let code = table.readUInt8(2 + n * 2), left = table.readUInt8(3 + n * 2); left >= 0; left--)
        put(code++, nameOf(glyph++));
  const more = 2 + count * (format === 0 ? 1 : 2);
  if ((table.readUInt8(0) & 0x80) !== 0)
    for (let n = 0; n < table.readUInt8(more); n++)
      put(table.readUInt8(more + 1 + n * 3), font.stringOf(table.readUInt16BE(more + 2 + n * 3)));
  return found;
}

/** An INDEX (section 5). */
export function writeIndex(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const total = items.reduce((sum, { length }) => sum + length, 1);
  const size = total < 1 << 8 ? 1 : total < 1 << 16 ? 2 : total < 1 << 24 ? 3 : 4;
  const head = Buffer.alloc(3 + (items.length + 1) * size);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(size, 2);
  let at = 1;
  for (let n = 0; n <= items.length; n++) {
    head.writeUIntBE(at, 3 + n * size, size);
    at += items[n]?.length ?? 0;
  }
  return Buffer.concat([head, ...items]);
}

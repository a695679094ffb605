// Detects the encoding of plain text, and converts the file to UTF-8. Files are read in pieces.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#core/failure.ts';

const marks: readonly (readonly [string, number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const pieceBytes = 64 * 1024;

/** Writes the text at `input` to `output` in UTF-8, without a mark; its first 200,000 characters. @throws source_unreadable for EBCDIC */
export async function transcodeText(input: string, output: string): Promise<string> {
  const decoder = new TextDecoder(await encodingOf(input));
  let head = '';
  const decode = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      const text = decoder.decode(piece, { stream: true });
      if (head.length < 200_000) head += text;
      yield text;
    }
    yield decoder.decode();
  };
  await pipeline(createReadStream(input, { highWaterMark: pieceBytes }), decode, createWriteStream(output));
  return head;
}

/** A mark decides; then UTF-16 by its zeros; then strict UTF-8; else the legacy encoding that reads most naturally. */
async function encodingOf(path: string): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const marked =
        marks.find(([, mark]) => mark.every((byte, i) => piece[i] === byte))?.[0] ?? utf16WithoutMark(piece);
      if (marked !== null) return marked;
      isFirst = false;
    }
    try {
      utf8.decode(piece, { stream: true });
    } catch {
      if (isEbcdic(piece)) throw new Failure('source_unreadable', {});
      return legacyEncoding(piece);
    }
  }
  try {
    utf8.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * Text of mainframes, which no decoder here knows: its blanks are `@`, its letters and digits are in nine ranges, and there is
 * hardly a byte that is a blank elsewhere.
 */
export function isEbcdic(piece: Buffer): boolean {
  let [blanks, others, letters] = [0, 0, 0];
  for (const byte of piece) {
    if (byte === 0x40) blanks += 1;
    else if (byte === 0x20) others += 1;
    // A zone from 8 to F, and a digit from 0 to 9: https://www.ibm.com/docs/en/zos-basic-skills?topic=mainframe-ebcdic-character-set
    else if (byte >= 0x81 && (byte & 0x0f) <= 9) letters += 1;
  }
  const rest = piece.length - blanks;
  return blanks * 12 > piece.length && others * 100 < piece.length && letters * 10 > rest * 7;
}

/** The legacy encoding of a piece that is not UTF-8. Double-byte ones come first: windows-1252 accepts every byte. */
export function legacyEncoding(piece: Buffer): string {
  for (const encoding of ['shift_jis', 'gb18030']) {
    // The piece may end within a character: the last few bytes are left out where that helps.
    for (let cut = 0; cut < 4; cut++) {
      const bytes = piece.subarray(0, piece.length - cut);
      const text = decoded(bytes, encoding);
      if (text === null) continue;
      if (readsNaturally(text, bytes)) return encoding;
      break;
    }
  }
  return cyrillicEncoding(piece) ?? 'windows-1252';
}

/**
 * Which Cyrillic encoding a piece is in, where every third byte or more is no ASCII: the one in which the commonest
 * letters of the Slavic languages make up most of the text (in the wrong one it is rare letters and capitals).
 */
function cyrillicEncoding(piece: Buffer): string | undefined {
  const high = piece.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  if (high * 3 < piece.length) return undefined;
  const shares = ['windows-1251', 'koi8-r', 'ibm866'].map((encoding) => {
    const common = decoded(piece, encoding)?.match(/[оеаинтсрвл]/g)?.length ?? 0;
    return { encoding, share: common / high };
  });
  const best = shares.toSorted((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share > 0.45 ? best.encoding : undefined;
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Western text read as a double-byte encoding yields single ideographs between Latin letters (an accented letter swallows
 * its neighbour); real Chinese or Japanese comes in runs. At least two thirds of the wide characters are beside another.
 */
function readsNaturally(text: string, bytes: Buffer): boolean {
  const wide = [...text.matchAll(/[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff9f]+/g)].map(
    (run) => run[0].length,
  );
  const total = wide.reduce((sum, length) => sum + length, 0);
  const inRuns = wide.filter((length) => length > 1).reduce((sum, length) => sum + length, 0);
  const high = bytes.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const odd = text.match(/[\ue000-\uf8ff\uff61-\uff9f]/g)?.length ?? 0;
  return total > 0 && inRuns * 3 >= total * 2 && total * 3 >= high && odd * 4 <= total;
}

function utf16WithoutMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i] !== 0) continue;
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  if (even + odd <= head.length / 4) return null;
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : null;
}

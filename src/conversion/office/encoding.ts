// Plain text of an unknown encoding → a string.

const marks: readonly (readonly [string, number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Encodings tried in this order once the bytes are not UTF-8; the last takes every byte. */
const legacy = ['shift_jis', 'gb18030', 'windows-1252'] as const;

/** A mark decides; then strict UTF-8; then UTF-16 by its zeros; then the legacy encoding that reads most naturally. */
export function decodeText(bytes: Buffer): string {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const utf16 = utf16WithoutMark(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeLegacy(bytes);
  }
}

function decodeLegacy(bytes: Buffer): string {
  for (const encoding of legacy) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (encoding === 'windows-1252' || readsNaturally(text, bytes)) return text;
    } catch {
      // Not this encoding: some byte sequence does not exist in it.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/**
 * Western text read as a double-byte encoding gives single ideographs between Latin letters (an accented letter swallows
 * its neighbour); real Chinese or Japanese comes in runs. At least two thirds of the wide characters stand beside another.
 */
function readsNaturally(text: string, bytes: Buffer): boolean {
  const wide = [...text.matchAll(/[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff9f]+/g)].map(
    (run) => run[0].length,
  );
  const total = wide.reduce((sum, length) => sum + length, 0);
  const inRuns = wide.filter((length) => length > 1).reduce((sum, length) => sum + length, 0);
  const high = bytes.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const odd = [...text].filter((char) => /[\ue000-\uf8ff\uff61-\uff9f]/u.test(char)).length;
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

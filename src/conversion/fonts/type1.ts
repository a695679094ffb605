// A Type 1 font program taken apart (Adobe Type 1 Font Format, 1990): encoding, hints of the whole font, subroutines, charstrings.
import { standardEncoding } from './glyph-names.ts';

export interface Type1Font {
  fontMatrix: number[];
  fontBox: number[];
  encoding: ReadonlyMap<number, string>;
  /** Entries of the Private dictionary that are numbers or lists of them. */
  privates: ReadonlyMap<string, number[]>;
  subroutines: ReadonlyMap<number, Buffer>;
  /** Decrypted, by name. */
  charstrings: ReadonlyMap<string, Buffer>;
}

const maxBytes = 16 << 20;

/** @throws when it is not a Type 1 font, or of a kind (multiple master, stroked) that has no simple equal */
export function parseType1(file: Buffer): Type1Font {
  const data = withoutSegments(file.subarray(0, maxBytes));
  const marker = data.indexOf('eexec');
  if (marker < 0) throw new Error('no eexec');
  const clear = data.toString('latin1', 0, marker);
  if (/\/WeightVector|\/BlendDesignMap/.test(clear)) throw new Error('a multiple master');
  if (/\/PaintType\s+[123]/.test(clear)) throw new Error('a stroked font');
  const secret = decryptedPrivate(data, marker + 5);
  const text = secret.toString('latin1');
  const lenIV = numbersBehind(text, '/lenIV')?.[0] ?? 4;
  return {
    fontMatrix: numbersBehind(clear, '/FontMatrix') ?? [0.001, 0, 0, 0.001, 0, 0],
    fontBox: numbersBehind(clear, '/FontBBox') ?? [0, 0, 0, 0],
    encoding: encodingOf(clear),
    privates: privatesOf(text),
    subroutines: subroutinesOf(secret, text, lenIV),
    charstrings: charstringsOf(secret, text, lenIV),
  };
}

/** Leaves out the segment headers of a PFB file. */
function withoutSegments(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (file[at] === 0x80 && (file[at + 1] === 1 || file[at + 1] === 2)) {
    const length = file.readUInt32LE(at + 2);
    parts.push(file.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return parts.length === 0 ? file : Buffer.concat(parts);
}

function decryptedPrivate(data: Buffer, from: number): Buffer {
  let at = from;
  while (data[at] === 32 || data[at] === 10 || data[at] === 13 || data[at] === 9) at += 1;
  const isHex = /^[0-9a-fA-F]{8}/.test(data.toString('latin1', at, at + 8));
  const binary = isHex
    ? Buffer.from(data.toString('latin1', at).replace(/[^0-9a-fA-F]/g, ''), 'hex')
    : data.subarray(at);
  return decrypted(binary, 55_665, 4);
}

/** Section 7.1: each byte is the key's upper one away from its cipher. */
function decrypted(cipher: Buffer, seed: number, skipped: number): Buffer {
  const plain = Buffer.allocUnsafe(cipher.length);
  let key = seed;
  for (const [n, byte] of cipher.entries()) {
    plain[n] = byte ^ (key >> 8);
    key = ((byte + key) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(skipped);
}

function numbersBehind(text: string, key: string): number[] | undefined {
  const found = new RegExp(`${key}\\s*(?:[[{]([^\\]}]*)[\\]}]|(-?[\\d.eE+-]+|true|false))`).exec(text);
  const words = found?.[1] ?? found?.[2];
  if (words === undefined) return undefined;
  if (words === 'true' || words === 'false') return [Number(words === 'true')];
  return words
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);
}

function encodingOf(clear: string): Map<number, string> {
  if (/\/Encoding\s+StandardEncoding\s+def/.test(clear)) return new Map(standardEncoding);
  const found = new Map<number, string>();
  const from = clear.indexOf('/Encoding');
  for (const [, code, name] of clear.slice(Math.max(0, from)).matchAll(/dup\s+(\d+)\s*\/([^\s/[\]{}()<>%]+)\s+put/g))
    if (name !== undefined && name !== '.notdef') found.set(Number(code), name);
  return found;
}

const privateKeys = [
  'BlueValues',
  'OtherBlues',
  'FamilyBlues',
  'FamilyOtherBlues',
  'BlueScale',
  'BlueShift',
  'BlueFuzz',
  'StdHW',
  'StdVW',
  'StemSnapH',
  'StemSnapV',
  'ForceBold',
  'LanguageGroup',
  'ExpansionFactor',
];

function privatesOf(text: string): Map<string, number[]> {
  const head = text.slice(0, charstringsAt(text));
  return new Map(
    privateKeys.flatMap((key): [string, number[]][] => {
      const values = numbersBehind(head, `/${key}`);
      return values === undefined || values.length === 0 || values.some(Number.isNaN) ? [] : [[key, values]];
    }),
  );
}

const charstringsAt = (text: string): number => {
  const at = text.search(/\/CharStrings\s+\d+\s+dict/);
  return at < 0 ? text.length : at;
};

const plainCharstring = (data: Buffer, lenIV: number) => (lenIV < 0 ? data : decrypted(data, 4330, lenIV));

function subroutinesOf(secret: Buffer, text: string, lenIV: number): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  const start = text.indexOf('/Subrs');
  if (start < 0) return found;
  const entry = /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+) /y;
  let at = text.indexOf('dup', start);
  while (at >= 0) {
    entry.lastIndex = at;
    const match = entry.exec(text);
    if (match === null) break;
    const [from, length] = [entry.lastIndex, Number(match[2])];
    found.set(Number(match[1]), plainCharstring(secret.subarray(from, from + length), lenIV));
    const next = text.indexOf('dup', from + length);
    // Between two entries there are only NP, |, put and the like.
    at = next >= 0 && next - from - length < 24 ? next : -1;
  }
  return found;
}

function charstringsOf(secret: Buffer, text: string, lenIV: number): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const entry = /\s*\/([^\s/[\]{}()<>%]+)\s+(\d+)\s+(?:RD|-\||\S+) /y;
  let at = text.indexOf('/', charstringsAt(text) + 1);
  while (at >= 0) {
    entry.lastIndex = at;
    const match = entry.exec(text);
    if (match === null) break;
    const [from, length] = [entry.lastIndex, Number(match[2])];
    if (from + length > secret.length) throw new Error('the charstrings are cut off');
    // The first of two of the same name is the one that viewers take.
    const name = match[1] ?? '';
    if (!found.has(name)) found.set(name, plainCharstring(secret.subarray(from, from + length), lenIV));
    const next = text.indexOf('/', from + length);
    at = next >= 0 && next - from - length < 24 ? next : -1;
  }
  if (found.size === 0) throw new Error('no charstrings');
  return found;
}

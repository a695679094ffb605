// The map of a font's codes to Unicode: a ToUnicode CMap (ISO 32000-2, 9.10.3; Adobe Technical Note 5411), read and written.

/** The text of each code; a code is its bytes in hexadecimal digits, since codes of one and of two bytes are different ones. */
export type LetterMap = Map<string, string>;

/** Ranges of damaged or hostile maps have millions. */
const maxCodes = 70_000;
/** In one block, as the note asks for. */
const blockSize = 100;

/** Digits of a code, and of its text; longer ones are not a map of letters. */
const [maxCodeDigits, maxTextDigits] = [8, 64];
/** Larger ones are not read. */
const maxBytes = 4 << 20;

const tokens = /<([0-9A-Fa-f\s]{0,200})>|\[([^\]]{0,100000})\]/y;
const space = /[^<[]*/y;

/** The content of a map, with ranges expanded; undefined if it is too large, or extends another map. */
export function readLetterMap(cmap: string): LetterMap | undefined {
  if (cmap.length > maxBytes || /\busecmap\b|-UCS2\b/.test(cmap)) return undefined;
  const letters: LetterMap = new Map();
  /** Ranges over each other are as much work as others. */
  let left = 3 * maxCodes;
  for (const kind of ['char', 'range'] as const) {
    const step = kind === 'char' ? 2 : 3;
    for (let at = cmap.indexOf(`beginbf${kind}`); at >= 0; at = cmap.indexOf(`beginbf${kind}`, at + 1)) {
      const end = cmap.indexOf(`endbf${kind}`, at);
      if (end < 0) break;
      const found = tokensOf(cmap.slice(at + `beginbf${kind}`.length, end));
      for (let n = 0; n + step <= found.length && left > 0; n += step) {
        const [first, second, third] = found.slice(n, n + step);
        if (first === undefined || second === undefined || !isCode(first) || second.hex.length > maxTextDigits)
          continue;
        left -= 1;
        if (third === undefined) letters.set(first.hex, textOf(second.hex));
        else if (isCode(second) && third.hex.length <= maxTextDigits)
          left -= addRange(letters, first.hex, second.hex, third, left);
      }
      at = end;
    }
  }
  return letters;
}

interface Token {
  hex: string;
  list: string | undefined;
}

const isCode = ({ hex }: Token): boolean => hex !== '' && hex.length <= maxCodeDigits;

/** Stops at an invalid token. */
function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; found.length < 3 * maxCodes;) {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    tokens.lastIndex = at;
    const [token, hex, list] = tokens.exec(text) ?? [];
    if (token === undefined) break;
    found.push({ hex: digitsOf(hex ?? ''), list });
    at += token.length;
  }
  return found;
}

const digitsOf = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** How many codes were set, at most `max`. */
function addRange(letters: LetterMap, from: string, to: string, { hex, list }: Token, max: number): number {
  const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const texts = list === undefined ? undefined : [...list.matchAll(/<([0-9A-Fa-f\s]*)>/g)];
  const count = Math.min(last - first + 1, max, maxCodes);
  for (let n = 0; n < count; n++) {
    const text = texts === undefined ? raised(hex, n) : texts[n]?.[1];
    if (text === undefined || text.length > maxTextDigits) return n;
    letters.set(
      (first + n).toString(16).toUpperCase().padStart(from.length, '0'),
      texts === undefined ? text : textOf(digitsOf(text)),
    );
  }
  return Math.max(0, count);
}

/** The text of a range's code: its last unit goes up with the code. */
function raised(hex: string, by: number): string {
  const units = hex.padStart(4, '0');
  const last = (Number.parseInt(units.slice(-4), 16) + by) & 0xffff;
  return textOf(units.slice(0, -4) + last.toString(16).padStart(4, '0'));
}

/** UTF-16, big end first; some writers have one byte for a letter. */
function textOf(hex: string): string {
  const bytes = Buffer.from(hex.length <= 2 ? hex.padStart(4, '0') : hex, 'hex');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le');
}

/** A map as a CMap; its codes are as long as in the map that it replaces. */
export function writeLetterMap(letters: LetterMap): string {
  const entries = [...letters].flatMap(([code, text]) => (text === '' ? [] : [`<${code}> <${unitsOf(text)}>`]));
  const lengths = [...new Set([...letters.keys()].map(({ length }) => length))].sort((a, b) => a - b);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += blockSize) {
    const block = entries.slice(at, at + blockSize);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `${lengths.length} begincodespacerange`,
    ...lengths.map((length) => `<${'0'.repeat(length)}> <${'F'.repeat(length)}>`),
    'endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const unitsOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

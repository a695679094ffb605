// The map of a font's codes to Unicode: a ToUnicode CMap (ISO 32000-2, 9.10.3; Adobe Technical Note 5411), read and written.

/** What each code stands for; a code is its bytes in hexadecimal digits, since codes of one and of two bytes are different ones. */
export type LetterMap = Map<string, string>;

/** Ranges of damaged or hostile maps have millions. */
const maxCodes = 70_000;
/** In one block, as the note asks for. */
const blockSize = 100;

const sections = /begin(bfchar|bfrange)([^]*?)endbf(?:char|range)/g;
const tokens = /<([0-9A-Fa-f\s]*)>|\[([^\]]*)\]/g;

/** What a map says; the codes of ranges one by one. */
export function readLetterMap(cmap: string): LetterMap {
  const letters: LetterMap = new Map();
  for (const [, kind, body = ''] of cmap.matchAll(sections)) {
    const found = [...body.matchAll(tokens)].map(([, text, list]) => ({ hex: digitsOf(text ?? ''), list }));
    const step = kind === 'bfchar' ? 2 : 3;
    for (let n = 0; n + step <= found.length && letters.size < maxCodes; n += step) {
      const [first, second, third] = found.slice(n, n + step);
      if (first === undefined || second === undefined) break;
      if (third === undefined) letters.set(first.hex, textOf(second.hex));
      else addRange(letters, first.hex, second.hex, third);
    }
  }
  return letters;
}

const digitsOf = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

function addRange(
  letters: LetterMap,
  from: string,
  to: string,
  { hex, list }: { hex: string; list: string | undefined },
): void {
  const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const texts = list === undefined ? undefined : [...list.matchAll(/<([0-9A-Fa-f\s]*)>/g)];
  for (let code = first; code <= last && letters.size < maxCodes; code++) {
    const n = code - first;
    const text = texts === undefined ? raised(hex, n) : texts[n] && textOf(digitsOf(texts[n][1] ?? ''));
    if (text === undefined) break;
    letters.set(code.toString(16).toUpperCase().padStart(from.length, '0'), text);
  }
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

/** A map as a CMap; its codes are as long as in the map that it stands for. */
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

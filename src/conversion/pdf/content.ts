// A content stream read operator by operator (ISO 32000-2, 7.8.2 and annex A).

/** Names begin with "/"; strings are bytes; true, false and null come as words without "/". */
export type Operand = number | string | Buffer | Operand[] | Map<string, Operand>;

const maxOperands = 4096;
const maxDepth = 32;

const isSpace = (byte: number) =>
  byte === 32 || (byte <= 13 && (byte >= 12 || byte === 10 || byte === 9 || byte === 0));
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const isRegular = (byte: number) => !isSpace(byte) && !delimiters.has(byte);

/**
 * Calls `onOperator` for every operator with the operands before it. An inline image comes as `BI` with its dictionary and
 * its data. `from` and `to` are the range of both together. False when the content ended within a string, an array, a
 * dictionary or an inline image.
 */
export function readContent(
  content: Buffer,
  onOperator: (operator: string, operands: Operand[], from: number, to: number) => void,
): boolean {
  const reader = new Reader(content);
  let operands: Operand[] = [];
  let from = 0;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (typeof token === 'object' && 'operator' in token) {
      if (token.operator === 'BI') operands = reader.inlineImage();
      onOperator(token.operator, operands, from, reader.at);
      operands = [];
      from = reader.at;
    } else if (operands.length < maxOperands) operands.push(token);
  }
  return reader.isWhole;
}

/** The end of an inline image whose BI ends at `at`. */
export function skipInlineImage(content: Buffer, at: number): number {
  const reader = new Reader(content, at);
  reader.inlineImage();
  return reader.at;
}

interface Operator {
  operator: string;
}

const close = Symbol('close');

class Reader {
  isWhole = true;
  readonly #content: Buffer;
  #at: number;

  constructor(content: Buffer, at = 0) {
    this.#content = content;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** The next operand or operator; closing brackets without an opening one are skipped. */
  next(): Operand | Operator | null {
    for (;;) {
      const token = this.#token(0);
      if (token !== close) return token;
    }
  }

  #token(depth: number): Operand | Operator | typeof close | null {
    const content = this.#content;
    this.#skipSpace();
    const byte = content[this.#at];
    if (byte === undefined) return null;
    if (byte === 0x2f) return this.#name();
    if (byte === 0x28) return this.#string();
    if (byte === 0x3c) return content[this.#at + 1] === 0x3c ? this.#dictionary(depth) : this.#hexString();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x5d || byte === 0x3e || byte === 0x29 || byte === 0x7b || byte === 0x7d) {
      this.#at += byte === 0x3e && content[this.#at + 1] === 0x3e ? 2 : 1;
      return close;
    }
    return this.#word();
  }

  #skipSpace(): void {
    const content = this.#content;
    for (; this.#at < content.length; this.#at++) {
      const byte = content[this.#at] ?? 0;
      if (byte === 0x25) {
        while (this.#at < content.length && content[this.#at] !== 10 && content[this.#at] !== 13) this.#at += 1;
      } else if (!isSpace(byte)) return;
    }
  }

  #endOfWord(from: number): number {
    let at = from;
    while (at < this.#content.length && isRegular(this.#content[at] ?? 0)) at += 1;
    return at;
  }

  #name(): string {
    const end = this.#endOfWord(this.#at + 1);
    const raw = this.#content.toString('latin1', this.#at, end);
    this.#at = end;
    if (!raw.includes('#')) return raw;
    return raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #word(): number | string | Operator {
    const end = this.#endOfWord(this.#at);
    const word = this.#content.toString('latin1', this.#at, end);
    this.#at = Math.max(end, this.#at + 1);
    const first = word.charCodeAt(0);
    if ((first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e || first === 0x2b) {
      const value = Number(word);
      // Some programs write "--5" and "1.2.3"; viewers read as much as they can.
      return Number.isNaN(value) ? Number.parseFloat(word.replace(/^[-+]+(?=[-+])/, '')) || 0 : value;
    }
    if (word === 'true' || word === 'false' || word === 'null') return word;
    return { operator: word };
  }

  #string(): Buffer {
    const content = this.#content;
    const start = this.#at + 1;
    let end = start;
    for (let depth = 1; end < content.length; end++) {
      const byte = content[end];
      if (byte === 0x5c) end += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) break;
    }
    if (end >= content.length) this.isWhole = false;
    this.#at = end + 1;
    const raw = content.subarray(start, end);
    return raw.includes(0x5c) ? unescaped(raw) : raw;
  }

  #hexString(): Buffer {
    const end = this.#content.indexOf(0x3e, this.#at);
    const stop = end < 0 ? this.#content.length : end;
    if (end < 0) this.isWhole = false;
    const digits = this.#content.toString('latin1', this.#at + 1, stop).replace(/[^0-9a-fA-F]/g, '');
    this.#at = stop + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #array(depth: number): Operand[] {
    this.#at += 1;
    const items: Operand[] = [];
    if (depth > maxDepth) return items;
    for (;;) {
      const token = this.#token(depth + 1);
      if (token === null) this.isWhole = false;
      if (token === null || token === close) return items;
      if (typeof token !== 'object' || !('operator' in token)) items.push(token);
    }
  }

  #dictionary(depth: number): Map<string, Operand> {
    this.#at += 2;
    return this.#entries((token) => token === close, depth);
  }

  #entries(isEnd: (token: unknown) => boolean, depth: number): Map<string, Operand> {
    const entries = new Map<string, Operand>();
    if (depth > maxDepth) return entries;
    let key: string | null = null;
    for (;;) {
      const token = this.#token(depth + 1);
      if (token === null) this.isWhole = false;
      if (token === null || isEnd(token)) return entries;
      if (token === close || (typeof token === 'object' && 'operator' in token)) continue;
      if (key !== null) {
        entries.set(key, token);
        key = null;
      } else if (typeof token === 'string') key = token;
    }
  }

  /** Dictionary and data of an inline image, from behind BI to behind EI. */
  inlineImage(): Operand[] {
    const isData = (token: unknown) =>
      typeof token === 'object' && token !== null && 'operator' in token && token.operator === 'ID';
    const entries = this.#entries(isData, 0);
    const start = this.#at + 1;
    const end = endOfInlineImage(this.#content, start, entries);
    if (end === null) this.isWhole = false;
    this.#at = end?.behind ?? this.#content.length;
    return [entries, this.#content.subarray(start, end?.data ?? this.#content.length)];
  }
}

function unescaped(raw: Buffer): Buffer {
  const bytes = Buffer.alloc(raw.length);
  let to = 0;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0;
    if (byte !== 0x5c) {
      bytes[to++] = byte;
      continue;
    }
    const [meant, length] = escape(raw, at + 1);
    if (meant !== null) bytes[to++] = meant;
    at += length;
  }
  return bytes.subarray(0, to);
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The byte of an escape (null: a continued line), and its length in bytes after the backslash. */
function escape(content: Buffer, at: number): [number | null, number] {
  const byte = content[at] ?? 0;
  const octal = /^[0-7]{1,3}/.exec(content.toString('latin1', at, at + 3))?.[0];
  if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff, octal.length];
  if (byte === 13) return [null, content[at + 1] === 10 ? 2 : 1];
  if (byte === 10) return [null, 1];
  return [escapes[String.fromCharCode(byte)] ?? byte, 1];
}

interface End {
  /** The ends of the data and of EI. */
  data: number;
  behind: number;
}

const componentsOf: Readonly<Record<string, number>> = {
  '/G': 1,
  '/DeviceGray': 1,
  '/RGB': 3,
  '/DeviceRGB': 3,
  '/CMYK': 4,
  '/DeviceCMYK': 4,
};

/** By its size if it is not compressed; else by an EI that is followed by valid content. Null without one. */
function endOfInlineImage(content: Buffer, from: number, entries: Map<string, Operand>): End | null {
  const size = plainSize(entries);
  if (size !== null) {
    const behind = /^\s{0,2}EI(?![^\s\0])/.exec(content.toString('latin1', from + size, from + size + 5))?.[0].length;
    if (behind !== undefined) return { data: from + size, behind: from + size + behind };
  }
  return foundEnd(content, from, true) ?? foundEnd(content, from, false);
}

function plainSize(entries: Map<string, Operand>): number | null {
  const value = (short: string, long: string) => entries.get(short) ?? entries.get(long);
  if (value('/F', '/Filter') !== undefined) return null;
  const [width, height] = [value('/W', '/Width'), value('/H', '/Height')];
  const isMask = value('/IM', '/ImageMask') === 'true';
  const bits = isMask ? 1 : value('/BPC', '/BitsPerComponent');
  const space = value('/CS', '/ColorSpace');
  const components = isMask || Array.isArray(space) ? 1 : typeof space === 'string' ? componentsOf[space] : undefined;
  if (typeof width !== 'number' || typeof height !== 'number' || typeof bits !== 'number' || components === undefined)
    return null;
  return Math.ceil((width * bits * components) / 8) * height;
}

/** The word after EI is short and has plain letters; there is a blank before EI if the writer put one. */
function foundEnd(content: Buffer, from: number, afterBlank: boolean): End | null {
  for (let at = content.indexOf('EI', from); at >= 0; at = content.indexOf('EI', at + 1)) {
    const after = content[at + 2];
    if (afterBlank && !isSpace(content[at - 1] ?? 0)) continue;
    if (after !== undefined && !isSpace(after)) continue;
    if (
      /^[\s\0]*(?:[A-Za-z'"*]{1,3}[01]?(?:[\s\0[/(<]|$)|[-+.\d/[(<]|$)/.test(
        content.toString('latin1', at + 2, at + 24),
      )
    )
      return { data: afterBlank ? at - 1 : at, behind: at + 2 };
  }
  return null;
}

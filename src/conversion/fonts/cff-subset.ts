// Reduces CFF font programs to some glyphs: glyph numbers stay, unused glyphs draw nothing, unused subroutines are empty.
import { operator, writeIndex, type CffFile, type Entry } from './cff.ts';
import { standardEncoding } from './glyph-names.ts';

const nothing = Buffer.from([14]);
const back = Buffer.from([11]);

/** @throws when a charstring has operators that are not understood */
export function subsetCff(font: CffFile, glyphs: ReadonlySet<number>): Buffer {
  const kept = new Set([0, ...glyphs]);
  const calls = new Calls(font);
  for (let work = [...kept]; work.length > 0;) {
    const found = work.flatMap((glyph) => calls.run(glyph));
    work = found.filter((glyph) => !kept.has(glyph));
    for (const glyph of work) kept.add(glyph);
  }
  const charstrings = writeIndex(font.charstrings.map((data, glyph) => (kept.has(glyph) ? data : nothing)));
  const globals = writeIndex(reduced(font.globalSubroutines, calls.global));
  const privates = font.privates.map(({ private: { entries, subroutines } }, n) => {
    const own = reduced(subroutines, calls.local[n] ?? new Set());
    const rest = entries.filter((entry) => entry.operator !== operator.subroutines);
    const size = written(rest).length + 6;
    if (own.length === 0) return { dictionary: written(rest), subroutines: Buffer.alloc(0) };
    return { dictionary: written([...rest, offsetEntry(operator.subroutines, size)]), subroutines: writeIndex(own) };
  });
  return assembled(font, { charstrings, globals, privates });
}

/** Without the empty ones at the end: their numbers would shift, so only if all of them go. */
function reduced(subroutines: readonly Buffer[], used: ReadonlySet<number>): Buffer[] {
  return used.size === 0 ? [] : subroutines.map((data, n) => (used.has(n) ? data : back));
}

interface Subset {
  charstrings: Buffer;
  globals: Buffer;
  privates: { dictionary: Buffer; subroutines: Buffer }[];
}

function assembled(font: CffFile, { charstrings, globals, privates }: Subset): Buffer {
  const layOut = (places: Places) => {
    const parts: Buffer[] = [];
    let at = 0;
    const put = (data: Buffer): number => {
      parts.push(data);
      at += data.length;
      return at - data.length;
    };
    put(Buffer.from([1, 0, 4, 4]));
    put(font.names);
    put(writeIndex([written(topEntries(font, places))]));
    put(font.strings);
    put(globals);
    const encoding = font.raw.encoding === null ? 0 : put(font.raw.encoding);
    const charset = font.raw.charset === null ? 0 : put(font.raw.charset);
    const fontSelect = font.raw.fontSelect === null ? 0 : put(font.raw.fontSelect);
    const charStrings = put(charstrings);
    const privateAt = privates.map(({ dictionary, subroutines }) => {
      const place = put(dictionary);
      put(subroutines);
      return [dictionary.length, place] as const;
    });
    const dictionaries = font.privates.map(({ dictionary }, n) =>
      written([
        ...dictionary.filter((entry) => entry.operator !== operator.private),
        offsetEntry(operator.private, ...(privateAt[n] ?? [0, 0])),
      ]),
    );
    const fontArray = font.isCid ? put(writeIndex(dictionaries)) : 0;
    return { data: Buffer.concat(parts), places: { encoding, charset, fontSelect, charStrings, fontArray, privateAt } };
  };
  const none: Places = { encoding: 0, charset: 0, fontSelect: 0, charStrings: 0, fontArray: 0, privateAt: [[0, 0]] };
  // Offsets always have five bytes: in the second pass everything keeps its position.
  return layOut(layOut(none).places).data;
}

interface Places {
  encoding: number;
  charset: number;
  fontSelect: number;
  charStrings: number;
  fontArray: number;
  privateAt: (readonly [number, number])[];
}

function topEntries(font: CffFile, places: Places): Entry[] {
  const moved = new Map<number, Entry>([[operator.charStrings, offsetEntry(operator.charStrings, places.charStrings)]]);
  if (font.raw.charset !== null) moved.set(operator.charset, offsetEntry(operator.charset, places.charset));
  if (font.raw.encoding !== null) moved.set(operator.encoding, offsetEntry(operator.encoding, places.encoding));
  if (font.raw.fontSelect !== null) moved.set(operator.fontSelect, offsetEntry(operator.fontSelect, places.fontSelect));
  if (font.isCid) moved.set(operator.fontArray, offsetEntry(operator.fontArray, places.fontArray));
  else moved.set(operator.private, offsetEntry(operator.private, ...(places.privateAt[0] ?? [0, 0])));
  return font.top.map((entry) => moved.get(entry.operator) ?? entry);
}

function offsetEntry(code: number, ...operands: number[]): Entry {
  const bytes = Buffer.alloc(operands.length * 5);
  for (const [n, value] of operands.entries()) {
    bytes.writeUInt8(29, n * 5);
    bytes.writeInt32BE(value, n * 5 + 1);
  }
  return { operator: code, operands, bytes };
}

const written = (entries: readonly Entry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ operator: code, bytes }) => [
      bytes,
      code >= 0x0c00 ? Buffer.from([12, code & 0xff]) : Buffer.from([code]),
    ]),
  );

/** The limit for one font. */
const maxSteps = 20_000_000;

/** Follows the calls of subroutines (Adobe TN 5177), which are found by the number on top of the stack. */
class Calls {
  readonly global = new Set<number>();
  readonly local: Set<number>[];
  readonly #font: CffFile;
  readonly #glyphs: ReadonlyMap<string | undefined, number>;
  #stack: number[] = [];
  #stems = 0;
  #steps = 0;
  #components: number[] = [];
  #hasEnded = false;

  constructor(font: CffFile) {
    this.#font = font;
    this.local = font.privates.map(() => new Set());
    this.#glyphs = new Map(font.isCid ? [] : font.charset.map((id, glyph) => [font.stringOf(id), glyph]));
  }

  /** The glyphs that an accented composite is made of. */
  run(glyph: number): number[] {
    [this.#stack, this.#stems, this.#components, this.#hasEnded] = [[], 0, [], false];
    this.#execute(this.#font.charstrings[glyph] ?? nothing, this.#font.selectionOf(glyph), 0);
    return this.#components;
  }

  #execute(code: Buffer, selection: number, depth: number): void {
    if (depth > 12) throw new Error('subroutines nested too deep');
    for (let at = 0; at < code.length && !this.#hasEnded;) {
      if (++this.#steps > maxSteps) throw new Error('a charstring without end');
      const byte = code[at++] ?? 0;
      if (byte === 28) {
        this.#stack.push(code.readInt16BE(at));
        at += 2;
      } else if (byte === 255) {
        this.#stack.push(0);
        at += 4;
      } else if (byte >= 247) {
        const next = code[at++] ?? 0;
        this.#stack.push(byte <= 250 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108);
      } else if (byte >= 32) this.#stack.push(byte - 139);
      else if (byte === 11) return;
      else if (byte === 10 || byte === 29) this.#call(byte === 29, selection, depth);
      else at += this.#operator(byte, code[at] ?? 0);
    }
  }

  #call(isGlobal: boolean, selection: number, depth: number): void {
    const all = isGlobal ? this.#font.globalSubroutines : (this.#font.privates[selection]?.private.subroutines ?? []);
    const bias = all.length < 1240 ? 107 : all.length < 33_900 ? 1131 : 32_768;
    const number = (this.#stack.pop() ?? 0) + bias;
    const subroutine = all[number];
    if (subroutine === undefined) throw new Error('a subroutine that does not exist');
    (isGlobal ? this.global : this.local[selection])?.add(number);
    this.#execute(subroutine, selection, depth + 1);
  }

  /** How many bytes behind the operator belong to it. */
  #operator(byte: number, next: number): number {
    const given = this.#stack.length;
    if (byte === 12) {
      // Flex in its four forms; arithmetic would make numbers that are not followed here.
      if (next < 34 || next > 37) throw new Error(`operator 12 ${next}`);
      this.#stack = [];
      return 1;
    }
    if (byte === 14) this.#end();
    this.#stack = [];
    if (byte === 1 || byte === 3 || byte === 18 || byte === 23) this.#stems += given >> 1;
    if (byte !== 19 && byte !== 20) return 0;
    this.#stems += given >> 1;
    return Math.ceil(this.#stems / 8);
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#stack.length < 4) return;
    for (const code of this.#stack.slice(-2)) {
      const glyph = this.#glyphs.get(standardEncoding.get(code));
      if (glyph !== undefined) this.#components.push(glyph);
    }
  }
}

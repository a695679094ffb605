// Writes glyphs as Type 2 charstrings (Adobe TN 5177), and reads them again as a proof.
import type { Glyph, HintSet, Segment, Stem } from './outline.ts';

const maxArguments = 46;
/** The hints that one operator accepts in one direction; more are left out. */
const maxStems = maxArguments / 2;

const op = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vvcurveto: 26,
  hhcurveto: 27,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

/** A number as charstrings have it; fractions in 16.16. */
export function charstringNumber(value: number): number[] {
  if (!Number.isInteger(value)) {
    const fixed = Buffer.alloc(4);
    fixed.writeInt32BE(Math.round(value * 65_536));
    return [255, ...fixed];
  }
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 0xff];
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 0xff];
  if (value < -32_768 || value > 32_767) throw new RangeError('a number too large for a charstring');
  return [28, (value >> 8) & 0xff, value & 0xff];
}

/** `width` is the difference to the font's nominal width; null when it is the default. */
export function type2Charstring(glyph: Glyph, width: number | null): Buffer {
  const writer = new Writer(width);
  const sets = glyph.hints.filter(({ horizontal, vertical }) => horizontal.length + vertical.length > 0);
  const stems = { horizontal: union(sets, 'horizontal'), vertical: union(sets, 'vertical') };
  const hasMasks = sets.length > 1;
  const useHints = sets.length > 0 && Math.max(stems.horizontal.length, stems.vertical.length) <= maxStems;
  if (useHints) writer.stems(stems.horizontal, stems.vertical, hasMasks);

  const deltas = relative(glyph.segments);
  let from = 0;
  for (const [n, set] of (hasMasks && useHints ? sets : []).entries()) {
    const start = n === 0 ? 0 : set.from;
    writer.path(deltas.slice(from, start));
    writer.mask([
      ...stems.horizontal.map((stem) => has(set.horizontal, stem)),
      ...stems.vertical.map((stem) => has(set.vertical, stem)),
    ]);
    from = start;
  }
  writer.path(deltas.slice(from));
  return writer.end();
}

const same = (a: Stem, b: Stem) => a[0] === b[0] && a[1] === b[1];
const has = (stems: readonly Stem[], stem: Stem) => stems.some((other) => same(other, stem));

function union(sets: readonly HintSet[], kind: 'horizontal' | 'vertical'): Stem[] {
  const all: Stem[] = [];
  for (const set of sets) for (const stem of set[kind]) if (!has(all, stem)) all.push(stem);
  return all.sort((a, b) => Math.min(a[0], a[0] + a[1]) - Math.min(b[0], b[0] + b[1]) || a[1] - b[1]);
}

interface Delta {
  kind: Segment['kind'];
  values: number[];
}

/** Each segment relative to the end of the one before; moves that follow each other are one. */
function relative(segments: readonly Segment[]): Delta[] {
  const grid = (value: number) => Math.round(value * 65_536) / 65_536;
  let [x, y] = [0, 0];
  return segments.map(({ kind, points }) => {
    const values: number[] = [];
    for (let n = 0; n < points.length; n += 2) {
      const [px, py] = [grid(points[n] ?? 0), grid(points[n + 1] ?? 0)];
      values.push(px - x, py - y);
      [x, y] = [px, py];
    }
    return { kind, values };
  });
}

class Writer {
  readonly #bytes: number[] = [];
  #width: number | null;

  constructor(width: number | null) {
    this.#width = width;
  }

  #put(values: readonly number[], operator: number): void {
    const all = this.#width === null ? values : [this.#width, ...values];
    this.#width = null;
    for (const value of all) this.#bytes.push(...charstringNumber(value));
    this.#bytes.push(operator);
  }

  stems(horizontal: readonly Stem[], vertical: readonly Stem[], hasMasks: boolean): void {
    this.#stemList(horizontal, hasMasks ? op.hstemhm : op.hstem);
    this.#stemList(vertical, hasMasks ? op.vstemhm : op.vstem);
  }

  #stemList(stems: readonly Stem[], operator: number): void {
    if (stems.length === 0) return;
    let edge = 0;
    const values = stems.flatMap(([at, size]) => {
      const step = at - edge;
      edge = at + size;
      return [step, size];
    });
    this.#put(values, operator);
  }

  mask(bits: readonly boolean[]): void {
    const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0);
    for (const [n, bit] of bits.entries()) if (bit) bytes[n >> 3] = (bytes[n >> 3] ?? 0) | (0x80 >> (n & 7));
    this.#put([], op.hintmask);
    this.#bytes.push(...bytes);
  }

  path(deltas: readonly Delta[]): void {
    for (let n = 0; n < deltas.length;) {
      const kind = deltas[n]?.kind;
      if (kind === 'move') this.#move(deltas[n++]?.values ?? []);
      else if (kind === 'line') n = this.#lines(deltas, n);
      else n = this.#curves(deltas, n);
    }
  }

  end(): Buffer {
    this.#put([], op.endchar);
    return Buffer.from(this.#bytes);
  }

  #move([dx = 0, dy = 0]: readonly number[]): void {
    if (dy === 0) this.#put([dx], op.hmoveto);
    else if (dx === 0) this.#put([dy], op.vmoveto);
    else this.#put([dx, dy], op.rmoveto);
  }

  /** Lines along the axes by turns in one operator, others in another. */
  #lines(deltas: readonly Delta[], from: number): number {
    const axis = (n: number) => {
      const { kind, values: [dx = 0, dy = 0] = [] } = deltas[n] ?? {};
      return kind !== 'line' ? null : dy === 0 ? 'x' : dx === 0 ? 'y' : 'both';
    };
    let n = from;
    const first = axis(n);
    const values: number[] = [];
    if (first === 'x' || first === 'y') {
      for (let turn = first; axis(n) === turn && values.length < maxArguments; turn = turn === 'x' ? 'y' : 'x')
        values.push(deltas[n++]?.values[turn === 'x' ? 0 : 1] ?? 0);
      this.#put(values, first === 'x' ? op.hlineto : op.vlineto);
      return n;
    }
    while (axis(n) === 'both' && values.length < maxArguments) values.push(...(deltas[n++]?.values ?? []));
    this.#put(values, op.rlineto);
    return n;
  }

  #curves(deltas: readonly Delta[], from: number): number {
    const shape = (n: number) => {
      const { kind, values: [a = 0, b = 0, , , e = 0, f = 0] = [] } = deltas[n] ?? {};
      if (kind !== 'curve') return null;
      const start = b === 0 ? 'h' : a === 0 ? 'v' : 'r';
      const end = f === 0 ? 'h' : e === 0 ? 'v' : 'r';
      return `${start}${end}`;
    };
    const at = (n: number) => deltas[n]?.values ?? [];
    let n = from;
    const first = shape(n);
    const values: number[] = [];
    const add = (...picked: number[]) => {
      const all = at(n++);
      for (const index of picked) values.push(all[index] ?? 0);
    };
    if (first === 'hh' || first === 'vv') {
      while (shape(n) === first && values.length + 4 <= maxArguments)
        add(first === 'hh' ? 0 : 1, 2, 3, first === 'hh' ? 4 : 5);
      this.#put(values, first === 'hh' ? op.hhcurveto : op.vvcurveto);
    } else if (first === 'hv' || first === 'vh') {
      for (let turn = first; shape(n) === turn && values.length + 4 <= maxArguments; turn = turn === 'hv' ? 'vh' : 'hv')
        add(turn === 'hv' ? 0 : 1, 2, 3, turn === 'hv' ? 5 : 4);
      this.#put(values, first === 'hv' ? op.hvcurveto : op.vhcurveto);
    } else {
      while (isFree(shape(n)) && values.length + 6 <= maxArguments) add(0, 1, 2, 3, 4, 5);
      this.#put(values, op.rrcurveto);
    }
    return n;
  }
}

const isFree = (shape: string | null) => shape !== null && shape.includes('r');

/** The outline that a charstring of {@link type2Charstring} draws: the operators it writes, no others. */
export function type2Outline(code: Buffer): Segment[] {
  const segments: Segment[] = [];
  let stack: number[] = [];
  let [x, y, stems] = [0, 0, 0];
  const move = (dx: number, dy: number) => {
    [x, y] = [x + dx, y + dy];
    segments.push({ kind: 'move', points: [x, y] });
  };
  const line = (dx: number, dy: number) => {
    [x, y] = [x + dx, y + dy];
    segments.push({ kind: 'line', points: [x, y] });
  };
  const curve = (a: number, b: number, c: number, d: number, e: number, f: number) => {
    const [x1, y1] = [x + a, y + b];
    const [x2, y2] = [x1 + c, y1 + d];
    [x, y] = [x2 + e, y2 + f];
    segments.push({ kind: 'curve', points: [x1, y1, x2, y2, x, y] });
  };
  const alternating = (startsAlongX: boolean) => {
    for (let n = 0, alongX = startsAlongX; n + 4 <= stack.length; n += 4, alongX = !alongX) {
      const [a = 0, b = 0, c = 0, d = 0] = stack.slice(n);
      if (alongX) curve(a, 0, b, c, 0, d);
      else curve(0, a, b, c, d, 0);
    }
  };
  for (let at = 0; at < code.length;) {
    const byte = code[at++] ?? 0;
    if (byte === 28) {
      stack.push(code.readInt16BE(at));
      at += 2;
      continue;
    }
    if (byte === 255) {
      stack.push(code.readInt32BE(at) / 65_536);
      at += 4;
      continue;
    }
    if (byte >= 32) {
      if (byte <= 246) stack.push(byte - 139);
      else if (byte <= 250) stack.push((byte - 247) * 256 + (code[at++] ?? 0) + 108);
      else stack.push(-(byte - 251) * 256 - (code[at++] ?? 0) - 108);
      continue;
    }
    const last = stack.at(-1) ?? 0;
    if (byte === op.hstem || byte === op.vstem || byte === op.hstemhm || byte === op.vstemhm)
      stems += stack.length >> 1;
    else if (byte === op.hintmask) at += Math.ceil(stems / 8);
    else if (byte === op.rmoveto) move(stack.at(-2) ?? 0, last);
    else if (byte === op.hmoveto) move(last, 0);
    else if (byte === op.vmoveto) move(0, last);
    else if (byte === op.rlineto) for (let n = 0; n + 2 <= stack.length; n += 2) line(stack[n] ?? 0, stack[n + 1] ?? 0);
    else if (byte === op.hlineto || byte === op.vlineto)
      for (const [n, value] of stack.entries())
        if ((n % 2 === 0) === (byte === op.hlineto)) line(value, 0);
        else line(0, value);
    else if (byte === op.rrcurveto)
      for (let n = 0; n + 6 <= stack.length; n += 6)
        curve(...(stack.slice(n, n + 6) as [number, number, number, number, number, number]));
    else if (byte === op.hhcurveto)
      for (let n = 0; n + 4 <= stack.length; n += 4)
        curve(stack[n] ?? 0, 0, stack[n + 1] ?? 0, stack[n + 2] ?? 0, stack[n + 3] ?? 0, 0);
    else if (byte === op.vvcurveto)
      for (let n = 0; n + 4 <= stack.length; n += 4)
        curve(0, stack[n] ?? 0, stack[n + 1] ?? 0, stack[n + 2] ?? 0, 0, stack[n + 3] ?? 0);
    else if (byte === op.hvcurveto || byte === op.vhcurveto) alternating(byte === op.hvcurveto);
    else if (byte !== op.endchar) throw new Error(`operator ${byte}`);
    stack = [];
  }
  return segments;
}

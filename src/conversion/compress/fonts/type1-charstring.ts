// Type 1 charstrings run (Adobe Type 1 Font Format, chapters 6 and 8): subroutines, flex, hint replacement and accented composites included.
import { standardEncoding } from '#conversion/fonts/glyph-names.ts';
import type { Glyph, Segment } from './outline.ts';
import type { Type1Font } from '#conversion/fonts/type1.ts';

const maxSteps = 200_000;

/** @throws for charstrings that no valid font has */
export function type1Glyph(font: Type1Font, name: string, depth = 0): Glyph {
  const charstring = font.charstrings.get(name);
  if (charstring === undefined) throw new Error(`no glyph ${name}`);
  const run = new Run(font, depth);
  run.execute(charstring, 0);
  return { width: run.width, segments: run.segments, hints: run.hints };
}

class Run {
  width = 0;
  readonly segments: Segment[] = [];
  readonly hints: Glyph['hints'] = [{ from: 0, horizontal: [], vertical: [] }];
  readonly #font: Type1Font;
  readonly #depth: number;
  #x = 0;
  #y = 0;
  #bearing: readonly [number, number] = [0, 0];
  #stack: number[] = [];
  #postScript: number[] = [];
  #flex: [number, number][] | null = null;
  #steps = 0;
  #hasEnded = false;

  constructor(font: Type1Font, depth: number) {
    this.#font = font;
    this.#depth = depth;
  }

  execute(code: Buffer, level: number): void {
    if (level > 16) throw new Error('subroutines nested too deep');
    for (let at = 0; at < code.length && !this.#hasEnded;) {
      if (++this.#steps > maxSteps) throw new Error('a charstring without end');
      const byte = code[at++] ?? 0;
      if (byte >= 32) at = this.#number(code, at, byte);
      else if (byte === 11) return;
      else if (byte === 10) this.#call(level);
      else if (byte === 12) this.#escape(code[at++] ?? 0);
      else this.#operator(byte);
    }
  }

  #number(code: Buffer, at: number, byte: number): number {
    if (byte <= 246) this.#stack.push(byte - 139);
    else if (byte <= 250) this.#stack.push((byte - 247) * 256 + (code[at] ?? 0) + 108);
    else if (byte <= 254) this.#stack.push(-(byte - 251) * 256 - (code[at] ?? 0) - 108);
    else this.#stack.push(code.readInt32BE(at));
    return byte <= 246 ? at : byte === 255 ? at + 4 : at + 1;
  }

  #call(level: number): void {
    const subroutine = this.#font.subroutines.get(this.#stack.pop() ?? -1);
    if (subroutine === undefined) throw new Error('a subroutine that does not exist');
    this.execute(subroutine, level + 1);
  }

  #operator(operator: number): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;
    this.#stack = [];
    switch (operator) {
      case 1:
        return void this.#hints().horizontal.push([a + this.#bearing[1], b]);
      case 3:
        return void this.#hints().vertical.push([a + this.#bearing[0], b]);
      case 4:
        return this.#move(0, a);
      case 5:
        return this.#line(a, b);
      case 6:
        return this.#line(a, 0);
      case 7:
        return this.#line(0, a);
      case 8:
        return this.#curve(a, b, c, d, e, f);
      case 9:
        return;
      case 13:
        return this.#begin(a, 0, b);
      case 14:
        this.#hasEnded = true;
        return;
      case 21:
        return this.#move(a, b);
      case 22:
        return this.#move(a, 0);
      case 30:
        return this.#curve(0, a, b, c, d, 0);
      case 31:
        return this.#curve(a, 0, b, c, 0, d);
      default:
        throw new Error(`operator ${operator}`);
    }
  }

  #escape(operator: number): void {
    if (operator === 12) {
      const divisor = this.#stack.pop() ?? 1;
      this.#stack.push((this.#stack.pop() ?? 0) / divisor);
      return;
    }
    if (operator === 16) return this.#callOther();
    if (operator === 17) {
      this.#stack.push(this.#postScript.pop() ?? 0);
      return;
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;
    this.#stack = [];
    const [left, bottom] = this.#bearing;
    if (operator === 1) this.#hints().vertical.push([a + left, b], [c + left, d], [e + left, f]);
    else if (operator === 2) this.#hints().horizontal.push([a + bottom, b], [c + bottom, d], [e + bottom, f]);
    else if (operator === 6) this.#composite(a, b, c, d, e);
    else if (operator === 7) this.#begin(a, b, c);
    // The remaining ones: dotsection, which is obsolete, and setcurrentpoint, which repeats where flex has ended.
    else if (operator !== 0 && operator !== 33) throw new Error(`operator 12 ${operator}`);
  }

  #callOther(): void {
    const which = this.#stack.pop() ?? -1;
    const count = this.#stack.pop() ?? 0;
    const given = count > 0 ? this.#stack.splice(-count) : [];
    if (which === 1) this.#flex = [];
    else if (which === 2) this.#flex?.push([this.#x, this.#y]);
    else if (which === 0) this.#endFlex(given);
    else if (which === 3) {
      this.hints.push({ from: this.segments.length, horizontal: [], vertical: [] });
      this.#postScript = given;
    } else if (which === 12 || which === 13) this.#postScript = [];
    else throw new Error(`other subroutine ${which}`);
  }

  /** The first of the seven points is the reference point, which draws nothing. */
  #endFlex(given: number[]): void {
    const [, a, b, c, d, e, f] = this.#flex ?? [];
    this.#flex = null;
    if (!a || !b || !c || !d || !e || !f) throw new Error('flex without its points');
    this.segments.push({ kind: 'curve', points: [...a, ...b, ...c] }, { kind: 'curve', points: [...d, ...e, ...f] });
    this.#postScript = [given[2] ?? 0, given[1] ?? 0];
  }

  #begin(left: number, bottom: number, width: number): void {
    this.#bearing = [left, bottom];
    [this.#x, this.#y, this.width] = [left, bottom, width];
  }

  #hints() {
    return this.hints.at(-1) ?? { from: 0, horizontal: [], vertical: [] };
  }

  #move(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    if (this.#flex === null) this.segments.push({ kind: 'move', points: [this.#x, this.#y] });
  }

  #line(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    this.segments.push({ kind: 'line', points: [this.#x, this.#y] });
  }

  #curve(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const [x1, y1] = [this.#x + a, this.#y + b];
    const [x2, y2] = [x1 + c, y1 + d];
    [this.#x, this.#y] = [x2 + e, y2 + f];
    this.segments.push({ kind: 'curve', points: [x1, y1, x2, y2, this.#x, this.#y] });
  }

  /** A base glyph and an accent (seac), by their codes in StandardEncoding. */
  #composite(accentBearing: number, dx: number, dy: number, base: number, accent: number): void {
    if (this.#depth > 0) throw new Error('a composite of composites');
    const glyph = (code: number) => type1Glyph(this.#font, standardEncoding.get(code) ?? '', 1);
    const [below, above] = [glyph(base), glyph(accent)];
    const [right, up] = [this.#bearing[0] - accentBearing + dx, dy];
    const shift = (points: readonly number[]) => points.map((value, n) => value + (n % 2 === 0 ? right : up));
    this.segments.push(...below.segments);
    const from = this.segments.length;
    for (const segment of above.segments)
      this.segments.push({ ...segment, points: shift(segment.points) } as unknown as Segment);
    this.hints.splice(0, this.hints.length, ...below.hints);
    for (const set of above.hints)
      this.hints.push({
        from: from + set.from,
        horizontal: set.horizontal.map(([edge, size]) => [edge + up, size]),
        vertical: set.vertical.map(([edge, size]) => [edge + right, size]),
      });
    this.#hasEnded = true;
  }
}

// The glyphs of a TrueType font (OpenType 1.9: glyf), made wider and higher: points are scaled, composites stay composites.
// Instructions are left out, as they move points that are no longer where they were.

export interface Scale {
  x: number;
  y: number;
}

export interface Glyph {
  data: Buffer;
  /** Its leftmost point. */
  left: number;
}

const empty: Glyph = { data: Buffer.alloc(0), left: 0 };
/** Bits of the flags of points. */
const point = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSame: 16, ySame: 32, overlap: 64 } as const;
/** Bits of the flags of components. */
const component = {
  words: 1,
  offsets: 2,
  scale: 8,
  more: 32,
  twoScales: 64,
  matrix: 128,
  instructions: 256,
  itsMetrics: 512,
} as const;

/** Returns the glyph scaled. @throws when its outline is damaged */
export function scaledGlyph(glyph: Buffer, scale: Scale): Glyph {
  if (glyph.length < 10) return empty;
  return glyph.readInt16BE(0) >= 0 ? simple(glyph, scale) : composite(glyph, scale);
}

function simple(glyph: Buffer, scale: Scale): Glyph {
  const contours = glyph.readInt16BE(0);
  const ends = glyph.subarray(10, 10 + contours * 2);
  const points = contours === 0 ? 0 : glyph.readUInt16BE(8 + contours * 2) + 1;
  let at = 12 + contours * 2 + glyph.readUInt16BE(10 + contours * 2);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyph.readUInt8(at++);
    flags.push(flag);
    if ((flag & point.repeat) !== 0) for (let left = glyph.readUInt8(at++); left > 0; left--) flags.push(flag);
  }
  const read = (short: number, same: number, factor: number): number[] => {
    let place = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) place += (flag & same) === 0 ? -glyph.readUInt8(at++) : glyph.readUInt8(at++);
      else if ((flag & same) === 0) {
        place += glyph.readInt16BE(at);
        at += 2;
      }
      return Math.round(place * factor);
    });
  };
  const xs = read(point.xShort, point.xSame, scale.x);
  const ys = read(point.yShort, point.ySame, scale.y);

  const [xSteps, ySteps] = [written(xs, point.xShort, point.xSame), written(ys, point.yShort, point.ySame)];
  const newFlags = Buffer.from(
    flags.map((flag, n) => (flag & (point.onCurve | point.overlap)) | (xSteps.flags[n] ?? 0) | (ySteps.flags[n] ?? 0)),
  );
  const box = [min(xs), min(ys), most(xs), most(ys)];
  return {
    data: Buffer.concat([
      head(contours, box),
      ends,
      Buffer.alloc(2),
      newFlags,
      Buffer.from(xSteps.bytes),
      Buffer.from(ySteps.bytes),
    ]),
    left: box[0] ?? 0,
  };
}

const min = (places: readonly number[]) => places.reduce((one, other) => Math.min(one, other), places[0] ?? 0);
const most = (places: readonly number[]) => places.reduce((one, other) => Math.max(one, other), places[0] ?? 0);

/** Places as the steps between them, each in as few bytes as it needs. */
function written(places: readonly number[], short: number, same: number): { flags: number[]; bytes: number[] } {
  const bytes: number[] = [];
  let before = 0;
  const flags = places.map((place) => {
    const step = place - before;
    before = place;
    if (step === 0) return same;
    if (Math.abs(step) < 256) {
      bytes.push(Math.abs(step));
      return short | (step > 0 ? same : 0);
    }
    bytes.push((step >> 8) & 255, step & 255);
    return 0;
  });
  return { flags, bytes };
}

function head(contours: number, box: readonly number[]): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeInt16BE(contours, 0);
  for (const [n, place] of box.entries()) bytes.writeInt16BE(place, 2 + n * 2);
  return bytes;
}

function composite(glyph: Buffer, scale: Scale): Glyph {
  const box = [2, 4, 6, 8].map((at) => Math.round(glyph.readInt16BE(at) * (at % 4 === 2 ? scale.x : scale.y)));
  const parts: Buffer[] = [head(-1, box)];
  let at = 10;
  for (let flags: number = component.more; (flags & component.more) !== 0;) {
    flags = glyph.readUInt16BE(at);
    const hasWords = (flags & component.words) !== 0;
    const [x, y] = hasWords
      ? [glyph.readInt16BE(at + 4), glyph.readInt16BE(at + 6)]
      : [glyph.readInt8(at + 4), glyph.readInt8(at + 5)];
    const isOffset = (flags & component.offsets) !== 0;
    const start = at + (hasWords ? 8 : 6);
    const size =
      (flags & component.scale) !== 0
        ? 2
        : (flags & component.twoScales) !== 0
          ? 4
          : (flags & component.matrix) !== 0
            ? 8
            : 0;
    const part = Buffer.alloc(8);
    part.writeUInt16BE((flags | component.words) & ~(component.instructions | component.itsMetrics), 0);
    glyph.copy(part, 2, at + 2, at + 4);
    part.writeInt16BE(isOffset ? Math.round(x * scale.x) : x, 4);
    part.writeInt16BE(isOffset ? Math.round(y * scale.y) : y, 6);
    parts.push(part, glyph.subarray(start, start + size));
    at = start + size;
  }
  return { data: Buffer.concat(parts), left: box[0] ?? 0 };
}

// The readable part of a PNG that ends early or is damaged within its data (ISO/IEC 15948): libvips shows nothing of such files.
import { crc32, createInflate, deflateSync } from 'node:zlib';

const signatureBytes = 8;
const maxBytes = 512 << 20;
/** Samples of a pixel by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Where the passes of an interlaced picture begin, and their steps: x, y, across, down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const whole = [[0, 0, 1, 1]] as const;

/** The same picture with its missing rows white, or transparent; null if it has no rows, or too many. */
export async function mendedPng(file: Buffer): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = signatureBytes; at + 8 < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') break;
    else if (body.length === length && /^[A-Z]/.test(type)) {
      if (type === 'IHDR') header = body;
      kept.push(chunk(type, body));
    } else if (type === 'tRNS' && body.length === length) kept.push(chunk(type, body));
    at += 12 + length;
  }
  if (header?.length !== 13 || data.length === 0) return null;
  const rows = rowsOf(header);
  const total = rows.reduce((sum, { bytes, count }) => sum + bytes * count, 0);
  if (total === 0 || total > maxBytes) return null;
  const filled = Buffer.alloc(total);
  const isOpaque = header[9] === 0 || header[9] === 2;
  let at = 0;
  // A row begins with the number of its filter: 0 is unfiltered.
  for (const { bytes, count } of rows)
    for (let n = 0; n < count; n++, at += bytes) if (isOpaque) filled.fill(0xff, at + 1, at + bytes);
  const read = await inflatedAsFar(Buffer.concat(data), total);
  read.copy(filled);
  const idat = chunk('IDAT', deflateSync(filled));
  return Buffer.concat([file.subarray(0, signatureBytes), ...kept, idat, chunk('IEND', Buffer.alloc(0))]);
}

function rowsOf(header: Buffer): { bytes: number; count: number }[] {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = (header[8] ?? 8) * (samples[header[9] ?? 0] ?? 1);
  return (header[12] === 1 ? passes : whole).flatMap(([x, y, across, down]) => {
    const [columns, count] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    return columns > 0 && count > 0 ? [{ bytes: 1 + Math.ceil((columns * bits) / 8), count }] : [];
  });
}

/** The data before the damage. */
async function inflatedAsFar(data: Buffer, maxLength: number): Promise<Buffer> {
  const inflate = createInflate();
  const pieces: Buffer[] = [];
  let length = 0;
  inflate.end(data);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxLength) break;
    }
  } catch {
    // It ends here.
  }
  return Buffer.concat(pieces).subarray(0, maxLength);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

// A font file written from its tables: their directory with checksums, then the tables (OpenType 1.9: table directory).
import type { Table } from './truetype.ts';

/** @param kind 0x00010000 for TrueType's outlines, `OTTO` for those of CFF */
export function fontFile(kind: number, tables: readonly Table[]): Buffer {
  const sorted = tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(kind, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((sorted.length - power) * 16, 10);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (const [n, { tag, data }] of sorted.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    directory.write(tag, 12 + n * 16, 'latin1');
    directory.writeUInt32BE(checksum(padded), 16 + n * 16);
    directory.writeUInt32BE(at, 20 + n * 16);
    directory.writeUInt32BE(data.length, 24 + n * 16);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** The sum of a table's words; its length is a multiple of four. */
export function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}

// ZIP archives: the names in their directory, and their members or the beginnings of them (APPNOTE.TXT, sections 4.3–4.5).
// Our own because documents that office programs open (bytes behind the end record, odd names) are refused by strict readers.
// Reads are synchronous: an inspector serves one document at a time, and a trip to another thread and back is slower than most parts.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';

export interface ZipArchive {
  names: ReadonlySet<string>;
  /** A member's sizes in the directory: its bytes unpacked and packed; 0 for one that is absent. */
  sizeOf: (name: string) => { bytes: number; packed: number };
  /** The first `maxBytes` of a member, or null when it is absent or cannot be unpacked. */
  read: (name: string, maxBytes?: number) => Promise<Buffer | null>;
  /** A member from its beginning to its end, or null if that is more than `maxBytes` or contradicts the directory. */
  readWhole: (name: string, maxBytes: number) => Promise<Buffer | null>;
}

interface Member {
  method: number;
  encrypted: boolean;
  compressedBytes: number;
  bytes: number;
  headerAt: number;
}

const maxDirectoryBytes = 32 << 20;

/** Opens the archive at `path` while `use` runs; null when its directory cannot be read. */
export async function withZip<Value>(path: string, use: (zip: ZipArchive) => Promise<Value>): Promise<Value | null> {
  const file = openSync(path, 'r');
  using opened = new DisposableStack();
  opened.defer(() => closeSync(file));
  const members = readDirectory(file);
  if (members === null) return null;
  return await use({
    names: new Set(members.keys()),
    sizeOf: (name) => {
      const member = members.get(name);
      return { bytes: member?.bytes ?? 0, packed: member?.compressedBytes ?? 0 };
    },
    read: async (name, maxBytes = 1 << 20) => {
      const member = members.get(name);
      return member === undefined ? null : readMember(file, member, maxBytes);
    },
    readWhole: async (name, maxBytes) => {
      const member = members.get(name);
      if (member === undefined || Math.max(member.bytes, member.compressedBytes) > maxBytes) return null;
      const data = readMember(file, member, maxBytes + 1);
      return data?.length === member.bytes ? data : null;
    },
  });
}

function readDirectory(file: number): Map<string, Member> | null {
  const end = findEnd(file);
  if (end === null || end.bytes > maxDirectoryBytes) return null;
  // An archive behind a prefix (or one whose offsets are off) has its directory right before the end record.
  const isDeclared = end.declaredAt + end.bytes <= end.at && hasSignature(file, end.declaredAt, centralHeader);
  const at = isDeclared ? end.declaredAt : end.at - end.bytes;
  if (at < 0) return null;
  const members = parseDirectory(readAt(file, at, end.bytes));
  return members.size === 0 && end.bytes > 0 ? null : members;
}

const endRecord = 0x06054b50;
const end64Record = 0x06064b50;
const end64Locator = 0x07064b50;
const centralHeader = 0x02014b50;
const localHeader = 0x04034b50;
/** The longest comment, and the end record before it. */
const tailBytes = 66_000;

/** The end of the directory: the position of the record, and the position and length of the directory in it. */
interface End {
  at: number;
  declaredAt: number;
  bytes: number;
}

function findEnd(file: number): End | null {
  const { size } = fstatSync(file);
  const tailAt = Math.max(0, size - tailBytes);
  const tail = readAt(file, tailAt, tailBytes);
  const found = lastIndexOfSignature(tail);
  if (found < 0 || found + 22 > tail.length) return null;
  const at = tailAt + found;
  const end = { at, bytes: tail.readUInt32LE(found + 12), declaredAt: tail.readUInt32LE(found + 16) };
  return findEnd64(file, at) ?? end;
}

/** The ZIP64 record, which an archive of many or large members has before the other (sections 4.3.14 and 4.3.15). */
function findEnd64(file: number, endAt: number): End | null {
  const locator = readAt(file, Math.max(0, endAt - 20), 20);
  if (locator.length < 20 || locator.readUInt32LE(0) !== end64Locator) return null;
  for (const at of [number64(locator, 8), endAt - 20 - 56]) {
    if (at < 0 || !hasSignature(file, at, end64Record)) continue;
    const record = readAt(file, at, 56);
    if (record.length === 56) return { at, bytes: number64(record, 40), declaredAt: number64(record, 48) };
  }
  return null;
}

/** Infinity for a size that no file can have. */
function number64(buffer: Buffer, at: number): number {
  const value = buffer.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(value);
}

const hasSignature = (file: number, at: number, signature: number) => {
  if (!Number.isSafeInteger(at)) return false;
  const head = readAt(file, at, 4);
  return head.length === 4 && head.readUInt32LE(0) === signature;
};

function lastIndexOfSignature(tail: Buffer): number {
  for (let at = tail.length - 4; at >= 0; at--) if (tail.readUInt32LE(at) === endRecord) return at;
  return -1;
}

function parseDirectory(directory: Buffer): Map<string, Member> {
  const members = new Map<string, Member>();
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === centralHeader) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const extraAt = at + 46 + nameBytes;
    const name = directory.toString('utf8', at + 46, extraAt).replaceAll('\\', '/');
    const [bytes, compressedBytes, headerAt] = sizes64(directory.subarray(extraAt, extraAt + extraBytes), [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    members.set(name, {
      encrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      compressedBytes,
      bytes,
      headerAt,
    });
    at = extraAt + extraBytes + directory.readUInt16LE(at + 32);
  }
  return members;
}

type Sizes = [bytes: number, compressedBytes: number, headerAt: number];
const isIn64 = 0xffff_ffff;

/** The values in the ZIP64 field of a member, for numbers that do not fit into 32 bits (section 4.5.3). */
function sizes64(extra: Buffer, sizes: Sizes): Sizes {
  if (!sizes.includes(isIn64)) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let valueAt = at + 4;
    return sizes.map((size) => {
      if (size !== isIn64 || valueAt + 8 > extra.length) return size;
      valueAt += 8;
      return number64(extra, valueAt - 8);
    }) as Sizes;
  }
  return sizes;
}

function readMember(file: number, member: Member, maxBytes: number): Buffer | null {
  if (member.encrypted || !Number.isSafeInteger(member.headerAt)) return null;
  const header = readAt(file, member.headerAt, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localHeader) return null;
  const dataAt = member.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const raw = readAt(file, dataAt, Math.min(member.compressedBytes, maxBytes));
  if (member.method === 0) return raw;
  if (member.method !== 8) return null;
  // A sync flush unpacks the available part of a member that was not read to its end.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 << 20 };
  try {
    return inflateRawSync(raw, options).subarray(0, maxBytes);
  } catch (error) {
    if (isDamage(error as NodeJS.ErrnoException)) return null;
    throw error;
  }
}

/** Errors of zlib are errors of the data. */
const isDamage = ({ code }: NodeJS.ErrnoException): boolean =>
  code?.startsWith('Z_') === true || code === 'ERR_BUFFER_TOO_LARGE';

function readAt(file: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
}

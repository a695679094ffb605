// A look into a ZIP archive: the names in its directory, and the beginnings of its members (APPNOTE.TXT, sections 4.3–4.5).
// Our own because documents that office programs open (bytes behind the end record, odd names) are refused by strict readers.
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, inflateRaw } from 'node:zlib';

export interface ZipLook {
  names: ReadonlySet<string>;
  /** What the directory says of a member: its bytes unpacked and packed; 0 for one that is absent. */
  sizeOf: (name: string) => { bytes: number; packed: number };
  /** The first `maxBytes` of a member, or null when it is absent or cannot be unpacked. */
  read: (name: string, maxBytes?: number) => Promise<Buffer | null>;
  /** A member from its beginning to its end, or null when that is more than `maxBytes` or not what the directory says. */
  readWhole: (name: string, maxBytes: number) => Promise<Buffer | null>;
}

interface Member {
  method: number;
  encrypted: boolean;
  compressedBytes: number;
  bytes: number;
  headerAt: number;
}

const endRecord = 0x06054b50;
const centralHeader = 0x02014b50;
const localHeader = 0x04034b50;
const maxDirectoryBytes = 32 << 20;
const inflate = promisify(inflateRaw);

/** Looks into the archive at `path` while `use` runs; null when its directory cannot be read. */
export async function withZip<Result>(path: string, use: (zip: ZipLook) => Promise<Result>): Promise<Result | null> {
  await using file = await open(path);
  const members = await readDirectory(file);
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
      const data = await readMember(file, member, maxBytes + 1);
      return data?.length === member.bytes ? data : null;
    },
  });
}

async function readDirectory(file: FileHandle): Promise<Map<string, Member> | null> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - 66_000), 66_000);
  const end = lastIndexOfSignature(tail);
  if (end < 0 || end + 22 > tail.length) return null;
  const bytes = tail.readUInt32LE(end + 12);
  const declaredAt = tail.readUInt32LE(end + 16);
  const endAt = Math.max(0, size - 66_000) + end;
  // An archive behind a prefix (or one whose offsets are off) has its directory right before the end record.
  const at = declaredAt + bytes <= endAt && (await signatureAt(file, declaredAt)) ? declaredAt : endAt - bytes;
  if (at < 0 || bytes > maxDirectoryBytes) return null;
  const members = parseDirectory(await readAt(file, at, bytes));
  return members.size === 0 && bytes > 0 ? null : members;
}

const signatureAt = async (file: FileHandle, at: number) => {
  const head = await readAt(file, at, 4);
  return head.length === 4 && head.readUInt32LE(0) === centralHeader;
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
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/');
    members.set(name, {
      encrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return members;
}

async function readMember(file: FileHandle, member: Member, maxBytes: number): Promise<Buffer | null> {
  const header = await readAt(file, member.headerAt, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localHeader || member.encrypted) return null;
  const dataAt = member.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const raw = await readAt(file, dataAt, Math.min(member.compressedBytes, maxBytes));
  if (member.method === 0) return raw;
  if (member.method !== 8) return null;
  // A sync flush unpacks what is there of a member that was not read to its end.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 << 20 };
  const data = await inflate(raw, options).catch(() => null);
  return data === null ? null : data.subarray(0, maxBytes);
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

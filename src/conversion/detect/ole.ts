// The directory of an OLE2 compound file ([MS-CFB]): which streams it has, and the first bytes of one.
import type { FileHandle } from 'node:fs/promises';

export interface OleDirectory {
  names: ReadonlySet<string>;
  /** The first bytes of a stream, at most one sector; empty when it is absent. */
  head(name: string): Promise<Buffer>;
}

interface DirectoryEntry {
  name: string;
  start: number;
  size: number;
}

const endOfChain = 0xfffffffa; // this and above are markers, not sectors
const maxDirectorySectors = 4096;
const miniStreamCutoff = 4096;
/** Small streams that lie deeper than this are not read: each step on the way is a read. */
const maxMiniStreamBytes = 8 << 20;

/** Reads the directory of a compound file; null when its header or chains are damaged. */
export async function readOleDirectory(file: FileHandle, header: Buffer): Promise<OleDirectory | null> {
  if (header.length < 512) return null;
  const sectorSize = 1 << header.readUInt16LE(30);
  if (sectorSize !== 512 && sectorSize !== 4096) return null;
  const fatSectors = Array.from({ length: 109 }, (_, i) => header.readUInt32LE(76 + 4 * i)).filter(
    (s) => s < endOfChain,
  );

  const readSector = async (sector: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(sectorSize);
    const { bytesRead } = await file.read(buffer, 0, sectorSize, (sector + 1) * sectorSize);
    return buffer.subarray(0, bytesRead);
  };
  const nextSector = async (sector: number): Promise<number> => {
    const perSector = sectorSize / 4;
    const fatSector = fatSectors[Math.floor(sector / perSector)];
    if (fatSector === undefined) return endOfChain;
    const fat = await readSector(fatSector);
    const at = (sector % perSector) * 4;
    return at + 4 <= fat.length ? fat.readUInt32LE(at) : endOfChain;
  };

  const entries: DirectoryEntry[] = [];
  let sector = header.readUInt32LE(48);
  for (let n = 0; sector < endOfChain && n < maxDirectorySectors; n++) {
    const block = await readSector(sector);
    if (block.length === 0) break;
    entries.push(...directoryEntries(block));
    sector = await nextSector(sector);
  }
  const root = entries[0];
  if (root === undefined) return null;

  return {
    names: new Set(entries.map((entry) => entry.name)),
    async head(name) {
      const entry = entries.find((candidate) => candidate.name === name);
      if (entry === undefined || entry.size === 0) return Buffer.alloc(0);
      if (entry.size >= miniStreamCutoff) return readSector(entry.start);
      // Small streams lie in 64-byte pieces of the root entry's own stream; only its first sector is needed here.
      const offset = entry.start * 64;
      if (offset > maxMiniStreamBytes) return Buffer.alloc(0);
      let at = root.start;
      for (let n = Math.floor(offset / sectorSize); n > 0 && at < endOfChain; n--) at = await nextSector(at);
      if (at >= endOfChain) return Buffer.alloc(0);
      return (await readSector(at)).subarray(offset % sectorSize);
    },
  };
}

function directoryEntries(block: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + 128 <= block.length; at += 128) {
    const nameBytes = block.readUInt16LE(at + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: block.toString('utf16le', at, at + nameBytes - 2),
      start: block.readUInt32LE(at + 116),
      size: block.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** Whether a binary Word, Excel or PowerPoint file asks for a password before it can be read. */
export async function oleIsEncrypted(ole: OleDirectory): Promise<boolean> {
  if (ole.names.has('EncryptedPackage') || ole.names.has('EncryptedSummary')) return true;
  if (ole.names.has('WordDocument')) {
    const fib = await ole.head('WordDocument');
    return fib.length >= 12 && (fib.readUInt16LE(10) & 0x0100) !== 0; // FibBase.fEncrypted, [MS-DOC] 2.5.1
  }
  for (const name of ['Workbook', 'Book']) if (ole.names.has(name)) return hasFilePass(await ole.head(name));
  if (ole.names.has('PowerPoint Document')) {
    const user = await ole.head('Current User');
    return user.length >= 16 && user.readUInt32LE(12) === 0xf3d1c4df; // headerToken, [MS-PPT] 2.3.2
  }
  return false;
}

/** FilePass comes right after BOF among the first records of a workbook ([MS-XLS] 2.1.7.20.3). */
function hasFilePass(head: Buffer): boolean {
  for (let at = 0, n = 0; at + 4 <= head.length && n < 8; n++) {
    const record = head.readUInt16LE(at);
    if (record === 0x002f) return true;
    at += 4 + head.readUInt16LE(at + 2);
  }
  return false;
}

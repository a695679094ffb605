// An office document before its layout: its archive is opened once for all that is to be known of it.
import { open } from 'node:fs/promises';
import type { Format } from '#core/formats.ts';
import { withZip, type ZipArchive } from '#conversion/zip/reader.ts';

export interface OfficeDocument {
  path: string;
  format: Format;
  /** Null if the format is not an archive, or the archive cannot be read. */
  archive: ZipArchive | null;
}

/** Opens the document while `use` runs. */
export async function withDocument<Value>(
  path: string,
  format: Format,
  use: (document: OfficeDocument) => Promise<Value>,
): Promise<Value> {
  const found = await withZip(path, async (archive) => ({
    value: await use({ path, format, archive: kept(archive) }),
  }));
  return found === null ? await use({ path, format, archive: null }) : found.value;
}

/** Bytes of the parts that are kept unpacked. */
const maxKeptBytes = 32 << 20;

/** An archive whose parts are unpacked once: several questions are about the same ones. */
function kept(archive: ZipArchive): ZipArchive {
  const parts = new Map<string, { part: Buffer; maxBytes: number }>();
  let bytes = 0;
  return {
    ...archive,
    async read(name, maxBytes = 1 << 20) {
      const known = parts.get(name);
      if (known !== undefined && (known.part.length < known.maxBytes || known.maxBytes >= maxBytes))
        return known.part.subarray(0, maxBytes);
      const part = await archive.read(name, maxBytes);
      if (part !== null && bytes + part.length <= maxKeptBytes) {
        parts.set(name, { part, maxBytes });
        bytes += part.length;
      }
      return part;
    },
  };
}

/** The first bytes of a document of markup, as text in which every byte is a character. */
export async function beginningOf({ path }: Pick<OfficeDocument, 'path'>, maxBytes: number): Promise<string> {
  await using file = await open(path);
  const buffer = Buffer.alloc(Math.min(maxBytes, (await file.stat()).size));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Whether parts with such a name match a pattern, in the first `maxBytes` of them together. */
export async function hasInParts(
  archive: ZipArchive,
  parts: RegExp,
  pattern: RegExp,
  maxBytes: number,
): Promise<boolean> {
  let left = maxBytes;
  for (const name of archive.names) {
    if (!parts.test(name) || left <= 0) continue;
    const part = await archive.read(name, left);
    left -= part?.length ?? 0;
    if (pattern.test(part?.toString('latin1') ?? '')) return true;
  }
  return false;
}

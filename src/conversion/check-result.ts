// Engines read untrusted files, so their output is accepted only if its magic bytes match.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isAbsent } from '#core/absent.ts';
import { Failure } from '#core/failure.ts';
import type { Format } from '#core/formats.ts';

/** The magic bytes of each format; a PDF has them within the first kilobyte (ISO 32000-1, annex H). */
const beginnings: Record<string, { bytes: Buffer; within: number }> = {
  pdf: { bytes: Buffer.from('%PDF-'), within: 1024 },
  zip: { bytes: Buffer.from('PK'), within: 2 },
  docx: { bytes: Buffer.from('PK'), within: 2 },
  xlsx: { bytes: Buffer.from('PK'), within: 2 },
  jpeg: { bytes: Buffer.from([0xff, 0xd8, 0xff]), within: 3 },
};

/** Checks a result. @throws conversion_failed if it is missing, empty, or of another format */
export function checkResult(path: string, { id }: Format): void {
  const { bytes: wanted, within } = beginnings[id] ?? { bytes: Buffer.alloc(0), within: 1 };
  const found = firstBytes(path, within);
  if (found.length === 0 || !found.includes(wanted))
    throw new Failure('conversion_failed', {}, { cause: new Error(`the result is not of the format ${id}`) });
}

/** Reads the first bytes of a file; empty if it does not exist. Synchronous, since using another thread takes longer. */
function firstBytes(path: string, count: number): Buffer {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isAbsent(error)) return Buffer.alloc(0);
    throw error;
  }
  try {
    const buffer = Buffer.alloc(count);
    return buffer.subarray(0, readSync(file, buffer, 0, count, 0));
  } finally {
    closeSync(file);
  }
}

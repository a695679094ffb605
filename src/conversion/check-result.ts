// Engines read untrusted files, so their output is accepted only if its magic bytes match.
import { open } from 'node:fs/promises';
import { ifAbsent } from '#core/absent.ts';
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
export async function checkResult(path: string, { id }: Format): Promise<void> {
  const made = await open(path).catch(ifAbsent(null));
  if (made === null) throw new Failure('conversion_failed', {});
  await using file = made;
  const { bytes: wanted, within } = beginnings[id] ?? { bytes: Buffer.alloc(0), within: 1 };
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(within, 1)), 0, Math.max(within, 1), 0);
  const found = buffer.subarray(0, bytesRead);
  if (bytesRead === 0 || !found.includes(wanted))
    throw new Failure('conversion_failed', {}, { cause: new Error(`the result is not of the format ${id}`) });
}

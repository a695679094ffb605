// The first bytes of a document of markup, as text in which every byte is a character.
import { open } from 'node:fs/promises';

export async function beginningOf(path: string, maxBytes: number): Promise<string> {
  await using file = await open(path);
  const buffer = Buffer.alloc(Math.min(maxBytes, (await file.stat()).size));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

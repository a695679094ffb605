// Compresses files when they are built, so that the service does not do it for each request.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Puts `file.br` and `file.gz` beside every file of a folder that `isWorthIt`. `quality` is brotli's, up to 11. */
export async function compressFiles(
  folder: string,
  quality: number,
  isWorthIt: (name: string, bytes: Buffer) => boolean = () => true,
): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(folder, entry.name);
    const bytes = await readFile(file);
    if (!isWorthIt(entry.name, bytes)) continue;
    await writeFile(`${file}.br`, brotliCompressSync(bytes, brotli));
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

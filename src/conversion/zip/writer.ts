// Archives written as a stream.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { Failure } from '#core/failure.ts';

interface Member {
  name: string;
  path: string;
}

/** The same bytes for the same members, whenever they are written. */
const mtime = new Date(1980, 0, 1);

/** Writes the files into an archive and removes them. @throws output_too_large when the archive grows over `maxBytes` */
export async function zipFiles(
  members: readonly Member[],
  output: string,
  options: { compress: boolean; maxBytes: number; fields?: { format?: string }; signal: AbortSignal },
): Promise<void> {
  const zip = new ZipFile();
  for (const { name, path } of members) zip.addFile(path, name, { compress: options.compress, mtime, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, bounded(options.maxBytes, options.fields), createWriteStream(output), {
    signal: options.signal,
  });
  for (const { path } of members) await rm(path);
}

/** Passes bytes on until there are too many. @throws output_too_large */
function bounded(maxBytes: number, fields: { format?: string } = {}): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Failure('output_too_large', { max_bytes: maxBytes, ...fields }));
      else done(null, chunk);
    },
  });
}

// A file of an upload on its way to the disk. A small file is written when it is complete, since using another thread takes
// longer than writing it synchronously.
import { createWriteStream, writeFileSync, type WriteStream } from 'node:fs';
import { Writable } from 'node:stream';

const smallBytes = 64 * 1024;
const forOurselves = { flags: 'wx', mode: 0o600 } as const;

/** Writes a new file at `path`. */
export function uploadFile(path: string): Writable {
  let held: Buffer[] = [];
  let bytes = 0;
  let file: WriteStream | undefined;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (file !== undefined) return void file.write(chunk, done);
      held.push(chunk);
      bytes += chunk.length;
      if (bytes <= smallBytes) return done();
      // The writer receives its errors.
      file = createWriteStream(path, forOurselves).on('error', () => {});
      file.write(Buffer.concat(held), done);
      held = [];
    },
    final(done) {
      if (file === undefined) done(written(path, Buffer.concat(held)));
      else file.end(done);
    },
    destroy(error, done) {
      file?.destroy();
      done(error);
    },
  });
}

function written(path: string, data: Buffer): Error | null {
  try {
    writeFileSync(path, data, { flag: forOurselves.flags, mode: forOurselves.mode });
    return null;
  } catch (error) {
    return error as Error;
  }
}

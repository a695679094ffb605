// Archives of packages: the same bytes for the same files, so that lockfiles hold on every node.
import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Files by their path in the archive. */
export type Files = Readonly<Record<string, Buffer | string>>;

const sorted = (files: Files): [string, Buffer][] =>
  Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [name, Buffer.from(content)]);

/** A ZIP archive. */
export async function zipped(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };
  for (const [name, content] of sorted(files)) zip.addBuffer(content, name, options);
  zip.end();
  return buffer(zip.outputStream);
}

const block = 512;

/** A gzipped tar archive (POSIX ustar); names are at most 100 bytes long. */
export function tarball(files: Files): Buffer {
  const parts = sorted(files).flatMap(([name, content]) => [
    header(name, content.length),
    content,
    Buffer.alloc((block - (content.length % block)) % block),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
}

function header(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar archive`);
  const head = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  head.write(name, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes, 124, 12);
  // npm ignores the time; 1980 as in the ZIP archives.
  octal(315532800, 136, 12);
  head.write(`${' '.repeat(8)}0`, 148);
  head.write('ustar\u000000', 257, 'latin1');
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return head;
}

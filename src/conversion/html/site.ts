// A page and its files as a folder for the browser: numbered files, and a list of the addresses at which it finds them. No name of
// a client's becomes a path.
import { isUtf8 } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The response for a URL. */
export interface SiteFile {
  file: string;
  type: string;
}

/** `site.json` of the folder. */
export interface SiteList {
  /** The path of the page, as in `files`. */
  page: string;
  /** By their paths, which begin with `/`. */
  files: Record<string, SiteFile>;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.apng': 'image/apng',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.ttc': 'font/collection',
};

/** Types that get a UTF-8 charset if their bytes are UTF-8: most pages do not declare it. */
const isText = /^text\/|json$|javascript$|xml$/;
const escape = 0x1b;

export function typeOf(path: string, data: Buffer): string {
  const type = types[posix.extname(path).toLowerCase()] ?? 'application/octet-stream';
  // Escapes switch the character sets of ISO 2022, zeros are UTF-16.
  const saysUtf8 = isText.test(type) && !data.includes(0) && !data.includes(escape) && isUtf8(data);
  return saysUtf8 ? `${type}; charset=utf-8` : type;
}

/** Collects a site in a new folder. */
export async function writeSite(
  folder: string,
  page: string,
  files: AsyncIterable<{ path: string; data: Buffer }>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const list: SiteList = { page, files: {} };
  let n = 0;
  for await (const { path, data } of files) {
    const file = String(n++);
    await writeFile(join(folder, file), data);
    list.files[path] = { file, type: typeOf(path, data) };
  }
  await writeFile(join(folder, 'site.json'), JSON.stringify(list));
}

// A Markdown file, alone or in an archive, as a site for the browser.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { withZip } from '#conversion/zip/reader.ts';
import { filesOf, NoPage, rootOf } from './archive.ts';
import { markdownPage, type MarkdownOptions } from './markdown/document.ts';
import { writeSite } from './site.ts';

type Options = Omit<MarkdownOptions, 'styleFile'>;

/** The page has this name beside its Markdown file, so that relative addresses are those of the file. */
const pageName = 'platen-markdown.html';
const maxMarkdownBytes = 8 << 20;

/** Returns the targets of the table of contents, in its order. @throws {@link NoPage}, TooMuch */
export async function unfoldMarkdown(
  document: string,
  folder: string,
  { isArchive, ...options }: Options & { isArchive: boolean },
): Promise<string[]> {
  if (!isArchive) {
    const { html, contents } = markdownPage(textOf(await readFile(document)), { ...options, styleFile: null });
    await writeSite(folder, `/${pageName}`, only({ path: `/${pageName}`, data: Buffer.from(html) }));
    return contents;
  }
  const found = await withZip(document, async (zip) => {
    const place = rootOf(zip);
    const name = markdownOf(place);
    const data = name === undefined ? null : await zip.readWhole(name, maxMarkdownBytes);
    if (name === undefined || data === null) return null;
    const beside = posix.join(posix.dirname(name), 'style.css');
    const styleFile = zip.names.has(beside) ? 'style.css' : null;
    const { html, contents } = markdownPage(textOf(data), { ...options, styleFile });
    const page = posix.join('/', posix.dirname(name.slice(place.root.length)), pageName);
    await writeSite(folder, page, only({ path: page, data: Buffer.from(html) }, filesOf(zip, place)));
    return contents;
  });
  if (found === null) throw new NoPage('no Markdown file, or several');
  return found;
}

interface File {
  path: string;
  data: Buffer;
}

async function* only(first: File, others?: AsyncIterable<File>): AsyncGenerator<File> {
  yield first;
  if (others !== undefined) yield* others;
}

/** The one at the top, or the only one. */
function markdownOf({ names, root }: { names: readonly string[]; root: string }): string | undefined {
  const all = names.filter((name) => name.startsWith(root) && /\.(md|markdown)$/i.test(name));
  const top = all.filter((name) => !name.slice(root.length).includes('/'));
  return top.length === 1 ? top[0] : all.length === 1 ? all[0] : undefined;
}

/** UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
function textOf(data: Buffer): string {
  const encoding =
    data[0] === 0xff && data[1] === 0xfe ? 'utf-16le' : data[0] === 0xfe && data[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(data);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(data);
    throw error;
  }
}

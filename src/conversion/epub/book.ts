// A whole book as one XHTML document for printing: cover, table of contents, chapters; and the facts for finishing its PDF.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render } from 'dom-serializer';
import { withZip, type ZipArchive } from '#conversion/zip/reader.ts';
import { readStyles, styleScopes } from './book-styles.ts';
import { readChapter, type Chapter, type ChapterContext } from './chapter.ts';
import { idsOf, tableOfContents, tocPage, type ContentsEntry } from './contents.ts';
import { bookHyphenation } from './hyphenate.ts';
import { escapeMarkup } from '#core/markup.ts';
import { readNavigation } from './navigation.ts';
import { decodeText, readPackage, Unreadable, type Package } from './package.ts';
import { pageRules } from './page-rules.ts';
import { elements, textOf } from './xml.ts';

export interface BookFacts {
  title: string;
  authors: string[];
  direction: 'ltr' | 'rtl';
  /** In the order of the printed table of contents. */
  toc: ContentsEntry[];
  /** The fewest pages that the book can have: see {@link maxCharactersOfAPage}. */
  minPages: number;
}

/** There is nothing to print. */
export class Blank extends Error {}

/** More than fits on an A4 page in letters that can still be read (about 5 points, without margins). */
const maxCharactersOfAPage = 20_000;
const maxChapterBytes = 48 << 20;
const maxBookBytes = 512 << 20;
const pictureTypes: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
};

/** A second barrier behind {@link readChapter}: no script runs, and nothing is loaded but pictures of the folder. */
export const contentPolicy = "default-src 'none'; img-src file: data:; style-src 'unsafe-inline'";

/** Writes index.xhtml and its pictures into `folder`, with a table of contents or without. @throws {@link Unreadable}, {@link Blank} */
export async function writeBook(input: string, folder: string, { hasContents = true } = {}): Promise<BookFacts> {
  await mkdir(folder, { recursive: true });
  const facts = await withZip(input, (zip) => write(zip, folder, hasContents));
  if (facts === null) throw new Unreadable('no archive');
  return facts;
}

async function write(zip: ZipArchive, folder: string, hasContents: boolean): Promise<BookFacts> {
  const book = await readPackage(zip);
  const navigation = await readNavigation(zip, book);
  const pictures = new Map<string, string>();
  const picture = (path: string): string | undefined => {
    const extension =
      pictureTypes[book.resources.get(path)?.mediaType ?? ''] ??
      /\.(jpe?g|png|gif|webp|svg)$/i.exec(path)?.[0].toLowerCase();
    if (extension === undefined || !zip.names.has(path)) return undefined;
    if (!pictures.has(path)) pictures.set(path, `picture-${pictures.size}${extension}`);
    return pictures.get(path);
  };
  const chapters = await readChapters(zip, book, picture);
  const cover = book.cover === undefined ? undefined : picture(book.cover);
  const isWithoutText = (chapter: Chapter) => textOf(chapter.body) === '' && elements(chapter.body, 'img').length === 0;
  const tocChapter = chapters.find((chapter) => chapter.item.path === navigationPath(book));
  // We set the table of contents ourselves; other content of the file stays.
  if (tocChapter !== undefined) removeNavs(tocChapter.body);
  const hidden = new Map<string, string>();
  for (const chapter of chapters) {
    if (isOnlyCover(chapter, cover)) hidden.set(chapter.key, 'platen-cover');
    else if (chapter === tocChapter && isWithoutText(chapter)) hidden.set(chapter.key, 'platen-toc');
  }
  const body = chapters.filter(({ key }) => !hidden.has(key));
  mendLinks(body, hidden);
  const characters = body.reduce((sum, chapter) => sum + chapter.characters, 0);
  if (characters === 0 && pictures.size === 0 && !body.some(({ hasDrawing }) => hasDrawing))
    throw new Blank('no text and no picture');

  const toc = tableOfContents(navigation, body);
  const scopeOf = styleScopes();
  const sections = body.map((chapter) => sectionOf(chapter, book, scopeOf(chapter)));
  const styles = await readStyles(zip, body, { picture, scopeOf });
  const html = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<html xmlns="http://www.w3.org/1999/xhtml" lang="${book.language}" xml:lang="${book.language}" dir="${book.direction}"><head><meta charset="UTF-8"/>`,
    `<meta http-equiv="Content-Security-Policy" content="${contentPolicy}"/>`,
    `<title>${escapeMarkup(book.title)}</title><style>${escapeMarkup(pageRules)}</style>${styles}</head><body>`,
    titlePage(book, cover),
    hasContents ? tocPage(book, toc) : '',
    ...sections,
    '</body></html>',
  ];
  await writeFile(join(folder, 'index.xhtml'), html.join('\n'));
  await writePictures(zip, pictures, folder);
  const minPages = Math.max(body.length, Math.ceil(characters / maxCharactersOfAPage));
  return { title: book.title, authors: book.authors, direction: book.direction, toc, minPages };
}

async function readChapters(zip: ZipArchive, book: Package, picture: ChapterContext['picture']): Promise<Chapter[]> {
  const keys = new Map(book.spine.map(({ path }, n) => [path, `c${n}`]));
  const chapters: Chapter[] = [];
  const hyphenate = bookHyphenation();
  let bytes = 0;
  for (const item of new Map(book.spine.map((entry) => [entry.path, entry])).values()) {
    const data = await zip.read(item.path, maxChapterBytes);
    bytes += data?.length ?? 0;
    if (bytes > maxBookBytes) throw new Unreadable('the text of the book is too large');
    if (data === null) continue;
    const chapter = readChapter(item, decodeText(data), { keys, picture });
    if (!item.fixed) hyphenate(chapter.body, chapter.language ?? book.language);
    chapters.push(chapter);
  }
  if (chapters.length === 0) throw new Unreadable('no file of the spine exists');
  return chapters;
}

const navigationPath = ({ navigation }: Package) => (navigation?.kind === 'nav' ? navigation.path : undefined);

/** A page that shows the cover and nothing else: the cover has a page of its own already. */
function isOnlyCover({ body, characters, item }: Chapter, cover: string | undefined): boolean {
  if (cover === undefined || characters > 0 || item.fixed) return false;
  const shown = [...elements(body, 'img'), ...elements(body, 'image')];
  return shown.length === 1 && (shown[0]?.attribs['src'] ?? shown[0]?.attribs['href']) === cover;
}

function removeNavs(body: Chapter['body']): void {
  for (const nav of elements(body, 'nav')) {
    const siblings = nav.parent?.children ?? [];
    siblings.splice(siblings.indexOf(nav), 1);
  }
}

/** Links to a missing target lead to the chapter, or to the page that replaces it; other links are removed. */
function mendLinks(chapters: readonly Chapter[], hidden: ReadonlyMap<string, string>): void {
  const ids = new Set(chapters.flatMap((chapter) => [chapter.key, ...idsOf(chapter)]));
  for (const { body } of chapters)
    for (const link of elements(body, 'a')) {
      const target = /^#(.*)$/s.exec(link.attribs['href'] ?? '')?.[1];
      if (target === undefined || ids.has(target)) continue;
      const key = target.split('-')[0] ?? '';
      const instead = hidden.get(key) ?? (ids.has(key) ? key : undefined);
      if (instead === undefined) delete link.attribs['href'];
      else link.attribs['href'] = `#${instead}`;
    }
}

function sectionOf(chapter: Chapter, book: Package, scope: string): string {
  const { body, key, item, size } = chapter;
  const lang = escapeMarkup(chapter.language ?? book.language);
  const dir = chapter.direction === 'rtl' || chapter.direction === 'ltr' ? chapter.direction : book.direction;
  const inner = render(body, { xmlMode: true, encodeEntities: 'utf8' });
  const attributes = `id="${key}" lang="${lang}" xml:lang="${lang}" dir="${dir}"`;
  if (!item.fixed) return `<section class="platen-flow platen-html ${scope}" ${attributes}>${inner}</section>`;
  const { width, height } = size ?? { width: 800, height: 1131 };
  const isWide = width > height;
  const [pageWidth, pageHeight] = isWide ? [1122.5, 793.7] : [793.7, 1122.5];
  const scale = Math.min(pageWidth / width, pageHeight / height);
  const [left, top] = [(pageWidth - width * scale) / 2, (pageHeight - height * scale) / 2];
  const frame = `width:${width}px;height:${height}px;left:${left.toFixed(2)}px;top:${top.toFixed(2)}px;transform:scale(${scale.toFixed(5)})`;
  return `<section class="platen-sheet ${isWide ? 'platen-wide' : 'platen-tall'}" ${attributes}><div class="platen-frame platen-html ${scope}" style="${frame}">${inner}</div></section>`;
}

function titlePage({ title, authors }: Package, cover: string | undefined): string {
  if (cover !== undefined)
    return `<section class="platen-cover" id="platen-cover"><img src="${cover}" alt="${escapeMarkup(title)}"/></section>`;
  return `<section class="platen-title" id="platen-cover"><p class="title">${escapeMarkup(title)}</p>${authors.map((name) => `<p class="author">${escapeMarkup(name)}</p>`).join('')}</section>`;
}

async function writePictures(zip: ZipArchive, pictures: ReadonlyMap<string, string>, folder: string): Promise<void> {
  let bytes = 0;
  for (const [path, name] of pictures) {
    const data = await zip.read(path, 256 << 20);
    bytes += data?.length ?? 0;
    if (bytes > 1024 << 20) throw new Unreadable('the pictures of the book are too large');
    if (data !== null) await writeFile(join(folder, name), data);
  }
}

// A whole book as one XHTML document for printing: cover, table of contents, chapters; and what is to be known to finish its PDF.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { render } from 'dom-serializer';
import type { AnyNode } from 'domhandler';
import { withZip, type ZipArchive } from '#conversion/zip/reader.ts';
import { readChapter, targetId, type Chapter, type ChapterContext } from './chapter.ts';
import { bookHyphenation } from './hyphenate.ts';
import { readNavigation, type NavigationEntry } from './navigation.ts';
import { decodeText, readPackage, resolvePath, Unreadable, type Package } from './package.ts';
import { pageRules, placeholder } from './page-rules.ts';
import { bookStyle } from './style.ts';
import { elements, textOf } from './xml.ts';

export interface BookFacts {
  title: string;
  authors: string[];
  direction: 'ltr' | 'rtl';
  /** In the order of the printed table of contents; `target` is an id of the document. */
  toc: { title: string; level: number; target: string }[];
  /** The fewest pages that the book can have: see {@link maxCharactersOfAPage}. */
  leastPages: number;
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

/** Holds what {@link readChapter} might let through: no script runs, and nothing is loaded but pictures of the folder. */
export const contentPolicy = "default-src 'none'; img-src file: data:; style-src 'unsafe-inline'";

/** Writes index.xhtml and its pictures into `folder`. @throws {@link Unreadable}, {@link Blank} */
export async function writeBook(input: string, folder: string): Promise<BookFacts> {
  await mkdir(folder, { recursive: true });
  const facts = await withZip(input, (zip) => write(zip, folder));
  if (facts === null) throw new Unreadable('no archive');
  return facts;
}

async function write(zip: ZipArchive, folder: string): Promise<BookFacts> {
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
  // We set the table of contents ourselves; what else the file says stays.
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
    tocPage(book, toc),
    ...sections,
    '</body></html>',
  ];
  await writeFile(join(folder, 'index.xhtml'), html.join('\n'));
  await writePictures(zip, pictures, folder);
  const leastPages = Math.max(body.length, Math.ceil(characters / maxCharactersOfAPage));
  return { title: book.title, authors: book.authors, direction: book.direction, toc, leastPages };
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
  if (chapters.length === 0) throw new Unreadable('no file of the spine is there');
  return chapters;
}

const navigationPath = ({ navigation }: Package) => (navigation?.kind === 'nav' ? navigation.path : undefined);

/** A page that shows the cover and nothing else: the cover has a page of its own already. */
function isOnlyCover({ body, characters, item }: Chapter, cover: string | undefined): boolean {
  if (cover === undefined || characters > 0 || item.fixed) return false;
  const shown = [...elements(body, 'img'), ...elements(body, 'image')];
  return shown.length === 1 && (shown[0]?.attribs['src'] ?? shown[0]?.attribs['href']) === cover;
}

/** The book's own table of contents where it has some, else a line for each chapter that has a heading. */
function tableOfContents(navigation: readonly NavigationEntry[], chapters: readonly Chapter[]): BookFacts['toc'] {
  const byPath = new Map(chapters.map((chapter) => [chapter.item.path, chapter]));
  const ids = new Map(chapters.map((chapter) => [chapter.key, idsOf(chapter)]));
  const toc: BookFacts['toc'] = [];
  const add = (entries: readonly NavigationEntry[], level: number) => {
    for (const entry of entries) {
      const chapter = byPath.get(entry.path);
      const id = chapter === undefined || entry.fragment === '' ? undefined : targetId(chapter.key, entry.fragment);
      const isThere = id !== undefined && ids.get(chapter?.key ?? '')?.has(id) === true;
      if (chapter !== undefined) toc.push({ title: entry.title, level, target: isThere ? id : chapter.key });
      add(entry.children, chapter === undefined ? level : level + 1);
    }
  };
  add(navigation, 0);
  if (toc.length > 0) return toc;
  return chapters.flatMap((chapter) => {
    const heading = ['h1', 'h2', 'h3'].flatMap((name) => elements(chapter.body, name))[0];
    const title = textOf(heading).replaceAll('\u00ad', '');
    return title === '' ? [] : [{ title: title.slice(0, 200), level: 0, target: chapter.key }];
  });
}

function removeNavs(body: Chapter['body']): void {
  for (const nav of elements(body, 'nav')) {
    const siblings = nav.parent?.children ?? [];
    siblings.splice(siblings.indexOf(nav), 1);
  }
}

/** Links to places that are not there lead to the chapter, or to the page of ours that stands for it; others are none. */
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

function idsOf({ body }: Chapter): Set<string> {
  const ids = new Set<string>();
  const work: AnyNode[] = [body];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if ('attribs' in node && node.attribs['id'] !== undefined) ids.add(node.attribs['id']);
    if ('children' in node) work.push(...(node.children as AnyNode[]));
  }
  return ids;
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

type ScopeOf = (chapter: Chapter) => string;

/** One class for all chapters of a book with the same style sheets. */
function styleScopes(): ScopeOf {
  const scopes = new Map<string, string>();
  return ({ styles, item }) => {
    const key = JSON.stringify([styles, item.fixed]);
    const known = scopes.get(key) ?? `platen-s${scopes.size}`;
    scopes.set(key, known);
    return known;
  };
}

async function readStyles(
  zip: ZipArchive,
  chapters: readonly Chapter[],
  { picture, scopeOf }: Pick<ChapterContext, 'picture'> & { scopeOf: ScopeOf },
): Promise<string> {
  const written = new Map<string, string>();
  for (const chapter of chapters) {
    const scope = scopeOf(chapter);
    if (written.has(scope)) continue;
    const parts: string[] = [];
    for (const style of chapter.styles) {
      const from = 'path' in style ? style.path : chapter.item.path;
      const text = 'path' in style ? await sheet(zip, style.path, 0) : style.text;
      const context = { scope, fixed: chapter.item.fixed, picture: (href: string) => picture(resolvePath(from, href)) };
      if (text !== '') parts.push(bookStyle(text, context));
    }
    written.set(scope, parts.join('\n'));
  }
  return [...written.values()].map((text) => `<style>${escapeMarkup(text)}</style>`).join('\n');
}

/** A style sheet with those that it imports in front. */
async function sheet(zip: ZipArchive, path: string, depth: number): Promise<string> {
  const data = path === '' || depth > 4 ? null : await zip.read(path, 4 << 20);
  if (data === null) return '';
  const text = decodeText(data);
  const imported = [...text.slice(0, 20_000).matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]+)/g)].slice(0, 16);
  const before = await Promise.all(imported.map(([, href]) => sheet(zip, resolvePath(path, href ?? ''), depth + 1)));
  return [...before, text].join('\n');
}

function titlePage({ title, authors }: Package, cover: string | undefined): string {
  if (cover !== undefined)
    return `<section class="platen-cover" id="platen-cover"><img src="${cover}" alt="${escapeMarkup(title)}"/></section>`;
  return `<section class="platen-title" id="platen-cover"><p class="title">${escapeMarkup(title)}</p>${authors.map((name) => `<p class="author">${escapeMarkup(name)}</p>`).join('')}</section>`;
}

const headings: Record<string, string> = {
  en: 'Contents',
  fr: 'Table des matières',
  de: 'Inhalt',
  es: 'Índice',
  it: 'Indice',
  pt: 'Índice',
  nl: 'Inhoud',
  sv: 'Innehåll',
  da: 'Indhold',
  nb: 'Innhold',
  no: 'Innhold',
  fi: 'Sisällys',
  pl: 'Spis treści',
  cs: 'Obsah',
  ru: 'Содержание',
  uk: 'Зміст',
  ja: '目次',
  zh: '目录',
  ko: '차례',
  ar: 'المحتويات',
  he: 'תוכן העניינים',
  el: 'Περιεχόμενα',
  tr: 'İçindekiler',
  hu: 'Tartalom',
};

function tocPage({ language }: Package, toc: BookFacts['toc']): string {
  if (toc.length === 0) return '';
  const heading = headings[language.toLowerCase().split('-')[0] ?? ''] ?? headings['en'];
  const lines = toc.map(
    ({ title, level, target }) =>
      `<p class="level-${Math.min(level, 5)}"><a href="#${target}"><span class="entry">${escapeMarkup(title)}</span><span class="dots"></span><span class="number">${placeholder}</span></a></p>`,
  );
  return `<section class="platen-toc" id="platen-toc"><h1>${heading}</h1>${lines.join('\n')}</section>`;
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

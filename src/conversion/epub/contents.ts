// The table of contents of a book: its own, or its headings; and the page that shows it.
import type { AnyNode } from 'domhandler';
import { targetId, type Chapter } from './chapter.ts';
import { escapeMarkup } from '#core/markup.ts';
import type { NavigationEntry } from './navigation.ts';
import type { Package } from './package.ts';
import { placeholder } from '#conversion/pdf/page-references.ts';
import { elements, textOf } from './xml.ts';

/** `target` is an id of the document. */
export interface ContentsEntry {
  title: string;
  level: number;
  target: string;
}

/** The book's own table of contents where it has some, else a line for each chapter that has a heading. */
export function tableOfContents(navigation: readonly NavigationEntry[], chapters: readonly Chapter[]): ContentsEntry[] {
  const byPath = new Map(chapters.map((chapter) => [chapter.item.path, chapter]));
  const ids = new Map(chapters.map((chapter) => [chapter.key, idsOf(chapter)]));
  const toc: ContentsEntry[] = [];
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

/** All ids in a chapter. */
export function idsOf({ body }: Chapter): Set<string> {
  const ids = new Set<string>();
  const work: AnyNode[] = [body];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if ('attribs' in node && node.attribs['id'] !== undefined) ids.add(node.attribs['id']);
    if ('children' in node) work.push(...(node.children as AnyNode[]));
  }
  return ids;
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

/** Its page numbers are set when the book is printed. */
export function tocPage({ language }: Package, toc: readonly ContentsEntry[]): string {
  if (toc.length === 0) return '';
  const heading = headings[language.toLowerCase().split('-')[0] ?? ''] ?? headings['en'];
  const lines = toc.map(
    ({ title, level, target }) =>
      `<p class="level-${Math.min(level, 5)}"><a href="#${target}"><span class="entry">${escapeMarkup(title)}</span><span class="dots"></span><span class="number">${placeholder}</span></a></p>`,
  );
  return `<section class="platen-toc" id="platen-toc"><h1>${heading}</h1>${lines.join('\n')}</section>`;
}

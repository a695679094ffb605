// The index of the search in a language: its own pages, and those in English that it has no translation of.
import type { Language } from '#messages/languages.ts';
import { languagesOf } from '#reference/site/menu.ts';
import type { Pages } from '#reference/site/pages.ts';
import { renderText } from '#reference/site/render.ts';
import { wordsIn } from '#reference/words.ts';
import MiniSearch from 'minisearch';
import { indexOptions, type Part } from './index-options.ts';

/** Long, and looked up by nobody who calls the API. */
const isLeftOut = (file: string): boolean => file.startsWith('docs/decisions/') || file === 'CHANGELOG.md';

/** As JSON. */
export function searchIndex(pages: Pages, language: Language): string {
  const parts: Part[] = [];
  for (const page of pages.values()) {
    const isOwn = page.language === language || (page.language === 'en' && !languagesOf(page.file).includes(language));
    if (!isOwn || isLeftOut(page.file)) continue;
    const { title, html } = renderText(page, pages);
    const errors = wordsIn(language).say('errors');
    for (const { anchor, section, text } of split(html, page.file.startsWith('docs/errors/'))) {
      // The codes that a tool lists have pages of their own.
      if (page.file.startsWith('docs/tools/') && section === errors) continue;
      parts.push({
        id: parts.length,
        address: anchor === '' ? page.address : `${page.address}#${anchor}`,
        title,
        section,
        text,
        excerpt: text.slice(0, 160),
      });
    }
  }
  const index = new MiniSearch<Part>(indexOptions);
  index.addAll(parts);
  return JSON.stringify(index);
}

/** The beginning of a page and its parts, as text without code. A short page stays whole. */
function split(html: string, isWhole: boolean): { anchor: string; section: string; text: string }[] {
  const [head = '', ...rest] = isWhole ? [html] : html.split(/(?=<h2 id=")/);
  return [
    { anchor: '', section: '', text: textOf(head.replace(/<h1.*?<\/h1>/s, '')) },
    ...rest.map((part) => ({
      anchor: /^<h2 id="([^"]*)"/.exec(part)?.[1] ?? '',
      section: textOf(/^<h2.*?<\/h2>/s.exec(part)?.[0] ?? ''),
      text: textOf(part.replace(/^<h2.*?<\/h2>/s, '')),
    })),
  ];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOf = (html: string): string =>
  html
    .replaceAll(/<pre.*?<\/pre>|<div class="code-head">.*?<\/div>|<a class="anchor".*?<\/a>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+|#39);/g, (mark, name: string) => entities[name] ?? mark)
    .replaceAll(/\s+/g, ' ')
    .trim();

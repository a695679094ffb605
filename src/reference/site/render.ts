// A page of /docs as HTML, from its Markdown to its frame.
import { escapeMarkup } from '#core/markup.ts';
import { wordsIn } from '../words.ts';
import type { Built } from './built.ts';
import { renderMarkdown, type Rendered } from './markdown.ts';
import { frame } from './page.ts';
import { addressIn, type Page, type Pages } from './pages.ts';

/** The text alone. */
export function renderText(page: Page, pages: Pages, colour: Built['colour'] = escapeMarkup): Rendered {
  const { file, language, text } = page;
  return renderMarkdown(text(), {
    file,
    pageOf: (other) => addressIn(pages, other, language),
    colour,
    linkLabel: wordsIn(language).say('link_to_part'),
  });
}

/** The whole page. */
export const renderPage = (page: Page, pages: Pages, built: Built | null): string =>
  frame(renderText(page, pages, built?.colour), page, pages, built);

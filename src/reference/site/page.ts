// The frame of a page of /docs: head, top bar, menu, links to the previous and next page. It works without scripts;
// those of a build add tabs, copies and the search.
import { escapeMarkup } from '#core/markup.ts';
import { languageNames, languages } from '#messages/languages.ts';
import { wordsIn, type Words } from '../words.ts';
import type { Built } from './built.ts';
import type { Rendered } from './markdown.ts';
import { addressOf, languagesOf, menuIn } from './menu.ts';
import { siblingsOf, type Page, type Pages } from './pages.ts';

type Place = Pick<Page, 'file' | 'language'>;

/** Placeholder for the URL of the service, which is set when a page is sent. */
export const originMark = '%ORIGIN%';

const icon =
  '<svg class="icon" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#4338ca"/><path d="M10 7h8.5L23 11.500V19h-3v-6h-4v-3h-3v9h-3z" fill="#fff"/><path d="M7 21h18v3.500H7z" fill="#c7d2fe"/></svg>';
const lens =
  '<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.500"/><path d="m15.500 15.500 5 5"/></svg>';

export function frame(rendered: Rendered, page: Page, pages: Pages, built: Built | null): string {
  const { title, html, lead } = rendered;
  const words = wordsIn(page.language);
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head({ title: `${title} · Platen`, built })}
<meta name="description" content="${escapeMarkup(lead.slice(0, 200))}">
<link rel="stylesheet" href="/docs/assets/text.css">
${alternates(page)}
</head>
<body${scriptData(words, built)}>
<a class="skip" href="#content">${escapeMarkup(words.say('skip'))}</a>
${bar(words, page)}
<div class="columns">
<main id="content" tabindex="-1">
${html}
${beforeAndAfter(words, page, pages)}
</main>
<div class="menu" id="pages"><nav aria-label="${escapeMarkup(words.say('pages'))}">${menu(words, page, pages)}</nav></div>
${contents(words, rendered)}
</div>
</body>
</html>
`;
}

/** The head of each page, including the interactive reference. */
export const head = ({ title, built }: { title: string; built: Built | null }): string =>
  `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css">${
    built === null
      ? ''
      : `\n<script src="/docs/assets/${built.name}/early.js"></script>\n<script type="module" src="/docs/assets/${built.name}/docs.js"></script>`
  }`;

/** The same page in other languages, for search engines. */
function alternates({ file, address }: Page): string {
  const own = `<link rel="canonical" href="${originMark}${address}">`;
  const others = languagesOf(file);
  if (others.length < 2) return own;
  const link = (language: string, target: string) =>
    `<link rel="alternate" hreflang="${language}" href="${originMark}${target}">`;
  return [
    own,
    ...others.map((language) => link(language, addressOf(file, language))),
    link('x-default', addressOf(file)),
  ].join('\n');
}

/** Texts of the scripts, and the path of the search index. */
export function scriptData({ say, language }: Words, built: Built | null): string {
  if (built === null) return '';
  const keys = [
    ...(['copy', 'copied', 'copy_failed', 'sample_language', 'close'] as const),
    ...(['search_label', 'search_results', 'search_count', 'search_none', 'search_broken'] as const),
  ];
  const data = {
    index: `/docs/assets/${built.name}/search-${language}.json`,
    ...Object.fromEntries(keys.map((key) => [key, say(key)])),
  };
  return ` data-docs="${escapeMarkup(JSON.stringify(data))}"`;
}

/** The bar above a page. On the reference it is a list of links: there a header is Scalar's, on phones. */
export function bar(words: Words, page: Place): string {
  const { say, language } = words;
  const isReference = page.file === '/docs/api-reference';
  const [tag, inner] = isReference ? (['nav', 'div'] as const) : (['header', 'nav'] as const);
  const label = ' aria-label="Platen"';
  return `<${tag} class="bar"${isReference ? label : ''}>
<a class="brand" href="/" aria-label="${escapeMarkup(say('front_page'))}">${icon}<b>Platen</b></a>
<a class="section" href="${addressOf('docs/quick-start.md', language)}">${escapeMarkup(say('documentation'))}</a>
<button type="button" class="search-button" aria-keyshortcuts="/">${lens}<span>${escapeMarkup(say('search'))}</span><kbd aria-hidden="true">/</kbd></button>
<${inner} class="links"${isReference ? '' : label}><a href="/docs/api-reference"${isReference ? ' aria-current="page"' : ''}>${escapeMarkup(say('reference'))}</a><a href="/dashboard">${escapeMarkup(say('dashboard'))}</a></${inner}>
${isReference ? '' : languageLinks(words, page)}
${isReference ? '' : `<a class="to-pages" href="#pages">${escapeMarkup(say('pages'))}</a>`}
</${tag}>`;
}

/** The same page in each language; a page that is not translated leads to the first one. */
const languageLinks = ({ say }: Words, { file, language: own }: Place): string =>
  `<nav class="languages" aria-label="${escapeMarkup(say('language'))}">${languages
    .map((language) => {
      const target = addressOf(languagesOf(file).includes(language) ? file : 'docs/quick-start.md', language);
      const current = language === own ? ' aria-current="true"' : '';
      return `<a href="${target}" lang="${language}" hreflang="${language}" title="${languageNames[language]}"${current}><span aria-hidden="true">${language.toUpperCase()}</span><span class="unseen">${languageNames[language]}</span></a>`;
    })
    .join('')}</nav>`;

function menu(words: Words, page: Page, pages: Pages): string {
  const link = (title: string, address: string) => {
    const current = address === page.address ? ' aria-current="page"' : '';
    // A page that is not translated has its title in its own language.
    const language = pages.get(address)?.language ?? page.language;
    const other = language === page.language ? '' : ` lang="${language}" hreflang="${language}"`;
    return `<a href="${address}"${current}${other}>${escapeMarkup(title)}</a>`;
  };
  return menuIn(words)
    .map(({ title, pages: listed }) => {
      const items = listed.map(({ title: name, file }) => {
        const below =
          file === 'docs/tools.md' && /^docs\/tools[./]/.test(page.file) ? toolLinks(page, pages, link) : '';
        return `<li>${link(name, addressOf(file, page.language))}${below}</li>`;
      });
      return `<p>${escapeMarkup(title)}</p><ul>${items.join('')}</ul>`;
    })
    .join('');
}

/** The tools below their list, where a reader looks at them. */
const toolLinks = (page: Page, pages: Pages, link: (title: string, address: string) => string): string =>
  `<ul>${[...pages.values()]
    .filter(({ file, language }) => language === page.language && file.startsWith('docs/tools/'))
    .map(({ file, address }) => link(file.slice('docs/tools/'.length, -'.md'.length), address))
    .map((item) => `<li>${item}</li>`)
    .join('')}</ul>`;

function contents({ say }: Words, { parts }: Rendered): string {
  if (parts.length < 2) return '';
  const items = parts.map(
    ({ title, anchor }) => `<li><a href="#${escapeMarkup(anchor)}">${escapeMarkup(title)}</a></li>`,
  );
  const label = escapeMarkup(say('on_this_page'));
  return `<aside><nav aria-label="${label}"><p>${label}</p><ul>${items.join('')}</ul></nav></aside>`;
}

/** Links to the pages that a reader turns to from this one: the next tool or code, or the next page of the menu. */
function beforeAndAfter(words: Words, page: Page, pages: Pages): string {
  const siblings = siblingsOf(pages, page);
  const order: { title: string; address: string }[] =
    siblings.length > 0
      ? siblings.map(({ file, address }) => ({ title: /([^/]+)\.md$/.exec(file)?.[1] ?? '', address }))
      : menuIn(words).flatMap((section) =>
          section.pages.map(({ title, file }) => ({ title, address: addressOf(file, page.language) })),
        );
  const at = order.findIndex(({ address }) => address === page.address);
  if (at < 0) return '';
  const link = (target: (typeof order)[number] | undefined, label: string, rel: 'prev' | 'next') =>
    target === undefined
      ? ''
      : `<a rel="${rel}" href="${target.address}"><small>${escapeMarkup(label)}</small>${escapeMarkup(target.title)}</a>`;
  const both = link(order[at - 1], words.say('previous'), 'prev') + link(order[at + 1], words.say('next'), 'next');
  return `<nav class="turn" aria-label="${escapeMarkup(`${words.say('previous')}, ${words.say('next')}`)}">${both}</nav>`;
}

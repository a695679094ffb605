// A page of /docs as HTML: the menu beside the text, in one column on a phone; without scripts.
import { escapeMarkup } from '#core/markup.ts';
import { addressOf, menu } from './menu.ts';
import type { Rendered } from './markdown.ts';

/** The whole page at `address`. */
export function pageHtml({ title, html, parts }: Rendered, address: string): string {
  const heading = title === 'Platen' ? 'Platen: documentation' : `${title.replaceAll('`', '')} · Platen`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(heading)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/site.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="brand" href="/docs">Platen</a> <a class="to-pages" href="#pages">Pages</a> <a href="/docs/api-reference">Reference</a> <a href="/">Convert</a></header>
<div class="columns">
<main id="content" tabindex="-1">
${html}
</main>
<div class="menu" id="pages"><nav aria-label="Pages">${sections(address)}</nav></div>
${parts.length < 2 ? '' : `<aside><nav aria-label="On this page"><p>On this page</p><ul>${parts.map((part) => `<li><a href="#${escapeMarkup(part.anchor)}">${escapeMarkup(part.title)}</a></li>`).join('')}</ul></nav></aside>`}
</div>
</body>
</html>
`;
}

const sections = (address: string): string =>
  menu
    .map(
      ({ title, pages }) =>
        `<p>${escapeMarkup(title)}</p><ul>${pages.map(([name, file]) => item(name, addressOf(file), address)).join('')}</ul>`,
    )
    .join('');

const item = (name: string, target: string, address: string): string =>
  `<li><a href="${target}"${target === address ? ' aria-current="page"' : ''}>${escapeMarkup(name)}</a></li>`;

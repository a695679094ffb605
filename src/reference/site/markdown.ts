// Markdown of this repository as HTML: headings with anchors, and links between its files as links between pages.
import { posix } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { Marked, type Tokens } from 'marked';

export interface Rendered {
  /** The first heading. */
  title: string;
  html: string;
  /** Headings of the second level, with their anchors. */
  parts: { title: string; anchor: string }[];
}

/** Anchors as GitHub makes them, so that links work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** `pageOf` returns the address of another file, or undefined where it has no page: its link becomes plain text. */
export function renderMarkdown(text: string, file: string, pageOf: (file: string) => string | undefined): Rendered {
  let title = '';
  const parts: Rendered['parts'] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading) {
        const anchor = anchorOf(words);
        if (depth === 1 && title === '') title = words;
        if (depth === 2) parts.push({ title: words.replaceAll(/[`*]/g, ''), anchor });
        const link = depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this part">#</a>`;
        return `<h${depth} id="${escapeMarkup(anchor)}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = addressFor(href, file, pageOf);
        return target === undefined ? inner : `<a href="${escapeMarkup(target)}">${inner}</a>`;
      },
      code({ text: code }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeMarkup(code)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { title, html, parts };
}

function addressFor(href: string, file: string, pageOf: (file: string) => string | undefined): string | undefined {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const page = pageOf(posix.normalize(posix.join(posix.dirname(file), path)));
  return page === undefined ? undefined : anchor === undefined ? page : `${page}#${anchor}`;
}

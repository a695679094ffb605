// Markdown of this repository as HTML: headings with anchors, links between its files as links between pages, code with its colours,
// and samples of one call in several languages as one part.
import { posix } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { Marked, type Token, type Tokens } from 'marked';
import { fileOfPart } from './menu.ts';

export interface Rendered {
  /** The first heading, as text. */
  title: string;
  html: string;
  /** Headings of the second level, with their anchors. */
  parts: { title: string; anchor: string }[];
  /** The first paragraph, as text. */
  lead: string;
}

interface Rendering {
  /** Of the Markdown, for the links in it. */
  file: string;
  /** The path of another file's page; undefined if it has none: the link becomes plain text. */
  pageOf: (file: string) => string | undefined;
  /** Code as HTML. */
  colour: (code: string, language: string) => string;
  /** Read out for the sign beside a heading. */
  linkLabel: string;
}

/** Anchors as GitHub makes them, so that links work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const plain = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]|<[^>]*>/g, '');

/** Several blocks of code in a row that have titles. */
interface Samples {
  type: 'samples';
  raw: string;
  blocks: Tokens.Code[];
}

export function renderMarkdown(text: string, { file, pageOf, colour, linkLabel }: Rendering): Rendered {
  let title = '';
  let lead = '';
  const parts: Rendered['parts'] = [];
  const block = ({ text: code, lang = '' }: Tokens.Code, asSample = false) => {
    const [language = '', name] = lang.split(' ');
    const label = name ?? names[language] ?? language;
    const attribute = asSample ? ` data-sample="${escapeMarkup(label)}"` : '';
    return `<div class="code"${attribute}><div class="code-head"><span>${escapeMarkup(label)}</span></div><pre tabindex="0"><code>${colour(code, language)}</code></pre></div>\n`;
  };
  const marked = new Marked({
    hooks: { processAllTokens: (tokens) => groupSamples(tokens) },
    extensions: [
      {
        name: 'samples',
        renderer: (token) =>
          `<div class="samples"><div class="samples-bar"></div>${(token as unknown as Samples).blocks.map((one) => block(one, true)).join('')}</div>\n`,
      },
    ],
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading) {
        const anchor = anchorOf(words);
        if (depth === 1 && title === '') title = plain(words);
        if (depth === 2) parts.push({ title: plain(words), anchor });
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="${escapeMarkup(linkLabel)}">#</a>`;
        return `<h${depth} id="${escapeMarkup(anchor)}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      paragraph({ tokens, text: words }: Tokens.Paragraph) {
        if (lead === '') lead = plain(words).replaceAll('\n', ' ');
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = addressFor(href, file, pageOf);
        return target === undefined ? inner : `<a href="${escapeMarkup(target)}">${inner}</a>`;
      },
      html({ text: markup }: Tokens.HTML | Tokens.Tag) {
        return markup.startsWith('<!--') ? '' : markup;
      },
      code: (token: Tokens.Code) => block(token),
      table({ header, rows }: Tokens.Table) {
        // An empty head is left out. On phones, cells are stacked: each names its column, and roles keep the table for screen readers.
        const head = header.map(({ tokens, text: words }) =>
          words === '' ? '<td></td>' : `<th role="columnheader">${this.parser.parseInline(tokens)}</th>`,
        );
        const cell = ({ tokens }: Tokens.TableCell, n: number) => {
          const column = plain(header[n]?.text ?? '');
          const name = n === 0 || column === '' ? '' : ` data-column="${escapeMarkup(column)}"`;
          return `<td role="cell"${name}>${this.parser.parseInline(tokens)}</td>`;
        };
        const body = rows.map((cells) => `<tr role="row">${cells.map(cell).join('')}</tr>`).join('\n');
        return `<div class="table" tabindex="0"><table role="table"><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead><tbody role="rowgroup">${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { title, html, parts, lead };
}

/** Title of a block without one. */
const names: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  yaml: 'YAML',
  nginx: 'nginx',
  caddyfile: 'Caddyfile',
  ini: 'INI',
};

const hasTitle = (token: Token): token is Tokens.Code =>
  token.type === 'code' && ((token as Tokens.Code).lang ?? '').includes(' ');

function groupSamples(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  for (const token of tokens) {
    const last = grouped.at(-1);
    if (token.type === 'space' && last?.type === 'samples') continue;
    if (!hasTitle(token)) grouped.push(token);
    else if (last?.type === 'samples') (last as Samples).blocks.push(token);
    else grouped.push({ type: 'samples', raw: token.raw, blocks: [token] });
  }
  return grouped;
}

/** Every block of code in a text, with its language. */
export const codeIn = (text: string): { code: string; language: string }[] =>
  new Marked()
    .lexer(text)
    .flatMap((token) =>
      token.type === 'code'
        ? [{ code: (token as Tokens.Code).text, language: ((token as Tokens.Code).lang ?? '').split(' ')[0] ?? '' }]
        : [],
    );

function addressFor(href: string, file: string, pageOf: Rendering['pageOf']): string | undefined {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  const part = anchor === undefined ? undefined : fileOfPart(target, anchor);
  if (part !== undefined) return pageOf(part);
  const page = pageOf(target);
  return page === undefined ? undefined : anchor === undefined ? page : `${page}#${anchor}`;
}

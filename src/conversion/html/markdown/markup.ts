// Markdown (CommonMark with GitHub's extensions) as HTML, with headings that can be linked to.
import { Lexer, Marked, type MarkedOptions, type Token, type Tokens } from 'marked';
import { escapeMarkup } from '#core/markup.ts';
import { alerts } from './alerts.ts';
import { footnotes } from './footnotes.ts';

export interface Heading {
  depth: number;
  /** Its HTML, without links. */
  html: string;
  text: string;
  id: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
}

/** Longer code may break across pages. */
const shortLines = 30;
const manyColumns = 7;

/** More nesting or repetition than people write: the time that marked needs grows with the square of their number. */
export class TooNested extends Error {}

/** In one paragraph, cell or heading. */
const maxBrackets = 10_000;
const maxAsterisks = 30_000;
/** Characters of emphasis in a row. */
const tooMuchEmphasis = /[*_~]{1000}/;

class BoundedLexer extends Lexer {
  /** @throws {@link TooNested} */
  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    if (count('[', text) > maxBrackets || count('*', text) > maxAsterisks || tooMuchEmphasis.test(text))
      throw new TooNested('brackets or emphasis');
    return super.inlineTokens(text, tokens);
  }
}

function count(letter: string, text: string): number {
  let found = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) found += 1;
  return found;
}

/** @throws {@link TooNested} */
export function renderMarkdown(text: string): Rendered {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const notes = footnotes();
  const marked = new Marked({ gfm: true }, notes.extension, alerts, {
    hooks: { provideLexer: () => (source, options) => new BoundedLexer(options as MarkedOptions).lex(source) },
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const plain = textOf(html);
        const id = freeId(plain, ids);
        const unlinked = html.replaceAll(/<\/?a(\s[^>]*)?>|<sup class="note">.*?<\/sup>/g, '');
        headings.push({ depth, html: unlinked, text: plain, id });
        return `<h${depth} id="${escapeMarkup(id)}">${html}</h${depth}>\n`;
      },
      code({ text: code, lang = '' }) {
        const [language = ''] = lang.trim().split(/\s+/);
        const named = language === '' ? '' : ` class="language-${escapeMarkup(language)}"`;
        const isLong = code.split('\n').length > shortLines;
        return `<pre${isLong ? ' class="long"' : ''}><code${named}>${escapeMarkup(code)}\n</code></pre>\n`;
      },
      link({ href, title, tokens }) {
        const html = this.parser.parseInline(tokens);
        const titled = title === null || title === undefined ? '' : ` title="${escapeMarkup(title)}"`;
        return `<a href="${escapeMarkup(href)}"${titled}${shownAddress(href, textOf(html))}>${html}</a>`;
      },
      paragraph({ tokens }) {
        const [only] = tokens;
        if (tokens.length !== 1 || only?.type !== 'image') return false;
        const { title } = only as Tokens.Image;
        const caption = title === null || title === '' ? '' : `<figcaption>${escapeMarkup(title)}</figcaption>`;
        return `<figure role="group">${this.parser.parseInline(tokens)}${caption}</figure>\n`;
      },
      table(token) {
        if (token.header.length < manyColumns) return false;
        const rows = [token.header, ...token.rows].map(
          (row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>\n`,
        );
        return `<table class="wide"><thead>${rows[0] ?? ''}</thead><tbody>${rows.slice(1).join('')}</tbody></table>\n`;
      },
    },
  });
  const body = parsed(() => marked.parse(text, { async: false }));
  return { html: body + notes.section(), headings };
}

function parsed(parse: () => string): string {
  try {
    return parse();
  } catch (error) {
    // The stack holds some thousand quotes or lists within each other.
    throw error instanceof RangeError ? new TooNested('quotes or lists', { cause: error }) : error;
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** The letters of HTML that the renderer has made. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<sup class="note">.*?<\/sup>|<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (found, name: string) => entities[name] ?? found)
    .trim();

/** The anchors of headings as on GitHub. */
function freeId(text: string, taken: Set<string>): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  let id = plain === '' ? 'section' : plain;
  for (let n = 1; taken.has(id); n++) id = `${plain === '' ? 'section' : plain}-${n}`;
  taken.add(id);
  return id;
}

const longestShown = 70;

/** On paper nothing can be clicked: a link of the web shows where it leads, unless its text does. */
function shownAddress(href: string, text: string): string {
  const address = href.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!/^https?:\/\//i.test(href) || text.includes(address) || address.length > longestShown) return '';
  return ` data-address="${escapeMarkup(address)}"`;
}

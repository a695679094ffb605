// A Markdown file as a page to print: title, table of contents, text, notes.
import { escapeMarkup } from '#core/markup.ts';
import { placeholder } from '#conversion/pdf/page-references.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import { renderMarkdown, type Heading } from './markup.ts';
import { markdownStyle, numberStyle } from './style.ts';

export interface MarkdownOptions {
  /** A style sheet of the sender's, which comes last. */
  style: string;
  hasContents: boolean;
  /** The sender's own footer numbers the pages, or does not. */
  hasFooter: boolean;
  /** The address of a style sheet beside the file. */
  styleFile: string | null;
}

export interface MarkdownPage {
  html: string;
  /** The targets of the table of contents, in its order. */
  contents: string[];
}

const rightToLeft = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/i;

export function markdownPage(source: string, options: MarkdownOptions): MarkdownPage {
  const { facts, body } = readFrontMatter(source.replace(/^\uFEFF/, ''));
  const { html, headings } = renderMarkdown(body);
  const [first] = headings;
  const firstTitle = first?.depth === 1 && html.startsWith('<h1') ? first : undefined;
  const isAlone = headings.filter(({ depth }) => depth === 1).length === 1;
  // The only heading of the first level is the title, which the facts may repeat.
  const isRepeated = firstTitle !== undefined && isAlone && (facts.title === '' || firstTitle.text === facts.title);
  const text = isRepeated ? html.slice(html.indexOf('</h1>') + 5) : html;
  const title = facts.title === '' ? (headings.find(({ depth }) => depth === 1)?.text ?? '') : facts.title;
  const entries = options.hasContents ? entriesOf(headings, firstTitle) : [];
  const direction = rightToLeft.test(facts.language) ? ' dir="rtl"' : '';
  const language = facts.language === '' ? '' : ` lang="${facts.language}"`;
  const page = [
    `<!doctype html><html${language}${direction}><head><meta charset="utf-8">`,
    title === '' ? '' : `<title>${escapeMarkup(title)}</title>`,
    facts.authors.length === 0 ? '' : `<meta name="author" content="${escapeMarkup(facts.authors.join(', '))}">`,
    `<style>${markdownStyle({ hasNumbers: !options.hasFooter })}</style>`,
    options.styleFile === null ? '' : `<link rel="stylesheet" href="${escapeMarkup(options.styleFile)}">`,
    options.style === '' ? '' : `<style>${options.style.replaceAll('</', '<\\/')}</style>`,
    '</head><body>',
    titleBlock(facts, isRepeated ? firstTitle : undefined),
    contentsOf(entries),
    text,
    '</body></html>',
  ];
  return { html: page.join('\n'), contents: entries.map(({ id }) => encodeURIComponent(id)) };
}

function titleBlock({ title, authors, date }: FrontMatter, heading: Heading | undefined): string {
  const by = [authors.join(', '), date].filter((part) => part !== '').join(' · ');
  if (title === '' && by === '' && heading === undefined) return '';
  const id = heading === undefined ? '' : ` id="${escapeMarkup(heading.id)}"`;
  const words = heading?.html ?? escapeMarkup(title);
  const shown = words === '' ? '' : `<h1${id}>${words}</h1>`;
  return `<header class="title">${shown}${by === '' ? '' : `<p>${escapeMarkup(by)}</p>`}</header>`;
}

const maxDepth = 3;
const maxEntries = 1000;

/** The headings of three levels, without the title of the document, as levels from 1. */
function entriesOf(headings: readonly Heading[], title: Heading | undefined): Heading[] {
  const isAlone = headings.filter(({ depth }) => depth === 1).length === 1;
  const listed = headings.filter((heading) => !(isAlone && heading === title));
  const top = Math.min(...listed.map(({ depth }) => depth));
  return listed
    .map((heading) => ({ ...heading, depth: heading.depth - top + 1 }))
    .filter(({ depth }) => depth <= maxDepth)
    .slice(0, maxEntries);
}

function contentsOf(entries: readonly Heading[]): string {
  if (entries.length === 0) return '';
  const lines = entries.map(
    ({ depth, html, id }) =>
      `<p class="level-${depth}"><a href="#${encodeURIComponent(id)}"><span>${html}</span><span class="dots"></span><span class="number" style="${numberStyle}">${placeholder}</span></a></p>`,
  );
  return `<nav class="toc" role="doc-toc">${lines.join('\n')}</nav>`;
}

// Blocks as Markdown: CommonMark with GFM tables, footnotes and strikethrough.
import type { ComposedBlock } from './compose.ts';
import { escapedStart, markdownOf } from './inline.ts';
import { isHtmlTable, tableMarkdown } from './tables.ts';

type ListItem = Extract<ComposedBlock, { type: 'list_item' }>;

export interface TextOptions {
  /** Says where each page begins. */
  hasPageMarkers: boolean;
}

export function writeMarkdown(blocks: readonly ComposedBlock[], { hasPageMarkers }: TextOptions): string {
  const parts: string[] = [];
  let page = 0;
  const lists = new ListWriter();
  const inHtml = notesInHtml(blocks);
  let before: ComposedBlock | undefined;
  for (const block of blocks) {
    if (hasPageMarkers && block.page > page && block.type !== 'footnote') {
      parts.push(parts.length === 0 ? '' : '\n\n', `<!-- page ${block.page} -->`);
      page = block.page;
      before = block.type === 'list_item' && before?.type === 'list_item' ? before : undefined;
    }
    const text = textOfBlock(block, lists, inHtml);
    if (text === '') continue;
    // Items of one list have no blank lines between them, like entries of a table of contents.
    const isClose = before?.type === block.type && (block.type === 'list_item' || block.type === 'contents');
    if (parts.length > 0) parts.push(isClose && !(parts.at(-1) ?? '').startsWith('<!--') ? '\n' : '\n\n');
    if (block.type !== 'list_item') lists.end();
    parts.push(text);
    before = block;
  }
  return `${parts.join('').trim()}\n`;
}

function textOfBlock(block: ComposedBlock, lists: ListWriter, inHtml: ReadonlySet<string>): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${oneLine(markdownOf(block.spans, { keepsBold: false }))}`;
    case 'paragraph':
    case 'caption':
      return startsEscaped(markdownOf(block.spans));
    case 'contents':
      return `${'  '.repeat(block.level - 1)}- ${oneLine(markdownOf(block.spans))}`;
    case 'list_item':
      return lists.item(block);
    case 'code': {
      const fence = '`'.repeat(Math.max(3, ...[...block.text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length + 1)));
      return `${fence}\n${block.text}\n${fence}`;
    }
    case 'formula':
      return startsEscaped(markdownOf([{ text: block.text }]));
    case 'picture':
      return block.file === null && block.alt === ''
        ? ''
        : `![${oneLine(markdownOf([{ text: block.alt }]))}](${block.file ?? ''})`;
    case 'table':
      return tableMarkdown(block);
    case 'notes':
      return quoted(block.text, 'Notes: ');
    case 'comment':
      return quoted(block.text, block.author === '' ? '' : `**${markdownOf([{ text: block.author }])}:** `);
    default:
      return inHtml.has(block.label)
        ? `<sup>${block.label}</sup> ${startsEscaped(markdownOf(block.spans))}`
        : `[^${block.label}]: ${startsEscaped(markdownOf(block.spans)).replaceAll('\n', '\n    ')}`;
  }
}

/** The labels of notes that HTML alone refers to: renderers leave out notes that no Markdown refers to. */
function notesInHtml(blocks: readonly ComposedBlock[]): Set<string> {
  const [inHtml, inMarkdown] = [new Set<string>(), new Set<string>()];
  const note = (block: ComposedBlock, isHtml: boolean): void => {
    if (block.type === 'table') {
      const isWithin = isHtml || isHtmlTable(block);
      for (const { blocks: inner } of block.cells) for (const one of inner) note(one, isWithin);
    } else if ('spans' in block)
      for (const { note: label } of block.spans) if (label !== undefined) (isHtml ? inHtml : inMarkdown).add(label);
  };
  for (const block of blocks) note(block, false);
  return inHtml.difference(inMarkdown);
}

/** Paragraphs of a quotation; the first one has the introduction of the quotation. */
const quoted = (text: string, before: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, n) => `> ${n === 0 ? before : ''}${escapedStart(markdownOf([{ text: line }]))}`)
    .join('\n>\n');

const oneLine = (text: string): string => text.replaceAll('\\\n', ' ').replaceAll('\n', ' ');

const startsEscaped = (text: string): string => text.split('\n').map(escapedStart).join('\n');

/** Items below each other: how far each is indented depends on the markers above it. */
class ListWriter {
  /** The items that are open: their levels, and where their text begins. */
  #open: { level: number; indent: number }[] = [];

  item({ level, marker, ordered, spans }: ListItem): string {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const indent = this.#open.at(-1)?.indent ?? 0;
    const { sign, label } = signOf(marker, ordered);
    const [first = '', ...rest] = (label + markdownOf(spans)).split('\n');
    const text = [label === '' ? escapedStart(first) : first, ...rest.map(escapedStart)].join('\n');
    this.#open.push({ level, indent: indent + sign.length + 1 });
    return `${' '.repeat(indent)}${sign} ${text.replaceAll('\n', `\n${' '.repeat(indent + sign.length + 1)}`)}`;
  }

  end(): void {
    this.#open = [];
  }
}

/** Markdown counts in Arabic numbers; other labels are text of the item. */
function signOf(marker: string, ordered: boolean): { sign: string; label: string } {
  if (/^\d{1,9}[.)]$/.test(marker)) return { sign: marker, label: '' };
  if (/^[\u2610\u25a1\u2751]$/.test(marker)) return { sign: '-', label: '[ ] ' };
  if (/^[\u2611\u2612\u2713\u2714]$/.test(marker)) return { sign: '-', label: '[x] ' };
  return { sign: '-', label: ordered ? `${markdownOf([{ text: marker }])} ` : '' };
}

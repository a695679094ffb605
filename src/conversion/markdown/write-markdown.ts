// Blocks as Markdown: CommonMark with GFM tables, footnotes and strikethrough.
import type { ComposedBlock } from './compose.ts';
import { escapedStart, markdownOf } from './inline.ts';
import { tableMarkdown } from './tables.ts';

type ListItem = Extract<ComposedBlock, { type: 'list_item' }>;

export interface TextOptions {
  /** Says where each page begins. */
  hasPageMarkers: boolean;
}

export function writeMarkdown(blocks: readonly ComposedBlock[], { hasPageMarkers }: TextOptions): string {
  const parts: string[] = [];
  let page = 0;
  const lists = new ListWriter();
  let before: ComposedBlock | undefined;
  for (const block of blocks) {
    if (hasPageMarkers && block.page > page && block.type !== 'footnote') {
      parts.push(parts.length === 0 ? '' : '\n\n', `<!-- page ${block.page} -->`);
      page = block.page;
      before = block.type === 'list_item' && before?.type === 'list_item' ? before : undefined;
    }
    const text = textOfBlock(block, lists);
    if (text === '') continue;
    // Items of one list stand close together, as entries of a table of contents do.
    const isClose = before?.type === block.type && (block.type === 'list_item' || block.type === 'contents');
    if (parts.length > 0) parts.push(isClose && !(parts.at(-1) ?? '').startsWith('<!--') ? '\n' : '\n\n');
    if (block.type !== 'list_item') lists.end();
    parts.push(text);
    before = block;
  }
  return `${parts.join('').trim()}\n`;
}

function textOfBlock(block: ComposedBlock, lists: ListWriter): string {
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
      return `Notes: ${markdownOf([{ text: block.text }])}`.replace(/^/gm, '> ');
    case 'comment':
      return `${block.author === '' ? '' : `**${markdownOf([{ text: block.author }])}:** `}${markdownOf([{ text: block.text }])}`.replace(
        /^/gm,
        '> ',
      );
    default:
      return `[^${block.label}]: ${markdownOf(block.spans).replaceAll('\n', '\n    ')}`;
  }
}

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
    const text = label + markdownOf(spans);
    this.#open.push({ level, indent: indent + sign.length + 1 });
    return `${' '.repeat(indent)}${sign} ${(label === '' ? escapedStart(text) : text).replaceAll('\n', `\n${' '.repeat(indent + sign.length + 1)}`)}`;
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

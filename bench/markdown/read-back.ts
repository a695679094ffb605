// Markdown read as its readers do (by the library that the documentation is rendered with), in the form that the truth has.
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { marked } from 'marked';
import { type Content, emptyContent, plain, wordsOf } from '../word-quality/content.ts';
import type { PlacedCell } from '../word-quality/model.ts';

/** What Markdown says. Footnotes are those of GitHub, which the library does not know. */
export function contentOfMarkdown(text: string): Content {
  const content = emptyContent();
  const body = text.replace(/^\[\^[^\]]+\]: (.*(?:\n {4}.*)*)/gm, (_, note: string) => {
    content.notes.push(plain(textOf(parseDocument(marked.parse(note, { async: false })).children)));
    return '';
  });
  const html = marked.parse(body.replace(/\[\^[^\]]+\]/g, ''), { async: false, gfm: true });
  readBlocks(parseDocument(html).children, content, 0);
  return content;
}

/** Text without any structure: paragraphs are parted by blank lines. */
export function contentOfText(text: string): Content {
  const content = emptyContent();
  for (const paragraph of text.split(/\n\s*\n|\f/))
    if (plain(paragraph) !== '') content.blocks.push({ kind: 'paragraph', columns: 1, text: plain(paragraph) });
  return content;
}

const kids = (element: Element): Element[] => element.children.filter(isTag);

const textOf = (nodes: readonly ChildNode[]): string =>
  nodes
    .map((node) => (isText(node) ? node.data : isTag(node) ? (node.name === 'br' ? ' ' : textOf(node.children)) : ''))
    .join('');

function readBlocks(nodes: readonly ChildNode[], content: Content, level: number): void {
  for (const element of nodes.filter(isTag)) {
    const heading = /^h([1-6])$/.exec(element.name)?.[1];
    if (heading !== undefined) add(content, { kind: 'heading', level: Number(heading) }, element.children);
    else if (element.name === 'p' || element.name === 'pre') add(content, { kind: 'paragraph' }, element.children);
    else if (element.name === 'ul' || element.name === 'ol') readItems(element, content, level);
    else if (element.name === 'table') content.blocks.push({ kind: 'table', columns: 1, cells: cellsOf(element) });
    else readBlocks(element.children, content, level);
    if (!/^h[1-6]$|^table$|^[uo]l$/.test(element.name)) readMarks([element], content);
  }
}

function readItems(list: Element, content: Content, level: number): void {
  for (const item of kids(list)) {
    const inner = item.children.filter((node) => isTag(node) && /^[uo]l$/.test(node.name));
    const own = item.children.filter((node) => !inner.includes(node));
    add(content, { kind: 'item', level, ordered: list.name === 'ol' }, own);
    readMarks(own, content);
    for (const nested of inner) if (isTag(nested)) readItems(nested, content, level + 1);
  }
}

type Kind =
  | { kind: 'heading'; level: number }
  | { kind: 'paragraph' }
  | { kind: 'item'; level: number; ordered: boolean };

function add(content: Content, kind: Kind, nodes: readonly ChildNode[]): void {
  const text = plain(textOf(nodes));
  if (text !== '') content.blocks.push({ ...kind, columns: 1, text });
}

function readMarks(nodes: readonly ChildNode[], content: Content): void {
  for (const node of nodes.filter(isTag)) {
    if (node.name === 'a')
      content.links.push({ address: node.attribs['href'] ?? '', text: plain(textOf(node.children)) });
    if (node.name === 'strong') content.bold.push(...wordsOf(textOf(node.children)));
    if (node.name === 'em') content.italic.push(...wordsOf(textOf(node.children)));
    readMarks(node.children, content);
  }
}

const allOf = (element: Element, names: readonly string[]): Element[] =>
  kids(element).flatMap((inner) => (names.includes(inner.name) ? [inner] : allOf(inner, names)));

function cellsOf(table: Element): PlacedCell[] {
  const taken = new Set<string>();
  return allOf(table, ['tr']).flatMap((tr, row) => {
    let column = 0;
    return allOf(tr, ['td', 'th']).map((cell) => {
      while (taken.has(`${row} ${column}`)) column++;
      const [rowSpan, columnSpan] = [Number(cell.attribs['rowspan'] ?? 1), Number(cell.attribs['colspan'] ?? 1)];
      for (let y = 0; y < rowSpan; y++) for (let x = 0; x < columnSpan; x++) taken.add(`${row + y} ${column + x}`);
      const placed = { row, column, rowSpan, columnSpan, text: plain(textOf(cell.children)) };
      column += columnSpan;
      return placed;
    });
  });
}

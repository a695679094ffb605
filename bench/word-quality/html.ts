// A document as a page of HTML, which Chromium prints.
import { escapeMarkup } from '#core/markup.ts';
import { type Block, type List, type Paper, placed, spansOf, type Table, type Text, typicalGap } from './model.ts';

/** @param picture the file that stands for each picture, a PNG */
export function htmlOf(paper: Paper, picture: Buffer): string {
  const { font = 'serif', size = 11, header, footer, blocks } = paper;
  const margin = (place: string, text: string | undefined) =>
    text === undefined ? '' : `@${place} { font-size: ${size}pt; content: ${generated(text)}; }`;
  const style = [
    `@page { size: A4; margin: 2.2cm; ${margin('top-left', header)} ${margin('bottom-center', footer)} }`,
    `body { margin: 0; font: ${size}pt/1.2 'Liberation ${font === 'serif' ? 'Serif' : 'Sans'}'; }`,
    'p { margin: 0 0 7pt; } td p { margin: 0; } li p { margin: 0 0 3pt; } a { color: #00c; }',
    `h1 { font-size: ${size + 7}pt; } h2 { font-size: ${size + 3}pt; } h3 { font-size: ${size + 1}pt; } h1, h2, h3 { margin: 14pt 0 6pt; break-after: avoid; }`,
    'ul, ol { margin: 0 0 7pt; padding-left: 1.2cm; } ol ol { list-style: lower-alpha; } ol ol ol { list-style: lower-roman; }',
    '.justify { text-align: justify; } .center { text-align: center; } .right { text-align: right; } .first { text-indent: 0.6cm; margin: 0; } .left { margin-left: 1.2cm; }',
    'table { border-collapse: collapse; margin: 0 0 10pt; } td { padding: 0.1cm; vertical-align: top; } .number { text-align: right; }',
    '.all td { border: 0.5pt solid; } .across td { border-bottom: 0.5pt solid; } .frame { border-bottom: 1pt solid; } .frame tr:first-child td { border-top: 1pt solid; border-bottom: 0.5pt solid; }',
    'img { display: block; margin-bottom: 0.3cm; }',
  ].join('\n');
  const inner = blocks.map((block) => blockOf(block, picture)).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(paper.name)}</title><style>${style}</style></head><body>${inner}</body></html>`;
}

/** Text of a margin, with the page's number for `#`. */
const generated = (text: string): string =>
  text
    .split('#')
    .map((part) => JSON.stringify(part))
    .join(' counter(page) ');

function blockOf(block: Block, picture: Buffer): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escapeMarkup(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p class="${block.align ?? block.indent ?? ''}">${inlineOf(block.text)}</p>`;
    case 'list':
      return listOf(block);
    case 'table':
      return tableOf(block);
    case 'picture':
      return `<img alt="" src="data:image/png;base64,${picture.toString('base64')}" style="width: ${block.width}cm; height: ${block.height}cm">`;
    default:
      return `<div style="columns: ${block.count}; column-gap: ${block.gap ?? typicalGap}cm">${block.blocks.map((inner) => blockOf(inner, picture)).join('')}</div>`;
  }
}

function listOf({ ordered, items }: List): string {
  const inner = items.map(
    ({ text, list }) => `<li><p>${inlineOf(text)}</p>${list === undefined ? '' : listOf(list)}</li>`,
  );
  return ordered ? `<ol>${inner.join('')}</ol>` : `<ul>${inner.join('')}</ul>`;
}

function tableOf({ rules, widths, rows, numeric = [] }: Table): string {
  const inner = [...Map.groupBy(placed(rows), ({ row }) => row).values()].map((cells) => {
    const all = cells.map(({ row, column, rowSpan, columnSpan, text }) => {
      const lines = text.split('\n').map((line) => {
        const own = escapeMarkup(line);
        return `<p>${row === 0 && rules !== 'none' ? `<b>${own}</b>` : own}</p>`;
      });
      const kind = numeric.includes(column) ? ' class="number"' : '';
      return `<td${kind} rowspan="${rowSpan}" colspan="${columnSpan}">${lines.join('')}</td>`;
    });
    return `<tr>${all.join('')}</tr>`;
  });
  const columns = widths.map((width) => `<col style="width: ${width}cm">`).join('');
  const total = widths.reduce((sum, width) => sum + width, 0);
  return `<table class="${rules}" style="width: ${total}cm; table-layout: fixed">${columns}${inner.join('')}</table>`;
}

const inlineOf = (text: Text): string =>
  spansOf(text)
    .map((span) => {
      if (typeof span === 'string') return escapeMarkup(span);
      if ('note' in span) return '';
      const { bold, italic, link } = span;
      const leaning = italic === true ? `<i>${escapeMarkup(span.text)}</i>` : escapeMarkup(span.text);
      const marked = bold === true ? `<b>${leaning}</b>` : leaning;
      return link === undefined ? marked : `<a href="${escapeMarkup(link)}">${marked}</a>`;
    })
    .join('');

// Spans as Markdown (CommonMark 0.31, GFM), and as HTML for cells of tables that Markdown does not have.
import { escapeMarkup } from '#core/markup.ts';
import type { TextSpan } from '#core/document-blocks.ts';

/** Escapes text that would be read as markup. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*[\]<]/g, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/~(?=~)|(?<=~)~/g, String.raw`\~`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`);

/** Escapes text that would begin a block at the beginning of a line. */
export const escapedStart = (text: string): string =>
  text
    .replace(/^(\s*)([#>+-]|={2,}|-{2,})(?=\s|$|[-=#>])/, String.raw`$1\$2`)
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);

/** An address in the place of a link's destination. */
const destination = (address: string): string =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[\s<>]/g, (sign) => encodeURIComponent(sign))}>` : address;

/** Emphasis encloses no outer blanks: they are moved before and after it. */
function around(text: string, mark: string, isClosed = mark): string {
  const [, before = '', inside = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return inside === '' ? text : `${before}${mark}${inside}${isClosed}${after}`;
}

const code = (text: string): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${text}${ticks}` : `${ticks} ${text} ${ticks}`;
};

function markdownOfOne(span: TextSpan, keepsBold: boolean): string {
  if (span.note !== undefined) return `[^${span.note}]`;
  if (span.picture !== undefined)
    return span.picture === null && span.text === '' ? '' : `![${escaped(span.text)}](${span.picture ?? ''})`;
  let text = span.code === true ? around(span.text.replaceAll('\n', ' '), '', '') : escaped(span.text);
  if (span.code === true)
    text = text.replace(
      /^(\s*)(.*?)(\s*)$/s,
      (_, before, inside: string, after) => `${before}${inside === '' ? '' : code(inside)}${after}`,
    );
  if (span.position !== undefined)
    text = around(text, `<${span.position.slice(0, 3)}>`, `</${span.position.slice(0, 3)}>`);
  if (span.italic === true) text = around(text, '*');
  if (span.bold === true && keepsBold) text = around(text, '**');
  if (span.strike === true) text = around(text, '~~');
  return text;
}

/** Markdown of one line, with `\` before line breaks; `keepsBold` unless all of it is bold anyway, as headings are. */
export function markdownOf(spans: readonly TextSpan[], { keepsBold = true }: { keepsBold?: boolean } = {}): string {
  let text = '';
  for (let at = 0; at < spans.length;) {
    const { link } = spans[at] as TextSpan;
    let end = at + 1;
    if (link !== undefined) while (spans[end]?.link === link) end++;
    const inside = spans
      .slice(at, end)
      .map((span) => markdownOfOne(span, keepsBold))
      .join('');
    text += link === undefined ? inside : linked(inside, link);
    at = end;
  }
  return text.trim().replaceAll('\n', '\\\n');
}

const linked = (text: string, address: string): string =>
  text.trim() === address && /^https?:\/\/[^\s<>]*$/.test(address)
    ? `<${address}>`
    : around(text, '[', `](${destination(address)})`);

/** HTML of the spans. */
export const htmlOf = (spans: readonly TextSpan[]): string =>
  spans
    .map((span) => {
      if (span.note !== undefined) return `<sup>${escapeMarkup(span.note)}</sup>`;
      if (span.picture !== undefined)
        return `<img src="${escapeMarkup(span.picture ?? '')}" alt="${escapeMarkup(span.text)}">`;
      let text = escapeMarkup(span.text).replaceAll('\n', '<br>');
      if (span.code === true) text = `<code>${text}</code>`;
      if (span.position !== undefined) text = `<${span.position.slice(0, 3)}>${text}</${span.position.slice(0, 3)}>`;
      if (span.italic === true) text = `<em>${text}</em>`;
      if (span.bold === true) text = `<strong>${text}</strong>`;
      if (span.strike === true) text = `<del>${text}</del>`;
      return span.link === undefined ? text : `<a href="${escapeMarkup(span.link)}">${text}</a>`;
    })
    .join('')
    .trim();

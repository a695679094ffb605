// Contents tables: printed with the page numbers of this layout, but only when nothing else about them changes.
import { readFile } from 'node:fs/promises';
import { formats, type Format } from '#core/formats.ts';
import { contentsCopies } from '#conversion/engines/libreoffice/conversion.ts';
import { withZip } from '#conversion/detect/zip.ts';
import type { Input } from '#conversion/tools/tool.ts';

const mostBytes = 32 << 20;
const parts = new Map<Format, readonly [string, RegExp]>([
  [formats.docx, ['word/document.xml', /<w:instrText[^<>]*>[^<]*\bTOC\b|w:instr="[^"]*\bTOC\b/]],
  [formats.docm, ['word/document.xml', /<w:instrText[^<>]*>[^<]*\bTOC\b|w:instr="[^"]*\bTOC\b/]],
  [formats.odt, ['content.xml', /<text:table-of-content[\s>]/]],
  [formats.sxw, ['content.xml', /<text:table-of-content[\s>]/]],
]);

/** Whether the document has a table of contents, as far as its format shows it. */
export async function hasContents({ path, format }: Input): Promise<boolean> {
  const [name, pattern] = parts.get(format) ?? [];
  if (name === undefined || pattern === undefined) return false;
  const found = await withZip(path, async ({ read }) =>
    pattern.test((await read(name, mostBytes))?.toString('utf8') ?? ''),
  );
  return found === true;
}

/**
 * Whether making the contents anew has changed page numbers alone: what was edited by hand, or made by another program
 * in another way, is to be printed as it was saved.
 */
export async function onlyNumbersChanged(output: string): Promise<boolean> {
  const [before, after] = await Promise.all(
    contentsCopies.map((copy) => readFile(`${output}${copy}`, 'utf8').catch(() => '')),
  );
  const entries = contentsText(before ?? '');
  return entries !== '' && entries === contentsText(after ?? '');
}

/** The lines of all contents tables, without the number at their end. */
function contentsText(document: string): string {
  const lines: string[] = [];
  let at = document.indexOf('<text:index-body>');
  while (at >= 0) {
    const end = document.indexOf('</text:index-body>', at);
    if (end < 0) break;
    for (const paragraph of document.slice(at, end).split('</text:p>')) {
      const text = paragraph
        .replace(/<text:(?:tab|s|line-break)[^<>]*>/g, ' ')
        .replace(/<[^<>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (text !== '') lines.push(text.replace(/[\s.…]*(?:\d+|[ivxlc]+)$/i, ''));
    }
    at = document.indexOf('<text:index-body>', end);
  }
  return lines.join('\n');
}

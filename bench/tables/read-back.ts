// The column of each text of a result, in tables of Word, CSV and Markdown.
import { readFile } from 'node:fs/promises';
import { withZip } from '#conversion/zip/reader.ts';
import { isNumber } from './model.ts';

/** First and last column, by text. */
export type Places = Map<string, [number, number]>;

/** Numbers as values: workbooks have them without separators and last zeros. */
export const keyOf = (text: string): string =>
  isNumber(text) || /^[\d.]+$/.test(text) ? String(Number(text.replaceAll(',', ''))) : text;

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[*_\\]/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

export async function ofWord(path: string): Promise<Places> {
  const xml = await memberOf(path, (name) => name === 'word/document.xml');
  const places: Places = new Map();
  for (const [row] of xml.matchAll(/<w:tr[ >].*?<\/w:tr>/gs)) {
    let column = Number(/<w:gridBefore w:val="(\d+)"/.exec(row)?.[1] ?? 0);
    for (const [cell] of row.matchAll(/<w:tc>.*?<\/w:tc>/gs)) {
      const span = Number(/<w:gridSpan w:val="(\d+)"/.exec(cell)?.[1] ?? 1);
      const texts = [...cell.matchAll(/<w:t(?: [^>]*)?>(.*?)<\/w:t>/gs)].map(([, text]) => text);
      places.set(keyOf(plain(texts.join(''))), [column, column + span - 1]);
      column += span;
    }
  }
  return places;
}

export async function ofCsv(path: string): Promise<Places> {
  const places: Places = new Map();
  await withZip(path, async (zip) => {
    for (const name of zip.names)
      for (const line of String(await zip.readWhole(name, 1 << 24)).split(/\r?\n/)) {
        const cells = line.match(/"(?:[^"]|"")*"|[^,"]+|,/g) ?? [];
        let column = 0;
        for (const cell of cells)
          if (cell === ',') column += 1;
          else places.set(keyOf(plain(cell.replaceAll('"', ''))), [column, column]);
      }
  });
  return places;
}

export async function ofMarkdown(path: string): Promise<Places> {
  const text = await readFile(path, 'utf8');
  const places: Places = new Map();
  for (const line of text.split('\n'))
    if (line.startsWith('|'))
      for (const [column, cell] of line.split('|').slice(1, -1).entries())
        places.set(keyOf(plain(cell)), [column, column]);
  for (const [table] of text.matchAll(/<table>.*?<\/table>/gs)) {
    const takenUntil: number[] = [];
    for (const [row, [cells]] of [...table.matchAll(/<tr>.*?<\/tr>/gs)].entries()) {
      let column = 0;
      for (const [, attributes = '', content = ''] of cells.matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gs)) {
        while ((takenUntil[column] ?? 0) > row) column += 1;
        const span = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1);
        const [columns, rows] = [span('colspan'), span('rowspan')];
        for (let c = column; c < column + columns; c++) takenUntil[c] = row + rows;
        places.set(keyOf(plain(content)), [column, column + columns - 1]);
        column += columns;
      }
    }
  }
  return places;
}

async function memberOf(path: string, isIt: (name: string) => boolean): Promise<string> {
  const found = await withZip(path, async (zip) => {
    const name = [...zip.names].find(isIt) ?? '';
    return String(await zip.readWhole(name, 1 << 26));
  });
  return found ?? '';
}

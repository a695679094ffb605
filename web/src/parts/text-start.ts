// The beginning of files that are text: decoded, and taken apart for their preview.

/** Null for bytes that are no text. `isCut`: more follows. */
export function textOf(bytes: ArrayBuffer, isCut: boolean): string | null {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const text = encoding === null ? (utf8(bytes, isCut) ?? decoded('windows-1252', bytes)) : decoded(encoding, bytes);
  return text.includes('\0') ? null : text;
}

const decoded = (encoding: string, bytes: ArrayBuffer): string => new TextDecoder(encoding).decode(bytes);

/** Undefined for bytes that are not UTF-8; a letter that is cut is left out. */
function utf8(bytes: ArrayBuffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

const maxRows = 50;
const maxColumns = 20;

/** The first rows of a table (RFC 4180); cells are separated by what the first line has the most of. */
export function rowsOf(text: string): string[][] {
  const [line = ''] = text.split('\n', 1);
  const many = (separator: string) => line.split(separator).length;
  const separator = [',', ';', '\t'].toSorted((one, other) => many(other) - many(one))[0] ?? ',';
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endCell = () => {
    if (row.length < maxColumns) row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const letter = text.charAt(at);
    if (letter === '"' && isQuoted && text.charAt(at + 1) === '"') cell += text.charAt(++at);
    else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += letter;
    else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (rows.length < maxRows && (cell !== '' || row.length > 0)) endRow();
  return rows;
}

export interface Line {
  is: 'heading' | 'item' | 'code' | 'text';
  /** From 1, of a heading. */
  level?: number;
  words: string;
}

const maxLines = 300;
const maxLineLength = 500;

/** The lines of a Markdown file. */
export function linesOf(text: string): Line[] {
  let isCode = false;
  return text
    .split(/\r?\n/)
    .slice(0, maxLines)
    .flatMap((whole): Line[] => {
      const line = whole.slice(0, maxLineLength);
      if (/^ {0,3}(```|~~~)/.test(line)) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [{ is: 'code', words: line }];
      const [, marks, title] = /^ {0,3}(#{1,6}) +(.*?)( +#+)?$/.exec(line) ?? [];
      if (marks !== undefined && title !== undefined) return [{ is: 'heading', level: marks.length, words: title }];
      const [, item] = /^\s*(?:[-*+]|\d{1,9}[.)]) +(.*)$/.exec(line) ?? [];
      return item === undefined ? [{ is: 'text', words: line }] : [{ is: 'item', words: item }];
    });
}

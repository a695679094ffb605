// The rows of a sheet as text, in one pass whatever the text is.

export interface Row {
  /** The beginning and end of the element. */
  from: number;
  to: number;
  /** With its prefix. */
  name: string;
  attributes: string;
  /** The content between its tags. */
  content: string;
}

const excelRow = /<((?:\w+:)?row)(\s[^<>]*)?>/g;
const openRow = /<(table:table-row)(\s[^<>]*)?>/g;

export const excelRows = (sheet: string): Generator<Row> => rows(sheet, excelRow);
export const openRows = (table: string): Generator<Row> => rows(table, openRow);

/** The elements with content; elements that are closed at once are left out. */
function* rows(text: string, pattern: RegExp): Generator<Row> {
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: attributes = '', index: from } of text.matchAll(pattern)) {
    if (from < end || attributes.endsWith('/')) continue;
    const close = text.indexOf(`</${name}>`, from);
    if (close < 0) return;
    end = close + name.length + 3;
    yield { from, to: end, name, attributes, content: text.slice(from + tag.length, close) };
  }
}

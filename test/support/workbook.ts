// A parsed workbook: the cells of its sheets, and their format.
import { type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { withZip } from '#conversion/zip/reader.ts';

export interface ReadSheet {
  name: string;
  /** By the name of the cell: text, a number, or true and false. */
  cells: Record<string, string | number | boolean>;
  /** Format codes by the name of the cell. */
  formats: Record<string, string>;
  bold: Set<string>;
  /** RRGGBB by the name of the cell. */
  fills: Record<string, string>;
  merged: string[];
  frozenRows: number;
  widths: number[];
}

export interface ReadWorkbook {
  sheets: ReadSheet[];
  keywords: string;
}

const builtIn: Record<string, string> = { 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 49: '@' };

export async function readWorkbook(path: string): Promise<ReadWorkbook> {
  const parts = new Map<string, Element>();
  await withZip(path, async (zip) => {
    for (const name of zip.names) {
      const xml = (await zip.readWhole(name, 1 << 26))?.toString('utf8') ?? '';
      const root = parseDocument(xml, { xmlMode: true }).children.find(isTag);
      if (root !== undefined) parts.set(name, root);
    }
  });
  const part = (name: string) => {
    const root = parts.get(name);
    if (root === undefined) throw new Error(`no part ${name}`);
    return root;
  };
  const strings = all(part('xl/sharedStrings.xml'), 'si').map(textOf);
  const styles = part('xl/styles.xml');
  const codes = new Map(all(styles, 'numFmt').map(({ attribs }) => [attribs['numFmtId'], attribs['formatCode']]));
  const [fonts, fills] = [kids(all(styles, 'fonts')[0]), kids(all(styles, 'fills')[0])];
  const looks = kids(all(styles, 'cellXfs')[0]).map(({ attribs }) => ({
    format: codes.get(attribs['numFmtId']) ?? builtIn[attribs['numFmtId'] ?? ''] ?? 'General',
    isBold: all(fonts[Number(attribs['fontId'])], 'b').length > 0,
    fill: all(fills[Number(attribs['fillId'])], 'fgColor')[0]?.attribs['rgb']?.slice(2),
  }));
  const sheets = all(part('xl/workbook.xml'), 'sheet').map(({ attribs }, n): ReadSheet => {
    const root = part(`xl/worksheets/sheet${n + 1}.xml`);
    const sheet: ReadSheet = {
      name: attribs['name'] ?? '',
      cells: {},
      formats: {},
      bold: new Set(),
      fills: {},
      merged: all(root, 'mergeCell').map((cell) => cell.attribs['ref'] ?? ''),
      frozenRows: Number(all(root, 'pane')[0]?.attribs['ySplit'] ?? 0),
      widths: all(root, 'col').map((column) => Number(column.attribs['width'])),
    };
    for (const cell of all(root, 'c')) {
      const { r: name = '', t: type, s: style = '0' } = cell.attribs;
      const [value] = all(cell, 'v').map(textOf);
      const look = looks[Number(style)];
      if (look?.isBold === true) sheet.bold.add(name);
      if (look?.fill !== undefined) sheet.fills[name] = look.fill;
      if (value === undefined) continue;
      sheet.formats[name] = look?.format ?? '';
      sheet.cells[name] = type === 's' ? (strings[Number(value)] ?? '') : type === 'b' ? value === '1' : Number(value);
    }
    return sheet;
  });
  return { sheets, keywords: textOf(all(part('docProps/core.xml'), 'cp:keywords')[0]) };
}

const kids = (element: Element | undefined): Element[] => element?.children.filter(isTag) ?? [];

const all = (root: Element | undefined, name: string): Element[] =>
  root === undefined ? [] : [...(root.name === name ? [root] : []), ...kids(root).flatMap((kid) => all(kid, name))];

const textOf = (element: Element | undefined): string =>
  element?.children.map((node) => (isTag(node) ? textOf(node) : 'data' in node ? node.data : '')).join('') ?? '';

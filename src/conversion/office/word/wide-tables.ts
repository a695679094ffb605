// Tables whose width is a share of the text's: LibreOffice reads every share above 100 % as 100 %, and does not add the margins of the
// outer cells, which Word did up to 2010. They get the width that Word saved in their grid (17.4.48).
import { attribute } from '#core/markup.ts';
import { withEdits, type Edit } from './edits.ts';

const tags = /<(\/?)w:(tc|tblW|gridCol|tblGrid|pgSz|pgMar)(?=[\s/>])[^<>]*>/g;
/** 17.18.90: a share is in fiftieths of a percent; newer documents may write `100%`. */
const whole = 5000;
/** Shares that other programs have written may not belong to their grid. */
const tolerance = 0.03;
/** From this mode on, Word lays tables out within the text's edges. */
const word2013 = 15;

interface Table {
  edit: Edit;
  share: number;
  grid: number;
}

/** The document with absolute widths for such tables. */
export function withWideTables(xml: string, compatibilityMode: number): string {
  if (!xml.includes('w:type="pct"')) return xml;
  const edits: Edit[] = [];
  let tables: Table[] = [];
  let table: Table | undefined;
  let [depth, pageWidth] = [0, 0];
  for (const { index, 0: tag, 1: slash, 2: name } of xml.matchAll(tags)) {
    if (name === 'tc') depth += slash === '/' ? -1 : 1;
    else if (depth > 0) continue;
    else if (name === 'tblW') table = tableWith(tag, index);
    else if (name === 'gridCol') {
      if (table !== undefined) table.grid += number(tag, 'w:w');
    } else if (name === 'tblGrid') {
      if (slash === '/' && table !== undefined) tables.push(table);
      if (slash === '/') table = undefined;
    } else if (name === 'pgSz') pageWidth = number(tag, 'w:w');
    else {
      const textWidth = pageWidth - number(tag, 'w:left') - number(tag, 'w:right') - number(tag, 'w:gutter');
      edits.push(...tables.filter((each) => isWider(each, textWidth, compatibilityMode)).map(editOf));
      tables = [];
    }
  }
  return withEdits(xml, edits);
}

function tableWith(tag: string, start: number): Table | undefined {
  if (attribute(tag, 'w:type') !== 'pct' || !tag.endsWith('/>')) return undefined;
  const width = attribute(tag, 'w:w') ?? '';
  const share = width.endsWith('%') ? (Number.parseFloat(width) * whole) / 100 : Number.parseFloat(width);
  return { edit: { start, end: start + tag.length, text: '' }, share, grid: 0 };
}

function isWider({ share, grid }: Table, textWidth: number, compatibilityMode: number): boolean {
  if (!(share > whole || (share === whole && compatibilityMode < word2013))) return false;
  return grid > textWidth && Math.abs((grid * whole) / (textWidth * share) - 1) < tolerance;
}

const editOf = ({ edit, grid }: Table): Edit => ({ ...edit, text: `<w:tblW w:w="${grid}" w:type="dxa"/>` });

/** Twentieths of a point; strict documents may have lengths with a unit, which are left alone. */
function number(tag: string, name: string): number {
  const value = attribute(tag, name) ?? '0';
  return /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

// Tables with tags by hand: empty cells are left out, without content, or with it; spans are said or not.
import { randomFrom } from '#dev/fuzz/random.ts';
import { pdfOf, stream } from '../../test/support/pdf-builder.ts';
import type { Table, TableCell } from './model.ts';

const size = 9;
const [left, top, rowHeight, padding] = [40, 760, 16, 4];

export function pdfOfTables(tables: readonly Table[]): Buffer {
  const objects: Record<number, string> = {};
  let next = 6;
  const add = (text: string): number => {
    objects[next] = text;
    return next++;
  };
  const pages: string[] = [];
  const elements: string[] = [];
  const parents: string[] = [];
  for (const [n, table] of tables.entries()) {
    const page = next++;
    const { content, rows, count, width } = pageOf(table, n, (kids, more) =>
      add(`<< /S ${more} /Pg ${page} 0 R /K [${kids}] >>`),
    );
    const contents = add(stream('', content));
    objects[page] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${Math.max(595, width)} 842] /StructParents ${n} /Contents ${contents} 0 R /Resources << /Font << /F 3 0 R >> >> >>`;
    pages.push(`${page} 0 R`);
    elements.push(`${add(`<< /S /H2 /Pg ${page} 0 R /K [0] >>`)} 0 R`, `${add(`<< /S /Table /K [${rows}] >>`)} 0 R`);
    parents.push(`${n} [${'5 0 R '.repeat(count)}]`);
  }
  objects[1] = '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 4 0 R >>';
  objects[2] = `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`;
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  objects[4] = `<< /Type /StructTreeRoot /K 5 0 R /ParentTree << /Nums [${parents.join(' ')}] >> >>`;
  objects[5] = `<< /S /Document /P 4 0 R /K [${elements.join(' ')}] >>`;
  return pdfOf(objects);
}

/** Helvetica's digits and signs, as exactly as it takes to align them; letters are about as wide. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[.,: ]/.test(letter) ? 0.278 : 0.556), 0) * size;

function pageOf(table: Table, n: number, element: (kids: string, more: string) => number) {
  const random = randomFrom(n);
  const ways = { empty: random.pick(['left out', 'bare', 'kept']), saysSpans: random.next() < 0.7 };
  const widthOfColumn = (column: number) =>
    Math.max(
      30,
      ...table.rows
        .flat()
        .map((cell) => (cell.column === column && cell.columnSpan === 1 ? widthOf(cell.text) + 2 * padding : 0)),
    ) + (table.isWide ? 8 : 0);
  const widths = Array.from({ length: table.columns }, (_, column) => widthOfColumn(column));
  const edges = widths.reduce<number[]>((all, width) => [...all, (all.at(-1) ?? 0) + width], [left]);
  let content = `/H2 <</MCID 0>> BDC BT /F 12 Tf ${left} ${top + 20} Td (Table ${n}) Tj ET EMC\n`;
  let count = 1;
  const shown = (cell: TableCell, row: number): number => {
    const [from, to] = [edges[cell.column] ?? 0, edges[cell.column + cell.columnSpan] ?? 0];
    const [width, align] = [widthOf(cell.text), table.align[cell.column]];
    const x = align === 'right' ? to - padding - width : align === 'center' ? (from + to - width) / 2 : from + padding;
    content += `/TD <</MCID ${count}>> BDC BT /F ${size} Tf ${x.toFixed(2)} ${top - row * rowHeight - 11} Td (${cell.text}) Tj ET EMC\n`;
    return count++;
  };
  const rows = table.rows.map((row, at) => {
    const cells = row.flatMap((cell) => {
      if (cell.text === '' && ways.empty === 'left out') return [];
      const kids = cell.text === '' && ways.empty === 'bare' ? '' : String(shown(cell, at));
      const spans = `/ColSpan ${cell.columnSpan} /RowSpan ${cell.rowSpan}`;
      const isSaid = ways.saysSpans && cell.columnSpan * cell.rowSpan > 1;
      return [`${element(kids, `${cell.isHead ? '/TH' : '/TD'}${isSaid ? ` /A << /O /Table ${spans} >>` : ''}`)} 0 R`];
    });
    return `${element(cells.join(' '), '/TR')} 0 R`;
  });
  if (table.borders !== 'none')
    for (let row = 0; row <= table.rows.length; row++)
      content += `.5 w ${left} ${top - row * rowHeight} m ${edges.at(-1)} ${top - row * rowHeight} l S\n`;
  if (table.borders === 'all' && table.rows.flat().every((cell) => cell.columnSpan * cell.rowSpan === 1))
    for (const x of edges) content += `${x} ${top} m ${x} ${top - table.rows.length * rowHeight} l S\n`;
  return { content, rows: rows.join(' '), count, width: (edges.at(-1) ?? 0) + left };
}

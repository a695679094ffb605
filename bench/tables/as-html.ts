// Tables as a page for Chromium.
import type { Table } from './model.ts';

export const htmlOf = (tables: readonly Table[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tables</title><style>
body { font: 11px sans-serif } h2 { break-before: page } table { border-collapse: collapse } td, th { padding: 2px 6px; text-align: left; vertical-align: top }
table.all td, table.all th { border: 1px solid #888 } table.rows td, table.rows th { border-bottom: 1px solid #ccc } table.wide { width: 100% }
</style>${tables.map(tableOf).join('\n')}</html>`;

function tableOf({ rows, align, borders, isWide }: Table, n: number): string {
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map(({ text, column, columnSpan, rowSpan, isHead }) => {
          const tag = isHead ? 'th' : 'td';
          const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`;
          return `<${tag}${spans} style="text-align: ${align[column]}">${text}</${tag}>`;
        })
        .join('')}</tr>`,
  );
  return `<h2>Table ${n}</h2><table class="${borders}${isWide ? ' wide' : ''}">${body.join('')}</table><p>Text after it.</p>`;
}

// A document as flat OpenDocument text, which LibreOffice prints.
import { escapeMarkup } from '#core/markup.ts';
import { type Block, type List, type Paper, placed, spansOf, type Table, type Text, typicalGap } from './model.ts';

const namespaces = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .concat('xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"')
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ');

/** @param picture the file that stands for each picture, a PNG */
export function fodtOf(paper: Paper, picture: Buffer): string {
  const inner = paper.blocks.map((block) => blockOf(block, picture)).join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">` +
    stylesOf(paper) +
    `<office:body><office:text>${inner}</office:text></office:body></office:document>`
  );
}

function stylesOf({ font = 'serif', size = 11, header, footer, blocks }: Paper): string {
  const family = font === 'serif' ? 'Liberation Serif' : 'Liberation Sans';
  const heading = (level: number, points: number) =>
    `<style:style style:name="H${level}" style:family="paragraph" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="14pt" fo:margin-bottom="6pt" fo:keep-with-next="always"/><style:text-properties fo:font-size="${points}pt" fo:font-weight="bold"/></style:style>`;
  const furniture =
    (header === undefined ? '' : `<style:header><text:p>${escapeMarkup(header)}</text:p></style:header>`) +
    (footer === undefined
      ? ''
      : `<style:footer><text:p text:style-name="center">${escapeMarkup(footer).replace('#', '<text:page-number text:select-page="current">1</text:page-number>')}</text:p></style:footer>`);
  const room = (side: string, edge: string) =>
    `<style:${side}-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-${edge}="0.4cm"/></style:${side}-style>`;
  return (
    `<office:font-face-decls><style:font-face style:name="F" svg:font-family="'${family}'"/></office:font-face-decls>` +
    `<office:styles><style:default-style style:family="paragraph"><style:text-properties style:font-name="F" fo:font-size="${size}pt" fo:language="en" fo:country="GB"/></style:default-style>` +
    '<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="7pt"/></style:style>' +
    `${heading(1, size + 7)}${heading(2, size + 3)}${heading(3, size + 1)}${listStyle(true)}${listStyle(false)}</office:styles>` +
    '<office:automatic-styles>' +
    paragraphStyle('justify', 'fo:text-align="justify"') +
    paragraphStyle('center', 'fo:text-align="center"') +
    paragraphStyle('right', 'fo:text-align="end"') +
    paragraphStyle('first', 'fo:text-indent="0.6cm" fo:margin-bottom="0cm"') +
    paragraphStyle('left', 'fo:margin-left="1.2cm"') +
    '<style:style style:name="L" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="3pt"/></style:style>' +
    '<style:style style:name="C" style:family="paragraph"/><style:style style:name="CR" style:family="paragraph"><style:paragraph-properties fo:text-align="end"/></style:style>' +
    '<style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>' +
    '<style:style style:name="i" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>' +
    '<style:style style:name="bi" style:family="text"><style:text-properties fo:font-weight="bold" fo:font-style="italic"/></style:style>' +
    '<style:style style:name="G" style:family="graphic"><style:graphic-properties fo:margin-top="0cm" fo:margin-bottom="0.3cm"/></style:style>' +
    borderStyle('all', 'fo:border="0.5pt solid #000000"') +
    borderStyle('across', 'fo:border-bottom="0.5pt solid #000000"') +
    borderStyle('top', 'fo:border-top="1pt solid #000000" fo:border-bottom="0.5pt solid #000000"') +
    borderStyle('bottom', 'fo:border-bottom="1pt solid #000000"') +
    borderStyle('none', '') +
    [...new Set(tablesIn(blocks).flatMap(({ widths }) => widths))].map(columnStyle).join('') +
    [...new Set(tablesIn(blocks).map(totalOf))].map(tableStyle).join('') +
    [...new Set(blocks.filter((block) => block.kind === 'columns').map(sectionStyle))].join('') +
    `<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2.2cm"/>${header === undefined ? '' : room('header', 'bottom')}${footer === undefined ? '' : room('footer', 'top')}</style:page-layout>` +
    `</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4">${furniture}</style:master-page></office:master-styles>`
  );
}

const paragraphStyle = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="P"><style:paragraph-properties ${properties}/></style:style>`;
const borderStyle = (name: string, properties: string) =>
  `<style:style style:name="cell-${name}" style:family="table-cell"><style:table-cell-properties ${properties} fo:padding="0.1cm"/></style:style>`;
const columnStyle = (width: number) =>
  `<style:style style:name="w${width}" style:family="table-column"><style:table-column-properties style:column-width="${width}cm"/></style:style>`;
const sectionStyle = ({ count, gap = typicalGap }: Columns) =>
  `<style:style style:name="columns-${count}-${gap}" style:family="section"><style:section-properties text:dont-balance-text-columns="false"><style:columns fo:column-count="${count}" fo:column-gap="${gap}cm"/></style:section-properties></style:style>`;

const tableStyle = (width: number) =>
  `<style:style style:name="width-${width}" style:family="table"><style:table-properties style:width="${width}cm" table:align="left"/></style:style>`;

const totalOf = ({ widths }: Table): number => widths.reduce((sum, width) => sum + width, 0);
const tablesIn = (blocks: readonly Block[]): Table[] =>
  blocks.flatMap((block) =>
    block.kind === 'table' ? [block] : block.kind === 'columns' ? tablesIn(block.blocks) : [],
  );
type Columns = Extract<Block, { kind: 'columns' }>;

/** Three levels: bullets, or numbers, letters and Roman numbers. */
function listStyle(ordered: boolean): string {
  const levels = [0, 1, 2].map((level) => {
    const place = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="${(level + 2) * 0.6}cm"/></style:list-level-properties>`;
    return ordered
      ? `<text:list-level-style-number text:level="${level + 1}" style:num-format="${'1ai'[level]}" style:num-suffix=".">${place}</text:list-level-style-number>`
      : `<text:list-level-style-bullet text:level="${level + 1}" text:bullet-char="${'•–•'[level]}">${place}</text:list-level-style-bullet>`;
  });
  return `<text:list-style style:name="${ordered ? 'numbers' : 'bullets'}">${levels.join('')}</text:list-style>`;
}

function blockOf(block: Block, picture: Buffer): string {
  switch (block.kind) {
    case 'heading':
      return `<text:h text:style-name="H${block.level}" text:outline-level="${block.level}">${escapeMarkup(block.text)}</text:h>`;
    case 'paragraph':
      return `<text:p text:style-name="${block.align ?? block.indent ?? 'P'}">${inlineOf(block.text)}</text:p>`;
    case 'list':
      return listOf(block);
    case 'table':
      return tableOf(block);
    case 'picture':
      return `<text:p text:style-name="P"><draw:frame draw:style-name="G" text:anchor-type="as-char" svg:width="${block.width}cm" svg:height="${block.height}cm"><draw:image><office:binary-data>${picture.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`;
    default:
      return `<text:section text:name="Columns" text:style-name="columns-${block.count}-${block.gap ?? typicalGap}">${block.blocks.map((inner) => blockOf(inner, picture)).join('')}</text:section>`;
  }
}

const listOf = ({ ordered, items }: List): string =>
  `<text:list text:style-name="${ordered ? 'numbers' : 'bullets'}">${items
    .map(
      ({ text, list }) =>
        `<text:list-item><text:p text:style-name="L">${inlineOf(text)}</text:p>${list === undefined ? '' : listOf(list)}</text:list-item>`,
    )
    .join('')}</text:list>`;

function tableOf(table: Table): string {
  const { rules, widths, rows, numeric = [] } = table;
  const cells = placed(rows);
  const inner = rows.map((_, row) => {
    const all = widths.map((_, column) => {
      const cell = cells.find((other) => other.row === row && other.column === column);
      if (cell === undefined) return '<table:covered-table-cell/>';
      const edge = rules === 'frame' ? (row === 0 ? 'top' : row === rows.length - 1 ? 'bottom' : 'none') : rules;
      const lines = cell.text.split('\n').map((text) => {
        const own = escapeMarkup(text);
        const shown = row === 0 && rules !== 'none' ? `<text:span text:style-name="b">${own}</text:span>` : own;
        return `<text:p text:style-name="${numeric.includes(column) ? 'CR' : 'C'}">${shown}</text:p>`;
      });
      const spans = `table:number-columns-spanned="${cell.columnSpan}" table:number-rows-spanned="${cell.rowSpan}"`;
      return `<table:table-cell table:style-name="cell-${edge}" ${spans}>${lines.join('')}</table:table-cell>`;
    });
    return `<table:table-row>${all.join('')}</table:table-row>`;
  });
  const columns = widths.map((width) => `<table:table-column table:style-name="w${width}"/>`).join('');
  return `<table:table table:style-name="width-${totalOf(table)}">${columns}${inner.join('')}</table:table><text:p text:style-name="P"/>`;
}

const inlineOf = (text: Text): string =>
  spansOf(text)
    .map((span) => {
      if (typeof span === 'string') return escapeMarkup(span);
      if ('note' in span)
        return `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>${escapeMarkup(span.note)}</text:p></text:note-body></text:note>`;
      const style = `${span.bold === true ? 'b' : ''}${span.italic === true ? 'i' : ''}`;
      const own = escapeMarkup(span.text);
      const marked = style === '' ? own : `<text:span text:style-name="${style}">${own}</text:span>`;
      return span.link === undefined ? marked : `<text:a xlink:href="${escapeMarkup(span.link)}">${marked}</text:a>`;
    })
    .join('');

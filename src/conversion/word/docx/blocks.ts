// Paragraphs, tables and sections as WordprocessingML.
import { escapeMarkup } from '#core/markup.ts';
import {
  type Block,
  type Cell,
  maxBorderSpace,
  type Paragraph,
  type Section,
  spacer,
  type Table,
  type WordDocument,
} from '../docx-model.ts';
import type { Border } from '#conversion/layout/layout-blocks.ts';
import type { ContentsFields } from './contents.ts';
import { byFrame, frameBox, isFramed, unframed } from '../measure/text-frames.ts';
import type { PartReferences } from './part-references.ts';
import { labelXml, runsXml, shadingXml } from './runs.ts';
import { textBoxXml } from './shapes.ts';
import { paragraphStyleOf, type Styles } from './styles.ts';
import { twips } from './xml.ts';

export interface Context {
  /** The codes of fields before paragraphs, and their ends behind them. */
  contents: ContentsFields;
  references: PartReferences;
  styles: Styles;
  bookmarks: { next: number };
  /** Whether a table's indent is that of the text in it, as in modes before that of Word 2013 (15). */
  indentsTablesByText: boolean;
}

export function blockXml(block: Block, context: Context): string {
  return block.kind === 'paragraph' ? paragraphXml(block, context) : tableXml(block, context);
}

/** The blocks of a section with its properties in the last paragraph; text that is over other text hangs on an empty paragraph behind it, in boxes. */
export function blocksXml(blocks: readonly Block[], context: Context, section = ''): string {
  let xml = '';
  let boxes = '';
  for (const group of byFrame(blocks)) {
    const [block] = group;
    const isLast = block === blocks.at(-1);
    if (isFramed(block) && block.textFrame.isOver === true) {
      const inside = group.map((own) => blockXml(own.kind === 'paragraph' ? unframed(own) : own, context)).join('');
      boxes += textBoxXml(frameBox(group.filter(isFramed)), inside, context.references);
    } else if (block?.kind === 'paragraph' && !isFramed(block)) {
      // LibreOffice drops the style of a paragraph with text if boxes are anchored to it.
      const isApart = boxes !== '' && block.runs.length > 0 && block.startsPage !== true;
      if (isApart) xml += paragraphXml(spacer(carrierHeight), context, '', boxes);
      const own = isApart ? { ...block, spaceBefore: block.spaceBefore - carrierHeight } : block;
      xml += paragraphXml(own, context, isLast ? section : '', isApart ? '' : boxes);
      boxes = '';
    } else for (const own of group) xml += blockXml(own, context);
  }
  const last = blocks.at(-1);
  const isEnded = boxes === '' && last?.kind === 'paragraph' && !isFramed(last);
  const properties = section === '' ? '' : `<w:pPr>${section}</w:pPr>`;
  return isEnded ? xml : `${xml}<w:p>${properties}${boxes}</w:p>`;
}

/** Points of the empty paragraph that boxes hang on. */
const carrierHeight = 1;

export function paragraphXml(paragraph: Paragraph, context: Context, section = '', before = ''): string {
  const { style, typical } = paragraphStyleOf(paragraph, context.styles);
  const { references } = context;
  const mark = paragraph.bookmark === undefined ? ['', ''] : bookmarkXml(paragraph.bookmark, context);
  const properties = [
    style === 'Normal' ? '' : `<w:pStyle w:val="${style}"/>`,
    paragraph.startsPage === true ? '<w:pageBreakBefore/>' : '',
    frameXml(paragraph),
    paragraph.list === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${paragraph.list.level}"/><w:numId w:val="${references.numbering(paragraph.list)}"/></w:numPr>`,
    borderXml(paragraph),
    shadingXml(paragraph.shading),
    tabsXml(paragraph),
    paragraph.areScriptsClose === true ? '<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/>' : '',
    paragraph.isRightToLeft ? '<w:bidi/>' : '',
    spacingXml(paragraph),
    indentXml(paragraph),
    alignXml(paragraph),
    // Labels look like the mark at the end (17.9.24).
    paragraph.list === undefined ? '' : labelXml(paragraph.list, typical),
    section,
  ].join('');
  const head = properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
  const column = paragraph.startsColumn === true ? '<w:r><w:br w:type="column"/></w:r>' : '';
  const field = context.contents.around(paragraph);
  return `<w:p>${head}${column}${mark[0]}${before}${field[0]}${runsXml(paragraph.runs, typical, references, paragraph.isRightToLeft)}${field[1]}${mark[1]}</w:p>`;
}

/** A border on one side, whose thickness is in eighths of a point (17.18.2). */
function sideXml(side: string, { thickness, color }: Border, space = 0): string {
  const size = Math.max(2, Math.min(96, Math.round(thickness * 8)));
  return `<w:${side} w:val="single" w:sz="${size}" w:space="${space}" w:color="${color}"/>`;
}

function borderXml({ borderBelow, box }: Paragraph): string {
  const side = (name: string, border: Border, space: number) =>
    sideXml(name, border, Math.max(0, Math.min(maxBorderSpace, Math.round(space))));
  if (box !== undefined) {
    const { border, left, right, spaces } = box;
    const sides = { top: spaces.top, left, bottom: spaces.bottom, right };
    return `<w:pBdr>${Object.entries(sides)
      .map(([name, space]) => side(name, border, space))
      .join('')}</w:pBdr>`;
  }
  return borderBelow === undefined ? '' : `<w:pBdr>${side('bottom', borderBelow, borderBelow.space)}</w:pBdr>`;
}

/** A frame that other text goes around. */
function frameXml({ textFrame }: Paragraph): string {
  if (textFrame === undefined) return '';
  const { left, top, width } = textFrame;
  return `<w:framePr w:w="${twips(width)}" w:hSpace="120" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="${twips(left)}" w:y="${twips(top)}"/>`;
}

function bookmarkXml(name: string, { bookmarks }: Context): [string, string] {
  const id = bookmarks.next++;
  return [`<w:bookmarkStart w:id="${id}" w:name="${escapeMarkup(name)}"/>`, `<w:bookmarkEnd w:id="${id}"/>`];
}

function tabsXml({ tabs }: Paragraph): string {
  if (tabs === undefined || tabs.length === 0) return '';
  const all = tabs.map(({ at, align, leader }) => {
    const filled = leader === undefined ? '' : ` w:leader="${leader}"`;
    return `<w:tab w:val="${align}"${filled} w:pos="${twips(at)}"/>`;
  });
  return `<w:tabs>${all.join('')}</w:tabs>`;
}

function spacingXml({ spaceBefore, spaceAfter = 0, lineSpacing }: Paragraph): string {
  const height = lineSpacing === undefined ? '' : lineXml(lineSpacing);
  return `<w:spacing w:before="${twips(Math.max(0, spaceBefore))}" w:after="${twips(Math.max(0, spaceAfter))}"${height}/>`;
}

/** A single line is 240 high with the rule "auto" (17.3.1.33). */
function lineXml({ height, isExact, times }: NonNullable<Paragraph['lineSpacing']>): string {
  if (times !== undefined) return ` w:line="${Math.ceil(times * 240)}" w:lineRule="auto"`;
  return ` w:line="${twips(height)}" w:lineRule="${isExact ? 'exact' : 'atLeast'}"`;
}

/** Labels that a tab parts from the text set its indents too. */
const isIndentedByList = (list: Paragraph['list']): boolean => list !== undefined && list.format.isNear !== true;

function indentXml({ indentLeft, indentRight, indentFirst, list }: Paragraph): string {
  const first =
    Math.abs(indentFirst) < 0.5 || isIndentedByList(list)
      ? ''
      : indentFirst > 0
        ? ` w:firstLine="${twips(indentFirst)}"`
        : ` w:hanging="${twips(-indentFirst)}"`;
  const left = isIndentedByList(list) || Math.abs(indentLeft) < 0.5 ? '' : ` w:left="${twips(indentLeft)}"`;
  const right = Math.abs(indentRight) < 0.3 ? '' : ` w:right="${twips(indentRight)}"`;
  return first + left + right === '' ? '' : `<w:ind${left}${right}${first}/>`;
}

/** In paragraphs from right to left "left" means their beginning (17.3.1.13). */
function alignXml({ align, isRightToLeft }: Paragraph): string {
  const flipped = isRightToLeft ? { left: 'right', right: 'left', center: 'center', both: 'both' }[align] : align;
  return flipped === 'left' ? '' : `<w:jc w:val="${flipped}"/>`;
}

function tableXml(table: Table, context: Context): string {
  const total = table.columns.reduce((sum, width) => sum + width, 0);
  const grid = table.columns.map((width) => `<w:gridCol w:w="${Math.max(1, twips(width))}"/>`).join('');
  const rows = table.rows.map(({ cells, height, isHeader, isWhole }) => {
    const properties = `${isWhole ? '<w:cantSplit/>' : ''}${height > 0 ? `<w:trHeight w:val="${twips(height)}" w:hRule="atLeast"/>` : ''}${isHeader ? '<w:tblHeader/>' : ''}`;
    let column = 0;
    const inner = cells.map((cell) => {
      const width = table.columns.slice(column, column + cell.columnSpan).reduce((sum, item) => sum + item, 0);
      column += cell.columnSpan;
      return cellXml(cell, width, context);
    });
    return `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${inner.join('')}</w:tr>`;
  });
  const place =
    table.place === undefined
      ? ''
      : `<w:tblpPr w:vertAnchor="page" w:horzAnchor="page" w:tblpX="${twips(table.place.left)}" w:tblpY="${twips(table.place.top)}"/><w:tblOverlap w:val="overlap"/>`;
  return (
    `<w:tbl><w:tblPr>${place}${table.isRightToLeft === true ? '<w:bidiVisual/>' : ''}<w:tblW w:w="${twips(total)}" w:type="dxa"/><w:tblInd w:w="${twips(table.left + (context.indentsTablesByText ? table.padding : 0))}" w:type="dxa"/><w:tblLayout w:type="fixed"/>` +
    `<w:tblCellMar><w:left w:w="${twips(table.padding)}" w:type="dxa"/><w:right w:w="${twips(table.padding)}" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`
  );
}

function cellXml(cell: Cell, width: number, context: Context): string {
  const borders = (['top', 'left', 'bottom', 'right'] as const)
    .map((side) => {
      const border = cell.borders[side];
      return border === undefined ? '' : sideXml(side, border);
    })
    .join('');
  const properties = [
    `<w:tcW w:w="${twips(width)}" w:type="dxa"/>`,
    cell.columnSpan > 1 ? `<w:gridSpan w:val="${cell.columnSpan}"/>` : '',
    cell.isCovered ? '<w:vMerge/>' : cell.rowSpan > 1 ? '<w:vMerge w:val="restart"/>' : '',
    borders === '' ? '' : `<w:tcBorders>${borders}</w:tcBorders>`,
    shadingXml(cell.shading),
  ].join('');
  const blocks = cell.isCovered ? [] : cell.blocks;
  const last = blocks.at(-1);
  // A cell ends with a paragraph (17.4.65).
  const inner = blocks.map((block) => blockXml(block, context)).join('') + (last?.kind === 'paragraph' ? '' : '<w:p/>');
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
}

/** How footnotes count (17.11); nothing where they count on from 1. */
export const noteNumbersXml = ({
  start,
  isPerPage,
}: NonNullable<WordDocument['noteNumbers']> = typicalNumbers): string =>
  (start === 1 ? '' : `<w:numStart w:val="${start}"/>`) + (isPerPage ? '<w:numRestart w:val="eachPage"/>' : '');

const typicalNumbers = { start: 1, isPerPage: false };

interface SectionFacts {
  header: number;
  footer: number;
  /** The first page has its own header and footer. */
  hasFirst: boolean;
  /** How footnotes count. */
  notes: string;
}

export function sectionXml(section: Section, references: string, edges: SectionFacts): string {
  const { columns, columnGaps, isContinuous, pageNumbers, isVertical } = section;
  const { width, height, margins } = isVertical === true ? turnedBack(section) : section;
  const landscape = width > height ? ' w:orient="landscape"' : '';
  return (
    `<w:sectPr>${references}${edges.notes === '' ? '' : `<w:footnotePr>${edges.notes}</w:footnotePr>`}${isContinuous ? '<w:type w:val="continuous"/>' : ''}<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${landscape}/>` +
    `<w:pgMar w:top="${twips(margins.top)}" w:right="${twips(margins.right)}" w:bottom="${twips(margins.bottom)}" w:left="${twips(margins.left)}" ` +
    `w:header="${twips(edges.header)}" w:footer="${twips(edges.footer)}" w:gutter="0"/>` +
    (pageNumbers === undefined
      ? ''
      : `<w:pgNumType${pageNumbers.format === 'decimal' ? '' : ` w:fmt="${pageNumbers.format}"`}${pageNumbers.start === undefined ? '' : ` w:start="${pageNumbers.start}"`}/>`) +
    `${columnsXml(columns, columnGaps)}${edges.hasFirst ? '<w:titlePg/>' : ''}${isVertical === true ? '<w:textDirection w:val="tbRl"/>' : ''}</w:sectPr>`
  );
}

/** The page as it is seen, where its lines run downwards. */
const turnedBack = ({ width, height, margins: { left, right, top, bottom } }: Section) => ({
  width: height,
  height: width,
  margins: { top: left, bottom: right, right: top, left: bottom },
});

/** Columns of unequal width are listed one by one. */
function columnsXml(widths: readonly number[], gaps: readonly number[]): string {
  if (widths.length < 2) return '<w:cols w:space="720"/>';
  const areAlike = (values: readonly number[]) => Math.max(...values) - Math.min(...values) < 1;
  if (areAlike(widths) && areAlike(gaps)) return `<w:cols w:num="${widths.length}" w:space="${twips(gaps[0] ?? 0)}"/>`;
  const each = widths.map((width, n) => {
    const gap = gaps[n];
    return `<w:col w:w="${twips(width)}"${gap === undefined ? '' : ` w:space="${twips(gap)}"`}/>`;
  });
  return `<w:cols w:num="${widths.length}" w:equalWidth="0">${each.join('')}</w:cols>`;
}

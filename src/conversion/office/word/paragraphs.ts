// The paragraphs of a Word document's body in their order, and the table cells that they are in.
import { attribute } from '#core/markup.ts';

export interface Paragraph {
  /** Where its properties are, from `<w:pPr` to the end of those of the paragraph itself; both are 0 without properties. */
  propertiesStart: number;
  propertiesEnd: number;
  /** Where `<w:p>` ends, and whether it is `<w:p/>`. */
  start: number;
  isEmptyElement: boolean;
  /** The innermost cell; 0 outside of tables. */
  cell: number;
  /** The style of the innermost table. */
  tableStyle: string | undefined;
}

const tags = /<(\/?)w:(tbl|tc|p|tblStyle|txbxContent)(?=[\s/>])([^<>]*)>/g;
/** The rest of a paragraph's properties is about its mark, its section, or its earlier properties (17.3.1.26). */
const otherProperties = /<w:(?:rPr|sectPr|pPrChange)[\s/>]/;

/** Reads the paragraphs, without those of text boxes; null when the document is malformed. */
export function readParagraphs(xml: string): Paragraph[] | null {
  const paragraphs: Paragraph[] = [];
  const cells: number[] = [];
  const tableStyles: (string | undefined)[] = [];
  let [cellCount, boxes, read] = [0, 0, 0];
  for (const { index, 0: tag, 1: slash, 2: name, 3: rest = '' } of xml.matchAll(tags)) {
    const isEmptyElement = rest.endsWith('/');
    const closes = slash === '/';
    if (name === 'txbxContent' && !isEmptyElement) boxes += closes ? -1 : 1;
    if (boxes > 0) continue;
    if (name === 'tblStyle') {
      tableStyles.pop();
      tableStyles.push(attribute(tag, 'w:val'));
    } else if (name === 'tbl') {
      if (closes) tableStyles.pop();
      else tableStyles.push(undefined);
    } else if (name === 'tc') {
      if (closes) cells.pop();
      else cells.push(++cellCount);
    } else if (name === 'p' && !closes) {
      const start = index + tag.length;
      const properties = isEmptyElement ? noProperties : propertiesAt(xml, start);
      // Paragraphs do not begin within the properties of others; where they do, the same would be read again and again.
      if (properties === null || index < read) return null;
      const { close, ...its } = properties;
      read = close;
      const place = { cell: cells.at(-1) ?? 0, tableStyle: tableStyles.at(-1) };
      paragraphs.push({ start, isEmptyElement, ...its, ...place });
    }
  }
  return paragraphs;
}

interface Properties extends Pick<Paragraph, 'propertiesStart' | 'propertiesEnd'> {
  /** Where `</w:pPr>` is. */
  close: number;
}

/** Where the properties of a paragraph begin, with their tag. */
const beginning = /\s{0,200}(<w:pPr(?=[\s/>])[^<>]{0,200}>)/y;

const noProperties: Properties = { propertiesStart: 0, propertiesEnd: 0, close: 0 };

/** Finds the properties of the paragraph whose first tag ends at `start`; null when they have no end. */
export function propertiesAt(xml: string, start: number): Properties | null {
  beginning.lastIndex = start;
  const tag = beginning.exec(xml)?.[1];
  if (tag === undefined) return noProperties;
  // Empty ones, and those with attributes, no program writes.
  if (tag !== '<w:pPr>') return null;
  const from = beginning.lastIndex - tag.length;
  const close = xml.indexOf('</w:pPr>', from);
  if (close < 0) return null;
  const other = otherProperties.exec(xml.slice(from, close))?.index;
  return { propertiesStart: from, propertiesEnd: other === undefined ? close : from + other, close };
}

/** The style that a paragraph's properties name. */
export function styleIn(properties: string): string | undefined {
  const tag = /<w:pStyle\s[^<>]*>/.exec(properties)?.[0];
  return tag === undefined ? undefined : attribute(tag, 'w:val');
}

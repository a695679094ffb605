// The structure tree of a tagged PDF (ISO 32000-2, 14.7 and 14.8): elements with their marked content in reading order.
import {
  isDictionary,
  isReference,
  isString,
  type PdfDictionary,
  type PdfDocument,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import { stringText } from '#conversion/pdf/strings.ts';

export interface MarkedContent {
  page: number;
  mcid: number;
}

export interface StructureElement {
  /** The standard type that its own means, without the slash. */
  type: string;
  /** As it is written: often the name of a paragraph style. */
  raw: string;
  kids: (StructureElement | MarkedContent)[];
  attributes: PdfDictionary;
  altText?: string;
}

const maxDepth = 120;
/** Ruby that is not closed lies in the one before it. */
const rubyDepth = 1 / 8;
const maxElements = 400_000;

export const isMarkedContent = (kid: StructureElement | MarkedContent): kid is MarkedContent => 'mcid' in kid;

const isRubyPart = (kid: StructureElement | MarkedContent): boolean =>
  !isMarkedContent(kid) && /^R[BTP]$/.test(kid.type);

const isBlock = (kid: StructureElement | MarkedContent): boolean =>
  !isMarkedContent(kid) && /^(?:P|H\d?|Title|Caption|L|Table|Figure)$/.test(kid.type);

/** The root with everything below it; null without a tree, or with one that its maker does not trust. */
export function readTree(document: PdfDocument, pages: ReadonlyMap<string, number>): StructureElement | null {
  const root = document.dictionary(document.catalog['/StructTreeRoot']);
  if (root['/K'] === undefined) return null;
  if (document.dictionary(document.catalog['/MarkInfo'])['/Suspects'] === true) return null;
  const roles = document.dictionary(root['/RoleMap']);
  const classes = document.dictionary(root['/ClassMap']);
  const seen = new Set<string>();
  const misplaced = new Set<StructureElement | MarkedContent>();

  const standard = (raw: string): string => {
    let type = raw;
    for (let n = 0; n < 8; n++) {
      const next = document.name(roles[`/${type}`]);
      if (next === undefined || next.slice(1) === type) break;
      type = next.slice(1);
    }
    return type;
  };

  const kidOf = (value: PdfValue, page: number, depth: number): (StructureElement | MarkedContent)[] => {
    if (typeof value === 'number') return page < 0 ? [] : [{ page, mcid: value }];
    const dictionary = document.dictionary(value);
    const own = pages.get(isReference(dictionary['/Pg']) ? dictionary['/Pg'] : '') ?? page;
    const type = document.name(dictionary['/Type']);
    if (type === '/MCR') {
      const content = document.number(dictionary['/MCID']);
      return content === undefined || own < 0 ? [] : [{ page: own, mcid: content }];
    }
    const raw = document.name(dictionary['/S']);
    if (raw === undefined || depth > maxDepth || seen.size > maxElements) return [];
    if (isReference(value)) {
      if (seen.has(value)) return [];
      seen.add(value);
    }
    const name = raw.slice(1);
    const alternative = dictionary['/Alt'];
    const elementType = standard(name);
    const below = depth + (elementType === 'Ruby' ? rubyDepth : 1);
    const kids = kidsOf(dictionary['/K']).flatMap((kid) => kidOf(kid, own, below));
    const element = {
      type: elementType,
      raw: name,
      kids,
      attributes: attributesOf(dictionary),
      ...(isString(alternative) ? { altText: stringText(alternative) } : {}),
    };
    // LibreOffice does not close ruby: all that is behind it is in it, the next paragraphs too.
    const parts = elementType === 'Ruby' ? kids.findLastIndex(isRubyPart) + 1 : 0;
    if (parts > 0) {
      for (const kid of kids.slice(parts)) if (isBlock(kid)) misplaced.add(kid);
      return [{ ...element, kids: kids.slice(0, parts) }, ...kids.slice(parts)];
    }
    const end = isBlock(element) ? kids.findIndex((kid) => misplaced.has(kid)) : -1;
    return end < 0 ? [element] : [{ ...element, kids: kids.slice(0, end) }, ...kids.slice(end)];
  };
  const kidsOf = (value: PdfValue | undefined): PdfValue[] => {
    const found = document.get(value);
    if (Array.isArray(found)) return found;
    return value === undefined || found === null ? [] : [value];
  };
  const attributesOf = ({ '/A': attributes, '/C': names }: PdfDictionary): PdfDictionary => {
    const named = kidsOf(names).flatMap((name) => kidsOf(typeof name === 'string' ? classes[name as '/'] : undefined));
    const all = [...named, ...kidsOf(attributes)].map((item) => document.get(item)).filter(isDictionary);
    return Object.fromEntries(
      all.flatMap((item) => Object.entries(item).map(([key, value]) => [key, document.get(value)])),
    ) as PdfDictionary;
  };
  const kids = kidsOf(root['/K']).flatMap((kid) => kidOf(kid, -1, 0));
  return kids.length === 0 ? null : { type: 'Document', raw: 'Document', kids, attributes: {} };
}

/** All marked content below an element, in order. */
export function* markedContentOf(element: StructureElement): Generator<MarkedContent> {
  for (const kid of element.kids) {
    if (isMarkedContent(kid)) yield kid;
    else yield* markedContentOf(kid);
  }
}

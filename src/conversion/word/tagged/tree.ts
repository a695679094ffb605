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
const maxElements = 400_000;

export const isMarkedContent = (kid: StructureElement | MarkedContent): kid is MarkedContent => 'mcid' in kid;

/** The root with everything below it; null without a tree, or with one that its maker does not trust. */
export function readTree(document: PdfDocument, pages: ReadonlyMap<string, number>): StructureElement | null {
  const root = document.dictionary(document.catalog['/StructTreeRoot']);
  if (root['/K'] === undefined) return null;
  if (document.dictionary(document.catalog['/MarkInfo'])['/Suspects'] === true) return null;
  const roles = document.dictionary(root['/RoleMap']);
  const classes = document.dictionary(root['/ClassMap']);
  const seen = new Set<string>();

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
    return [
      {
        type: standard(name),
        raw: name,
        kids: kidsOf(dictionary['/K']).flatMap((kid) => kidOf(kid, own, depth + 1)),
        attributes: attributesOf(dictionary),
        ...(isString(alternative) ? { altText: stringText(alternative) } : {}),
      },
    ];
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

// Reduces the resources of a page to those that its content names; shared dictionaries would keep those of other pages.
import { isDictionary, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';

const kinds = ['/Font', '/XObject', '/Pattern', '/Shading', '/ExtGState', '/ColorSpace', '/Properties'] as const;

/** Colour spaces that implicitly replace the device's (ISO 32000-2, 8.6.5.6). */
export const neverNamed: readonly string[] = ['/DefaultGray', '/DefaultRGB', '/DefaultCMYK'];

/** Every name in a content stream in any context: perhaps more than it uses, never fewer. */
export function namesIn(content: Buffer): Set<string> {
  const names = new Set<string>();
  for (const [name] of content.toString('latin1').matchAll(/\/[^\s()<>[\]{}/%]+/g)) {
    names.add(name);
    names.add(name.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
  }
  return names;
}

/** The resources that `names` mean; all of them where a form or a font without resources of its own borrows the page's. */
export function reducedResources(
  document: PdfDocument,
  resources: PdfValue | undefined,
  names: ReadonlySet<string>,
): PdfValue {
  const own = document.dictionary(resources);
  const reduced: PdfDictionary = { ...own };
  for (const kind of kinds) {
    if (own[kind] === undefined) continue;
    const entries = Object.entries(document.dictionary(own[kind])).filter(
      ([name]) => names.has(name) || neverNamed.includes(name) || !/^\/[\u0021-\u007e]+$/.test(name),
    );
    if (kind === '/XObject' || kind === '/Font')
      if (entries.some(([, value]) => borrows(document, value))) return resources ?? {};
    reduced[kind] = Object.fromEntries(entries);
  }
  return reduced;
}

function borrows(document: PdfDocument, value: PdfValue): boolean {
  const dictionary = document.get(value);
  if (!isDictionary(dictionary)) return false;
  const subtype = document.name(dictionary['/Subtype']);
  return (subtype === '/Form' || subtype === '/Type3') && dictionary['/Resources'] === undefined;
}

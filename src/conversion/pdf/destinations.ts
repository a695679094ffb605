// The targets of links and outline items inside the document (ISO 32000-2, 12.3.2).
import { isName, isReference, isString, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';
import { stringBytes, treeEntries } from './name-tree.ts';

/** Named destinations by name: strings as the hex of their bytes, names as they are. */
export type NamedDestinations = ReadonlyMap<string, PdfValue>;

const keyOf = (name: string): string => (isName(name) ? name : stringBytes(name).toString('hex'));

export function namedDestinations(document: PdfDocument): NamedDestinations {
  const names = document.dictionary(document.catalog['/Names']);
  const named = new Map<string, PdfValue>();
  for (const [name, value] of treeEntries(document, names['/Dests'], '/Names'))
    if (isString(name)) named.set(keyOf(name), value);
  for (const [name, value] of Object.entries(document.dictionary(document.catalog['/Dests']))) named.set(name, value);
  return named;
}

/** The explicit array that a destination means, through names and dictionaries; null when it leads nowhere. */
export function explicitDestination(
  document: PdfDocument,
  destination: PdfValue | undefined,
  named: NamedDestinations,
): PdfValue[] | null {
  let value = document.get(destination);
  for (let n = 0; n < 4; n++) {
    if (Array.isArray(value)) return value;
    if (isString(value) || isName(value)) value = document.get(named.get(keyOf(value)));
    else value = document.get(document.dictionary(value)['/D']);
  }
  return null;
}

/** The page (reference) an item with /Dest or a GoTo action leads to: undefined when it leads elsewhere, null when nowhere. */
export function targetPage(
  document: PdfDocument,
  item: PdfDictionary,
  named: NamedDestinations,
): string | null | undefined {
  const action = document.dictionary(item['/A']);
  const goesTo =
    item['/Dest'] !== undefined
      ? item['/Dest']
      : document.name(action['/S']) === '/GoTo'
        ? (action['/D'] ?? null)
        : undefined;
  if (goesTo === undefined) return undefined;
  const page = explicitDestination(document, goesTo, named)?.[0];
  return isReference(page) ? page : null;
}

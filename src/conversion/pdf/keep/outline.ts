// The outline of a reduced document: the items that lead to kept pages; those below a dropped item move up to its level.
import { isReference, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';
import { targetPage } from '../destinations.ts';
import { keptActions } from './actions.ts';

interface Item {
  reference: string;
  dictionary: PdfDictionary;
  children: Item[];
}

const maxDepth = 64;

/** The new outline's root, or null when nothing is left. */
export function keptOutline(keeping: Keeping): PdfValue | null {
  const { document } = keeping;
  const seen = new Set<string>();

  const read = (first: PdfValue | undefined, depth: number): Item[] => {
    const items: Item[] = [];
    if (depth > maxDepth) return items;
    let next = first;
    while (isReference(next) && !seen.has(next)) {
      seen.add(next);
      const dictionary = document.dictionary(next);
      const children = read(dictionary['/First'], depth + 1);
      const page = targetPage(document, dictionary, keeping.named);
      if (typeof page === 'string' && keeping.kept.has(page)) items.push({ reference: next, dictionary, children });
      else {
        for (const child of children) items.push(child);
        document.set(next, null);
      }
      next = dictionary['/Next'];
    }
    return items;
  };

  const root = document.catalog['/Outlines'];
  const items = read(document.dictionary(root)['/First'], 0);
  if (items.length === 0) return null;
  const top = document.reserve();
  const shown = write(keeping, items, top);
  document.set(top, { '/Type': '/Outlines', ...ends(items), '/Count': shown });
  return top;
}

const ends = (items: readonly Item[]): PdfDictionary => ({
  '/First': items[0]?.reference ?? null,
  '/Last': items.at(-1)?.reference ?? null,
});

/** Writes a level; the number of items that are visible when it is open. */
function write(keeping: Keeping, items: readonly Item[], parent: string): number {
  const { document } = keeping;
  let shown = items.length;
  for (const [n, { reference, dictionary, children }] of items.entries()) {
    const below = children.length === 0 ? 0 : write(keeping, children, reference);
    const isOpen = (document.number(dictionary['/Count']) ?? -1) > 0;
    if (isOpen) shown += below;
    const previous = items[n - 1];
    const next = items[n + 1];
    const style: PdfDictionary = {};
    for (const key of ['/Title', '/C', '/F'] as const) if (dictionary[key] !== undefined) style[key] = dictionary[key];
    document.set(reference, {
      ...style,
      ...keptActions(keeping, dictionary),
      '/Parent': parent,
      ...(previous === undefined ? {} : { '/Prev': previous.reference }),
      ...(next === undefined ? {} : { '/Next': next.reference }),
      ...(children.length === 0 ? {} : { ...ends(children), '/Count': isOpen ? below : -below }),
    });
  }
  return shown;
}

// The outline of a reduced document: the items that lead to kept pages; those below a dropped item move up to its level.
import type { PdfDictionary, PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';
import { targetPage } from '../destinations.ts';
import { readOutline, type OutlineItem } from '../outline.ts';
import { keptActions } from './actions.ts';

/** The new outline's root, or null when nothing is left. */
export function keptOutline(keeping: Keeping): PdfValue | null {
  const { document } = keeping;
  const items = keptItems(keeping, readOutline(document));
  if (items.length === 0) return null;
  const top = document.reserve();
  const shown = write(keeping, items, top);
  document.set(top, { '/Type': '/Outlines', ...ends(items), '/Count': shown });
  return top;
}

function keptItems(keeping: Keeping, items: readonly OutlineItem[]): OutlineItem[] {
  const { document, kept, named } = keeping;
  return items.flatMap((item) => {
    const children = keptItems(keeping, item.children);
    const page = targetPage(document, item.dictionary, named);
    if (typeof page === 'string' && kept.has(page)) return [{ ...item, children }];
    document.set(item.reference, null);
    return children;
  });
}

const ends = (items: readonly OutlineItem[]): PdfDictionary => ({
  '/First': items[0]?.reference ?? null,
  '/Last': items.at(-1)?.reference ?? null,
});

/** Writes a level; the number of items that are visible when it is open. */
function write(keeping: Keeping, items: readonly OutlineItem[], parent: string): number {
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

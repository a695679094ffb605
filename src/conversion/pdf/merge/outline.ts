// One outline entry for each document, its own outline below.
import { targetPage } from '../destinations.ts';
import { readOutline, type OutlineItem } from '../outline.ts';
import { isString, type PdfDictionary, type PdfDocument } from '../graph.ts';
import { joinedDestination, type Part } from './part.ts';

interface Item {
  entries: PdfDictionary;
  isOpen: boolean;
  children: Item[];
}

export function joinedOutline(document: PdfDocument, parts: readonly Part[]): string {
  const items = parts.map((part): Item => ({
    entries: { '/Title': `u:${part.title}`, '/Dest': [part.joinedPages[0]?.reference ?? null, '/Fit'] },
    isOpen: true,
    children: ownItems(part),
  }));
  const root = document.reserve();
  const { ends, shown } = write(document, items, root);
  document.set(root, { '/Type': '/Outlines', ...ends, '/Count': shown });
  return root;
}

const ownItems = (part: Part): Item[] => joinedItems(part, readOutline(part.document));

const joinedItems = (part: Part, items: readonly OutlineItem[]): Item[] =>
  items.map(({ dictionary, children }) => ({
    entries: entriesOf(part, dictionary),
    isOpen: (part.document.number(dictionary['/Count']) ?? -1) > 0,
    children: joinedItems(part, children),
  }));

function entriesOf(part: Part, dictionary: PdfDictionary): PdfDictionary {
  const { document } = part;
  const title = document.get(dictionary['/Title']);
  const entries: PdfDictionary = { '/Title': isString(title ?? undefined) ? title : 'u:' };
  for (const key of ['/C', '/F'] as const)
    if (dictionary[key] !== undefined) entries[key] = document.get(dictionary[key]);
  const action = document.dictionary(dictionary['/A']);
  if (targetPage(document, dictionary, part.named) === undefined) {
    if (document.name(action['/S']) === '/URI') entries['/A'] = { '/S': '/URI', '/URI': document.get(action['/URI']) };
    return entries;
  }
  const destination = joinedDestination(part, dictionary['/Dest'] ?? action['/D']);
  if (destination !== null) entries['/Dest'] = destination;
  return entries;
}

/** Writes a level below `parent`; its first and last item, and how many are visible when it is open. */
function write(document: PdfDocument, items: readonly Item[], parent: string): { ends: PdfDictionary; shown: number } {
  const references = items.map(() => document.reserve());
  let shown = items.length;
  for (const [n, item] of items.entries()) {
    const own = references[n] ?? '';
    const below = item.children.length === 0 ? null : write(document, item.children, own);
    if (below !== null && item.isOpen) shown += below.shown;
    const dictionary: PdfDictionary = { ...item.entries, '/Parent': parent };
    if (n > 0) dictionary['/Prev'] = references[n - 1] ?? null;
    if (n + 1 < items.length) dictionary['/Next'] = references[n + 1] ?? null;
    if (below !== null) Object.assign(dictionary, below.ends, { '/Count': item.isOpen ? below.shown : -below.shown });
    document.set(own, dictionary);
  }
  return { ends: { '/First': references[0] ?? null, '/Last': references.at(-1) ?? null }, shown };
}

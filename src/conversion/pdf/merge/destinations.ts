// Named destinations of all documents in one tree; a name that two documents use is changed in the later one, and in its links.
import { isName, isReference, isString, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import { nameTree, treeEntries } from '../name-tree.ts';
import { joinedDestination, type Part } from './part.ts';

/** The name tree (a reference), or null when no document has names. */
export function joinedDestinations(document: PdfDocument, parts: readonly Part[]): PdfValue | null {
  const taken = new Map<string, PdfValue>();
  for (const [n, part] of parts.entries()) {
    const renamed = new Map<string, string>();
    for (const [name, destination] of namesOf(part)) {
      const joined = joinedDestination(part, destination);
      if (joined === null) continue;
      // Names as name objects (PDF 1.1) become strings: one document has one kind of them.
      const wanted = isName(name) ? `u:${name.slice(1)}` : name;
      let free = wanted;
      for (let tries = n + 1; taken.has(free); tries++)
        free = `${wanted}${wanted.startsWith('b:') ? Buffer.from(`-${tries}`).toString('hex') : `-${tries}`}`;
      taken.set(free, joined);
      if (free !== name) renamed.set(name, free);
    }
    if (renamed.size > 0) renameLinks(document, part, renamed);
  }
  return taken.size === 0 ? null : document.add(nameTree([...taken]));
}

/** Each name once: a viewer finds one of several, and a free name would be sought behind each of the others. */
function namesOf({ document }: Part): Map<string, PdfValue> {
  const tree = document.dictionary(document.catalog['/Names'])['/Dests'];
  const strings = treeEntries(document, tree, '/Names').flatMap(([name, value]): [string, PdfValue][] =>
    isString(name) ? [[name, value]] : [],
  );
  const all = [...strings, ...Object.entries(document.dictionary(document.catalog['/Dests']))];
  return new Map(all.toReversed());
}

function renameLinks(document: PdfDocument, part: Part, renamed: ReadonlyMap<string, string>): void {
  const newName = (value: PdfValue | undefined): string | undefined => {
    const found = document.get(value);
    return isString(found) || isName(found) ? renamed.get(found) : undefined;
  };
  for (const page of part.joinedPages)
    for (const reference of document.array(page.dictionary['/Annots'])) {
      if (!isReference(reference)) continue;
      const annotation = document.dictionary(reference);
      const action: PdfDictionary = document.dictionary(annotation['/A']);
      const [byDest, byAction] = [newName(annotation['/Dest']), newName(action['/D'])];
      if (byDest !== undefined) document.set(reference, { ...annotation, '/Dest': byDest });
      else if (byAction !== undefined) document.set(reference, { ...annotation, '/A': { ...action, '/D': byAction } });
    }
}

// The structure tree of a reduced document: the elements with content on kept pages, and the parent tree to them (ISO 32000-2, 14.7).
import { isDictionary, isReference, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';
import { treeEntries } from '../name-tree.ts';

const rootKeys = ['/RoleMap', '/ClassMap', '/Namespaces'] as const;
const maxDepth = 200;

/** The new /StructTreeRoot, or null if the document has no structure tree or nothing of it remains. */
export function keptStructure(keeping: Keeping, annotations: ReadonlySet<string>): PdfValue | null {
  const { document, kept } = keeping;
  const root = document.catalog['/StructTreeRoot'];
  const old = document.dictionary(root);
  if (!isReference(root) || Object.keys(old).length === 0) return null;
  const elements = new Set<string>();
  const seen = new Set<string>();

  /** The remaining part of a kid: an element, a marked-content id on a kept page, a reference to a kept object. */
  const keep = (kid: PdfValue, page: PdfValue | undefined, parent: string, depth: number): PdfValue | null => {
    if (typeof kid === 'number') return isReference(page) && kept.has(page) ? kid : null;
    const dictionary = document.dictionary(kid);
    const type = document.name(dictionary['/Type']);
    if (type === '/MCR' || type === '/OBJR') {
      const own = dictionary['/Pg'] ?? page;
      if (!isReference(own) || !kept.has(own)) return null;
      return type === '/MCR' || isKeptObject(dictionary['/Obj']) ? kid : null;
    }
    if (!isReference(kid) || seen.has(kid) || depth > maxDepth) return null;
    seen.add(kid);
    const own = dictionary['/Pg'] ?? page;
    const before = kidsOf(dictionary['/K']);
    const kids = before.flatMap((item) => keep(item, own, kid, depth + 1) ?? []);
    if (kids.length === 0) {
      document.set(kid, null);
      return null;
    }
    const { '/AF': files, '/Pg': shown, ...rest } = dictionary;
    const isKept = isReference(shown) && kept.has(shown);
    const isWhole = kids.length === before.length && files === undefined && isKept === (shown !== undefined);
    // Most elements stay as they are; each change costs the other process time.
    if (!isWhole || rest['/P'] !== parent)
      document.set(kid, { ...rest, '/P': parent, '/K': kids, ...(isKept ? { '/Pg': shown } : {}) });
    elements.add(kid);
    return kid;
  };
  /** Elements refer to pictures (streams) and to annotations; the document may still have annotations of dropped pages. */
  const isKeptObject = (value: PdfValue | undefined): boolean =>
    isReference(value) && (annotations.has(value) || document.isStream(value));
  const kidsOf = (value: PdfValue | undefined): PdfValue[] => {
    const found = document.get(value);
    if (Array.isArray(found)) return found;
    return value === undefined || found === null ? [] : [value];
  };

  const top = kidsOf(old['/K']).flatMap((kid) => keep(kid, undefined, root, 0) ?? []);
  if (top.length === 0) return null;
  const result: PdfDictionary = { '/Type': '/StructTreeRoot', '/K': top };
  for (const key of rootKeys) if (old[key] !== undefined) result[key] = old[key];
  const parents = parentTree(keeping, old, elements);
  if (parents.length > 0) {
    result['/ParentTree'] = document.add({ '/Nums': parents.flat() });
    result['/ParentTreeNextKey'] = parents.reduce((last, [key]) => Math.max(last, key), 0) + 1;
  }
  document.set(root, result);
  return root;
}

/** The entries of the parent tree that kept pages and their annotations ask for. */
function parentTree(
  { document, pages }: Keeping,
  root: PdfDictionary,
  elements: ReadonlySet<string>,
): [number, PdfValue][] {
  const asked = new Set<number>();
  const seen = new Set<string>();
  const visit = (value: PdfValue, depth: number): void => {
    if (isReference(value)) {
      if (seen.has(value)) return;
      seen.add(value);
    }
    const found = document.get(value);
    if (Array.isArray(found)) for (const item of found) visit(item, depth + 1);
    else if (isDictionary(found) && depth < maxDepth) {
      for (const key of ['/StructParents', '/StructParent'] as const) {
        const number = document.number(found[key]);
        if (number !== undefined) asked.add(number);
      }
      for (const key of ['/Annots', '/Resources', '/XObject'] as const)
        if (found[key] !== undefined) visit(found[key], depth + 1);
      if (depth > 0)
        for (const [key, item] of Object.entries(found))
          if (isReference(item) && !/^\/(Parent|P|Pg|Popup|IRT|Dest|A|Font|ColorSpace)$/.test(key))
            visit(item, depth + 1);
    }
  };
  for (const { reference } of pages) visit(reference, 0);

  const onlyKept = (value: PdfValue): PdfValue => (isReference(value) && elements.has(value) ? value : null);
  return treeEntries(document, root['/ParentTree'], '/Nums').flatMap(([key, value]): [number, PdfValue][] => {
    if (typeof key !== 'number' || !asked.has(key)) return [];
    const found = document.get(value);
    if (Array.isArray(found)) return [[key, found.map(onlyKept)]];
    return onlyKept(value) === null ? [] : [[key, value]];
  });
}

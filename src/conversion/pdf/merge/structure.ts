// The structure trees of all documents under one root, when every document has one (ISO 32000-2, 14.7).
import { isDictionary, isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import { treeEntries } from '../name-tree.ts';
import type { Part } from './part.ts';

const maxDepth = 200;
const maxValueDepth = 64;

/** The new /StructTreeRoot, or null if a document has no structure tree: half a tree would hide the other half from readers. */
export function joinedStructure(document: PdfDocument, parts: readonly Part[]): string | null {
  const roots = parts.map((part) => part.document.dictionary(part.document.catalog['/StructTreeRoot']));
  if (roots.some((root) => root['/K'] === undefined)) {
    for (const part of parts) renumber(document, part, null);
    return null;
  }
  const joined = document.reserve();
  // One element at the top, as readers of tagged documents expect.
  const whole = document.reserve();
  const kids: PdfValue[] = [];
  const parents: PdfValue[] = [];
  const roles: PdfDictionary = {};
  const classes: PdfDictionary = {};
  let offset = 0;
  for (const [n, part] of parts.entries()) {
    const root = roots[n] ?? {};
    const copy = new ElementCopy(document, part);
    kids.push(...copy.kids(root['/K'], whole, 0));
    let last = -1;
    for (const [key, value] of treeEntries(part.document, root['/ParentTree'], '/Nums')) {
      if (typeof key !== 'number') continue;
      last = Math.max(last, key);
      const found = part.document.get(value);
      parents.push(key + offset, Array.isArray(found) ? found.map((item) => copy.known(item)) : copy.known(value));
    }
    Object.assign(roles, { ...part.document.dictionary(root['/RoleMap']), ...roles });
    for (const [name, value] of Object.entries(part.document.dictionary(root['/ClassMap'])))
      classes[name as `/${string}`] ??= copy.value(value, 0);
    renumber(document, part, offset);
    offset += last + 1;
  }
  const root: PdfDictionary = {
    '/Type': '/StructTreeRoot',
    '/K': [whole],
    '/ParentTree': document.add({ '/Nums': parents }),
    '/ParentTreeNextKey': offset,
  };
  if (Object.keys(roles).length > 0) root['/RoleMap'] = roles;
  if (Object.keys(classes).length > 0) root['/ClassMap'] = classes;
  document.set(whole, { '/Type': '/StructElem', '/S': '/Document', '/P': joined, '/K': kids });
  document.set(joined, root);
  return joined;
}

/** Moves the keys into the parent tree behind those of the documents before; without a tree they go. */
function renumber(document: PdfDocument, { copied }: Part, offset: number | null): void {
  if (offset === 0) return;
  for (const reference of new Set(copied.values())) {
    const dictionary = document.dictionary(reference);
    for (const key of ['/StructParents', '/StructParent'] as const) {
      const number = document.number(dictionary[key]);
      if (number === undefined) continue;
      const { [key]: _old, ...rest } = document.dictionary(reference);
      document.set(reference, offset === null ? rest : { ...rest, [key]: number + offset });
    }
  }
}

/** Copies the elements of one document. */
class ElementCopy {
  readonly #target: PdfDocument;
  readonly #part: Part;
  readonly #elements = new Map<string, string>();
  readonly #values = new Map<string, string>();

  constructor(target: PdfDocument, part: Part) {
    this.#target = target;
    this.#part = part;
  }

  known(value: PdfValue): PdfValue {
    return isReference(value) ? (this.#elements.get(value) ?? null) : null;
  }

  kids(value: PdfValue | undefined, parent: string, depth: number): PdfValue[] {
    const found = this.#part.document.get(value);
    const list = Array.isArray(found) ? found : value === undefined || found === null ? [] : [value];
    return list.flatMap((kid) => this.#kid(kid, parent, depth) ?? []);
  }

  /** A plain value with its references into the pages; streams and elements elsewhere are left out. */
  value(value: PdfValue, depth: number): PdfValue {
    if (depth > maxValueDepth) return null;
    if (isReference(value)) {
      const copy = this.#part.copied.get(value) ?? this.#elements.get(value) ?? this.#values.get(value);
      if (copy !== undefined) return copy;
      if (this.#part.document.isStream(value)) return null;
      // An object of its own again, so that shared objects stay shared.
      const reference = this.#target.reserve();
      this.#values.set(value, reference);
      this.#target.set(reference, this.value(this.#part.document.get(value), depth + 1));
      return reference;
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item, depth + 1));
    if (isDictionary(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, this.value(item, depth + 1)]),
      ) as PdfDictionary;
    return value;
  }

  #kid(kid: PdfValue, parent: string, depth: number): PdfValue | null {
    const { document } = this.#part;
    if (typeof kid === 'number') return kid;
    const dictionary = document.dictionary(kid);
    const type = document.name(dictionary['/Type']);
    if (type === '/MCR' || type === '/OBJR') {
      const copy = this.value(dictionary, 0) as PdfDictionary;
      return type === '/OBJR' && copy['/Obj'] === null ? null : copy;
    }
    if (!isReference(kid) || this.#elements.has(kid) || depth > maxDepth) return null;
    const reference = this.#target.reserve();
    this.#elements.set(kid, reference);
    const copy: PdfDictionary = {};
    for (const [key, value] of Object.entries(dictionary))
      if (key !== '/P' && key !== '/K' && key !== '/AF' && key !== '/Ref')
        copy[key as `/${string}`] = this.value(value, 0);
    const kids = this.kids(dictionary['/K'], reference, depth + 1);
    this.#target.set(reference, { ...copy, '/P': parent, ...(kids.length === 0 ? {} : { '/K': kids }) });
    return reference;
  }
}

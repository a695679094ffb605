// Tags of recognised text: a paragraph for each that was recognised, after what the document has already (ISO 32000-2, 14.7).
import { isDictionary, type PdfDictionary, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';
import { treeEntries } from '#conversion/pdf/name-tree.ts';

export class ParagraphTags {
  readonly #document: PdfDocument;
  readonly #language: string | undefined;
  /** Whether to say that tags may be wrong (ISO 32000-2, table 353), so that readers find paragraphs by themselves. */
  readonly #areSuspect: boolean;
  readonly #root: string;
  readonly #section: string;
  readonly #paragraphs: PdfValue[] = [];
  readonly #parents: Map<number, PdfValue>;
  readonly #wasTagged: boolean;
  #next: number;

  constructor(document: PdfDocument, { language, areSuspect }: { language: string | undefined; areSuspect: boolean }) {
    this.#document = document;
    this.#language = language;
    this.#areSuspect = areSuspect;
    const known = document.catalog['/StructTreeRoot'];
    this.#wasTagged = isDictionary(document.get(known));
    this.#root = this.#wasTagged && typeof known === 'string' ? known : document.reserve();
    this.#section = document.reserve();
    const entries = treeEntries(document, document.dictionary(this.#root)['/ParentTree'], '/Nums');
    this.#parents = new Map(entries.flatMap(([key, value]) => (typeof key === 'number' ? [[key, value]] : [])));
    this.#next = Math.max(-1, ...this.#parents.keys(), ...usedKeys(document)) + 1;
  }

  /** Returns a function that adds a paragraph of the page, and returns the identifier of its marked content. */
  page(page: string): () => number {
    const document = this.#document;
    const { '/StructParents': own, ...dictionary } = document.dictionary(page);
    const key = typeof own === 'number' ? own : this.#next++;
    const marked = [...document.array(this.#parents.get(key))];
    const parents = document.reserve();
    this.#parents.set(key, parents);
    document.set(page, { ...dictionary, '/StructParents': key, '/Tabs': dictionary['/Tabs'] ?? '/S' });
    return () => {
      const element = document.add({
        '/Type': '/StructElem',
        '/S': '/P',
        '/P': this.#section,
        '/Pg': page,
        '/K': marked.length,
      });
      this.#paragraphs.push(element);
      marked.push(element);
      document.set(parents, marked);
      return marked.length - 1;
    };
  }

  /** Writes the tree; `isWhole`: all pages have tags now. */
  end(isWhole: boolean): void {
    const document = this.#document;
    if (this.#paragraphs.length === 0) return;
    const root = document.dictionary(this.#root);
    const kids = document.get(root['/K']);
    const before: PdfValue[] = Array.isArray(kids) ? kids : root['/K'] === undefined ? [] : [root['/K']];
    const keys = [...this.#parents.keys()].toSorted((one, other) => one - other);
    const [only] = before;
    // PDF/UA and PDF 2.0 want a single Document element at the root, so new paragraphs join an existing one.
    const top =
      before.length === 1 && typeof only === 'string' && document.name(document.dictionary(only)['/S']) === '/Document'
        ? only
        : undefined;
    const section: PdfDictionary = {
      '/Type': '/StructElem',
      '/S': this.#wasTagged ? '/Sect' : '/Document',
      '/P': top ?? this.#root,
      '/K': this.#paragraphs,
    };
    document.set(this.#section, section);
    if (top !== undefined) {
      const element = document.dictionary(top);
      const own = document.get(element['/K']);
      document.set(top, {
        ...element,
        '/K': [...(Array.isArray(own) ? own : element['/K'] === undefined ? [] : [element['/K']]), this.#section],
      });
    }
    document.set(this.#root, {
      ...root,
      '/Type': '/StructTreeRoot',
      '/K': top === undefined ? [...before, this.#section] : before,
      '/ParentTree': document.add({ '/Nums': keys.flatMap((key) => [key, this.#parents.get(key) ?? null]) }),
      '/ParentTreeNextKey': this.#next,
    });
    const { catalog } = document;
    const known = document.dictionary(catalog['/MarkInfo']);
    const suspects = this.#areSuspect && !this.#wasTagged ? { '/Suspects': true } : {};
    const isMarked = isWhole || known['/Marked'] === true;
    document.set(document.root, {
      ...catalog,
      '/StructTreeRoot': this.#root,
      ...(isMarked ? { '/MarkInfo': { ...known, '/Marked': true, ...suspects } } : {}),
      ...(catalog['/Lang'] === undefined && this.#language !== undefined ? { '/Lang': `u:${this.#language}` } : {}),
    });
  }
}

/** Keys of the parent tree that pages and forms of an untagged document may have left. */
function usedKeys(document: PdfDocument): number[] {
  const key = document.number(document.dictionary(document.catalog['/StructTreeRoot'])['/ParentTreeNextKey']);
  return key === undefined ? [] : [key - 1];
}

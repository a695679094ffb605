// Removes the content of hidden layers: marked content, forms and pictures, and annotations.
import { type Operand, readContent } from './content.ts';
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';
import { Layers } from './layers.ts';
import { contentOf } from './overlay.ts';
import type { PdfPage } from './pages.ts';

/** Forms within forms. */
const maxDepth = 12;

type Decoded = (references: readonly string[]) => Map<string, Buffer>;

/** Whether there was anything. `decoded` reads streams. */
export function dropHidden(document: PdfDocument, pages: readonly PdfPage[], decoded: Decoded): boolean {
  if (document.catalog['/OCProperties'] === undefined) return false;
  const layers = new Layers(document);
  const before = Object.keys(document.patch.objects).length;
  const seen = new Set<PdfValue>();
  const drop = (references: readonly string[], resources: PdfValue | undefined): void => {
    const properties = document.dictionary(document.dictionary(resources)['/Properties']);
    const isHidden = (name: Operand | undefined) =>
      typeof name === 'string' && layers.isHidden(properties[name as `/${string}`]);
    const marked: boolean[] = [];
    const fresh = references.filter((reference) => !seen.has(reference));
    for (const reference of fresh) seen.add(reference);
    const data = decoded(fresh);
    for (const reference of fresh) {
      const shown = withoutHidden(data.get(reference) ?? Buffer.alloc(0), marked, isHidden);
      if (shown === undefined) continue;
      document.setData(reference, shown);
    }
  };
  const visit = (resources: PdfValue | undefined, depth: number): void => {
    if (resources === undefined || depth > maxDepth || seen.has(resources)) return;
    if (isReference(resources)) seen.add(resources);
    for (const object of Object.values(document.dictionary(document.dictionary(resources)['/XObject']))) {
      if (!isReference(object) || seen.has(object)) continue;
      const dictionary = document.dictionary(object);
      if (layers.isHidden(dictionary['/OC'])) {
        seen.add(object);
        document.setStream(object, emptyForm, Buffer.alloc(0));
      } else if (document.name(dictionary['/Subtype']) === '/Form') {
        drop([object], dictionary['/Resources'] ?? resources);
        visit(dictionary['/Resources'], depth + 1);
      }
    }
  };
  for (const page of pages) {
    const resources = page.dictionary['/Resources'];
    drop(contentOf(document, page), resources);
    visit(resources, 0);
    const annotations = document.array(page.dictionary['/Annots']);
    const shown = annotations.filter((item) => !layers.isHidden(document.dictionary(item)['/OC']));
    if (shown.length < annotations.length)
      document.set(page.reference, { ...document.dictionary(page.reference), '/Annots': shown });
  }
  return Object.keys(document.patch.objects).length > before;
}

const emptyForm: PdfDictionary = { '/Type': '/XObject', '/Subtype': '/Form', '/BBox': [0, 0, 0, 0] };

/** Replacements of painting operators that keep the graphics state and the text position. */
const unpainted: Readonly<Record<string, string>> = {
  Tj: '',
  TJ: '',
  "'": 'T*',
  '"': 'T*',
  Do: '',
  BI: '',
  sh: '',
  ...Object.fromEntries(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's'].map((operator) => [operator, 'n'])),
};

/**
 * Undefined of content that shows all it has.
 * @param marked whether each marked content that is open is hidden: it may continue in the next stream of a page
 */
function withoutHidden(
  content: Buffer,
  marked: boolean[],
  isHidden: (name: Operand | undefined) => boolean,
): Buffer | undefined {
  const kept: Buffer[] = [];
  let at = 0;
  readContent(content, (operator, [tag, name], from, to) => {
    if (operator === 'BMC' || operator === 'BDC') marked.push(operator === 'BDC' && tag === '/OC' && isHidden(name));
    else if (operator === 'EMC') marked.pop();
    else if (marked.includes(true) && operator in unpainted) {
      kept.push(content.subarray(at, from), Buffer.from(`\n${unpainted[operator]} `));
      at = to;
    }
  });
  return kept.length === 0 ? undefined : Buffer.concat([...kept, content.subarray(at)]);
}

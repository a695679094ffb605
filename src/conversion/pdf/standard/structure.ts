// The elements of a document's structure tree in order, with their types (ISO 32000-1, 14.7.2).
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';

export interface StructureElement {
  reference: string;
  element: PdfDictionary;
  /** The standard type, by way of the document's role map. */
  role: string;
}

const maxElements = 1_000_000;

export function* structureElements(document: PdfDocument): Generator<StructureElement> {
  const root = document.dictionary(document.catalog['/StructTreeRoot']);
  const roles = document.dictionary(root['/RoleMap']);
  const work: PdfValue[] = kidsOf(document, root);
  const seen = new Set<string>();
  while (work.length > 0 && seen.size < maxElements) {
    const reference = work.pop();
    if (!isReference(reference) || seen.has(reference)) continue;
    seen.add(reference);
    const element = document.dictionary(reference);
    const name = document.name(element['/S']);
    if (name === undefined) continue;
    yield { reference, element, role: roleOf(document, roles, name) };
    for (const kid of kidsOf(document, element)) work.push(kid);
  }
}

/** The last one first. */
function kidsOf(document: PdfDocument, { '/K': kids }: PdfDictionary): PdfValue[] {
  const value = document.get(kids);
  return Array.isArray(value) ? value.toReversed() : kids === undefined ? [] : [kids];
}

function roleOf(document: PdfDocument, roles: PdfDictionary, name: string): string {
  let role = name;
  for (let n = 0; n < 8; n++) {
    const next = document.name(roles[role as `/${string}`]);
    if (next === undefined || next === role) break;
    role = next;
  }
  return role;
}

/** ISO 32000-1, 14.8.4; Art to Form are of PDF 1.7 as well. */
const standardRoles = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH ' +
    'TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'
  )
    .split(' ')
    .map((name) => `/${name}`),
);
/** Types of PDF 2.0 and of programs, as the nearest of PDF 1.7. */
const nearest: Readonly<Record<string, string>> = {
  '/Title': '/P',
  '/Aside': '/Div',
  '/DocumentFragment': '/Div',
  '/FENote': '/Note',
};

/** Every nonstandard type is mapped to a standard one (ISO 14289-1, 7.1). */
export function mapRoles(document: PdfDocument): void {
  const unknown: Record<string, string> = {};
  for (const { role } of structureElements(document))
    if (!standardRoles.has(role)) unknown[role] = nearest[role] ?? '/Span';
  if (Object.keys(unknown).length === 0) return;
  const { '/StructTreeRoot': reference } = document.catalog;
  if (!isReference(reference)) return;
  const root = document.dictionary(reference);
  document.set(reference, { ...root, '/RoleMap': { ...document.dictionary(root['/RoleMap']), ...unknown } });
}

// PDF/UA-1 (ISO 14289-1): repairs what can be repaired, and reports what only an author can add.
import { isDictionary, isReference, type PdfDictionary, type PdfDocument } from '../graph.ts';
import type { PdfPage } from '../pages.ts';
import { stringText } from '../strings.ts';
import { isAnnotation } from './archive.ts';
import { unembeddedFonts } from './fonts.ts';
import { mapRoles, structureElements } from './structure.ts';

/** Sentences on the violations of the standard that remain; empty if the document conforms. */
export function meetAccessible(document: PdfDocument, pages: readonly PdfPage[]): string[] {
  const catalog = document.catalog;
  if (!isDictionary(document.get(catalog['/StructTreeRoot']))) return ['it has no tags'];
  const shortcomings: string[] = [];
  if (stringText(document.get(catalog['/Lang'])) === '') shortcomings.push('its language is not stated');
  const fonts = unembeddedFonts(document);
  if (fonts.length > 0) shortcomings.push(`fonts are not embedded: ${fonts.join(', ')}`);
  mapRoles(document);
  shortcomings.push(...checkStructure(document));
  let unplaced = 0;
  for (const page of pages) unplaced += mendAnnotations(document, page);
  if (unplaced > 0)
    shortcomings.push(counted(unplaced, 'annotation is not', 'annotations are not', 'part of the tags, with words'));
  document.set(document.root, {
    ...document.catalog,
    '/MarkInfo': { '/Marked': true },
    '/ViewerPreferences': { ...document.dictionary(catalog['/ViewerPreferences']), '/DisplayDocTitle': true },
  });
  return shortcomings;
}

/** 7.3, 7.4.2, 7.5: pictures have words, headings leave out no level, header cells have a scope. */
function checkStructure(document: PdfDocument): string[] {
  const shortcomings: string[] = [];
  let [undescribed, deepest, leaps] = [0, 0, false];
  for (const { reference, element, role } of structureElements(document)) {
    const hasWords = [element['/Alt'], element['/ActualText']].some((words) => stringText(document.get(words)) !== '');
    if ((role === '/Figure' || role === '/Formula') && !hasWords) undescribed += 1;
    const level = Number(/^\/H([1-6])$/.exec(role)?.[1] ?? 0);
    if (level > deepest + 1) leaps = true;
    if (level > 0) deepest = level;
    if (role === '/TH') mendHeaderCell(document, reference, element);
  }
  if (undescribed > 0) shortcomings.push(counted(undescribed, 'picture has', 'pictures have', 'no alternative text'));
  if (leaps) shortcomings.push('its headings leave out a level');
  return shortcomings;
}

const counted = (count: number, one: string, many: string, what: string) =>
  `${count} ${count === 1 ? one : many} ${what}`;

/** A header cell heads its column by default. */
function mendHeaderCell(document: PdfDocument, reference: string, element: PdfDictionary): void {
  const given = document.get(element['/A']);
  const attributes = (Array.isArray(given) ? given : [given]).map((value) => document.dictionary(value));
  if (attributes.some((item) => item['/Scope'] !== undefined || item['/Headers'] !== undefined)) return;
  const scope: PdfDictionary = { '/O': '/Table', '/Scope': '/Column' };
  const kept = attributes.filter((item) => Object.keys(item).length > 0);
  document.set(reference, { ...element, '/A': kept.length === 0 ? scope : [...kept, scope] });
}

/** 7.18: annotations have words, and the order of the tags. Counts those that no tag knows, or that have no possible words. */
function mendAnnotations(document: PdfDocument, { reference }: PdfPage): number {
  const page = document.dictionary(reference);
  const annotations = document.array(page['/Annots']);
  if (annotations.length === 0) return 0;
  document.set(reference, { ...page, '/Tabs': '/S' });
  let unplaced = 0;
  for (const annotation of annotations) {
    const dictionary = document.dictionary(annotation);
    const kind = document.name(dictionary['/Subtype']);
    if (!isAnnotation(document, dictionary) || kind === '/Popup') continue;
    if (dictionary['/StructParent'] === undefined) unplaced += 1;
    if (stringText(document.get(dictionary['/Contents'])) !== '') continue;
    if (kind === '/Link' && isReference(annotation))
      document.set(annotation, { ...dictionary, '/Contents': `u:${linkWords(document, dictionary)}` });
    else unplaced += dictionary['/StructParent'] === undefined ? 0 : 1;
  }
  return unplaced;
}

function linkWords(document: PdfDocument, annotation: PdfDictionary): string {
  const address = stringText(document.get(document.dictionary(annotation['/A'])['/URI']));
  return address === '' ? 'Link within the document' : `Link to ${address}`;
}

// Links, form fields and marks of a page.
import { isReference, type PdfDictionary, type PdfDocument } from '#conversion/pdf/graph.ts';
import { explicitDestination, type NamedDestinations } from '#conversion/pdf/destinations.ts';
import { identity } from '#conversion/pdfium/matrix.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';
import type { FreeText, Glyph, Link, PageContent } from '../page-content.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { type AnnotationLook, matrixOf, noLook } from './annotation-look.ts';
import { fieldOf } from './form-fields.ts';
import { freeText } from './free-text.ts';
import type { MarkReader } from './markup.ts';
import { boxInViewport, type Viewport } from './viewport.ts';

export interface LinkTargets {
  document: PdfDocument;
  named: NamedDestinations;
  /** Indexes of pages by reference. */
  pages: ReadonlyMap<string, number>;
  viewports: readonly Viewport[];
  marks: MarkReader;
  /** How an annotation is painted, by its place among those of its page. */
  lookOf: (page: number, annotation: number) => AnnotationLook;
}

/** Hidden, or not on screens. */
const unseen = 0x22;
/** Drawings of people on a page, besides marks of its text. */
const drawn = new Set<string | undefined>(['/Stamp', '/Ink', '/Line', '/Square', '/Circle', '/Polygon', '/PolyLine']);

export function annotationsOf(
  page: PdfPage,
  pageIndex: number,
  places: LinkTargets,
): Pick<PageContent, 'links' | 'glyphs' | 'fields' | 'marks' | 'freeTexts' | 'isPainted' | 'isAnnotated'> {
  const { document, viewports } = places;
  const viewport = viewports[pageIndex]!;
  const links: Link[] = [];
  const glyphs: Glyph[] = [];
  const fields: PageContent['fields'] = [];
  const shown: PdfDictionary[] = [];
  const freeTexts: FreeText[] = [];
  let isPainted = false;
  let isAnnotated = false;
  for (const [index, item] of document.array(page.dictionary['/Annots']).entries()) {
    const annotation = document.dictionary(item);
    const isUnseen = ((document.number(annotation['/F']) ?? 0) & unseen) !== 0;
    // Replies are hidden on the page, and shown with the annotation that they reply to.
    if (!isUnseen || annotation['/IRT'] !== undefined) shown.push(annotation);
    const [a, b, c, d] = document.array(annotation['/Rect']).map((value) => document.number(value));
    if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
    const box = boxInViewport(viewport, Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d));
    const kind = document.name(annotation['/Subtype']);
    const matrix = matrixOf(annotation, document);
    const look = () => (matrix.every((value, n) => value === identity[n]) ? places.lookOf(pageIndex, index) : noLook);
    if (kind === '/Link') links.push({ ...box, ...leadsTo(annotation, places) });
    else if (isUnseen) continue;
    else if (kind === '/Widget') {
      const own = fieldOf(annotation, box, { document, look, matrix, rotation: viewport.rotation });
      glyphs.push(...own.glyphs);
      if (own.isUpright) fields.push({ index, shapes: own.shapes });
      else isPainted = true;
    } else if (kind === '/FreeText') {
      const own = freeText(annotation, box, { document, look, matrix });
      if (own === undefined) [isPainted, isAnnotated] = [true, true];
      else {
        freeTexts.push(own);
        fields.push({ index, shapes: own.shape === undefined ? [] : [own.shape] });
      }
    } else if (drawn.has(kind)) [isPainted, isAnnotated] = [true, true];
    else if (kind !== '/Popup' && kind !== '/Text') isPainted = true;
  }
  return {
    links: links.filter(({ uri, target }) => uri !== undefined || target !== undefined),
    glyphs,
    fields,
    freeTexts,
    marks: places.marks.marksOf(shown, (...corners) => boxInViewport(viewport, ...corners)),
    isPainted: isPainted || fields.length > 0,
    isAnnotated,
  };
}

function leadsTo(
  annotation: PdfDictionary,
  { document, named, pages, viewports }: LinkTargets,
): Pick<Link, 'uri' | 'target'> {
  const action = document.dictionary(annotation['/A']);
  const kind = document.name(action['/S']);
  if (kind === '/URI') {
    const uri = addressOf(stringText(document.get(action['/URI'])));
    // Scripts and the like are no addresses.
    return uri === undefined ? {} : { uri };
  }
  const destination = annotation['/Dest'] ?? (kind === '/GoTo' ? action['/D'] : undefined);
  const explicit = explicitDestination(document, destination, named);
  const reference = explicit?.[0];
  const page = isReference(reference) ? pages.get(reference) : undefined;
  const viewport = page === undefined ? undefined : viewports[page];
  if (explicit === null || page === undefined || viewport === undefined) return {};
  const place =
    document.name(explicit[1]) === '/XYZ'
      ? explicit[3]
      : document.name(explicit[1]) === '/FitH'
        ? explicit[2]
        : undefined;
  const y = document.number(place);
  return { target: { page, top: y === undefined ? 0 : Math.max(0, viewport.top - y) } };
}

const longestAddress = 2000;

/** A URL that a relationship may have; undefined without a target. */
function addressOf(text: string): string | undefined {
  // Some printers write the sign of a mail address as a code, which means the same (RFC 6068, section 2).
  const trimmed = text.trim().replace(/^(mailto:[^@?]*?)%40/i, '$1@');
  const isKnown = /^(?:https?|ftps?|mailto|tel|news|file):/i.test(trimmed) || /^[^:#][^:]*$/.test(trimmed);
  if (!isKnown || trimmed.length > longestAddress) return undefined;
  const encoded = trimmed
    .replace(/[\s\u0000-\u001f"<>\\^`{|}]/g, (character) => encodeURIComponent(character))
    .replace(/%(?![0-9a-f]{2})/gi, '%25');
  return /^[^:]+$/.test(encoded) || URL.canParse(encoded) ? encoded : undefined;
}

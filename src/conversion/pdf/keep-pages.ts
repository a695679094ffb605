// Reduces a document to some of its pages: everything that they need stays and works, the rest is removed.
import { keptActions } from './keep/actions.ts';
import { keptForm } from './keep/form.ts';
import type { Keeping } from './keep/keeping.ts';
import { keptLayers } from './keep/layers.ts';
import { keptOutline } from './keep/outline.ts';
import { namesIn, reducedResources } from './keep/resources.ts';
import { keptStructure } from './keep/structure.ts';
import { namedDestinations, explicitDestination } from './destinations.ts';
import {
  isReference,
  isString,
  PdfDocument,
  type PdfDictionary,
  type PdfGraph,
  type PdfPatch,
  type PdfValue,
} from './graph.ts';
import { nameTree, treeEntries } from './name-tree.ts';
import { contentOf } from './overlay.ts';
import { labelsFor } from './page-labels.ts';
import { pagesOf, type PdfPage } from './pages.ts';

// ISO 32000-2, table 31. Left out on purpose: /B (article threads), /Thumb, /PieceInfo, /AA, /Metadata, /AF, /LastModified, /PresSteps.
const pageKeys = [
  ...([
    '/Type',
    '/Resources',
    '/MediaBox',
    '/CropBox',
    '/BleedBox',
    '/TrimBox',
    '/ArtBox',
    '/BoxColorInfo',
    '/Contents',
    '/Rotate',
    '/Group',
  ] as const),
  ...(['/StructParents', '/Tabs', '/Trans', '/Dur', '/UserUnit', '/VP'] as const),
];

// Of the catalog (table 29): /Names, /OpenAction, /AA, /Threads, /Metadata, /PieceInfo, /Collection, /AF, /Perms, /DSS, /Legal and the like go.
const catalogKeys = [
  '/Type',
  '/Version',
  '/Extensions',
  '/ViewerPreferences',
  '/PageLayout',
  '/PageMode',
  '/MarkInfo',
  '/Lang',
  '/OutputIntents',
  '/URI',
] as const;

/** The patch that leaves the pages with these numbers (from 1), in this order. `streams` has the decoded content of their streams. */
export function keepPages(graph: PdfGraph, numbers: readonly number[], streams: ReadonlyMap<string, Buffer>): PdfPatch {
  const document = new PdfDocument(graph);
  const all = pagesOf(document);
  const pages = numbers.flatMap((number) => all[number - 1] ?? []);
  const keeping: Keeping = {
    document,
    pages,
    kept: new Set(pages.map(({ reference }) => reference)),
    named: namedDestinations(document),
  };

  const labels = labelsFor(
    document,
    numbers.map((number) => number - 1),
    all.length,
  );
  const tree = document.reserve();
  const { widgets, annotations } = writePages(keeping, tree, streams);
  dropAnnotations(keeping, all, annotations);
  document.set(tree, { '/Type': '/Pages', '/Count': pages.length, '/Kids': pages.map(({ reference }) => reference) });

  const old = document.catalog;
  const catalog: PdfDictionary = { '/Pages': tree };
  for (const key of catalogKeys) if (old[key] !== undefined) catalog[key] = old[key];
  const parts: [`/${string}`, PdfValue | null][] = [
    ['/PageLabels', labels],
    ['/AcroForm', keptForm(keeping, widgets)],
    ['/Outlines', keptOutline(keeping)],
    ['/OCProperties', keptLayers(keeping)],
    ['/StructTreeRoot', keptStructure(keeping, annotations)],
    ['/Names', keptNames(keeping)],
    ['/Dests', keptDests(keeping)],
  ];
  for (const [key, value] of parts) if (value !== null) catalog[key] = value;
  if (catalog['/Outlines'] === undefined && catalog['/PageMode'] === '/UseOutlines') delete catalog['/PageMode'];
  if (catalog['/PageMode'] === '/UseAttachments') delete catalog['/PageMode'];
  if (catalog['/StructTreeRoot'] === undefined) delete catalog['/MarkInfo'];
  document.set(document.root, catalog);

  // Nothing else of the trailer: not /Info or private entries of programs (LibreOffice stores a whole source document).
  const { '/Root': root, '/ID': id, '/Size': size } = document.trailer;
  // Anything but two strings cannot be written again.
  const isId = document.array(id).length === 2 && document.array(id).every((part) => isString(document.get(part)));
  document.setTrailer({ '/Root': root ?? null, '/Size': size ?? 1, ...(isId ? { '/ID': id ?? null } : {}) });
  dropPages(keeping, all);
  return document.patch;
}

/** Remaining references to a discarded page become null. */
function dropPages({ document, kept }: Keeping, all: readonly PdfPage[]): void {
  for (const { reference } of all) if (!kept.has(reference)) document.set(reference, null);
}

/** Nor does anything lead to an annotation that went: with its page, or from a page that stays. */
function dropAnnotations({ document }: Keeping, all: readonly PdfPage[], annotations: ReadonlySet<string>): void {
  for (const { dictionary } of all)
    for (const annotation of document.array(dictionary['/Annots']))
      if (isReference(annotation) && !annotations.has(annotation)) document.set(annotation, null);
}

/** Writes the kept pages; their annotations, and those of them that are widgets of form fields. */
function writePages(keeping: Keeping, tree: string, streams: ReadonlyMap<string, Buffer>) {
  const { document } = keeping;
  const widgets = new Set<string>();
  const annotations = new Set<string>();
  const onPages = new Set(keeping.pages.flatMap(({ dictionary }) => document.array(dictionary['/Annots'])));
  for (const own of keeping.pages) {
    const { reference, dictionary } = own;
    const page: PdfDictionary = { '/Parent': tree };
    for (const key of pageKeys) if (dictionary[key] !== undefined) page[key] = dictionary[key];
    const contents = contentOf(document, own);
    const decoded = contents.flatMap((stream) => streams.get(stream) ?? []);
    // Content that cannot be decoded names nothing that could be known.
    if (decoded.length === contents.length)
      page['/Resources'] = reducedResources(document, dictionary['/Resources'], namesIn(Buffer.concat(decoded)));
    const kept = document
      .array(dictionary['/Annots'])
      .flatMap((annotation) => keptAnnotation(keeping, annotation, reference, onPages) ?? []);
    for (const annotation of kept) {
      if (!isReference(annotation)) continue;
      annotations.add(annotation);
      if (document.dictionary(annotation)['/Subtype'] === '/Widget') widgets.add(annotation);
    }
    if (kept.length > 0) page['/Annots'] = kept;
    document.set(reference, page);
  }
  return { widgets, annotations };
}

/** An annotation without links to discarded pages; null if nothing remains. */
function keptAnnotation(
  keeping: Keeping,
  reference: PdfValue,
  page: string,
  onPages: ReadonlySet<PdfValue>,
): PdfValue | null {
  const { document } = keeping;
  const annotation = document.dictionary(reference);
  if (Object.keys(annotation).length === 0) return null;
  const subtype = document.name(annotation['/Subtype']);
  if (subtype === '/FileAttachment') return null;
  const { '/AA': _actions, '/PA': _former, '/AF': _files, '/PieceInfo': _private, ...clean } = annotation;
  const links = keptActions(keeping, clean);
  if (subtype === '/Link' && links === null) return null;
  const { '/A': _a, '/Dest': _d, ...rest } = clean;
  const result: PdfDictionary = { ...rest, ...links };
  if (result['/P'] !== undefined) result['/P'] = page;
  // Objects that are on no page have not been visited yet.
  const answered = result['/IRT'];
  if (!isReference(answered) || !onPages.has(answered)) delete result['/IRT'];
  if (!isReference(reference)) return result;
  document.set(reference, result);
  return reference;
}

function keptNames(keeping: Keeping): PdfValue | null {
  const { document } = keeping;
  const names = document.dictionary(document.catalog['/Names']);
  const entries = treeEntries(document, names['/Dests'], '/Names').flatMap(([name, value]): [string, PdfValue][] =>
    isString(name) && leadsToKept(keeping, value) ? [[name, explicitDestination(document, value, keeping.named)]] : [],
  );
  return entries.length === 0 ? null : { '/Dests': document.add(nameTree(entries)) };
}

/** The older dictionary of destinations, by name object. */
function keptDests(keeping: Keeping): PdfValue | null {
  const { document, named } = keeping;
  const entries = Object.entries(document.dictionary(document.catalog['/Dests'])).filter(([, value]) =>
    leadsToKept(keeping, value),
  );
  return entries.length === 0
    ? null
    : document.add(
        Object.fromEntries(entries.map(([name, value]) => [name, explicitDestination(document, value, named)])),
      );
}

function leadsToKept({ document, kept, named }: Keeping, destination: PdfValue): boolean {
  const page = explicitDestination(document, destination, named)?.[0];
  return isReference(page) && kept.has(page);
}

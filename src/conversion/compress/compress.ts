// Makes a document smaller: each costly object is replaced only by something smaller that looks the same.
import type { CompressFacts } from '#core/document-facts.ts';
import { inParallel } from '#core/parallel.ts';
import {
  readGraph,
  isReference,
  PdfDocument,
  withChanges,
  type PdfGraph,
  type PdfPatch,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import { digestOf, possibleDuplicates, shareDuplicates } from '#conversion/pdf/merge/duplicates.ts';
import { isRegular, pagesOf } from '#conversion/pdf/pages.ts';
import { isSigned } from '#conversion/pdf/signed.ts';
import { claimsOf } from './claims.ts';
import { clean, reachable } from './clean.ts';
import { joinContentStreams } from './content-streams.ts';
import { fontPrograms, programKinds } from './fonts/programs.ts';
import { smallerFont } from './fonts/fonts.ts';
import { ImageRecoder } from './images/recode.ts';
import { PatchFile } from './patch-file.ts';
import { qualities, type QualityName } from './quality.ts';
import { smallerStream } from './streams.ts';
import { StreamStore } from './store.ts';
import { usageOf } from './usage.ts';

export interface CompressTask {
  /** The graph, as a file of qpdf's JSON. */
  graph: string;
  /** The folder with the data of the streams. */
  streams: string;
  /** The file for the patch. */
  patch: string;
  quality: QualityName;
  /** The time limit; objects that are not done by then stay as they are. */
  budgetMs: number;
}

/** Makes the document smaller and writes the patch for it. */
export async function compressDocument(task: CompressTask): Promise<CompressFacts> {
  const began = performance.now();
  const isLate = (share: number) => performance.now() - began > task.budgetMs * share;
  const read = readGraph(task.graph);
  const shared = sharedStreams(read, task.streams);
  const document = new PdfDocument(withChanges(read, shared));
  const store = new StreamStore(document, task.streams);
  const claims = claimsOf(document, store);
  const facts: CompressFacts = {
    isIrregular: !isRegular(document),
    isSigned: isSigned(document),
    isOldStandard: claims.isOldStandard,
    ...bytesBefore(new PdfDocument(read), task.streams),
    imagesChanged: 0,
    imagesTotal: 0,
  };
  if (facts.isIrregular) return facts;

  const deadline = began + task.budgetMs * 0.25;
  joinContentStreams(document, pagesOf(document), store);
  const usage = usageOf(document, pagesOf(document), (reference) => store.decoded(reference), deadline);
  clean(document, usage);
  const kept = reachable(document);
  const streams = [...kept].filter((reference) => document.isStream(reference));
  const patch = new PatchFile(task.patch, document.patch.maxId);

  const images = streams.filter((reference) => isImage(document, reference));
  const recoder = new ImageRecoder(document, qualities[task.quality], store, claims);
  await inParallel(images, async (reference) => {
    const placement = usage.isComplete ? usage.images.get(reference) : undefined;
    const image = { reference, dictionary: document.dictionary(reference), raw: store.raw(reference), placement };
    const recoded = isLate(0.7) ? null : await recoder.recode(image);
    facts.imagesTotal += 1;
    facts.images.after += (recoded?.data ?? image.raw).length;
    if (recoded === null) return;
    facts.imagesChanged += 1;
    patch.stream(reference, recoded.dictionary, recoded.data);
  });

  const programs = fontPrograms(document, kept, usage);
  for (const program of programs) {
    const smaller = isLate(0.8) ? null : smallerFont(document, program, store);
    if (smaller !== null) patch.stream(program.reference, smaller.dictionary, smaller.data);
  }

  for (const reference of streams) {
    if (patch.has(reference) || isLate(0.9)) continue;
    const isPlain = facts.isOldStandard && document.name(document.dictionary(reference)['/Type']) === '/Metadata';
    const smaller = smallerStream(document, reference, store.raw(reference), { isPlain });
    if (smaller !== null) patch.stream(reference, smaller.dictionary, smaller.data);
  }
  for (const { reference } of programs) facts.fonts.after += patch.bytesOf(reference) ?? store.size(reference);
  patch.finish({ ...shared.objects, ...document.patch.objects });
  return facts;
}

/** Streams that are the same are one; so are the fonts and images made of them. */
function sharedStreams(graph: PdfGraph, folder: string): PdfPatch {
  const store = new StreamStore(new PdfDocument(graph), folder);
  const alike = possibleDuplicates(graph, (reference) => store.size(reference));
  const digests = new Map(alike.map((reference) => [reference, digestOf(store.raw(reference))]));
  return shareDuplicates(graph, digests);
}

function bytesBefore(document: PdfDocument, folder: string): Pick<CompressFacts, 'images' | 'fonts'> {
  const store = new StreamStore(document, folder);
  const kept = [...reachable(document)];
  const total = (references: Iterable<string>) => {
    let bytes = 0;
    for (const reference of new Set(references)) bytes += store.size(reference);
    return bytes;
  };
  const isStream = (value: PdfValue | undefined): value is string => isReference(value) && document.isStream(value);
  const programs = kept.flatMap((reference) =>
    programKinds.map((kind) => document.dictionary(reference)[kind]).filter(isStream),
  );
  return {
    images: { before: total(kept.filter((reference) => isImage(document, reference))), after: 0 },
    fonts: { before: total(programs), after: 0 },
  };
}

const isImage = (document: PdfDocument, reference: string) =>
  document.isStream(reference) && document.name(document.dictionary(reference)['/Subtype']) === '/Image';

// Makes a PDF that Platen has written conform to the requested standards.
import type { PdfStandard } from '#core/pdf-standards.ts';
import { PdfDocument, type PdfGraph, type PdfPatch } from '../graph.ts';
import type { PdfPage } from '../pages.ts';
import { stringText } from '../strings.ts';
import { meetAccessible } from './accessible.ts';
import { meetArchive } from './archive.ts';
import { xmpPacket } from './xmp.ts';

export interface Meeting {
  patch: PdfPatch;
  /** Why a standard is not met, a sentence each; the document does not claim it then. */
  warnings: string[];
}

export interface Subject {
  pages: readonly PdfPage[];
  /** For documents without a language. */
  title: string;
}

export function meetStandard(graph: PdfGraph, wanted: PdfStandard, { pages, title }: Subject): Meeting {
  const document = new PdfDocument(graph);
  const archive = wanted.archive === null ? [] : meetArchive(document, wanted.archive);
  const accessible = wanted.isAccessible ? meetAccessible(document, pages) : [];
  const met: PdfStandard = {
    archive: archive.length === 0 ? wanted.archive : null,
    isAccessible: wanted.isAccessible && accessible.length === 0,
  };
  writeMetadata(document, met, title);
  return {
    patch: document.patch,
    warnings: [...warningsOf(`PDF/A-${wanted.archive}b`, archive), ...warningsOf('PDF/UA-1', accessible)],
  };
}

const warningsOf = (standard: string, shortcomings: readonly string[]) =>
  shortcomings.length === 0 ? [] : [`The PDF does not meet ${standard}: ${shortcomings.join('; ')}.`];

function writeMetadata(document: PdfDocument, met: PdfStandard, title: string): void {
  const { '/Info': reference } = document.trailer;
  const info = { ...document.dictionary(reference) };
  if (stringText(document.get(info['/Title'])) === '') info['/Title'] = `u:${title}`;
  document.setTrailer({ ...document.trailer, '/Info': document.add(info) });
  const metadata = document.addStream({ '/Type': '/Metadata', '/Subtype': '/XML' }, xmpPacket(document, info, met));
  document.set(document.root, { ...document.catalog, '/Metadata': metadata });
}

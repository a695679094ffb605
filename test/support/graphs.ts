// Documents as graphs of plain objects: a test of one part needs no file and no program.
import {
  graphOf,
  PdfDocument,
  withChanges,
  type PdfDictionary,
  type PdfGraph,
  type PdfObject,
  type PdfPatch,
  type PdfValue,
} from '#conversion/pdf/graph.ts';

type Objects = Readonly<Record<number, PdfValue | PdfObject>>;

const isStream = (value: PdfValue | PdfObject): value is PdfObject =>
  typeof value === 'object' && value !== null && 'stream' in value;

/** A stream object; its data is wherever the test has it. */
export const streamOf = (dict: PdfDictionary = {}): PdfObject => ({ stream: { dict } });

/** Numbered objects; number 1 is the catalog. */
export function graphWith(objects: Objects, trailer: PdfDictionary = {}): PdfGraph {
  const entries = Object.entries(objects).map(([number, value]): [string, PdfObject] => [
    `obj:${number} 0 R`,
    isStream(value) ? value : { value },
  ]);
  return graphOf({
    maxId: Math.max(...Object.keys(objects).map(Number)),
    objects: { ...Object.fromEntries(entries), trailer: { value: { '/Root': '1 0 R', ...trailer } } },
  });
}

export const documentWith = (objects: Objects, trailer: PdfDictionary = {}): PdfDocument =>
  new PdfDocument(graphWith(objects, trailer));

/** The document as it is with a patch. */
export const patched = (graph: PdfGraph, patch: PdfPatch): PdfDocument => new PdfDocument(withChanges(graph, patch));

/** A catalog and a page tree for pages (numbers of objects) without anything else. */
export const treeOf = (pages: readonly number[], catalog: PdfDictionary = {}): Record<1 | 2, PdfDictionary> => ({
  1: { '/Type': '/Catalog', '/Pages': '2 0 R', ...catalog },
  2: { '/Type': '/Pages', '/Count': pages.length, '/Kids': pages.map((number) => `${number} 0 R`) },
});

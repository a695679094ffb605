// Marks untagged content as decoration: backgrounds, rules, page numbers (ISO 14289-1, 7.1).
import { deflateSync } from 'node:zlib';
import { readContent } from '../content.ts';
import { isDictionary, PdfDocument, type PdfGraph, type PdfPatch } from '../graph.ts';

/** Marks the decoration of a tagged document in the contents of pages, decoded and by their references. */
export function withArtifacts(graph: PdfGraph, contents: ReadonlyMap<string, Buffer>): PdfPatch {
  const document = new PdfDocument(graph);
  if (isDictionary(document.get(document.catalog['/StructTreeRoot'])))
    for (const [reference, content] of contents) {
      const marked = markArtifacts(content);
      if (marked !== content) document.setStream(reference, { '/Filter': '/FlateDecode' }, deflateSync(marked));
    }
  return document.patch;
}

/** ISO 32000-1, annex A: operators that draw something, and operators that begin a path. */
const paints = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's']);
const shows = new Set(['sh', 'Do', 'BI', 'Tj', 'TJ', "'", '"']);
const begins = new Set(['m', 're']);

/** The same content where all of it is marked already. */
function markArtifacts(content: Buffer): Buffer {
  const cuts: { at: number; mark: string }[] = [];
  let [depth, pathFrom] = [0, -1];
  const mark = (from: number, to: number) => {
    const before = cuts.at(-1);
    // Neighbours are one artifact.
    if (before?.at === from && before.mark === end) cuts.pop();
    else cuts.push({ at: from, mark: begin });
    cuts.push({ at: to, mark: end });
  };
  readContent(content, (operator, _operands, from, to) => {
    if (operator === 'BDC' || operator === 'BMC') depth += 1;
    else if (operator === 'EMC') depth -= 1;
    else if (begins.has(operator) && pathFrom < 0) pathFrom = from;
    else if (paints.has(operator) || operator === 'n') {
      if (depth <= 0 && operator !== 'n') mark(pathFrom < 0 ? from : pathFrom, to);
      pathFrom = -1;
    } else if (depth <= 0 && shows.has(operator)) mark(from, to);
  });
  if (cuts.length === 0) return content;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const cut of cuts) {
    pieces.push(content.subarray(at, cut.at), Buffer.from(cut.mark));
    at = cut.at;
  }
  return Buffer.concat([...pieces, content.subarray(at)]);
}

const begin = '\n/Artifact BMC\n';
const end = '\nEMC\n';

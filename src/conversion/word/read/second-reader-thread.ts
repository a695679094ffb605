// The thread of second-reader.ts: reads until no page is left, then hands all of them over at once.
import { parentPort, workerData } from 'node:worker_threads';
import { takeMistakes } from '#core/mistakes.ts';
import { PdfDocument, readGraph } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { columnsOfPage, type PageColumns, transferredOf } from './page-columns.ts';
import { openReading } from './reading.ts';
import { type SecondRead, type SecondReading, takePage } from './second-reader.ts';

const { pdf, graph, taken } = workerData as SecondReading;
pdfium.init();
const { read, pages } = openReading(pdf, new PdfDocument(readGraph(graph)));
const found: PageColumns[] = [];
for (let index = takePage(taken); index < pages.length; index = takePage(taken)) {
  Atomics.add(taken, 1, 1);
  const page = read(index);
  if (page !== undefined) found.push(columnsOfPage(page));
}
parentPort?.postMessage({ pages: found, mistakes: takeMistakes() } satisfies SecondRead, found.flatMap(transferredOf));

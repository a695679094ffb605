// PDFs read in the browser: parsed in one worker, drawn in another, and fetched in the parts that the pages shown need.
import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  PDFWorker,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type RenderTask,
  version,
} from 'pdfjs-dist';
import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
// oxlint-disable-next-line import/default -- Vite gives the address of the file.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { inTurns } from './in-turns.ts';

GlobalWorkerOptions.workerSrc = workerUrl;
GlobalWorkerOptions.rendererSrc = rendererUrl;

/** Started while a person still looks for the file, and used by the first PDF. */
let early: PDFWorker | undefined = new PDFWorker();

/** Fonts, encodings and decoders that some documents need; `web/vite.config.ts` puts them beside the workers. */
const parts = new URL(`./pdfjs-${version}/`, new URL(workerUrl, location.href));
const partUrl = (name: string) => new URL(`${name}/`, parts).href;

/** In points, as the page is shown. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenPdf {
  pages: number;
  /** Of the first page; most others have the same. */
  first: PageSize;
  /** Pages count from 1. */
  sizeOf(page: number): Promise<PageSize>;
  /** Draws a page as wide as the canvas is to be, in pixels. */
  draw(page: number, canvas: HTMLCanvasElement, pixels: number): Drawing;
  close(): void;
}

export interface Drawing {
  /** Rejects when it was cancelled, too. */
  done: Promise<void>;
  cancel(): void;
}

/** A file of this machine, or the address of a result. */
export type Source = File | string;

/** @throws PasswordException of pdfjs-dist, and other errors for files that are not PDFs */
export async function openPdf(source: Source, password: string): Promise<OpenPdf> {
  const worker = early;
  early = undefined;
  const task = getDocument({
    ...(worker === undefined ? {} : { worker }),
    ...(typeof source === 'string' ? { url: source } : { range: partsOf(source) }),
    password,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: partUrl('cmaps'),
    iccUrl: partUrl('iccs'),
    standardFontDataUrl: partUrl('standard_fonts'),
    wasmUrl: partUrl('wasm'),
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    return opened(task, document, await sizeOf(document, 1), worker);
  } catch (error) {
    void close(task, worker);
    throw error;
  }
}

/** Reads the requested parts of a file. */
function partsOf(file: File): PDFDataRangeTransport {
  const transport = new PDFDataRangeTransport(file.size, null);
  transport.requestDataRange = (begin, end) => {
    const read = (bytes: ArrayBuffer) => transport.onDataRange(begin, new Uint8Array(bytes));
    // A file that has changed since it was selected cannot be read.
    void file
      .slice(begin, end)
      .arrayBuffer()
      .then(read, () => {});
  };
  return transport;
}

async function sizeOf(document: PDFDocumentProxy, page: number): Promise<PageSize> {
  const { width, height } = (await document.getPage(page)).getViewport({ scale: 1 });
  return { width, height };
}

/** Pages of a document that are drawn at a time: of many at once the first would be as late as the last. */
const drawnAtOnce = 2;

/** A worker that was started before has to be ended on its own. */
async function close(task: PDFDocumentLoadingTask, worker: PDFWorker | undefined): Promise<void> {
  await task.destroy();
  worker?.destroy();
}

function opened(
  task: PDFDocumentLoadingTask,
  document: PDFDocumentProxy,
  first: PageSize,
  worker: PDFWorker | undefined,
): OpenPdf {
  const turn = inTurns(drawnAtOnce);
  return {
    pages: document.numPages,
    first,
    sizeOf: (page) => sizeOf(document, page),
    draw(page, canvas, pixels) {
      let rendering: RenderTask | undefined;
      let isCancelled = false;
      const stopIfCancelled = () => {
        if (isCancelled) throw new Error('the page is no longer shown');
      };
      const draw = async () => {
        stopIfCancelled();
        const proxy = await document.getPage(page);
        stopIfCancelled();
        const viewport = proxy.getViewport({ scale: pixels / proxy.getViewport({ scale: 1 }).width });
        canvas.width = Math.max(1, Math.round(viewport.width));
        canvas.height = Math.max(1, Math.round(viewport.height));
        rendering = proxy.render({ canvas, viewport });
        await rendering.promise;
        proxy.cleanup();
      };
      return {
        done: turn(draw),
        cancel() {
          isCancelled = true;
          rendering?.cancel();
        },
      };
    },
    close: () => void close(task, worker),
  };
}

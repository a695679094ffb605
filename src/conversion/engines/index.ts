// Every engine, started in one sandbox.
import type { Sandbox } from '#conversion/process/sandbox.ts';
import { chromium } from './chromium.ts';
import { compressor } from './compress/compressor.ts';
import { startEngine } from './engine.ts';
import { ghostscript } from './ghostscript.ts';
import { heif, heifInfo } from './heif.ts';
import { books } from './epub/books.ts';
import { images } from './images/images.ts';
import { libreoffice } from './libreoffice/cold.ts';
import { startOffice } from './libreoffice/libreoffice.ts';
import { pango } from './pango.ts';
import { pdfium } from './pdfium/pdfium.ts';
import { qpdf } from './qpdf.ts';
import { wordWriter } from './word/word-writer.ts';

export const engineDeclarations = [
  libreoffice,
  qpdf,
  pdfium,
  images,
  compressor,
  wordWriter,
  pango,
  books,
  chromium,
  ghostscript,
  heif,
] as const;

export interface EngineOptions {
  /** Processes of each engine that wait for documents once {@link Engines.warmUp} was called; default 0. */
  warmProcesses?: number;
  /** The time of one office document; default 60 s. */
  officeTimeoutMs?: number;
  /** Told in a sentence what an engine has to do without. */
  warn?: (problem: string) => void;
}

export function startEngines(sandbox: Sandbox, options: EngineOptions = {}) {
  const { warmProcesses = 0, officeTimeoutMs = 60_000, warn = () => {} } = options;
  const renderer = startEngine(pdfium, sandbox, warmProcesses);
  // One waits: it is large, and most documents are quick.
  const words = startEngine(wordWriter, sandbox, Math.min(1, warmProcesses));
  const office = startOffice(sandbox, { warmProcesses, timeoutMs: officeTimeoutMs, warn });
  return {
    libreoffice: office,
    qpdf: startEngine(qpdf, sandbox).operations,
    pdfium: renderer.operations,
    images: startEngine(images, sandbox).operations,
    compressor: startEngine(compressor, sandbox).operations,
    wordWriter: words.operations,
    pango: startEngine(pango, sandbox).operations,
    books: startEngine(books, sandbox).operations,
    chromium: startEngine(chromium, sandbox).operations,
    ghostscript: startEngine(ghostscript, sandbox).operations,
    heif: { ...startEngine(heif, sandbox).operations, ...startEngine(heifInfo, sandbox).operations },
    warmUp() {
      renderer.pool.fill();
      words.pool.fill();
      office.warmUp();
    },
    stop: async () => {
      await Promise.all([renderer.pool[Symbol.asyncDispose](), words.pool[Symbol.asyncDispose](), office.stop()]);
    },
  };
}

/** What a tool's steps are made of. */
export type Engines = ReturnType<typeof startEngines>;

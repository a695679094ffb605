// Every engine, started in one sandbox.
import type { Sandbox } from '#conversion/process/sandbox.ts';
import { startEngine } from './engine.ts';
import { images } from './images/images.ts';
import { libreoffice } from './libreoffice/libreoffice.ts';
import { pango } from './pango.ts';
import { pdfium } from './pdfium/pdfium.ts';
import { qpdf } from './qpdf.ts';

export const engineDeclarations = [libreoffice, qpdf, pdfium, images, pango] as const;

/** With `warmProcesses` above 0, processes wait for documents once {@link Engines.warmUp} was called; `stop` ends them. */
export function startEngines(sandbox: Sandbox, warmProcesses = 0) {
  const renderer = startEngine(pdfium, sandbox, warmProcesses);
  return {
    libreoffice: startEngine(libreoffice, sandbox).operations,
    qpdf: startEngine(qpdf, sandbox).operations,
    pdfium: renderer.operations,
    images: startEngine(images, sandbox).operations,
    pango: startEngine(pango, sandbox).operations,
    warmUp: () => renderer.pool.fill(),
    stop: () => renderer.pool[Symbol.asyncDispose](),
  };
}

/** What a tool's steps are made of. */
export type Engines = ReturnType<typeof startEngines>;

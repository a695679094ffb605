// Every engine, started in one sandbox.
import type { Sandbox } from '#conversion/process/sandbox.ts';
import { startEngine } from './engine.ts';
import { images } from './images/images.ts';
import { libreoffice } from './libreoffice/libreoffice.ts';
import { pango } from './pango.ts';
import { pdfium } from './pdfium/pdfium.ts';
import { qpdf } from './qpdf.ts';

export const engineDeclarations = [libreoffice, qpdf, pdfium, images, pango] as const;

export const startEngines = (sandbox: Sandbox) => ({
  libreoffice: startEngine(libreoffice, sandbox),
  qpdf: startEngine(qpdf, sandbox),
  pdfium: startEngine(pdfium, sandbox),
  pango: startEngine(pango, sandbox),
  images: startEngine(images, sandbox),
});

/** What a tool's steps are made of. */
export type Engines = ReturnType<typeof startEngines>;

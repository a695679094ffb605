// Every engine, started in one sandbox.
import type { Sandbox } from '#conversion/process/sandbox.ts';
import { startEngine } from './engine.ts';
import { images } from './images/images.ts';
import { libreoffice } from './libreoffice/libreoffice.ts';
import { qpdf } from './qpdf.ts';

export const engineDeclarations = [libreoffice, qpdf, images] as const;

export const startEngines = (sandbox: Sandbox) => ({
  libreoffice: startEngine(libreoffice, sandbox),
  qpdf: startEngine(qpdf, sandbox),
  images: startEngine(images, sandbox),
});

/** What a tool's steps are made of. */
export type Engines = ReturnType<typeof startEngines>;

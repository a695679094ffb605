// The limits of every program that reads documents, for `./platen doctor --limits`. Each is defined next to its program.
import { defaultLimits, type Limits } from '#conversion/process/bubblewrap.ts';
import { chromium } from './chromium.ts';
import { documentLimits, documentTimeoutMs } from './documents.ts';
import { ghostscript } from './ghostscript.ts';
import { heif, heifInfo } from './heif.ts';
import { inspectorLimits, inspectorTimeoutMs } from './inspectors.ts';
import { libreoffice } from './libreoffice/cold.ts';
import { officeLimits } from './libreoffice/fork-server.ts';
import { ocrLimits } from './ocr/ocr.ts';
import { pango } from './pango.ts';
import { maxOutputBytes, pdfTimeoutMs } from './pdf/job.ts';

/** The differences from `every program`, by program. */
export const engineLimits: Readonly<Record<string, Partial<Limits> & { timeoutMs?: number }>> = {
  'every program': defaultLimits,
  inspectors: { ...inspectorLimits, timeoutMs: inspectorTimeoutMs },
  documents: { ...documentLimits, timeoutMs: documentTimeoutMs },
  'PDFs of one job': { maxOutputBytes, timeoutMs: pdfTimeoutMs },
  'LibreOffice, forked': officeLimits,
  Tesseract: ocrLimits,
  ...Object.fromEntries(
    [libreoffice, chromium, ghostscript, pango, heif, heifInfo].map(({ id, limits = {}, timeoutMs }) => [
      id,
      { ...limits, timeoutMs },
    ]),
  ),
};

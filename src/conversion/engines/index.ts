// All engines, bound to the sandbox that they run in.
import type { Paper } from '#core/paper.ts';
import { Inspectors } from '#conversion/engines/inspectors.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { chromium } from './chromium.ts';
import { startDocuments } from './documents.ts';
import { startEngine } from './engine.ts';
import { ghostscript, type PostScriptOptions } from './ghostscript.ts';
import { heif, heifInfo } from './heif.ts';
import { startWebPages } from './web-pages.ts';
import { startOcr } from './ocr/ocr.ts';
import { startOffice } from './libreoffice/libreoffice.ts';
import { pango } from './pango.ts';
import { startPdf } from './pdf/pdf.ts';
import { createTextLines } from './text-lines.ts';
import { tiff } from './tiff.ts';

export interface EngineOptions {
  /** The number of processes per engine that wait for documents after {@link Engines.warmUp}; default 0. */
  warmProcesses?: number;
  /** The time limit of an office document; default 60 s. */
  officeTimeoutMs?: number;
  /** The paper for documents that do not name any; default A4. */
  paper?: Paper;
  /** Called with a sentence about each feature that an engine lacks. */
  warn?: (problem: string) => void;
}

/**
 * The divisor for waiting processes with 50 to 90 MiB each: documents rarely arrive all at once after a pause, and while they
 * arrive one after the other, each gets a process that was started ahead.
 */
const heavyShare = 2;

/** Starts the engines; `scratch` is a folder for files that engines pass to each other. */
export function startEngines(sandbox: Sandbox, scratch: string, options: EngineOptions = {}) {
  const { warmProcesses = 0, officeTimeoutMs = 60_000, paper = 'a4', warn = () => {} } = options;
  const heavy = Math.ceil(warmProcesses / heavyShare);
  const inspectors = new Inspectors(sandbox, { size: Math.max(1, warmProcesses), warn });
  const pdf = startPdf(sandbox, inspectors, { warmProcesses, warn });
  const native = startDocuments(sandbox, { warmProcesses: heavy, warn });
  const ocr = startOcr(sandbox, { isWarm: warmProcesses > 0, warn });
  const text = startEngine(pango, sandbox);
  const postscript = startEngine(ghostscript, sandbox);
  const office = startOffice(sandbox, { warmProcesses: heavy, timeoutMs: officeTimeoutMs, paper, scratch, warn });
  return {
    inspectors,
    pdf,
    ocr,
    documents: native.operations,
    libreoffice: office,
    textLines: createTextLines((...line) => text.line(...line), scratch),
    chromium: startEngine(chromium, sandbox),
    webPages: startWebPages(sandbox, { warn }),
    ghostscript: {
      toPdf: (input: string, output: string, options: Omit<PostScriptOptions, 'paper'>) =>
        postscript.toPdf(input, output, { ...options, paper }),
    },
    tiff: startEngine(tiff, sandbox),
    heif: { ...startEngine(heif, sandbox), ...startEngine(heifInfo, sandbox) },
    /** Starts the processes that wait for documents; LibreOffice only if `office` is set. */
    warmUp({ office: withOffice = true } = {}) {
      inspectors.warmUp();
      pdf.warmUp();
      native.pool.fill();
      if (withOffice) office.warmUp();
    },
    stop: async () => {
      await Promise.all([native.pool[Symbol.asyncDispose](), office.stop(), pdf.stop(), ocr.stop(), inspectors.stop()]);
    },
  };
}

/** The operations from which a tool's steps are composed. */
export type Engines = ReturnType<typeof startEngines>;

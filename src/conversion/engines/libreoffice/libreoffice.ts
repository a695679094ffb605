// LibreOffice: office documents to PDF, each in its own process, which is prewarmed if possible.
import { rm, stat } from 'node:fs/promises';
import { MiB } from '#core/bytes.ts';
import type { Paper } from '#core/paper.ts';
import { anySignal } from '#core/effort.ts';
import { NoChild } from '#conversion/process/forks/child.ts';
import type { ForksStatus } from '#conversion/process/forks/forks.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { asFailure, startEngine } from '../engine.ts';
import { libreoffice } from './cold.ts';
import type { OfficeConversion, OfficeReport, PreparedConversion } from './conversion.ts';
import { pdfExportOptions } from './export-options.ts';
import { convertInChild, noTrust, startForkServer, startForOne, type ChildLimits, type Trust } from './fork-server.ts';

export interface OfficeOptions {
  /** The number of processes that wait for documents; with 0, LibreOffice starts for each document. */
  warmProcesses: number;
  /** The time limit of a document; large ones get more ({@link budgetMs}). */
  timeoutMs: number;
  /** Called with a sentence when warm processes are not available. */
  warn: (problem: string) => void;
  /** The paper for documents that do not name any. */
  paper: Paper;
  /** Our folder for LibreOffice's settings. */
  scratch: string;
  /** The rights of documents in the warm processes; empty by default. */
  trust?: Trust;
}

export type Office = ReturnType<typeof startOffice>;

/** The time per MiB: 1,000 pages of plain text have 4 MiB, and take 20 to 40 s when all cores are busy. */
const msOfMebibyte = 15_000;

/** Returns the time limit of a document by its size; the limit of the conversion also applies. */
export const budgetMs = (timeoutMs: number, bytes: number): number =>
  timeoutMs + Math.floor(bytes / MiB) * msOfMebibyte;

export function startOffice(sandbox: Sandbox, options: OfficeOptions) {
  const { warmProcesses, timeoutMs, warn } = options;
  const strict = noTrust(options.paper, options.scratch);
  const { profile } = strict;
  const { trust = strict } = options;
  const cold = startEngine(libreoffice, sandbox);
  const server = warmProcesses === 0 ? null : startForkServer(sandbox, { size: warmProcesses, warn, trust });
  const removals = new Set<Promise<void>>();
  const behind = (removal: Promise<void>) => {
    const ended = removal
      .catch((error: unknown) => warn(`files of a document could not be removed: ${String(error)}`))
      .finally(() => removals.delete(ended));
    removals.add(ended);
  };
  const waiting = async () => {
    if (server?.isReady !== true) throw new NoChild('none is idle');
    return await server.take();
  };
  /** Finds missing fonts with a warm process, whose result is discarded, since `soffice` does not report them. */
  const missingFontsOf = async (conversion: PreparedConversion, limits: ChildLimits): Promise<string[]> => {
    if (conversion.to !== 'pdf') return [];
    const output = `${conversion.output}.fonts.pdf`;
    const wanted = { ...conversion, output, refreshTableOfContents: false };
    const { missingFonts } = await convertInChild(waiting, wanted, limits).catch(() => ({ missingFonts: [] }));
    await rm(output, { force: true });
    return missingFonts;
  };
  const convertInOwnStart = async (conversion: PreparedConversion, limits: ChildLimits): Promise<OfficeReport> => {
    const enough = new AbortController();
    const signal = anySignal(conversion.signal, enough.signal);
    const fonts = missingFontsOf({ ...conversion, signal }, limits);
    try {
      await cold.convert({ ...conversion, profile, timeoutMs: limits.timeoutMs });
    } finally {
      // The warm process is usually faster; do not wait for it if it is late.
      enough.abort();
      await fonts;
    }
    return { missingFonts: await fonts, hasNewTableOfContents: false };
  };
  return {
    /** Converts a document. @throws Failure `source_unreadable`, `conversion_failed`, `conversion_timeout`, `output_too_large`; the signal's reason */
    async convert(wanted: OfficeConversion): Promise<OfficeReport> {
      const { size } = await stat(wanted.input);
      const limits = { timeoutMs: budgetMs(timeoutMs, size), trust, behind };
      const conversion = { ...wanted, exportOptions: pdfExportOptions(wanted, size) };
      if (conversion.needsOwnStart === true) return await convertInOwnStart(conversion, limits);
      const started = () => startForOne(sandbox, trust, conversion.signal);
      for (const take of [waiting, started]) {
        try {
          return await convertInChild(take, conversion, limits);
        } catch (error) {
          if (!(error instanceof NoChild)) throw asFailure(libreoffice.id, error);
        }
      }
      await cold.convert({ ...conversion, profile, timeoutMs: limits.timeoutMs });
      return { missingFonts: [], hasNewTableOfContents: false };
    },
    status: (): ForksStatus => server?.status() ?? { mode: 'cold', ready: 0, busy: 0, spawned: 0, killed: 0 },
    /** Begins to start the waiting processes, without waiting. */
    warmUp: () => server?.start(),
    /** Resolves when a warm process is idle, or if no process can start. */
    settled: async () => server?.settled(),
    stop: async () => {
      await server?.stop();
      await Promise.all(removals);
    },
  };
}

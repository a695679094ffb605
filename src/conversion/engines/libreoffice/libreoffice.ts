// LibreOffice: office documents to PDF, each in a process of its own that is warm already where that can be had.
import { NoChild } from '#conversion/process/forks/child.ts';
import type { ForksStatus } from '#conversion/process/forks/supervisor.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { asFailure, startEngine } from '../engine.ts';
import { libreoffice } from './cold.ts';
import type { OfficeConversion, OfficeReport } from './conversion.ts';
import { convertInChild, noTrust, startForkServer, type Trust } from './fork-server.ts';

export interface OfficeOptions {
  /** Processes that wait for documents; with 0 LibreOffice is started for each. */
  warmProcesses: number;
  /** The time of one document. */
  timeoutMs: number;
  /** Told in a sentence when warm processes cannot be had. */
  warn: (problem: string) => void;
  /** What the warm processes allow their documents; by default nothing. */
  trust?: Trust;
}

export interface Office {
  /** @throws Failure `source_unreadable`, `conversion_failed`, `conversion_timeout`, `output_too_large`; the signal's reason */
  convert(conversion: OfficeConversion): Promise<OfficeReport>;
  status(): ForksStatus;
  /** Begins to start the waiting processes; does not wait. */
  warmUp(): void;
  /** Resolves when documents find a warm process, or it is clear that there will be none. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export function startOffice(sandbox: Sandbox, options: OfficeOptions): Office {
  const { warmProcesses, timeoutMs, warn, trust = noTrust } = options;
  const cold = startEngine(libreoffice, sandbox).operations;
  const server = warmProcesses === 0 ? null : startForkServer(sandbox, { size: warmProcesses, warn, trust });
  return {
    async convert(conversion) {
      try {
        if (server?.isReady === true && conversion.needsOwnStart !== true)
          return await convertInChild(server, conversion, { timeoutMs, trust });
      } catch (error) {
        if (!(error instanceof NoChild)) throw asFailure(libreoffice.id, error);
      }
      await cold.convert({ ...conversion, timeoutMs });
      return { missingFonts: [], hasNewTableOfContents: false };
    },
    status: () => server?.status() ?? { mode: 'cold', ready: 0, busy: 0, spawned: 0, killed: 0 },
    warmUp: () => server?.start(),
    settled: async () => server?.settled(),
    stop: async () => server?.stop(),
  };
}

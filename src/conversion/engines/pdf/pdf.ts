// libqpdf and PDFium in separate processes, one per job, forked from a process that has loaded them, or started if
// that is not possible. https://qpdf.readthedocs.io, https://pdfium.googlesource.com
import { MiB } from '#core/bytes.ts';
import type { WorkSignal } from '#core/effort.ts';
import type { Inspectors } from '#conversion/engines/inspectors.ts';
import { defaultLimits } from '#conversion/process/bubblewrap.ts';
import { startAlone } from '#conversion/process/forks/alone.ts';
import { NoChild, type Child } from '#conversion/process/forks/child.ts';
import { Forks, type ForkingProgram } from '#conversion/process/forks/forks.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { PdfJob } from './job.ts';
import { pdfServer } from './server.ts';

const { program } = pdfServer;
const maxAddressBytes = 4096 * MiB;
const temporaryFiles = `size=${64 * MiB},mode=1777`;
/** An allocator for libqpdf, which requests memory in millions of small pieces. */
const allocator = { LD_PRELOAD: 'libjemalloc.so.2' };
/** The quiet time before a child starts; none, since a waiting child costs next to nothing. */
const quietMs = 0;

const command = (how: 'forks' | 'alone'): ForkingProgram => ({
  program,
  args: ({ root, isOutside }) => [
    root,
    how === 'forks' && isOutside ? 'forks-openly' : how,
    String(defaultLimits.maxCpuSeconds),
    String(maxAddressBytes),
    String(defaultLimits.maxMemoryBytes),
    temporaryFiles,
  ],
  alsoRead: [program],
  makesPipes: true,
  priority: 'short',
  env: allocator,
  limits: { maxProcesses: 300, maxCpuSeconds: how === 'forks' ? Infinity : defaultLimits.maxCpuSeconds },
});

export function startPdf(
  sandbox: Sandbox,
  inspectors: Inspectors,
  { warmProcesses, warn }: { warmProcesses: number; warn: (problem: string) => void },
) {
  const warnOfEnd = (problem: string) =>
    warn(`the warm processes for PDFs ended, each job starts its own meanwhile: ${problem}`);
  const forks =
    warmProcesses === 0
      ? null
      : new Forks(sandbox, command('forks'), { size: warmProcesses, quietMs, warn: warnOfEnd });
  const child = async (): Promise<Child> => {
    try {
      if (forks?.isReady === true) return await forks.take();
    } catch (error) {
      if (!(error instanceof NoChild)) throw error;
    }
    return startAlone(sandbox, command('alone'));
  };
  return {
    /** Begins a process for the PDFs of a job. */
    async begin(signal: WorkSignal): Promise<PdfJob> {
      signal.throwIfAborted();
      return new PdfJob(await child(), inspectors, signal);
    },
    warmUp: () => forks?.start(),
    settled: async () => forks?.settled(),
    stop: async () => forks?.stop(),
  };
}

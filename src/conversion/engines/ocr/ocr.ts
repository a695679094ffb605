// Text recognition by Tesseract: a process for every document, forked from one that has loaded the document's languages, or
// started if there is none yet.
import { MiB } from '#core/bytes.ts';
import type { WorkSignal } from '#core/effort.ts';
import { startAlone } from '#conversion/process/forks/alone.ts';
import { NoChild, type Child } from '#conversion/process/forks/child.ts';
import { Forks, type ForkingProgram } from '#conversion/process/forks/forks.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { OcrJob } from './job.ts';
import { languageFolder } from './languages.ts';
import { ocrServer } from './server.ts';

/** A page of 50 million pixels takes 600 MiB, noise twice that. */
export const ocrLimits = {
  maxMemoryBytes: 2048 * MiB,
  maxDataBytes: 4096 * MiB,
  maxProcesses: 300,
  maxCpuSeconds: 3600,
};
const temporaryFiles = `size=${64 * MiB},mode=1777`;
/** One thread for a page: pages run in parallel. */
const oneThread = { OMP_THREAD_LIMIT: '1', OMP_NUM_THREADS: '1' };
/** Each set of languages that is loaded takes 60 to 120 MiB. */
const maxLoaded = 3;

const command = (how: 'forks' | 'alone', languages: string): ForkingProgram => ({
  program: ocrServer.program,
  args: ({ root, isOutside }) => [
    root,
    how === 'forks' && isOutside ? 'forks-openly' : how,
    String(ocrLimits.maxCpuSeconds),
    String(ocrLimits.maxDataBytes),
    String(ocrLimits.maxMemoryBytes),
    temporaryFiles,
    languageFolder(),
    languages,
  ],
  alsoRead: [ocrServer.program, languageFolder()],
  env: oneThread,
  limits: { ...ocrLimits, maxCpuSeconds: how === 'forks' ? Infinity : ocrLimits.maxCpuSeconds },
});

export function startOcr(sandbox: Sandbox, { isWarm, warn }: { isWarm: boolean; warn: (problem: string) => void }) {
  /** By languages; the least recently used first. */
  const loaded = new Map<string, Forks>();
  const stopping = new Set<Promise<void>>();

  function forksFor(languages: string): Forks {
    const known = loaded.get(languages);
    const forks =
      known ??
      new Forks(sandbox, command('forks', languages), {
        size: 1,
        quietMs: 0,
        warn: (problem) => warn(`the warm process for recognising text (${languages}) ended: ${problem}`),
      });
    if (known === undefined) forks.start();
    loaded.delete(languages);
    loaded.set(languages, forks);
    for (const [name, other] of loaded) if (loaded.size > maxLoaded && other.status().busy === 0) stop(name, other);
    return forks;
  }

  function stop(languages: string, forks: Forks): void {
    loaded.delete(languages);
    const stopped = forks.stop();
    stopping.add(stopped);
    void stopped.then(() => stopping.delete(stopped));
  }

  async function child(languages: string, signal: AbortSignal): Promise<Child> {
    try {
      const forks = isWarm ? forksFor(languages) : null;
      if (forks?.isReady === true) return await forks.take();
    } catch (error) {
      if (!(error instanceof NoChild)) throw error;
    }
    return await startAlone(sandbox, command('alone', languages), signal);
  }

  return {
    /** Begins a process for one document; `languages` are installed (`deu+eng`). */
    async begin(languages: string, signal: WorkSignal): Promise<OcrJob> {
      signal.throwIfAborted();
      return new OcrJob(await child(languages, signal), signal);
    },
    stop: async () => {
      for (const [languages, forks] of loaded) stop(languages, forks);
      await Promise.all(stopping);
    },
  };
}

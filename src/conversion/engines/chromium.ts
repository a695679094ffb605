// Chromium: an XHTML document and its pictures printed to a tagged PDF. https://www.chromium.org
import { MiB } from '#core/bytes.ts';
import { defineEngine } from './engine.ts';

export const headless = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-sync',
  '--mute-audio',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  // Our own sandbox surrounds it; Chromium's needs namespaces, which programs in ours must not create.
  '--no-sandbox',
  '--no-zygote',
  '--user-data-dir=/tmp/chromium',
  '--hide-scrollbars',
  '--disable-breakpad',
];

export const chromium = defineEngine({
  id: 'chromium',
  program: 'chromium',
  versions: { args: ['--version'], of: { Chromium: { pattern: /Chromium (\S+)/, atLeast: '131' } } },
  packages: { stable: ['chromium'] },
  failures: [],
  calls: 'browser',
  limits: { maxMemoryBytes: 4096 * MiB, maxCpuSeconds: 150, maxProcesses: 512, maxOpenFiles: 4096 },
  timeoutMs: 80_000,
  operations: (run) => ({
    /** Prints `index.xhtml` of a folder, with the page sizes that its style sheet names. */
    async print(folder: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
      const target = { text: ([path = '']: string[]) => `--print-to-pdf=${path}`, of: [{ write: output }] };
      const page = { text: ([path = '']: string[]) => `file://${path}/index.xhtml`, of: [{ read: folder }] };
      await run([...headless, '--no-pdf-header-footer', target, page], { signal });
    },
  }),
});

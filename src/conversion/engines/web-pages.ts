// Web pages printed by Chromium, which our Node process drives from inside the same sandbox, so that the service reads nothing that
// a page has written.
import { join } from 'node:path';
import { Breakdown } from '#core/breakdown.ts';
import { patienceOf, type WorkSignal } from '#core/effort.ts';
import { Failure } from '#core/failure.ts';
import type { Crashed, Printed, PrintSettings } from '#conversion/browser/settings.ts';
import { resultOf } from '#conversion/process/result.ts';
import { nodeArguments, nodeEnvironment, nodeFiles } from '#conversion/process/node.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { chromium, headless } from './chromium.ts';
import { checked } from './engine.ts';

const worker = join(import.meta.dirname, '..', 'browser', 'worker.ts');
const { id, program, calls, limits, timeoutMs } = chromium;
/** The time limit of a page's scripts. */
const loadTimeoutMs = 20_000;
const printTimeoutMs = 30_000;

const flags = [
  ...headless,
  // One process for a page and its frames; each can be ended without a trace of the others.
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter',
  // Makes every host name fail at once.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--js-flags=--max-old-space-size=1024',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--lang=en-US',
];

export function startWebPages(sandbox: Sandbox, { warn }: { warn: (problem: string) => void }) {
  return {
    /**
     * Prints a folder of {@link writeSite} to a tagged PDF with an outline.
     * @throws conversion_timeout when the page's scripts do not end; invalid_value for an invalid selector
     */
    async print(
      site: string,
      output: string,
      settings: PrintSettings,
      { signal }: { signal?: WorkSignal | undefined } = {},
    ): Promise<Printed> {
      const times = {
        loadTimeoutMs: loadTimeoutMs * patienceOf(signal),
        printTimeoutMs: printTimeoutMs * patienceOf(signal),
      };
      const stdin = JSON.stringify({ ...settings, program, flags, ...times });
      const { stdout } = await checked({ id, failures: [] }, [0], (isGood) =>
        sandbox.run(
          {
            program: process.execPath,
            args: [...nodeArguments, worker, { read: site }, { write: output }],
            alsoRead: nodeFiles,
            env: nodeEnvironment,
            ...(calls === undefined ? {} : { calls }),
            ...(limits === undefined ? {} : { limits }),
            timeoutMs,
            signal,
            stdin,
          },
          isGood,
        ),
      );
      const printed = resultOf(stdout.toString('utf8').trimEnd(), id, warn) as Printed | Crashed;
      if ('crashed' in printed)
        throw new Failure('conversion_failed', { engine: id }, { cause: new Breakdown('the limit of memory') });
      return printed;
    },
  };
}

// Passes each document to a LibreOffice process that is forked from a warm one (fork-server.c), or to one that is started for
// the document alone.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { MiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import type { Paper } from '#core/paper.ts';
import { whenGivingWay } from '#core/effort.ts';
import { defaultLimits } from '#conversion/process/bubblewrap.ts';
import { answered, type End } from '#conversion/process/endings.ts';
import { breakdownOf, NoChild, withServer, type Child } from '#conversion/process/forks/child.ts';
import { startAlone } from '#conversion/process/forks/alone.ts';
import { Forks, type ForkingProgram } from '#conversion/process/forks/forks.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { copyOut, safeExtension, takeOut } from '#conversion/process/scratch.ts';
import { watchFolder } from '#conversion/process/watchdog.ts';
import { pdfExportOptions } from './export-options.ts';
import { languageOf, profileFor } from './profile.ts';
import { refreshCopies, type OfficeReport, type PreparedConversion } from './conversion.ts';

/** The rights that a document has in LibreOffice. */
export interface Trust {
  /** The folder of LibreOffice's settings. */
  profile: string;
  loadOptions: readonly string[];
  /** The language of texts that LibreOffice adds; its own by default. */
  language?: string;
}

/** Batch: broken and encrypted documents fail at once, instead of asking. */
export const noTrust = (paper: Paper, scratch: string): Trust => ({
  profile: profileFor(paper, scratch),
  loadOptions: ['Batch=true'],
  language: languageOf[paper],
});

const program = join(import.meta.dirname, '..', '..', '..', '..', '.runtime', 'fork-server');
/** The folder of small documents that every process converts before its first real one. */
export const samples = join(import.meta.dirname, 'samples');
/** A document for testing LibreOffice. */
export const sampleLetter = join(samples, 'text.fodt');
/**
 * Memory: 340 pages, each with an embedded workbook, take 2.3 GiB. Reservations may be twice that, since a document
 * for which an allocation fails looks broken to LibreOffice.
 */
export const officeLimits = {
  maxMemoryBytes: 3072 * MiB,
  maxDataBytes: 6144 * MiB,
  maxProcesses: 200,
  maxOpenFiles: 2048,
  maxCpuSeconds: Infinity,
};
const maxAddressBytes = 8192 * MiB;
const maxOutputBytes = defaultLimits.maxOutputBytes;
const temporaryFiles = `size=${512 * MiB},mode=1777`;

/** An allocator that saves 5 to 15 % of a conversion, since LibreOffice allocates much memory in small pieces. Falls back to libc's. */
const allocator = { LD_PRELOAD: 'libjemalloc.so.2' };

const quietMs = 400;
const maxFonts = 200;
/** The maximum size of results that are copied at once; larger ones are moved after the child has ended. */
const maxCopiedBytes = 16 * MiB;

type ChildOutcome = { kind: 'done'; result: string; text: string } | { kind: 'ended'; how: string; hasBegun: boolean };

const command = (how: 'forks' | 'alone', { profile, language = '' }: Trust): ForkingProgram => ({
  program,
  args: async ({ root, home, isOutside }) => [
    await officeFolder(),
    home,
    samples,
    root,
    how === 'forks' && isOutside ? 'forks-openly' : how,
    String(defaultLimits.maxCpuSeconds),
    String(maxAddressBytes),
    String(officeLimits.maxMemoryBytes),
    temporaryFiles,
    pdfExportOptions({ to: 'pdf' }, 0),
    language,
  ],
  alsoRead: [program, samples],
  home: profile,
  env: allocator,
  limits: how === 'forks' ? officeLimits : { ...officeLimits, maxCpuSeconds: defaultLimits.maxCpuSeconds },
});

/** Keeps `size` children waiting while nothing is converted. */
export const startForkServer = (
  sandbox: Sandbox,
  { size, warn, trust }: { size: number; warn: (problem: string) => void; trust: Trust },
): Forks =>
  new Forks(sandbox, command('forks', trust), {
    size,
    quietMs,
    warn: (problem) => warn(`LibreOffice's warm processes ended, each document starts its own meanwhile: ${problem}`),
  });

/** The time limit for the start of LibreOffice, which takes half a second. */
const maxStartMs = 30_000;

/** Starts a process for one document unless one is idle. @throws {@link NoChild} if no process can start; the signal's reason */
export async function startForOne(sandbox: Sandbox, trust: Trust, signal: AbortSignal | undefined): Promise<Child> {
  if (!existsSync(program)) throw new NoChild('it has not been compiled');
  const tooLong = AbortSignal.timeout(maxStartMs);
  const stop = signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]);
  return await startAlone(sandbox, command('alone', trust), stop).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NoChild(String(cause));
  });
}

export interface ChildLimits {
  timeoutMs: number;
  trust: Trust;
  /** Called with the removal of a child, for which the caller does not wait. */
  behind: (removal: Promise<void>) => void;
}

/** Converts in a child process. @throws {@link NoChild}, DeadlinePassed, Failure, LimitExceeded or the signal's reason */
export async function convertInChild(
  take: () => Promise<Child>,
  conversion: PreparedConversion,
  { timeoutMs, trust, behind }: ChildLimits,
): Promise<OfficeReport> {
  const { input, output, to, importAs, exportOptions, signal } = conversion;
  signal?.throwIfAborted();
  const child = await take();
  using _giving = whenGivingWay(signal, () => child.giveWay());
  const { promise: outcome, resolve: report } = Promise.withResolvers<ChildOutcome>();
  const missingFonts: string[] = [];
  child.listen(([what, ...rest]) => {
    if (what === 'done') report({ kind: 'done', result: rest[0] ?? '', text: rest.slice(1).join(' ') });
    else if (what === 'fonts' && missingFonts.length < maxFonts)
      missingFonts.push(...fontsOf(rest[0] ?? '').slice(0, maxFonts));
  });
  void child.ended.then((end) => report({ kind: 'ended', ...end }));

  const watch = (end: End) => watchFolder(child.folder, maxOutputBytes, end);
  try {
    const [inName, outName] = [`in${safeExtension(input)}`, `out.${to}`];
    await child.copyIn(input, inName);
    const load = [...trust.loadOptions, ...(importAs === undefined ? [] : [importAs.options])].join(',');
    const refresh = conversion.refreshTableOfContents === true ? '1' : '0';
    child.say('convert', inName, outName, load, to, exportOptions, refresh);
    const end = await answered(outcome, { signal, timeoutMs, watch }, () => child.countKilled());
    if (end.kind === 'ended') throw endedEarly(end);
    if (end.result !== 'ok') throw refused(end);
    await takeResult(child, { made: join(child.folder, outName), output, isRefreshed: refresh === '1' });
    return { missingFonts, hasNewTableOfContents: refresh === '1' };
  } finally {
    behind(Promise.resolve(child[Symbol.asyncDispose]()));
  }
}

async function takeResult(
  child: Child,
  { made, output, isRefreshed }: { made: string; output: string; isRefreshed: boolean },
): Promise<void> {
  const isCopied = !isRefreshed && (await copyOut(made, output, maxCopiedBytes));
  if (!isCopied) await child.end();
  if (isRefreshed) for (const copy of refreshCopies) await takeOut(`${made}${copy}`, `${output}${copy}`);
  if (!isCopied) await takeOut(made, output);
  if (!existsSync(output)) throw new Failure('conversion_failed', { engine: 'libreoffice' });
}

const refused = ({ result, text }: { result: string; text: string }) =>
  result === 'load'
    ? new Failure('source_unreadable', {}, { cause: new Error(text) })
    : new Failure('conversion_failed', { engine: 'libreoffice' }, { cause: new Error(text) });

const endedEarly = ({ how, hasBegun }: { how: string; hasBegun: boolean }) =>
  hasBegun && how !== withServer
    ? new Failure('conversion_failed', { engine: 'libreoffice' }, { cause: breakdownOf(how) })
    : new NoChild(how);

/** The fonts of LibreOffice's user interface (UI_SANS), which it may request while loading a document that does not use them. */
const fontsOfWindows = 'Segoe UI;Tahoma;Arial Unicode MS;Lucida Sans Unicode;';

/** Parses `{"fontsmissing": ["Optima;Arial", …]}`: each item lists alternatives, the first of which is the requested font. */
function fontsOf(json: string): string[] {
  try {
    const { fontsmissing } = JSON.parse(json) as { fontsmissing: unknown };
    if (!Array.isArray(fontsmissing)) return [];
    const lists = fontsmissing.map(String).filter((names) => !names.startsWith(fontsOfWindows));
    return lists.map((names) => names.split(';')[0] ?? '');
  } catch {
    return [];
  }
}

/** Returns the folder of LibreOffice's libraries, which contains `soffice` itself, behind the links to it. */
async function officeFolder(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const found = await realpath(join(folder, 'soffice')).catch(() => null);
    if (found !== null) return dirname(found);
  }
  throw new Error('soffice is not installed');
}

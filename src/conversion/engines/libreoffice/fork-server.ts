// The supervisor of fork-server.c: keeps it running, has children waiting, gives each one document, and ends them.
import { existsSync } from 'node:fs';
import { access, realpath, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { DeadlinePassed } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import { defaultLimits } from '#conversion/process/bubblewrap.ts';
import type { Host, Sandbox } from '#conversion/process/sandbox.ts';
import { copyOut, putIn, safeExtension, takeOut } from '#conversion/process/scratch.ts';
import { watchFolder } from '#conversion/process/watchdog.ts';
import { strictProfile } from './cold.ts';
import { pdfExportOptions } from './export-options.ts';
import { contentsCopies, type OfficeConversion, type OfficeReport } from './conversion.ts';

export interface OfficeStatus {
  /** `warm` when documents find a process that LibreOffice has been started in; `cold` when it is started for each. */
  mode: 'starting' | 'warm' | 'cold';
  /** Why it is `cold`. */
  problem?: string;
  /** Children that wait for a document. */
  ready: number;
  /** Children that have one. */
  busy: number;
  /** Children started, since the service was. */
  spawned: number;
  /** Children that were ended before they were done: out of time, over the limit of output, or not wanted any more. */
  killed: number;
}

/** What LibreOffice lets a document do. */
export interface Trust {
  /** The folder of LibreOffice's settings. */
  profile: string;
  loadOptions: readonly string[];
}

// Batch: broken and encrypted documents fail at once, instead of asking.
export const noTrust: Trust = { profile: strictProfile, loadOptions: ['Batch=true'] };

/** There is no warm process for this document: the engine is to be started for it. */
export class NoWarmProcess extends Error {}

const program = join(import.meta.dirname, '..', '..', '..', '..', '.runtime', 'fork-server');
const samples = join(import.meta.dirname, 'samples');
/** A document to try LibreOffice with. */
export const sampleLetter = join(samples, 'text.fodt');
const MiB = 1 << 20;
const limits = { maxDataBytes: 2048 * MiB, maxProcesses: 200, maxOpenFiles: 2048, maxCpuSeconds: Infinity };
const maxAddressBytes = 6144 * MiB;
const maxOutputBytes = defaultLimits.maxOutputBytes;
const temporaryFiles = `size=${512 * MiB},mode=1777`;

/** LibreOffice asks for much memory in small pieces: this allocator takes 5 to 15 % off a conversion. Without it, libc's does. */
const allocator = { LD_PRELOAD: 'libjemalloc.so.2' };

/** Children are forked ahead after this much quiet: warming them while documents are converted would slow those. */
const quietMs = 400;
const startMs = 60_000;
/** How long a killed child may take to be reported gone before the server itself is taken for hung. */
const buryMs = 5_000;
const longestPauseMs = 60_000;
/** A child that has not warmed itself in this time never will. */
const warmUpMs = 30_000;
const mostFonts = 200;
/** Results up to this size are copied at once; for larger ones the child's end is waited for, and they are moved. */
const mostCopiedBytes = 16 * MiB;

type Outcome = { kind: 'done'; result: string; text: string } | { kind: 'ended'; how: string };

interface Child {
  id: string;
  folder: string;
  /** `ahead` until it waits; `ending` once its document is done. */
  state: 'ahead' | 'waiting' | 'busy' | 'ending';
  /** It is isolated and can take a document. */
  hasBegun: boolean;
  missingFonts: string[];
  tell: (outcome: Outcome) => void;
  outcome: Promise<Outcome>;
  buried: PromiseWithResolvers<void>;
}

export interface ForkServer {
  readonly isReady: boolean;
  /** @throws {@link NoWarmProcess}, {@link DeadlinePassed}, Failure, LimitExceeded or the signal's reason */
  convert(conversion: OfficeConversion, timeoutMs: number): Promise<OfficeReport>;
  status(): OfficeStatus;
  start(): void;
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps `size` children waiting while nothing is converted. */
export function startForkServer(
  sandbox: Sandbox,
  { size, warn, trust }: { size: number; warn: (problem: string) => void; trust: Trust },
): ForkServer {
  const children = new Map<string, Child>();
  const counts = { spawned: 0, killed: 0 };
  let host: Host | undefined;
  let mode: OfficeStatus['mode'] = 'starting';
  let problem: string | undefined;
  let isStopped = false;
  let failures = 0;
  let lastId = 0;
  let refill: NodeJS.Timeout | undefined;
  let restart: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const firstAnswer = Promise.withResolvers<void>();

  const count = (state: Child['state']) => [...children.values()].filter((child) => child.state === state).length;
  const send = (...fields: string[]) => host?.started.send(`${fields.join('\t')}\n`);

  async function spawn(isAhead: boolean): Promise<Child> {
    const current = host;
    if (current === undefined) throw new NoWarmProcess('the server is not running');
    const id = `d${++lastId}`;
    const folder = join(current.root, 'jobs', id);
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const child: Child = {
      id,
      folder,
      state: isAhead ? 'ahead' : 'busy',
      hasBegun: false,
      missingFonts: [],
      outcome: promise,
      tell: resolve,
      buried: Promise.withResolvers(),
    };
    children.set(id, child);
    try {
      await current.makeFolder(folder);
    } catch {
      children.delete(id);
      throw new NoWarmProcess('the server has just ended');
    }
    if (host !== current) throw new NoWarmProcess('the server has just ended');
    counts.spawned += 1;
    send('fork', id, isAhead ? '1' : '0');
    return child;
  }

  /** Ends a child. What it has written is not looked at before: a living child could change it under our hands. */
  async function bury(child: Child): Promise<void> {
    if (!children.has(child.id)) return;
    const current = host;
    send('kill', child.id);
    const timer = setTimeout(() => current?.started.kill(), buryMs);
    await child.buried.promise;
    clearTimeout(timer);
  }

  const clearing = new Set<Promise<void>>();
  function clearAway({ folder }: Child): void {
    const removal = rm(folder, { recursive: true, force: true }).catch(() => {});
    clearing.add(removal);
    void removal.then(() => clearing.delete(removal));
  }

  /** The server is gone, and all children with it. */
  async function abandon(): Promise<void> {
    host = undefined;
    for (const child of children.values()) {
      child.tell({ kind: 'ended', how: 'with the server' });
      child.buried.resolve();
    }
    children.clear();
    await Promise.all(clearing);
  }

  /** One at a time, and only after some quiet. */
  function refillSoon(): void {
    clearTimeout(refill);
    if (isStopped || mode !== 'warm' || count('busy') > 0) return;
    refill = setTimeout(() => {
      if (count('ahead') > 0 || count('waiting') >= size) return;
      spawn(true).then(endIfSlow, () => {});
    }, quietMs).unref();
  }

  function endIfSlow(child: Child): void {
    setTimeout(() => {
      if (child.state === 'ahead') void bury(child).then(refillSoon);
    }, warmUpMs).unref();
  }

  function onLine(line: string): void {
    const [first = '', what, ...rest] = line.split('\t');
    if (first === 'ready') {
      mode = 'warm';
      problem = undefined;
      firstAnswer.resolve();
      spawn(true).then(endIfSlow, () => {});
      return;
    }
    const child = children.get(first);
    if (child === undefined) return;
    if (what === 'waiting') {
      child.hasBegun = true;
      if (child.state === 'ahead') child.state = 'waiting';
      failures = 0;
      refillSoon();
    } else if (what === 'fonts' && child.missingFonts.length < mostFonts)
      child.missingFonts.push(...fontsOf(rest[0] ?? '').slice(0, mostFonts));
    else if (what === 'done') child.tell({ kind: 'done', result: rest[0] ?? '', text: rest.slice(1).join(' ') });
    else if (what === 'ended') {
      children.delete(child.id);
      child.tell({ kind: 'ended', how: rest.join(' ') });
      child.buried.resolve();
      if (child.state === 'ahead' || child.state === 'waiting') clearAway(child);
      // A child that cannot even begin: this machine does not let us isolate it, and the server's words tell why.
      if (child.state === 'ahead' && !isStopped) host?.started.kill();
      refillSoon();
    }
  }

  async function run(): Promise<void> {
    try {
      await access(program);
      const office = await officeFolder();
      await using current = await sandbox.host({
        program,
        args: ({ root, home, isOutside }) => [
          ...[office, home, samples, root, isOutside ? '0' : '1'],
          ...[String(defaultLimits.maxCpuSeconds), String(maxAddressBytes), temporaryFiles, pdfExportOptions],
        ],
        alsoRead: [program, samples],
        home: trust.profile,
        env: allocator,
        limits,
      });
      host = current;
      if (isStopped) current.started.kill();
      const tooSlow = setTimeout(() => mode === 'warm' || current.started.kill(), startMs);
      const result = await current.started.finish({
        keepsListening: true,
        timeoutMs: Infinity,
        onStdout: lineReader(onLine),
      });
      clearTimeout(tooSlow);
      await abandon();
      problem =
        result.stderr.trim().split('\n').slice(-2).join(' ') || `it ended with ${result.status ?? result.endedBy}`;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (isStopped) return;
    if (mode !== 'warm' || failures > 0) mode = 'cold';
    else mode = 'starting';
    failures += 1;
    firstAnswer.resolve();
    warn(`LibreOffice's warm processes ended, each document starts its own meanwhile: ${problem}`);
    restart = setTimeout(start, Math.min(longestPauseMs, 500 * 2 ** failures)).unref();
  }

  function start(): void {
    if (!isStopped) running = run();
  }

  return {
    get isReady() {
      return mode === 'warm' && host !== undefined;
    },

    async convert(conversion, timeoutMs) {
      const { input, output, to, importAs, signal } = conversion;
      signal?.throwIfAborted();
      clearTimeout(refill);
      const child = [...children.values()].find(({ state }) => state === 'waiting') ?? (await spawn(false));
      child.state = 'busy';

      const broken = Promise.withResolvers<never>();
      broken.promise.catch(() => {});
      const breakOff = (reason: unknown) => {
        counts.killed += 1;
        broken.reject(reason);
      };
      const onAbort = () => breakOff(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      const timer = setTimeout(() => breakOff(new DeadlinePassed(timeoutMs)), timeoutMs);
      using _watcher = watchFolder(child.folder, maxOutputBytes, breakOff);
      try {
        const [inName, outName] = [`in${safeExtension(input)}`, `out.${to}`];
        await putIn(input, join(child.folder, inName));
        const load = [...trust.loadOptions, ...(importAs === undefined ? [] : [importAs.options])].join(',');
        const refresh = conversion.refreshContents === true ? '1' : '0';
        send('convert', child.id, inName, outName, load, to, to === 'pdf' ? pdfExportOptions : '', refresh);
        const outcome = await Promise.race([child.outcome, broken.promise]);
        if (outcome.kind === 'ended') throw endedEarly(child, outcome.how);
        if (outcome.result !== 'ok') throw refused(outcome);
        const made = join(child.folder, outName);
        const isCopied = refresh === '0' && (await copyOut(made, output, mostCopiedBytes));
        if (!isCopied) await bury(child);
        if (refresh === '1') for (const copy of contentsCopies) await takeOut(`${made}${copy}`, `${output}${copy}`);
        if (!isCopied) await takeOut(made, output);
        if (!existsSync(output)) throw new Failure('conversion_failed', { engine: 'libreoffice' });
        return { missingFonts: child.missingFonts };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        child.state = 'ending';
        // What is left of the child is cleared away behind the caller's back.
        void bury(child).then(() => {
          clearAway(child);
          refillSoon();
        });
      }
    },

    status: () => ({
      mode,
      ...(mode === 'cold' && problem !== undefined ? { problem } : {}),
      ready: count('waiting'),
      busy: count('busy'),
      ...counts,
    }),
    start,
    settled: () => firstAnswer.promise,
    async stop() {
      isStopped = true;
      firstAnswer.resolve();
      clearTimeout(refill);
      clearTimeout(restart);
      host?.started.kill();
      await running;
    },
  };
}

const refused = ({ result, text }: { result: string; text: string }) =>
  result === 'load'
    ? new Failure('source_unreadable', {}, { cause: new Error(text) })
    : new Failure('conversion_failed', { engine: 'libreoffice' }, { cause: new Error(text) });

const endedEarly = (child: Child, how: string) =>
  child.hasBegun && how !== 'with the server'
    ? new Failure('conversion_failed', { engine: 'libreoffice' }, { cause: new Error(`the process ended: ${how}`) })
    : new NoWarmProcess(how);

/** `{"fontsmissing": ["Segoe UI;Tahoma", …]}`: each a list of alternatives, of which the first is the wanted one. */
function fontsOf(json: string): string[] {
  try {
    const { fontsmissing } = JSON.parse(json) as { fontsmissing: unknown };
    return Array.isArray(fontsmissing) ? fontsmissing.map((names) => String(names).split(';')[0] ?? '') : [];
  } catch {
    return [];
  }
}

function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}

/** The folder of LibreOffice's libraries: that of `soffice` itself, behind the links to it. */
async function officeFolder(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const found = await realpath(join(folder, 'soffice')).catch(() => null);
    if (found !== null) return dirname(found);
  }
  throw new Error('soffice is not installed');
}

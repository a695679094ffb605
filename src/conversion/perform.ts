// A conversion, from the received files to the result. Read it from top to bottom.
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OnProgress } from '#core/progress.ts';
import { part } from '#core/trace.ts';
import type { Arrival } from './admit.ts';
import { checkResult } from './check-result.ts';
import type { Engines } from './engines/index.ts';
import type { PdfJob } from './engines/pdf/job.ts';
import { inspectContent, openPdfs } from './inspect.ts';
import { retryBreakdown } from './retry-breakdown.ts';
import { markInputs, markResult } from './test-mark.ts';
import type { Input, Report, Tool } from './tools/tool.ts';

export interface Performance {
  tool: Tool;
  /** The conversion's own files, which may be renamed. */
  arrivals: readonly Arrival[];
  options: Record<string, unknown>;
  /** The path for the result, in a folder that belongs to the conversion. */
  output: string;
  /** Whether to mark the result as a test. */
  isTest?: boolean;
  onProgress?: OnProgress;
  signal: AbortSignal;
}

export interface Performed {
  report: Report;
  /** The duration of the conversion alone, without waits and inspections. */
  seconds: number;
}

/** Permits to work, since few documents are inspected or converted at once. */
export interface Permits {
  inspect(): Promise<Disposable>;
  convert(): Promise<Disposable>;
  /** Whether `convert` would grant a permit at once. */
  readonly canConvert: boolean;
}

const permit: Disposable = { [Symbol.dispose]() {} };
export const unlimited: Permits = {
  inspect: () => Promise.resolve(permit),
  convert: () => Promise.resolve(permit),
  canConvert: true,
};

/**
 * Inspects and converts; ensures that there is a result, which no process writes to any more.
 * @throws {@link Failure}, or the reason of `signal`
 */
export async function perform(call: Performance, engines: Engines, permits: Permits = unlimited): Promise<Performed> {
  await using held = new AsyncDisposableStack();
  const inspected = await inspect(call, engines, permits);
  // A process with an open document uses memory: a waiting conversion has no process, and opens the document again.
  const staysOpen = permits.canConvert;
  if (staysOpen) held.use(inspected);
  else await inspected[Symbol.asyncDispose]();
  held.use(await permits.convert());
  const began = performance.now();
  const report = await retryBreakdown(async (isSecond) => {
    if (isSecond) await removeBegun(call.output, inspected.inputs);
    const isOpen = staysOpen && !isSecond;
    const opened = isOpen ? inspected : held.use(await open(call, inspected.inputs, engines));
    return await part('convert', () => run(call, opened, engines));
  }, call.signal);
  return { report, seconds: (performance.now() - began) / 1000 };
}

/** Removes the files of the first attempt: its output, and files named after it. The folder's other files do not belong to it. */
async function removeBegun(output: string, inputs: readonly Input[]): Promise<void> {
  const kept = new Set(inputs.map(({ path }) => path));
  for (const name of await readdir(dirname(output))) {
    const path = join(dirname(output), name);
    if (path.startsWith(output) && !kept.has(path)) await rm(path, { recursive: true, force: true });
  }
}

/** Only inspects, as {@link perform} does before it converts; the files stay as they are. @throws {@link Failure}, or the reason of `signal` */
export async function inspectOnly(call: Performance, engines: Engines, permits: Permits = unlimited): Promise<void> {
  const [first] = call.tool.steps ?? [];
  const { tool, options } = first ?? call;
  await using _inspected = await inspect({ ...call, tool, options: { ...options }, isTest: false }, engines, permits);
}

interface Inspected extends AsyncDisposable {
  inputs: Input[];
  /** The open PDFs, for tools that accept PDFs. */
  pdf: PdfJob | undefined;
}

async function inspect(call: Performance, engines: Engines, permits: Permits): Promise<Inspected> {
  using _permit = await permits.inspect();
  const inputs = await retryBreakdown(
    () => inspectContent(call.tool, call.arrivals, engines, call.signal),
    call.signal,
  );
  if (call.isTest === true) await markInputs({ ...call, inputs }, engines);
  return await open(call, inputs, engines);
}

async function open(call: Performance, inputs: Input[], engines: Engines): Promise<Inspected> {
  if (call.tool.whenEncrypted === undefined) return { inputs, pdf: undefined, async [Symbol.asyncDispose]() {} };
  return await retryBreakdown(() => openIn(call, inputs, engines), call.signal);
}

async function openIn({ tool, options, signal }: Performance, inputs: Input[], engines: Engines): Promise<Inspected> {
  const pdf = await engines.pdf.begin(signal);
  try {
    await openPdfs(tool, inputs, options, pdf);
    return { inputs, pdf, [Symbol.asyncDispose]: () => pdf[Symbol.asyncDispose]() };
  } catch (error) {
    await pdf[Symbol.asyncDispose]();
    throw error;
  }
}

async function run(call: Performance, { inputs, pdf }: Inspected, engines: Engines): Promise<Report> {
  const { tool, options, output, signal } = call;
  const [first, ...others] = inputs;
  if (first === undefined) throw new TypeError('a conversion without files');
  const job = {
    inputs: [first, ...others] as const,
    options: options as never,
    output,
    signal,
    isTest: call.isTest === true,
    onProgress: call.onProgress ?? (() => {}),
    get pdf() {
      if (pdf === undefined) throw new TypeError(`${tool.id} does not accept PDFs`);
      return pdf;
    },
  };
  const report = withWarnings((await tool.run(job, engines)) ?? {}, ofForms(inputs));
  checkResult(output, tool.produces.format);
  if (call.isTest === true) await markResult(call, engines);
  return report;
}

const withWarnings = (report: Report, warnings: readonly string[]): Report =>
  warnings.length === 0 ? report : { ...report, warnings: [...warnings, ...(report.warnings ?? [])] };

/** Warns about dynamic forms, whose pages contain only a placeholder. */
const ofForms = (inputs: readonly Input[]): string[] =>
  inputs
    .filter(({ pdf }) => pdf?.isDynamicForm === true)
    .map(
      ({ name }) =>
        `"${name}" is a dynamic form (XFA), which only Adobe's programs show: the converted page is its placeholder, mostly "Please wait".`,
    );

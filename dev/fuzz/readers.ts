// Fuzzes the first readers of every document without a service: the inspectors and the PDF processes, in their sandboxes. A document
// passes where the next engine would begin, so many more of them can be tried.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config';
import { isFailure } from '#core/failure.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { wrongIn, type Caller, type Document, type Outcome } from './caller.ts';
import { childrenHere, type Fuzzed } from './service.ts';

/** It was read, and another engine would continue. */
class CameThrough extends Error {}

const cameThrough: object = new Proxy({}, { get: () => () => Promise.reject(new CameThrough()) });
const others = ['libreoffice', 'chromium', 'ghostscript', 'heif', 'textLines'];

/** `withDocuments`: also runs the document processes, which make Word documents and pictures and compress; one for each document. */
export async function startFuzzedReaders({ withDocuments }: { withDocuments: boolean }): Promise<Fuzzed> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  const config = loadConfig({ PLATEN_ENV_FILE: '/dev/null', PLATEN_SANDBOX: process.env['PLATEN_SANDBOX'] });
  const mistakes: string[] = [];
  const engines = composeEngines(config, folder, {
    warmProcesses: availableParallelism(),
    warn: (problem) => mistakes.push(problem),
  });
  engines.warmUp({ office: false });
  await engines.inspectors.settled();
  const beyond = withDocuments ? others : [...others, 'documents'];
  const readers: Engines = { ...engines, ...Object.fromEntries(beyond.map((name) => [name, cameThrough])) };
  return {
    maker: callerOf(folder, engines, () => undefined),
    // Of those that run at once, the first one to end is reported.
    caller: callerOf(folder, readers, () => mistakes.shift()),
    async leftBehind() {
      await engines.stop();
      const left = await readdir(folder);
      const children = await childrenHere();
      return [
        ...(left.length > 0 ? [`${left.length} folders are left`] : []),
        ...(children.length > 0 ? [`processes are left: ${children.join(', ')}`] : []),
      ];
    },
    async [Symbol.asyncDispose]() {
      await engines.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function callerOf(folder: string, engines: Engines, mistake: () => string | undefined): Caller {
  let count = 0;
  return {
    async convert(id, files, fields = {}) {
      const tool = tools.find((one) => one.id === id);
      if (tool === undefined) throw new Error(`there is no tool ${id}`);
      const own = join(folder, `case-${count++}`);
      await mkdir(own, { mode: 0o700 });
      try {
        const outcome = await outcomeOf(tool, files, { fields, own, engines });
        const problem = mistake();
        return problem === undefined ? outcome : { problem, ...outcome };
      } finally {
        await rm(own, { recursive: true });
      }
    },
    used: async () => 0,
  };
}

async function outcomeOf(
  tool: Tool,
  files: readonly Document[],
  { fields, own, engines }: { fields: Record<string, string>; own: string; engines: Engines },
): Promise<Outcome> {
  const output = join(own, 'result');
  try {
    const arrivals = await Promise.all(
      files.map(async ({ name, bytes }, n) => {
        const path = join(own, `input-${n}`);
        await writeFile(path, bytes);
        return { path, name };
      }),
    );
    await convert({ tool, arrivals, fields, output, timeoutMs: 60_000 }, engines);
    return { outcome: 'converted', result: await readFile(output) };
  } catch (error) {
    if (error instanceof CameThrough) return { outcome: 'came through' };
    if (!isFailure(error)) return { outcome: 'none', problem: String(error) };
    const { code, status, fields: told } = error;
    const { problem } = wrongIn(tool, status, { error: code, ...told });
    return problem === undefined ? { outcome: code } : { outcome: code, problem: `${problem}: ${String(error.cause)}` };
  }
}

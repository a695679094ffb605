// Conversions on this machine: one set of warm engines for the whole batch, and a temporary folder for each task.
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#config';
import { formats } from '#core/formats.ts';
import { removeTree } from '#core/remove-tree.ts';
import { servingTool, withFields } from '#conversion/admit.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { convert } from '#conversion/standalone.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { composeEngines } from '../../compose-engines.ts';
import type { Converter, Fields } from './converter.ts';
import { about } from '../system-errors.ts';
import { deliver } from './result-file.ts';
import type { Source } from './sources.ts';

interface Here {
  config: Config;
  tool: Tool;
  fields: Fields;
  /** The number of concurrent tasks, and the total number. */
  jobs: number;
  tasks: number;
  /** The caller's umask, for results, which are the caller's own files. */
  umask: number;
  /** Whether to count the pages of results. */
  countPages: boolean;
}

export async function convertHere({ config, tool, fields, ...batch }: Here): Promise<Converter> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-'));
  const isOne = batch.tasks === 1;
  const engines = composeEngines(config, folder, { warmProcesses: isOne ? 0 : Math.min(batch.jobs, batch.tasks) });
  // Tasks that come before the engines are warm start their own, which is faster than waiting.
  if (!isOne) engines.warmUp({ office: tool.accepts.includes(formats.docx) });
  let count = 0;
  return {
    async convert(task, signal, onProgress = () => {}) {
      const own = join(folder, `task-${count++}`);
      await mkdir(own, { mode: 0o700 });
      try {
        const arrivals = await Promise.all(
          task.sources.map(async (source, n) => ({
            path: await arrive(source, join(own, `input-${n}`), signal),
            name: source.name,
          })),
        );
        const { produces } = withFields(servingTool(tool, fields), fields).tool;
        const output = join(own, `result${produces.format.extensions[0]}`);
        const timeoutMs = config.conversionTimeoutMs;
        const report = await convert({ tool, arrivals, fields, output, timeoutMs, signal, onProgress }, engines);
        const { size: bytes } = await stat(output);
        const pages = batch.countPages ? await pagesOf(output, engines, signal) : undefined;
        await deliver(createReadStream(output), task, batch.umask);
        return { bytes, ...(pages === undefined ? {} : { pages }), ...report };
      } finally {
        await removeTree(own);
      }
    },
    async [Symbol.asyncDispose]() {
      await engines.stop();
      await removeTree(folder);
    },
  };
}

async function arrive({ path }: Source, to: string, signal: AbortSignal): Promise<string> {
  await about(path === '-' ? 'standard input' : path, () =>
    path === '-' ? pipeline(process.stdin, createWriteStream(to), { signal }) : copyFile(path, to),
  );
  return to;
}

/** Counts the pages of a PDF that opens without a password. */
async function pagesOf(path: string, engines: Engines, signal: AbortSignal): Promise<number | undefined> {
  if (!path.endsWith('.pdf')) return undefined;
  await using pdf = await engines.pdf.begin(signal);
  const { pages } = await pdf.open(path);
  return pages === 0 ? undefined : pages;
}

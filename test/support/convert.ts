// One conversion in a test: bytes in, a file out.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config';
import { convert } from '#conversion/standalone.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Report } from '#conversion/tools/tool.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { recordTool } from './record.ts';

export interface Workbench extends AsyncDisposable {
  folder: string;
  engines: Engines;
  /** Converts files (PDF by name) and returns the path of the result. */
  run(tool: string, files: readonly Uint8Array[], fields?: Record<string, string>): Promise<string>;
  /** The same with the warnings of the tool; `names` are those of the files, if not all of them are PDFs. */
  convert(
    tool: string,
    files: readonly Uint8Array[],
    fields?: Record<string, string>,
    names?: readonly string[],
  ): Promise<Converted>;
  write(name: string, data: Uint8Array): Promise<string>;
}

export interface Converted {
  path: string;
  report: Report;
}

export async function workbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const problems: string[] = [];
  const engines = composeEngines(loadConfig({}), folder, { warn: (problem) => problems.push(problem) });
  let n = 0;
  const write = async (name: string, data: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, data);
    return path;
  };
  const convertFiles = async (
    toolId: string,
    files: readonly Uint8Array[],
    fields: Record<string, string> = {},
    names: readonly string[] = [],
  ): Promise<Converted> => {
    const tool = tools.find(({ id }) => id === toolId);
    if (tool === undefined) throw new Error(`no tool ${toolId}`);
    const call = n++;
    const arrivals = await Promise.all(
      files.map(async (data, i) => ({
        path: await write(`in-${call}-${i}`, data),
        name: names[i] ?? `file-${i + 1}.pdf`,
      })),
    );
    const output = join(folder, `out-${call}${tool.produces.format.extensions[0]}`);
    const report = await recordTool(toolId, () =>
      convert({ tool, arrivals, fields, output, timeoutMs: 60_000 }, engines),
    );
    return { path: output, report };
  };
  return {
    folder,
    engines,
    write,
    convert: convertFiles,
    run: async (tool, files, fields) => (await convertFiles(tool, files, fields)).path,
    async [Symbol.asyncDispose]() {
      // An inspector that waits would keep the test's process.
      await engines.stop();
      await rm(folder, { recursive: true });
      assert.deepEqual(problems, [], 'nothing is left as it was for a mistake of ours');
    },
  };
}

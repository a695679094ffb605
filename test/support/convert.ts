// One conversion in a test: bytes in, a file out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config';
import { convert } from '#conversion/convert.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { tools } from '#conversion/tools/index.ts';
import { composeEngines } from '#src/compose.ts';

export interface Workbench extends AsyncDisposable {
  folder: string;
  engines: Engines;
  /** Converts files (PDF by name) and gives the path of the result. */
  run(tool: string, files: readonly Uint8Array[], fields?: Record<string, string>): Promise<string>;
  write(name: string, data: Uint8Array): Promise<string>;
}

export async function workbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const engines = composeEngines(loadConfig({}), folder);
  let n = 0;
  const write = async (name: string, data: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, data);
    return path;
  };
  return {
    folder,
    engines,
    write,
    async run(toolId, files, fields = {}) {
      const tool = tools.find(({ id }) => id === toolId);
      if (tool === undefined) throw new Error(`no tool ${toolId}`);
      const call = n++;
      const arrivals = await Promise.all(
        files.map(async (data, i) => ({ path: await write(`in-${call}-${i}`, data), name: `file-${i + 1}.pdf` })),
      );
      const output = join(folder, `out-${call}${tool.produces.format.extensions[0]}`);
      await convert({ tool, arrivals, fields, output, timeoutMs: 60_000 }, engines);
      return output;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

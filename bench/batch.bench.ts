// Many office documents by one `./platen convert`, its start included, beside the same documents sent to a service that is warm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { inParallel } from '#core/parallel.ts';
import { officeDocuments } from './support/office-documents.ts';
import { startServer } from './support/server.ts';
import { median } from './support/statistics.ts';
import { benchFolder } from './support/workbench.ts';

const main = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts');

/** BENCH_FILES names a folder of other documents. */
export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const files = join(folder.path, 'in');
  await mkdir(files);
  const given = process.env['BENCH_FILES'];
  const sources =
    given === undefined
      ? (await officeDocuments(folder.path)).map(({ path }) => path)
      : (await readdir(given)).map((name) => join(given, name));
  const count = quick ? 24 : 200;
  for (let n = 0; n < count; n++) {
    const source = sources[n % sources.length] ?? '';
    await copyFile(source, join(files, `${n}-${basename(source, extname(source))}${extname(source)}`));
  }
  const names = await readdir(files);
  await using server = await startServer(join(import.meta.dirname, 'support', 'whole-server.ts'));
  const headers = { Authorization: `Bearer ${server.key}` };

  const byService = async () => {
    await inParallel(
      names,
      async (name) => {
        const body = new FormData();
        body.append('file', new Blob([await readFile(join(files, name))]), name);
        const answer = await fetch(`${server.url}/v1/convert/office-to-pdf`, { method: 'POST', body, headers });
        const { download_url: path } = (await answer.json()) as { download_url?: string };
        if (path !== undefined) await (await fetch(server.url + path, { headers })).arrayBuffer();
      },
      availableParallelism(),
    );
  };
  const byCommand = async () => {
    const out = join(folder.path, 'out');
    const argv = ['--disable-warning=ExperimentalWarning', main, 'convert', 'office-to-pdf', files, '-o', out];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    await once(child, 'close');
    await rm(out, { recursive: true, force: true });
  };
  const seconds = async (work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };

  await byService();
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const [service, command] = [await seconds(byService), await seconds(byCommand)];
    ratios.push(service / command);
    rates.push(names.length / command);
  }
  return [
    { name: 'a batch beside the service, throughput', value: median(ratios), unit: '×', goal: { atLeast: 0.9 } },
    { name: 'documents a second, a batch', value: median(rates), unit: '/s' },
  ];
}

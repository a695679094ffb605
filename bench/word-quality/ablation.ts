// The table of decision 31: the value of each table finder, by leaving it out. Public documents come from a folder.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { inFolder, listed } from '../support/corpus.ts';
import { temporaryFolder } from '../support/workbench.ts';
import { finders, type Document, type Measured } from './left-out.ts';
import { papers } from './papers.ts';
import { printed, printedByLibreOffice } from './print.ts';

const execute = promisify(execFile);
const sets = ['bench', 'pairs', 'wild'] as const;

/** Prints which documents are there, and the table. */
export async function corpus({ quick, corpus: from = '' }: BenchOptions): Promise<Figure[]> {
  await using folder = await temporaryFolder();
  const { present, missing, differing } = inFolder(from, listed('pairs', 'wild'));
  print(`${present.length} documents of bench/corpus.tsv are in ${from}.`);
  for (const [what, all] of Object.entries({ missing, differs: differing }))
    for (const { name, repository, commit, path } of all) print(`${what}: ${name} (${repository}@${commit}:${path})`);

  const some = <Item>(all: readonly Item[]) => (quick ? all.filter((_, n) => n % 4 === 0) : [...all]);
  const pairs = some(present.filter(({ set }) => set === 'pairs')).map(({ file }) => file);
  const printedPairs = join(folder.path, 'pairs');
  await mkdir(printedPairs);
  if (pairs.length > 0) await printedByLibreOffice(pairs, printedPairs, folder.path, false);
  const prints = (await printed(some(papers), folder.path)).filter(({ by }) => by.endsWith('no tags'));
  const documents: Document[] = [
    ...prints.map(({ paper, path }) => ({ set: 'bench', pdf: path, paper: paper.name })),
    ...pairs.map((truth) => ({ set: 'pairs', pdf: join(printedPairs, pdfName(truth)), truth })),
    ...some(present.filter(({ set }) => set === 'wild')).map(({ file }) => ({ set: 'wild', pdf: file })),
  ];
  const list = join(folder.path, 'documents.json');
  await writeFile(list, JSON.stringify(documents));

  print('\n| without | bench: tables | all | pairs: tables | all | wild |\n| --- | --- | --- | --- | --- | --- |');
  const whole = await measured('nothing', list);
  for (const finder of ['nothing', ...Object.keys(finders)])
    print(row(finder, finder === 'nothing' ? whole : await measured(finder, list), whole));
  return [];
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pdfName = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '.pdf');

/** In a process of its own: what is left out is left out of the code that it loads. */
async function measured(finder: string, list: string): Promise<Measured[]> {
  const result = `${list}.${finder}`;
  await execute(process.execPath, [join(import.meta.dirname, 'left-out.ts'), finder, list, result]);
  return JSON.parse(await readFile(result, 'utf8')) as Measured[];
}

function row(finder: string, own: readonly Measured[], whole: readonly Measured[]): string {
  const changed = own.filter(({ set, sum }, n) => set === 'wild' && sum !== whole[n]?.sum).length;
  const cells = sets.flatMap((set) => {
    const those = own.filter((one) => one.set === set);
    if (set === 'wild') return [finder === 'nothing' ? '' : `${changed} of ${those.length}`];
    return [mean(those.flatMap(({ tables }) => tables ?? [])), mean(those.flatMap(({ all }) => all ?? []))];
  });
  return `| ${[finder, ...cells].join(' | ')} |`;
}

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

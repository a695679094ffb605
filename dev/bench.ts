// ./platen bench NAME: measurements beside what a user would pick instead.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { moved, readFigures, thisMachine, withRun, writeFigures } from './bench-figures.ts';
import { dataOption, ending, UsageError, type Define } from '#cli/command.ts';
import type { Bench, Figure } from './figure.ts';
import { isInside, leavingNothing } from './leaving-nothing.ts';

const folder = join(import.meta.dirname, '..', 'bench');
const keptFile = join(folder, 'figures.json');

interface Options {
  quality?: boolean;
  corpus?: string;
  quick?: boolean;
  json?: boolean;
  compare?: boolean;
  keep?: boolean;
}

export const bench: Define = (command) => {
  command
    .option('--quality', 'score what the results keep of their sources, instead of measuring time')
    .option('--corpus <folder>', 'the tables of decisions, from public documents in a folder (bench/corpus.tsv)')
    .option('--quick', 'fewer rounds')
    .option('--json', 'print the figures as JSON')
    .option('--compare', 'report what moved since the figures were kept')
    .option('--keep', 'keep the figures')
    .addOption(dataOption())
    .action(ending(measure));
};

async function measure(
  name: string,
  { quality, corpus, quick = false, json, compare, keep }: Options,
): Promise<number> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''));
  if (!names.includes(name)) throw new UsageError(`benches are: ${names.join(', ')}`);
  const suite = (await import(join(folder, `${name}.bench.ts`))) as {
    run: Bench;
    quality?: Bench;
    corpus?: Bench;
  };
  const run = corpus !== undefined ? suite.corpus : quality === true ? suite.quality : suite.run;
  if (run === undefined) throw new UsageError(`the bench "${name}" does not have this measure`);
  if (!isInside()) return leavingNothing();
  const keptAs = quality === true ? `${name} --quality` : name;
  const figures = await run({ quick, ...(corpus === undefined ? {} : { corpus }) });
  if (json === true) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else for (const figure of figures) process.stdout.write(`${line(figure)}\n`);
  const [kept, machine] = [await readFigures(keptFile), thisMachine()];
  if (compare === true)
    for (const { name: what, unit, value, from, to } of moved(kept, keptAs, machine, figures))
      process.stdout.write(
        `moved: ${what} is ${value.toFixed(2)} ${unit}, was ${from.toFixed(2)} to ${to.toFixed(2)}\n`,
      );
  if (keep === true) await writeFigures(keptFile, withRun(kept, keptAs, machine, figures));
  return figures.every((figure) => reached(figure)) ? 0 : 1;
}

function reached({ value, goal }: Figure): boolean {
  if (goal === undefined) return true;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

function line(figure: Figure): string {
  const { name, value, unit, goal, note } = figure;
  const wanted =
    goal === undefined
      ? ''
      : `  goal ${'atMost' in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`}: ${reached(figure) ? 'reached' : 'MISSED'}`;
  return `${name.padEnd(44)} ${value.toFixed(2).padStart(9)} ${unit}${wanted}${note === undefined ? '' : `  (${note})`}`;
}

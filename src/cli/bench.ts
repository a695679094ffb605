// ./platen bench NAME: measurements beside what a user would pick instead.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { moved, readFigures, thisMachine, withRun, writeFigures } from './bench-figures.ts';
import { UsageError, type Command } from './command.ts';
import type { BenchOptions, Figure } from './figure.ts';

const folder = join(import.meta.dirname, '..', '..', 'bench');
const keptFile = join(folder, 'figures.json');

export const bench: Command = {
  name: 'bench',
  usage: 'NAME [--quick] [--json] [--compare] [--keep]',
  summary: 'Measure, side by side with the alternatives; tell what moved, or keep the figures.',
  async run(args) {
    const flag = { type: 'boolean' } as const;
    const options = { quick: flag, json: flag, compare: flag, keep: flag, data: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const names = readdirSync(folder)
      .filter((file) => file.endsWith('.bench.ts'))
      .map((file) => file.replace('.bench.ts', ''));
    const name = positionals[0];
    if (name === undefined || !names.includes(name)) throw new UsageError(`benches are: ${names.join(', ')}`);
    const suite = (await import(join(folder, `${name}.bench.ts`))) as {
      run: (options: BenchOptions) => Promise<Figure[]>;
    };
    const figures = await suite.run({ quick: values.quick ?? false });
    if (values.json === true) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    else for (const figure of figures) process.stdout.write(`${line(figure)}\n`);
    const [kept, machine] = [await readFigures(keptFile), thisMachine()];
    if (values.compare === true)
      for (const { name: what, unit, value, from, to } of moved(kept, name, machine, figures))
        process.stdout.write(
          `moved: ${what} is ${value.toFixed(2)} ${unit}, was ${from.toFixed(2)} to ${to.toFixed(2)}\n`,
        );
    if (values.keep === true) await writeFigures(keptFile, withRun(kept, name, machine, figures));
    return figures.every((figure) => reached(figure)) ? 0 : 1;
  },
};

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

// ./platen bench NAME: measurements beside what a user would pick instead.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, type Command } from './command.ts';

/** One figure of a bench; with a goal it decides about the exit status. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal?: { atMost: number } | { atLeast: number };
  /** What stands beside it: the peer's own figure, sizes, versions. */
  note?: string;
}

export interface BenchOptions {
  quick: boolean;
}

const folder = join(import.meta.dirname, '..', '..', 'bench');

export const bench: Command = {
  name: 'bench',
  usage: 'NAME [--quick] [--json]',
  summary: 'Measure, side by side with the alternatives.',
  async run(args) {
    const options = { quick: { type: 'boolean' }, json: { type: 'boolean' }, data: { type: 'string' } } as const;
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

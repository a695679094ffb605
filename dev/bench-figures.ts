// Previous figures of benches, kept in bench/figures.json, and the changes since then beyond their noise.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Figure } from './figure.ts';

/** The figures of one bench on one machine. */
interface Kept {
  machine: string;
  /** Of each figure the last {@link maxValues} values, the newest last; of one that is exact the last. */
  figures: Record<string, { unit: string; values: number[] }>;
}

export type KeptFigures = Record<string, Kept>;

const maxValues = 5;
/** A single value says nothing of its noise: shared machines differ by this much from one run to the next. */
const typicalNoise = 0.2;
/** Added to the range of several values. */
const margin = 0.05;

export const thisMachine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}`;

export const readFigures = async (path: string): Promise<KeptFigures> =>
  JSON.parse(
    await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    }),
  ) as KeptFigures;

export const writeFigures = (path: string, kept: KeptFigures): Promise<void> =>
  writeFile(path, `${JSON.stringify(kept, null, 2)}\n`);

/** The kept figures, with those of one more run; figures of another machine are dropped. */
export function withRun(kept: KeptFigures, bench: string, machine: string, figures: readonly Figure[]): KeptFigures {
  const before = kept[bench]?.machine === machine ? kept[bench].figures : {};
  const after = figures
    .filter(({ value }) => Number.isFinite(value))
    .map(({ name, unit, value, isExact }) => {
      const values = before[name]?.unit === unit && isExact !== true ? before[name].values : [];
      return [name, { unit, values: [...values, round(value)].slice(-maxValues) }] as const;
    });
  return { ...kept, [bench]: { machine, figures: { ...before, ...Object.fromEntries(after) } } };
}

export interface Move {
  name: string;
  unit: string;
  value: number;
  /** The range that earlier runs make likely. */
  from: number;
  to: number;
}

/** The figures that are outside of the noise of those kept. On another machine only ratios are compared. */
export function moved(kept: KeptFigures, bench: string, machine: string, figures: readonly Figure[]): Move[] {
  const earlier = kept[bench];
  if (earlier === undefined) return [];
  return figures.flatMap(({ name, unit, value, isExact }) => {
    const values = earlier.figures[name]?.unit === unit ? earlier.figures[name].values : [];
    if (values.length === 0 || (earlier.machine !== machine && !isRatio(unit))) return [];
    const noise = isExact === true ? 0 : values.length === 1 ? typicalNoise : margin;
    const [from, to] = [Math.min(...values) * (1 - noise), Math.max(...values) * (1 + noise)];
    return round(value) < from || round(value) > to ? [{ name, unit, value, from, to }] : [];
  });
}

const isRatio = (unit: string) => /^(×|x\b|%)/.test(unit);

const round = (value: number) => Number(value.toPrecision(4));

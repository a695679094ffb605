// Numbers per column as stacked bars; the same numbers as a table for screen readers.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, date, dayAndMonth } from '../format.ts';

const height = 180;
const bottom = 20;
const left = 34;

export interface Series {
  id: string;
  label: string;
  colour: string;
}

/** Of each column of one series. */
export interface Cell {
  /** The start of the column. */
  at: number;
  series: string;
  value: number;
}

export const seriesColours = ['indigo-6', 'teal-5', 'orange-5', 'grape-5', 'cyan-6', 'lime-6', 'pink-5', 'gray-5'].map(
  (name) => `var(--mantine-color-${name})`,
);

/** The most frequent names, each with a colour; the rest together. */
export function mostOf(
  totals: ReadonlyMap<string, number>,
  others: string,
  labelOf: (name: string) => string,
): { series: Series[]; seriesOf: (name: string) => string } {
  const names = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const named = names.length <= seriesColours.length ? names : names.slice(0, seriesColours.length - 1);
  const series = named.map((id, n) => ({ id, label: labelOf(id), colour: seriesColours[n] ?? '' }));
  if (named.length < names.length) series.push({ id: '', label: others, colour: seriesColours.at(-1) ?? '' });
  return { series, seriesOf: (name) => (named.includes(name) ? name : '') };
}

/** A round number at or above the highest bar. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value;
}

/** The columns of a chart, each for some time. */
export interface Columns {
  starts: readonly number[];
  /** The heading of the table for {@link name}. */
  head: string;
  name: (at: number) => string;
  label: (at: number) => string;
  /** How many columns have one label, counted from the last. */
  labelEvery: number;
}

const wholeNumber = (n: number): string => (Number.isInteger(n) ? count(n) : '');

export function Bars({
  columns,
  series,
  cells,
  caption,
  say,
  sayAll,
  isNested = false,
  tick = wholeNumber,
  action,
}: {
  columns: Columns;
  series: readonly Series[];
  cells: readonly Cell[];
  /** Of the table. */
  caption: string;
  /** A number in words, such as "3 conversions". */
  say: (n: number) => string;
  /** The whole chart in words, for its sum. */
  sayAll: (sum: number) => string;
  /** Whether each series contains the one before it, such as a median and a 95th percentile. */
  isNested?: boolean;
  /** The labels of the axis; by default whole numbers only. */
  tick?: (n: number) => string;
  action?: ReactNode;
}) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  // Rendered at its actual size, so that its labels are as large as other text.
  const width = measured || 720;
  const { starts } = columns;
  const value = (at: number, id: string) =>
    cells.reduce((sum, cell) => (cell.at === at && cell.series === id ? sum + cell.value : sum), 0);
  const rows = starts.map((at) => ({ at, parts: series.map(({ id }) => value(at, id)) }));
  const totals = rows.map(({ parts }) => (isNested ? Math.max(0, ...parts) : parts.reduce((a, b) => a + b, 0)));
  const top = roundUp(Math.max(...totals));
  const all = totals.reduce((a, b) => a + b, 0);
  const step = (width - left) / starts.length;
  const y = (n: number) => (height - bottom) * (1 - n / top);

  return (
    <div>
      <Group justify="space-between" mb="sm">
        <Group gap="md">
          {series.map(({ id, label, colour }) => (
            <Group gap={6} key={id}>
              <span aria-hidden style={{ width: 10, height: 10, borderRadius: 3, background: colour }} />
              <Text size="sm">{label}</Text>
            </Group>
          ))}
        </Group>
        {action}
      </Group>
      <div ref={ref}>
        <svg
          className="bars"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={sayAll(all)}
        >
          {[0, top / 2, top].map((n) => (
            <g key={n}>
              <line className="grid" x1={left} x2={width} y1={y(n)} y2={y(n)} />
              <text x={left - 8} y={y(n) + 4} textAnchor="end">
                {tick(n)}
              </text>
            </g>
          ))}
          {rows.map(({ at, parts }, column) => {
            let below = 0;
            return (
              <g key={at}>
                <title>{`${columns.name(at)}: ${say(totals[column] ?? 0)}`}</title>
                <rect x={left + column * step} y={0} width={step} height={height - bottom} fill="transparent" />
                {parts.map((n, index) => {
                  const part = isNested ? Math.max(0, n - below) : n;
                  if (part === 0) return null;
                  below += part;
                  const style = series[index];
                  return (
                    <rect
                      key={style?.id}
                      x={left + column * step + step * 0.16}
                      width={step * 0.68}
                      y={y(below)}
                      height={y(below - part) - y(below)}
                      rx={2}
                      fill={style?.colour}
                    />
                  );
                })}
                {(starts.length - 1 - column) % columns.labelEvery === 0 && (
                  <text
                    x={left + (column + (column === starts.length - 1 ? 1 : 0.5)) * step}
                    y={height - 4}
                    textAnchor={column === starts.length - 1 ? 'end' : 'middle'}
                  >
                    {columns.label(at)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{columns.head}</th>
              {series.map(({ id, label }) => (
                <th scope="col" key={id}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter((_, n) => (totals[n] ?? 0) > 0)
              .map(({ at, parts }) => (
                <tr key={at}>
                  <th scope="row">{columns.name(at)}</th>
                  {parts.map((n, index) => (
                    <td key={series[index]?.id}>{tick(n)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

const dayMs = 86_400_000;

/** A column for each day. */
export function DayBars({
  from,
  until,
  say,
  ...chart
}: { from: number; until: number } & Omit<ComponentProps<typeof Bars>, 'columns' | 'sayAll'>) {
  const { t } = useTranslation();
  const starts = Array.from({ length: Math.round((until - from) / dayMs) + 1 }, (_, n) => from + n * dayMs);
  return (
    <Bars
      {...chart}
      columns={{
        starts,
        head: t('charts.day'),
        name: (at) => date(at, 'UTC'),
        label: dayAndMonth,
        labelEvery: 7,
      }}
      say={say}
      sayAll={(sum) => t('charts.in_days', { what: say(sum), count: starts.length })}
    />
  );
}

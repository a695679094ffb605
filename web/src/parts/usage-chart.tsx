// Conversions per day as stacked bars, by outcome or by tool; with the same numbers as a table for screen readers.
import { Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import type { Usage } from '../api/types.ts';
import { count, date, plural } from '../format.ts';

const dayMs = 86_400_000;
const height = 180;
const bottom = 20;
const left = 34;

const outcomes = [
  { id: 'success', label: 'Success', colour: 'var(--mantine-color-teal-6)' },
  { id: 'rejected', label: 'Rejected', colour: 'var(--mantine-color-orange-5)' },
  { id: 'failed', label: 'Failed', colour: 'var(--mantine-color-red-6)' },
];
const toolColours = ['indigo-6', 'teal-5', 'orange-5', 'grape-5', 'cyan-6', 'lime-6', 'pink-5', 'gray-5'].map(
  (name) => `var(--mantine-color-${name})`,
);

interface Series {
  id: string;
  label: string;
  colour: string;
}

/** The tools used most, each with a colour; the rest together. */
function toolSeries(usage: Usage): { series: Series[]; seriesOf: (tool: string) => string } {
  const totals = new Map<string, number>();
  for (const { tool, conversions } of usage.cells) totals.set(tool, (totals.get(tool) ?? 0) + conversions);
  const tools = [...totals].sort(([, a], [, b]) => b - a).map(([tool]) => tool);
  const named = tools.length <= toolColours.length ? tools : tools.slice(0, toolColours.length - 1);
  const ids = named.length < tools.length ? [...named, 'others'] : named;
  return {
    series: ids.map((id, n) => ({ id, label: id, colour: toolColours[n] ?? '' })),
    seriesOf: (tool) => (named.includes(tool) ? tool : 'others'),
  };
}

/** A round number at or above the highest bar. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value;
}

export function UsageChart({ usage }: { usage: Usage }) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  // Rendered at its actual size, so that its labels are as large as other text.
  const width = measured || 720;
  const [by, setBy] = useState('outcome');
  const tools = toolSeries(usage);
  const series = by === 'outcome' ? outcomes : tools.series;
  const idOf = (cell: Usage['cells'][number]) => (by === 'outcome' ? cell.outcome : tools.seriesOf(cell.tool));

  const days = Array.from(
    { length: Math.round((usage.until - usage.from) / dayMs) + 1 },
    (_, n) => usage.from + n * dayMs,
  );
  const value = (day: number, id: string) =>
    usage.cells.reduce((sum, cell) => (cell.day === day && idOf(cell) === id ? sum + cell.conversions : sum), 0);
  const rows = days.map((day) => ({ day, parts: series.map(({ id }) => value(day, id)) }));
  const totals = rows.map(({ parts }) => parts.reduce((a, b) => a + b, 0));
  const top = roundUp(Math.max(...totals));
  const all = totals.reduce((a, b) => a + b, 0);
  const step = (width - left) / days.length;
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
        <SegmentedControl
          size="xs"
          value={by}
          onChange={setBy}
          aria-label="Colours of the chart"
          data={[
            { value: 'outcome', label: 'By outcome' },
            { value: 'tool', label: 'By tool' },
          ]}
        />
      </Group>
      <div ref={ref}>
        <svg
          className="bars"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${plural(all, 'conversion')} in the last ${days.length} days`}
        >
          {[0, top / 2, top].map((n) => (
            <g key={n}>
              <line className="grid" x1={left} x2={width} y1={y(n)} y2={y(n)} />
              {Number.isInteger(n) && (
                <text x={left - 8} y={y(n) + 4} textAnchor="end">
                  {count(n)}
                </text>
              )}
            </g>
          ))}
          {rows.map(({ day, parts }, column) => {
            let below = 0;
            return (
              <g key={day}>
                <title>{`${date(day)}: ${plural(totals[column] ?? 0, 'conversion')}`}</title>
                <rect x={left + column * step} y={0} width={step} height={height - bottom} fill="transparent" />
                {parts.map((n, index) => {
                  if (n === 0) return null;
                  below += n;
                  const style = series[index];
                  return (
                    <rect
                      key={style?.id}
                      x={left + column * step + step * 0.16}
                      width={step * 0.68}
                      y={y(below)}
                      height={y(below - n) - y(below)}
                      rx={2}
                      fill={style?.colour}
                    />
                  );
                })}
                {(days.length - 1 - column) % 7 === 0 && (
                  <text
                    x={left + (column + (column === days.length - 1 ? 1 : 0.5)) * step}
                    y={height - 4}
                    textAnchor={column === days.length - 1 ? 'end' : 'middle'}
                  >
                    {new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <VisuallyHidden>
        <table>
          <caption>Conversions per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
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
              .map(({ day, parts }) => (
                <tr key={day}>
                  <th scope="row">{date(day)}</th>
                  {parts.map((n, index) => (
                    <td key={series[index]?.id}>{n}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

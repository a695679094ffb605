// Numbers per day as stacked bars; the same numbers as a table for screen readers.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, date, dayAndMonth } from '../format.ts';

const dayMs = 86_400_000;
const height = 180;
const bottom = 20;
const left = 34;

export interface Series {
  id: string;
  label: string;
  colour: string;
}

/** Of each day of one series. */
export interface DayCell {
  /** Its start (UTC). */
  day: number;
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

export function DayBars({
  from,
  until,
  series,
  cells,
  caption,
  say,
  action,
}: {
  from: number;
  until: number;
  series: readonly Series[];
  cells: readonly DayCell[];
  /** Of the table. */
  caption: string;
  /** A number in words, such as "3 conversions". */
  say: (n: number) => string;
  action?: ReactNode;
}) {
  const { t } = useTranslation();
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  // Rendered at its actual size, so that its labels are as large as other text.
  const width = measured || 720;
  const days = Array.from({ length: Math.round((until - from) / dayMs) + 1 }, (_, n) => from + n * dayMs);
  const value = (day: number, id: string) =>
    cells.reduce((sum, cell) => (cell.day === day && cell.series === id ? sum + cell.value : sum), 0);
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
        {action}
      </Group>
      <div ref={ref}>
        <svg
          className="bars"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('charts.in_days', { what: say(all), count: days.length })}
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
                <title>{`${date(day, 'UTC')}: ${say(totals[column] ?? 0)}`}</title>
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
                    {dayAndMonth(day)}
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
              <th scope="col">{t('charts.day')}</th>
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
                  <th scope="row">{date(day, 'UTC')}</th>
                  {parts.map((n, index) => (
                    <td key={series[index]?.id}>{count(n)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

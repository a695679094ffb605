// Numbers per day as stacked bars.
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { date, dayAndMonth } from '../format.ts';
import { Bars } from './bars.tsx';

const dayMs = 86_400_000;

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

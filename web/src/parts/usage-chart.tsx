// Conversions per day, by outcome or by tool.
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../api/types.ts';
import { DayBars, mostOf, type Series } from './bars.tsx';
import { toolName } from './tool-name.ts';

const outcomes = { success: 'teal-6', rejected: 'orange-5', failed: 'red-6' } as const;

export function UsageChart({ usage: { from, until, cells } }: { usage: Usage }) {
  const { t } = useTranslation();
  const [by, setBy] = useState('outcome');
  const totals = new Map<string, number>();
  for (const { tool, conversions } of cells) totals.set(tool, (totals.get(tool) ?? 0) + conversions);
  const tools = mostOf(totals, t('charts.others'), (tool) => toolName(tool, tool));
  const ends = (['success', 'rejected', 'failed'] as const).map((id): Series => ({
    id,
    label: t(`jobs.${id}`),
    colour: `var(--mantine-color-${outcomes[id]})`,
  }));
  return (
    <DayBars
      from={from}
      until={until}
      series={by === 'outcome' ? ends : tools.series}
      cells={cells.map(({ day, tool, outcome, conversions: value }) => ({
        at: day,
        value,
        series: by === 'outcome' ? outcome : tools.seriesOf(tool),
      }))}
      caption={t('home.per_day')}
      say={(n) => t('charts.conversions', { count: n })}
      action={
        <SegmentedControl
          size="xs"
          value={by}
          onChange={setBy}
          aria-label={t('charts.colours')}
          data={[
            { value: 'outcome', label: t('charts.by_outcome') },
            { value: 'tool', label: t('charts.by_tool') },
          ]}
        />
      }
    />
  );
}

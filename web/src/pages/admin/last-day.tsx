// The last 24 hours in graphs: the queue, the latencies of short and other tools, and the errors by code.
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { LastDay as Day } from '../../api/types.ts';
import { count, moment, took } from '../../format.ts';
import { currentLocale } from '../../i18n.ts';
import { Bars, mostOf, seriesColours } from '../../parts/bars.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useLastDay } from './queries.ts';

const [first = '', second = ''] = seriesColours;

export function LastDay() {
  const { t } = useTranslation();
  const { data, error } = useLastDay();
  if (data === undefined) return <Problem error={error} />;
  const { hours } = data;
  return (
    <>
      <Chart
        title={t('admin.day_queue')}
        hours={hours}
        series={[
          { id: 'running', label: t('admin.queue_running'), colour: first },
          { id: 'waiting', label: t('admin.queue_waiting'), colour: second },
        ]}
        cells={hours.flatMap(({ at, running, waiting }) => [
          { at, series: 'running', value: running },
          { at, series: 'waiting', value: waiting },
        ])}
        say={count}
      />
      <Latencies hours={hours} name="short" title={t('admin.day_short')} />
      <Latencies hours={hours} name="other" title={t('admin.day_long')} />
      <Errors hours={hours} />
    </>
  );
}

const timeOfDay = (time: number): string => new Date(time).toLocaleTimeString(currentLocale(), { timeStyle: 'short' });
const inSeconds = (seconds: number): string => took(1000 * seconds);

type Hours = Day['hours'];

function Latencies({ hours, name, title }: { hours: Hours; name: 'short' | 'other'; title: string }) {
  const { t } = useTranslation();
  return (
    <Chart
      title={title}
      hours={hours}
      series={[
        { id: 'median', label: t('admin.day_median'), colour: first },
        { id: 'most', label: t('admin.day_most'), colour: second },
      ]}
      cells={hours.flatMap(({ at, latencies: { [name]: latency } }) => [
        { at, series: 'median', value: latency?.median ?? 0 },
        { at, series: 'most', value: latency?.most ?? 0 },
      ])}
      say={inSeconds}
      tick={inSeconds}
      isNested
    />
  );
}

function Errors({ hours }: { hours: Hours }) {
  const { t } = useTranslation();
  const totals = new Map<string, number>();
  for (const { errors } of hours)
    for (const [code, n] of Object.entries(errors)) totals.set(code, (totals.get(code) ?? 0) + n);
  const { series, seriesOf } = mostOf(totals, t('charts.others'), (code) => code);
  return (
    <Chart
      title={t('admin.day_errors')}
      hours={hours}
      series={series}
      cells={hours.flatMap(({ at, errors }) =>
        Object.entries(errors).map(([code, value]) => ({ at, series: seriesOf(code), value })),
      )}
      say={(n) => t('charts.conversions', { count: n })}
    />
  );
}

/** A titled chart with a column for each hour; a sentence if there is nothing to draw. */
function Chart({
  title,
  hours,
  ...chart
}: { title: string; hours: Hours } & Omit<ComponentProps<typeof Bars>, 'caption' | 'columns' | 'sayAll'>) {
  const { t } = useTranslation();
  const isEmpty = chart.cells.every(({ value }) => value === 0);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {isEmpty ? (
          <Text c="dimmed">{t('admin.day_nothing')}</Text>
        ) : (
          <Bars
            {...chart}
            caption={title}
            columns={{
              starts: hours.map(({ at }) => at),
              head: t('admin.day_hour'),
              name: moment,
              label: timeOfDay,
              labelEvery: 6,
            }}
            sayAll={() => title}
          />
        )}
      </Stack>
    </Paper>
  );
}

// Errors of jobs by day and code; empty if there are none.
import { useTranslation } from 'react-i18next';
import { useErrors } from '../api/queries.ts';
import { Section } from '../layout/section.tsx';
import { DayBars, mostOf } from './bars.tsx';
import { Problem } from './problem.tsx';

export function ErrorChart() {
  const { t } = useTranslation();
  const { data, error } = useErrors();
  if (data === undefined) return <Problem error={error} />;
  if (data.cells.length === 0) return null;
  const totals = new Map<string, number>();
  for (const { code, jobs } of data.cells) totals.set(code, (totals.get(code) ?? 0) + jobs);
  const { series, seriesOf } = mostOf(totals, t('charts.others'), (code) => code);
  return (
    <Section title={t('jobs.errors')}>
      <DayBars
        from={data.from}
        until={data.until}
        series={series}
        cells={data.cells.map(({ day, code, jobs }) => ({ at: day, series: seriesOf(code), value: jobs }))}
        caption={t('jobs.errors')}
        say={(n) => t('charts.jobs', { count: n })}
      />
    </Section>
  );
}

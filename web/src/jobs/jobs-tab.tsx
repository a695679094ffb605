// The jobs, whichever key created them: filtered, sorted, picked. The filters are part of the URL.
import { Button, Center, Paper, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveJobs } from '../api/live-jobs.ts';
import { useJobs, type JobFilters } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorChart } from '../parts/error-chart.tsx';
import { JobList } from '../parts/job-list.tsx';
import { OpenJob } from '../parts/open-job.tsx';
import { Problem } from '../parts/problem.tsx';
import { RefusedCalls } from '../parts/refused-calls.tsx';
import { dayStart } from './days.ts';
import { JobFilterForm } from './job-filters.tsx';
import { useCode, useParams } from './params.ts';
import { PickedJobs } from './picked-jobs.tsx';

export function JobsTab() {
  const { t } = useTranslation();
  const { param, setParam, clear } = useParams();
  const [text, setText] = useState(param('search'));
  const [search] = useDebouncedValue(text.trim(), 250);
  const code = useCode();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const filters: JobFilters = {
    tool: param('tool'),
    state: param('state'),
    key: param('key'),
    code,
    search,
    from: dayStart(param('from'), 0),
    until: dayStart(param('until'), 1),
    sort: param('sort'),
  };
  const jobs = useJobs(filters);
  const positions = useLiveJobs();
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value !== '');
  return (
    <Stack gap="lg">
      <JobFilterForm
        text={text}
        onText={(typed) => {
          setText(typed);
          setParam('search', typed.trim());
        }}
      />
      <Problem error={jobs.error} />
      <PickedJobs filters={filters} jobs={all} picked={picked} onPicked={setPicked} />
      <Paper withBorder component="section" aria-label={t('jobs.list')}>
        {jobs.isPending && <Skeleton height={240} m="md" w="auto" />}
        {jobs.isSuccess && all.length === 0 && (
          <Empty
            title={t(isFiltered ? 'jobs.no_match' : 'jobs.none')}
            action={
              isFiltered && (
                <Button
                  variant="default"
                  onClick={() => {
                    setText('');
                    clear();
                  }}
                >
                  {t('jobs.show_all')}
                </Button>
              )
            }
          >
            {t(isFiltered ? 'jobs.no_match_text' : 'jobs.none_text')}
          </Empty>
        )}
        <JobList
          jobs={all}
          positions={positions}
          picked={picked}
          onPicked={setPicked}
          onOpen={({ id }) => setParam('job', id)}
        />
      </Paper>
      {jobs.hasNextPage && (
        <Center>
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {t('jobs.older')}
          </Button>
        </Center>
      )}
      <ErrorChart />
      <RefusedCalls tool={filters.tool} code={filters.code} of={filters.key} />
      <OpenJob
        id={/^[0-9a-z]{36}$/.test(param('job')) ? param('job') : null}
        known={all.find(({ id }) => id === param('job'))}
        onOpen={(id) => setParam('job', id)}
        onClose={() => setParam('job', '')}
      />
    </Stack>
  );
}

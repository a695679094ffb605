// The jobs of the last 30 days, whichever key created them. The filters are part of the URL.
import { Button, Center, NativeSelect, Paper, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { useLiveJobs } from '../api/live-jobs.ts';
import { useJobs, useKeys, useTools } from '../api/queries.ts';
import { Page } from '../layout/page.tsx';
import { Empty } from '../parts/empty.tsx';
import { OpenJob } from '../parts/open-job.tsx';
import { JobList } from '../parts/job-list.tsx';
import { ErrorChart } from '../parts/error-chart.tsx';
import { Problem } from '../parts/problem.tsx';
import { RefusedCalls } from '../parts/refused-calls.tsx';
import { states } from '../parts/state-badge.tsx';
import { toolName } from '../parts/tool-name.ts';

export default function Jobs() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const param = (name: string) => params.get(name) ?? '';
  const setParam = (name: string, value: string) =>
    setParams(
      (old) => {
        if (value === '') old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  const [text, setText] = useState(param('search'));
  const [search] = useDebouncedValue(text.trim(), 250);
  const { data: tools = [] } = useTools();
  const { data: keys = [] } = useKeys();
  const [code] = useDebouncedValue(param('code').trim(), 250);
  const filters = {
    tool: param('tool'),
    state: param('state'),
    key: param('key'),
    code: /^[a-z_]*$/.test(code) ? code : '',
    search,
  };
  const jobs = useJobs(filters);
  const places = useLiveJobs();
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page title={t('jobs.title')} intro={t('jobs.intro')}>
      <SimpleGrid cols={{ base: 2, md: 5 }} style={{ alignItems: 'end' }}>
        <TextInput
          label={t('jobs.search')}
          type="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setParam('search', event.currentTarget.value.trim());
          }}
        />
        <NativeSelect
          label={t('jobs.tool')}
          value={filters.tool}
          onChange={(event) => setParam('tool', event.currentTarget.value)}
          data={[
            { value: '', label: t('jobs.all_tools') },
            ...tools.map(({ id, name }) => ({ value: id, label: toolName(id, name) })),
          ]}
        />
        <NativeSelect
          label={t('jobs.state')}
          value={filters.state}
          onChange={(event) => setParam('state', event.currentTarget.value)}
          data={[
            { value: '', label: t('jobs.all_states') },
            ...states.map((value) => ({ value, label: t(`jobs.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('jobs.key')}
          value={filters.key}
          onChange={(event) => setParam('key', event.currentTarget.value)}
          data={[
            { value: '', label: t('jobs.all_keys') },
            { value: 'dashboard', label: t('jobs.dashboard') },
            ...keys.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextInput
          label={t('jobs.code')}
          placeholder="source_unreadable"
          value={param('code')}
          onChange={(event) => setParam('code', event.currentTarget.value)}
        />
      </SimpleGrid>
      <Problem error={jobs.error} />
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
                    setParams({}, { replace: true });
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
        <JobList jobs={all} places={places} onOpen={({ id }) => setParam('job', id)} />
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
    </Page>
  );
}

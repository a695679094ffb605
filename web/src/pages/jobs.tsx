// The jobs of the last 30 days, whichever key created them. The filters are part of the URL.
import { Button, Center, Group, NativeSelect, Paper, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useJobs, useTools } from '../api/queries.ts';
import { Page } from '../layout/page.tsx';
import { Empty } from '../parts/empty.tsx';
import { JobDrawer } from '../parts/job-drawer.tsx';
import { JobList } from '../parts/job-list.tsx';
import { Problem } from '../parts/problem.tsx';
import { stateNames } from '../parts/state-badge.tsx';

export default function Jobs() {
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
  const filters = { tool: param('tool'), state: param('state'), search };
  const jobs = useJobs(filters);
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page title="Jobs" intro="Results are kept for one hour, inputs of failed conversions for three days.">
      <Group align="flex-end">
        <TextInput
          label="Name or identifier"
          type="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setParam('search', event.currentTarget.value.trim());
          }}
        />
        <NativeSelect
          label="Tool"
          value={filters.tool}
          onChange={(event) => setParam('tool', event.currentTarget.value)}
          data={[{ value: '', label: 'All tools' }, ...tools.map(({ id }) => ({ value: id, label: id }))]}
        />
        <NativeSelect
          label="State"
          value={filters.state}
          onChange={(event) => setParam('state', event.currentTarget.value)}
          data={[{ value: '', label: 'All states' }, ...stateNames]}
        />
      </Group>
      <Problem error={jobs.error} />
      <Paper withBorder component="section" aria-label="List of jobs">
        {jobs.isPending && <Skeleton height={240} m="md" w="auto" />}
        {jobs.isSuccess && all.length === 0 && (
          <Empty
            title={isFiltered ? 'No matching jobs' : 'No jobs yet'}
            action={
              isFiltered && (
                <Button
                  variant="default"
                  onClick={() => {
                    setText('');
                    setParams({}, { replace: true });
                  }}
                >
                  Show all jobs
                </Button>
              )
            }
          >
            {isFiltered
              ? 'Try another name, tool or state.'
              : 'Jobs appear here when you convert a file in the playground or with the API.'}
          </Empty>
        )}
        <JobList jobs={all} onOpen={({ id }) => setParam('job', id)} />
      </Paper>
      {jobs.hasNextPage && (
        <Center>
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            Show older jobs
          </Button>
        </Center>
      )}
      <JobDrawer
        id={/^[0-9a-z]{36}$/.test(param('job')) ? param('job') : null}
        known={all.find(({ id }) => id === param('job'))}
        onClose={() => setParam('job', '')}
      />
    </Page>
  );
}

// Every job of the account of the last month, whichever key made it. What is chosen stands in the address.
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
  const [address, setAddress] = useSearchParams();
  const chosen = (name: string) => address.get(name) ?? '';
  const choose = (name: string, value: string) =>
    setAddress(
      (old) => {
        if (value === '') old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  const [text, setText] = useState(chosen('search'));
  const [search] = useDebouncedValue(text.trim(), 250);
  const { data: tools = [] } = useTools();
  const filters = { tool: chosen('tool'), state: chosen('state'), search };
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
            choose('search', event.currentTarget.value.trim());
          }}
        />
        <NativeSelect
          label="Tool"
          value={filters.tool}
          onChange={(event) => choose('tool', event.currentTarget.value)}
          data={[{ value: '', label: 'All tools' }, ...tools.map(({ id }) => ({ value: id, label: id }))]}
        />
        <NativeSelect
          label="State"
          value={filters.state}
          onChange={(event) => choose('state', event.currentTarget.value)}
          data={[{ value: '', label: 'All states' }, ...stateNames]}
        />
      </Group>
      <Problem error={jobs.error} />
      <Paper withBorder component="section" aria-label="List of jobs">
        {jobs.isPending && <Skeleton height={240} m="md" w="auto" />}
        {jobs.isSuccess && all.length === 0 && (
          <Empty
            title={isFiltered ? 'No job is like this' : 'No jobs yet'}
            action={
              isFiltered && (
                <Button
                  variant="default"
                  onClick={() => {
                    setText('');
                    setAddress({}, { replace: true });
                  }}
                >
                  Show all jobs
                </Button>
              )
            }
          >
            {isFiltered
              ? 'Look for another name, tool or state.'
              : 'Convert a file in the playground or with the API, and it appears here.'}
          </Empty>
        )}
        <JobList jobs={all} onOpen={({ id }) => choose('job', id)} />
      </Paper>
      {jobs.hasNextPage && (
        <Center>
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            Show older jobs
          </Button>
        </Center>
      )}
      <JobDrawer
        id={/^[0-9a-z]{36}$/.test(chosen('job')) ? chosen('job') : null}
        known={all.find(({ id }) => id === chosen('job'))}
        onClose={() => choose('job', '')}
      />
    </Page>
  );
}

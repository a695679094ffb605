// Every job of the account of the last month, whichever key made it.
import { Button, Center, Group, NativeSelect, Paper, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useJobs, useTools } from '../api/queries.ts';
import type { Job } from '../api/types.ts';
import { Page } from '../layout/page.tsx';
import { Empty } from '../parts/empty.tsx';
import { JobDrawer } from '../parts/job-drawer.tsx';
import { JobList } from '../parts/job-list.tsx';
import { Problem } from '../parts/problem.tsx';
import { stateNames } from '../parts/state-badge.tsx';

export default function Jobs() {
  const [tool, setTool] = useState('');
  const [state, setState] = useState('');
  const [open, setOpen] = useState<Job | null>(null);
  const { data: tools = [] } = useTools();
  const jobs = useJobs({ tool, state });
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const isFiltered = tool !== '' || state !== '';
  return (
    <Page title="Jobs" intro="Results are kept for one hour, inputs of failed conversions for three days.">
      <Group>
        <NativeSelect
          label="Tool"
          value={tool}
          onChange={(event) => setTool(event.currentTarget.value)}
          data={[{ value: '', label: 'All tools' }, ...tools.map(({ id }) => ({ value: id, label: id }))]}
        />
        <NativeSelect
          label="State"
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
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
                    setTool('');
                    setState('');
                  }}
                >
                  Show all jobs
                </Button>
              )
            }
          >
            {isFiltered
              ? 'Choose another tool or state.'
              : 'Convert a file in the playground or with the API, and it appears here.'}
          </Empty>
        )}
        <JobList jobs={all} onOpen={setOpen} />
      </Paper>
      {jobs.hasNextPage && (
        <Center>
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            Show older jobs
          </Button>
        </Center>
      )}
      <JobDrawer job={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

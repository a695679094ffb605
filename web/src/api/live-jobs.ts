// Live updates of the account's jobs: the lists of the page change without being fetched again.
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Job, JobPage, LiveJob } from './types.ts';

type Lists = InfiniteData<JobPage> | JobPage | undefined;
/** Pending jobs that events have reported, by identifier. */
export type Positions = ReadonlyMap<string, Pick<LiveJob, 'progress' | 'position'>>;

export function useLiveJobs(): Positions {
  const queries = useQueryClient();
  const [positions, setPositions] = useState<Positions>(new Map());
  useEffect(() => {
    const events = new EventSource('/dashboard/api/jobs/events');
    // Earlier events were missed.
    events.addEventListener('open', () => void queries.invalidateQueries({ queryKey: ['jobs'] }));
    events.addEventListener('jobs', ({ data }: MessageEvent<string>) => {
      const { jobs } = JSON.parse(data) as { jobs: LiveJob[] };
      setPositions((old) => moved(old, jobs));
      show(queries, jobs);
    });
    return () => events.close();
  }, [queries]);
  return positions;
}

function moved(old: Positions, jobs: readonly LiveJob[]): Positions {
  const positions = new Map(old);
  for (const { id, state, progress, position } of jobs)
    if (state === 'pending') positions.set(id, { progress, position });
    else positions.delete(id);
  return positions;
}

/** Replaces the jobs in the lists; a list that lacks one is fetched again. */
function show(queries: QueryClient, jobs: readonly LiveJob[]): void {
  const byId = new Map<string, Job>(jobs.map((job) => [job.id, job]));
  const known = new Set<string>();
  const renewed = (page: JobPage): JobPage => ({
    ...page,
    jobs: page.jobs.map((job) => {
      if (byId.has(job.id)) known.add(job.id);
      return byId.get(job.id) ?? job;
    }),
  });
  const lists = {
    queryKey: ['jobs'],
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'one',
  };
  queries.setQueriesData<Lists>(lists, (list) => {
    if (list === undefined) return undefined;
    return 'pages' in list ? { ...list, pages: list.pages.map(renewed) } : renewed(list);
  });
  if (jobs.some(({ id }) => !known.has(id))) void queries.invalidateQueries(lists);
  for (const { id } of jobs) void queries.invalidateQueries({ queryKey: ['jobs', 'one', id] });
}

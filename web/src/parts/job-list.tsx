// Jobs as rows to open.
import { Group, Text, UnstyledButton } from '@mantine/core';
import type { Job } from '../api/types.ts';
import { ago, left, size } from '../format.ts';
import { useNow } from './clock.ts';
import { StateBadge } from './state-badge.tsx';

export function JobList({ jobs, onOpen }: { jobs: readonly Job[]; onOpen: (job: Job) => void }) {
  const now = useNow();
  return (
    <ul className="rows">
      {jobs.map((job) => (
        <li key={job.id}>
          <UnstyledButton className="row" onClick={() => onOpen(job)} aria-haspopup="dialog">
            <span className="name">
              <Text component="span" fw={600}>
                {job.name ?? 'A document'}
              </Text>
            </span>
            <StateBadge state={job.state} />
            <Text component="span" size="sm" c="dimmed" className="name">
              {[job.tool, job.key ?? 'dashboard', ago(job.created_at, now)].join(' · ')}
            </Text>
            <Group gap={6} component="span" justify="flex-end">
              <Text component="span" size="sm" c="dimmed">
                {[
                  ...(job.size_bytes === null ? [] : [size(job.size_bytes)]),
                  ...(job.state === 'success' && job.expires_at !== null ? [`${left(job.expires_at, now)} left`] : []),
                ].join(' · ')}
              </Text>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

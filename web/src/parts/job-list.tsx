// Jobs as rows to open.
import { Group, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Places } from '../api/live-jobs.ts';
import type { Job } from '../api/types.ts';
import { ago, left, size } from '../format.ts';
import { useNow } from './clock.ts';
import { placeText } from './place-text.ts';
import { toolName } from './tool-name.ts';
import { StateBadge } from './state-badge.tsx';

export function JobList({
  jobs,
  places,
  onOpen,
}: {
  jobs: readonly Job[];
  /** Of those that are pending. */
  places: Places;
  onOpen: (job: Job) => void;
}) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <ul className="rows">
      {jobs.map((job) => (
        <li key={job.id}>
          <UnstyledButton className="row" onClick={() => onOpen(job)} aria-haspopup="dialog">
            <span className="name">
              <Text component="span" fw={600}>
                {job.name ?? t('jobs.a_document')}
              </Text>
            </span>
            <StateBadge state={job.state} />
            <Text component="span" size="sm" c="dimmed" className="name">
              {[toolName(job.tool, job.tool), job.key ?? t('jobs.dashboard'), ago(job.created_at, now)].join(' · ')}
            </Text>
            <Group gap={6} component="span" justify="flex-end">
              <Text component="span" size="sm" c="dimmed">
                {[
                  ...(job.state === 'pending' ? placeText(places.get(job.id)) : []),
                  ...(job.size_bytes === null ? [] : [size(job.size_bytes)]),
                  ...(job.state === 'success' && job.expires_at !== null
                    ? [t('jobs.left', { time: left(job.expires_at, now) })]
                    : []),
                ].join(' · ')}
              </Text>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

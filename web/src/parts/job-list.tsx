// Jobs as rows to open.
import { Checkbox, Group, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Positions } from '../api/live-jobs.ts';
import type { Job } from '../api/types.ts';
import { ago, left, size } from '../format.ts';
import { useNow } from './clock.ts';
import { FileIcon } from './file-icon.tsx';
import { placeText } from './place-text.ts';
import { toolName } from './tool-name.ts';
import { StateBadge } from './state-badge.tsx';

export function JobList({
  jobs,
  positions,
  picked,
  onPicked,
  onOpen,
}: {
  jobs: readonly Job[];
  /** The progress of pending jobs. */
  positions: Positions;
  /** The selected jobs; undefined if jobs cannot be selected. */
  picked?: ReadonlySet<string>;
  onPicked?: (picked: ReadonlySet<string>) => void;
  onOpen: (job: Job) => void;
}) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <ul className="rows">
      {jobs.map((job) => (
        <li key={job.id} className={picked === undefined ? undefined : 'pickable'}>
          {picked !== undefined && (
            <Checkbox
              aria-label={t('jobs.pick', { name: job.name ?? t('jobs.a_document') })}
              checked={picked.has(job.id)}
              onChange={(event) => onPicked?.(toggled(picked, job.id, event.currentTarget.checked))}
            />
          )}
          <UnstyledButton className="row" onClick={() => onOpen(job)} aria-haspopup="dialog">
            <span className="named">
              <FileIcon name={job.name ?? ''} />
              <Text component="span" fw={600} className="name">
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
                  ...(job.state === 'pending' ? placeText(positions.get(job.id)) : []),
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

function toggled(picked: ReadonlySet<string>, id: string, isPicked: boolean): ReadonlySet<string> {
  const next = new Set(picked);
  if (isPicked) next.add(id);
  else next.delete(id);
  return next;
}

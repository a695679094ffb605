// The work of all accounts that has not ended: who waits, who runs, and who keeps the others waiting.
import { Alert, Badge, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import type { WorkQueue } from '../../api/types.ts';
import { count, moment, size, took } from '../../format.ts';
import { Section } from '../../layout/section.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { toolName } from '../../parts/tool-name.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { Pause } from './pause.tsx';
import { useWorkQueue } from './queries.ts';

type Work = WorkQueue['jobs'][number];
type Load = WorkQueue['accounts'][number];

export function Queue() {
  const { t } = useTranslation();
  const { data: queue, error } = useWorkQueue();
  if (queue === undefined) return error === null ? <Skeleton height={240} /> : <Problem error={error} />;
  const { running, waiting, slots, is_full: isFull, accounts, jobs } = queue;
  return (
    <Stack gap="lg">
      <Problem error={error} />
      <Group justify="space-between">
        <Text fw={600} role="status">
          {t('admin.queue_sum', { running: count(running), slots: count(slots), waiting: count(waiting) })}
        </Text>
        {isFull && (
          <Badge color="red" variant="outline" tt="none">
            {t('admin.queue_full')}
          </Badge>
        )}
      </Group>
      <Draining since={queue.draining_since} />
      {accounts.length > 0 && <Loads loads={accounts} />}
      <Section title={t('admin.queue_jobs')} flush>
        {jobs.length === 0 && (
          <Text c="dimmed" p="md" pt={0}>
            {t('admin.queue_empty')}
          </Text>
        )}
        <ul className="rows">
          {jobs.map((job) => (
            <WorkRow key={job.id} job={job} />
          ))}
        </ul>
      </Section>
    </Stack>
  );
}

/** Refuses new conversions for maintenance, or accepts them again. */
function Draining({ since }: { since: number | null }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const drain = useChange(() => call(since === null ? 'POST' : 'DELETE', '/admin/drain'));
  if (since !== null)
    return (
      <Alert color="red" variant="outline" role="alert">
        <Stack gap="xs" align="flex-start">
          <Text>{t('admin.draining', { at: moment(since) })}</Text>
          <Button variant="default" onClick={() => drain.mutate(undefined)} loading={drain.isPending}>
            {t('admin.drain_end')}
          </Button>
          <Problem error={drain.error} />
        </Stack>
      </Alert>
    );
  return (
    <Group>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('admin.drain')}
      </Button>
      <Confirm
        title={t('admin.drain_title')}
        action={t('admin.drain')}
        isOpen={isAsking}
        isBusy={drain.isPending}
        error={drain.error}
        onConfirm={() => drain.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {t('admin.drain_text')}
      </Confirm>
    </Group>
  );
}

/** What each account has in the queue, the heaviest first. */
function Loads({ loads }: { loads: readonly Load[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('admin.queue_accounts')} flush>
      <WideTable
        label={t('admin.queue_accounts')}
        minWidth={620}
        heads={[
          t('admin.account'),
          t('admin.queue_running'),
          t('admin.queue_waiting'),
          t('admin.queue_seconds'),
          t('admin.queue_actions'),
        ]}
      >
        {loads.map((load) => (
          <Table.Tr key={load.id ?? ''}>
            <Table.Th scope="row" fw={500}>
              {load.email ?? t('admin.queue_visitors')}
              {load.paused_at !== null && (
                <Badge component="span" ml="xs" color="red" variant="outline" tt="none">
                  {t('admin.paused')}
                </Badge>
              )}
            </Table.Th>
            <Table.Td>{count(load.running)}</Table.Td>
            <Table.Td>{count(load.waiting)}</Table.Td>
            <Table.Td>{load.seconds === null ? '–' : took(1000 * load.seconds)}</Table.Td>
            <Table.Td>
              {load.id !== null && <Pause id={load.id} name={load.email ?? ''} isPaused={load.paused_at !== null} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
      <Text size="sm" c="dimmed" p="md">
        {t('admin.pause_text')}
      </Text>
    </Section>
  );
}

const colours = { running: 'blue', waiting: 'gray', elsewhere: 'grape' } as const;

function WorkRow({ job }: { job: Work }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const cancel = useChange(() => call('DELETE', `/admin/queue/${encodeURIComponent(job.id)}`));
  const { progress } = job;
  const tool = toolName(job.tool, job.tool);
  const time =
    job.ran_ms === null
      ? t(job.place === 'waiting' ? 'admin.queue_waited' : 'admin.queue_began', { time: took(job.age_ms) })
      : t('admin.queue_ran', { time: took(job.ran_ms) });
  return (
    <li className="row">
      <Stack gap={0} miw={0}>
        <Group gap="xs" wrap="nowrap">
          <Text fw={600} className="name">
            {tool}
          </Text>
          <Badge color={colours[job.place]} variant="dot" tt="none" fw={500} flex="none">
            {t(`admin.queue_${job.place}`)}
          </Badge>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {job.account ?? t('admin.queue_visitors')}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[
            time,
            ...(progress === null
              ? []
              : [t(`jobs.progress_${progress.unit}`, { done: progress.done, count: progress.of })]),
            ...(job.name === null ? [] : [job.name]),
            ...(job.size_bytes === null ? [] : [size(job.size_bytes)]),
            ...(job.is_async ? [t('admin.queue_async')] : []),
            ...(job.is_inspection ? [t('admin.queue_inspection')] : []),
          ].join(' · ')}
        </Text>
      </Stack>
      {!job.is_inspection && (
        <Button
          size="xs"
          variant="outline"
          color="red"
          aria-label={t('admin.queue_cancel_one', { name: job.name ?? tool })}
          onClick={() => setAsking(true)}
        >
          {t('admin.queue_cancel')}
        </Button>
      )}
      <Confirm
        title={t('admin.queue_cancel_title')}
        action={t('admin.queue_cancel')}
        isOpen={isAsking}
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {t('admin.queue_cancel_text')}
      </Confirm>
    </li>
  );
}

// The details of a job, and its actions.
import { Alert, Button, Drawer, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/error-text.ts';
import { useDeleteJob, useJob } from '../api/queries.ts';
import type { Compression, Job } from '../api/types.ts';
import { count, left, moment, size, took } from '../format.ts';
import { useNow } from './clock.ts';
import { Confirm } from './confirm.tsx';
import { JobAgain } from './job-again.tsx';
import { Preview } from './preview.tsx';
import { Problem } from './problem.tsx';
import { Secret } from './secret.tsx';
import { ResultButtons } from './result-buttons.tsx';
import { StateBadge } from './state-badge.tsx';
import { toolName } from './tool-name.ts';

export default function JobDrawer({
  id,
  known,
  onOpen,
  onClose,
}: {
  /** Null when it is closed again. */
  id: string | null;
  /** The data from the list. */
  known: Job | undefined;
  /** Of the job that it is converted again as. */
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Drawer opened={id !== null} onClose={onClose} position="right" size="md" title={known?.name ?? t('jobs.job')}>
      {id !== null && <Loaded key={id} id={id} known={known} onOpen={onOpen} onDeleted={onClose} />}
    </Drawer>
  );
}

function Loaded({
  id,
  known,
  onOpen,
  onDeleted,
}: {
  id: string;
  known: Job | undefined;
  onOpen: (id: string) => void;
  onDeleted: () => void;
}) {
  const { data: loaded, error } = useJob(id);
  const job = loaded ?? known;
  return (
    <Stack>
      <Problem error={error} />
      {job !== undefined && (
        <Details job={job} onDeleted={onDeleted}>
          {loaded !== undefined && loaded.inputs.length > 0 && <JobAgain job={loaded} onBegun={onOpen} />}
        </Details>
      )}
    </Stack>
  );
}

function Details({ job, onDeleted, children }: { job: Job; onDeleted: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const now = useNow();
  const hasResult = job.state === 'success';
  const said = job.error === null ? undefined : errorText(job.error.code, job.error.fields);
  const details: [string, string][] = [
    ...(job.input === null ? [] : [[t('jobs.input'), job.input] as [string, string]]),
    [t('jobs.tool'), toolName(job.tool, job.tool)],
    [t('jobs.created_by'), job.key === null ? t('jobs.by_dashboard') : t('jobs.by_key', { key: job.key })],
    [t('jobs.started'), moment(job.created_at)],
    ...(job.completed_at === null
      ? []
      : [[t('jobs.took'), took(job.completed_at - job.created_at)] as [string, string]]),
    ...(job.size_bytes === null ? [] : [[t('jobs.size'), size(job.size_bytes)] as [string, string]]),
    ...(hasResult && job.expires_at !== null
      ? [[t('jobs.deleted_in'), left(job.expires_at, now)] as [string, string]]
      : []),
  ];
  return (
    <>
      <StateBadge state={job.state} />
      {job.error !== null && (
        <Alert color={job.state === 'failed' ? 'red' : 'orange'} variant="outline" title={said ?? job.error.message}>
          {said === undefined && <Text size="sm">{job.error.fix}</Text>}
          <Text size="sm" c="dimmed">
            {t('jobs.error_code', { code: job.error.code })}
          </Text>
        </Alert>
      )}
      {hasResult && (
        <Preview
          key={job.id}
          url={`/dashboard/api/jobs/${job.id}/preview`}
          downloadUrl={`/dashboard/api/jobs/${job.id}/download`}
          name={job.name ?? t('jobs.the_result')}
        />
      )}
      <Actions job={job} onDeleted={onDeleted} />
      {children}
      <Table layout="fixed" variant="vertical">
        <Table.Tbody>
          {details.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={110} scope="row">
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Secret value={job.id} label={t('jobs.job_id')} />
      <Warnings warnings={job.warnings} />
      {job.compression !== null && <CompressionReport report={job.compression} />}
    </>
  );
}

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  const { t } = useTranslation();
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title={t('jobs.warnings')}>
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

export function CompressionReport({ report }: { report: Compression }) {
  const { t } = useTranslation();
  const parts = [
    { name: t('jobs.images'), ...report.images },
    { name: t('jobs.fonts'), ...report.fonts },
    { name: t('jobs.rest'), ...report.structure },
    { name: t('jobs.total'), bytes_before: report.bytes_before, bytes_after: report.bytes_after },
  ];
  const saved = Math.round((1 - report.bytes_after / Math.max(1, report.bytes_before)) * 100);
  return (
    <Table captionSide="top">
      <Table.Caption>
        {t(saved > 0 ? 'jobs.smaller' : 'jobs.not_smaller', {
          saved,
          changed: count(report.images.changed),
          count: report.images.total,
        })}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('jobs.part')}</Table.Th>
          <Table.Th scope="col">{t('jobs.before')}</Table.Th>
          <Table.Th scope="col">{t('jobs.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ name, bytes_before, bytes_after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={name === t('jobs.total') ? 700 : 400}>
              {name}
            </Table.Th>
            <Table.Td>{size(bytes_before)}</Table.Td>
            <Table.Td>{size(bytes_after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Actions({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteJob();
  const isUnavailable = job.state === 'deleted' || job.state === 'expired';
  return (
    <Group>
      <ResultButtons job={job} />
      {!isUnavailable && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          {t('common.delete')}
        </Button>
      )}
      {isUnavailable && (
        <Text size="sm" c="dimmed">
          {job.state === 'expired' ? t('jobs.has_expired') : t('jobs.has_been_deleted')}
        </Text>
      )}
      <Confirm
        title={t('jobs.delete_title')}
        action={t('common.delete')}
        isOpen={isDeleting}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          remove.mutate(job.id, {
            onSuccess: () => {
              setDeleting(false);
              onDeleted();
            },
          })
        }
      >
        {t(job.state === 'pending' ? 'jobs.stops' : 'jobs.deletes')}
        {job.shares > 0 && (
          <>
            {' '}
            <Text component="span" fw={600}>
              {t('jobs.links', { count: job.shares })}
            </Text>
          </>
        )}
      </Confirm>
    </Group>
  );
}

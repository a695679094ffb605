// The details of a job, and its actions.
import { Alert, Button, Drawer, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeleteJob, useJob } from '../api/queries.ts';
import type { Compression, Job } from '../api/types.ts';
import { left, moment, plural, size, took } from '../format.ts';
import { useNow } from './clock.ts';
import { Confirm } from './confirm.tsx';
import { Preview } from './preview.tsx';
import { Problem } from './problem.tsx';
import { Secret } from './secret.tsx';
import { ResultButtons } from './result-buttons.tsx';
import { StateBadge } from './state-badge.tsx';

export function JobDrawer({
  id,
  known,
  onClose,
}: {
  /** Null while no job is open. */
  id: string | null;
  /** What the list already knows about it. */
  known: Job | undefined;
  onClose: () => void;
}) {
  return (
    <Drawer opened={id !== null} onClose={onClose} position="right" size="md" title={known?.name ?? 'Job'}>
      {id !== null && <Loaded id={id} known={known} onDeleted={onClose} />}
    </Drawer>
  );
}

function Loaded({ id, known, onDeleted }: { id: string; known: Job | undefined; onDeleted: () => void }) {
  const { data: job = known, error } = useJob(id);
  return (
    <Stack>
      <Problem error={error} />
      {job !== undefined && <Details job={job} onDeleted={onDeleted} />}
    </Stack>
  );
}

function Details({ job, onDeleted }: { job: Job; onDeleted: () => void }) {
  const now = useNow();
  const hasResult = job.state === 'success';
  const details: [string, string][] = [
    ['Tool', job.tool],
    ['Created by', job.key === null ? 'the dashboard' : `the key “${job.key}”`],
    ['Started', moment(job.created_at)],
    ...(job.completed_at === null ? [] : [['Took', took(job.completed_at - job.created_at)] as [string, string]]),
    ...(job.size_bytes === null ? [] : [['Size', size(job.size_bytes)] as [string, string]]),
    ...(hasResult && job.expires_at !== null ? [['Deleted in', left(job.expires_at, now)] as [string, string]] : []),
  ];
  return (
    <>
      <StateBadge state={job.state} />
      {job.error !== null && (
        <Alert color={job.state === 'failed' ? 'red' : 'orange'} variant="outline" title={job.error.message}>
          <Text size="sm">{job.error.fix}</Text>
          <Text size="sm" c="dimmed">
            Code: {job.error.code}
          </Text>
        </Alert>
      )}
      {hasResult && <Preview jobId={job.id} name={job.name ?? 'the result'} />}
      <Actions job={job} onDeleted={onDeleted} />
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
      <Secret value={job.id} label="Job ID" />
      <Warnings warnings={job.warnings} />
      {job.compression !== null && <CompressionReport report={job.compression} />}
    </>
  );
}

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title="Warnings">
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

export function CompressionReport({ report }: { report: Compression }) {
  const parts = [
    { name: 'Images', ...report.images },
    { name: 'Fonts', ...report.fonts },
    { name: 'Everything else', ...report.structure },
    { name: 'Total', bytes_before: report.bytes_before, bytes_after: report.bytes_after },
  ];
  const saved = Math.round((1 - report.bytes_after / Math.max(1, report.bytes_before)) * 100);
  return (
    <Table captionSide="top">
      <Table.Caption>
        {saved > 0 ? `${saved} % smaller` : 'It could not be made smaller'}; {report.images.changed} of{' '}
        {plural(report.images.total, 'image')} changed
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Part</Table.Th>
          <Table.Th scope="col">Before</Table.Th>
          <Table.Th scope="col">After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ name, bytes_before, bytes_after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={name === 'Total' ? 700 : 400}>
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
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteJob();
  const isUnavailable = job.state === 'deleted' || job.state === 'expired';
  return (
    <Group>
      <ResultButtons job={job} />
      {!isUnavailable && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isUnavailable && (
        <Text size="sm" c="dimmed">
          {job.state === 'expired'
            ? 'Results are kept for one hour. Existing share links keep working.'
            : 'The file has been deleted.'}
        </Text>
      )}
      <Confirm
        title="Delete this job?"
        action="Delete"
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
        {job.state === 'pending' ? 'This stops the conversion.' : 'Its file is deleted immediately.'}
        {job.shares > 0 && (
          <>
            {' '}
            <Text component="span" fw={600}>
              {plural(job.shares, 'share link')} to it {job.shares === 1 ? 'stops' : 'stop'} working too.
            </Text>
          </>
        )}
      </Confirm>
    </Group>
  );
}

// The state of the service: queue, disk, outcomes of conversions, and e-mail.
import { Button, Group, Paper, Progress, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import type { Health } from '../../api/types.ts';
import { count, share, size } from '../../format.ts';
import { Problem } from '../../parts/problem.tsx';
import { toolName } from '../../parts/tool-name.ts';
import { LastDay } from './last-day.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { useHealth, useOutcomes } from './queries.ts';

export function Operation() {
  const { t } = useTranslation();
  const { data: health, error } = useHealth();
  return (
    <Stack gap="lg">
      <Problem error={error} />
      {health === undefined ? <Skeleton height={200} /> : <Numbers numbers={numbersOf(health, t)} />}
      {health !== undefined && <Disk {...health} />}
      <LastDay />
      <Outcomes />
      <MailTest />
    </Stack>
  );
}

type Numbers = readonly (readonly [label: string, value: string | number, note: string])[];

function numbersOf({ queue, office, ...health }: Health, t: TFunction): Numbers {
  return [
    [t('admin.running'), count(queue.running), t('admin.of_slots', { slots: count(queue.slots) })],
    [t('admin.waiting'), count(queue.waiting), queue.is_full ? t('admin.queue_full') : ''],
    // Other nodes convert where this one has no engines.
    ...(office === null
      ? []
      : ([
          [t('admin.office_idle'), count(office.ready), office.mode ?? ''],
          [
            t('admin.office_busy'),
            count(office.busy),
            t('admin.office_started', { started: count(office.spawned), killed: count(office.killed) }),
          ],
        ] as const)),
    [t('admin.accounts'), count(health.accounts), ''],
    [t('admin.mails'), count(health.mails_waiting), ''],
    [t('admin.isolation'), health.isolation, health.isolation === 'off' ? t('admin.isolation_off') : ''],
  ];
}

function Numbers({ numbers }: { numbers: Numbers }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder>
      <Facts
        label={t('admin.operation')}
        heads={[t('admin.measure'), t('admin.value'), t('admin.note')]}
        rows={numbers}
      />
    </Paper>
  );
}

/** A table whose rows are named by their first cell. */
const Facts = ({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}) => (
  <WideTable label={label} heads={heads}>
    {rows.map(([name, ...cells]) => (
      <Table.Tr key={name}>
        <Table.Th scope="row" fw={500}>
          {name}
        </Table.Th>
        {cells.map((cell, n) => (
          <Table.Td key={heads[n + 1]}>{cell}</Table.Td>
        ))}
      </Table.Tr>
    ))}
  </WideTable>
);

function Disk({ disk, stored }: Pick<Health, 'disk' | 'stored'>) {
  const { t } = useTranslation();
  const used = disk.total_bytes - disk.free_bytes;
  const percent = disk.total_bytes === 0 ? 0 : (100 * used) / disk.total_bytes;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('admin.disk')}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t('admin.disk')}</Text>
        <Text>{t('admin.disk_free', { free: size(disk.free_bytes), total: size(disk.total_bytes) })}</Text>
      </Group>
      <Progress value={percent} color={percent > 90 ? 'red' : 'blue'} aria-label={t('admin.disk')} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('admin.stored', { results: size(stored.results), shares: size(stored.shares) })}
      </Text>
    </Paper>
  );
}

function Outcomes() {
  const { t } = useTranslation();
  const { data, error } = useOutcomes();
  return (
    <Paper withBorder p="md" component="section" aria-label={t('admin.outcomes')}>
      <Title order={2} size="h4" mb="xs">
        {t('admin.outcomes')}
      </Title>
      <Problem error={error} />
      {data?.tools.length === 0 && <Text c="dimmed">{t('admin.no_outcomes')}</Text>}
      {data !== undefined && data.tools.length > 0 && (
        <Facts
          label={t('admin.outcomes')}
          heads={[t('admin.tool'), t('admin.succeeded'), t('admin.rejected'), t('admin.failed')]}
          rows={data.tools.map(({ tool, success, rejected, failed }) => {
            const all = success + rejected + failed;
            const part = (n: number) => `${count(n)} (${share(n, all)})`;
            return [toolName(tool, tool), count(success), part(rejected), part(failed)];
          })}
        />
      )}
    </Paper>
  );
}

function MailTest() {
  const { t } = useTranslation();
  const test = useChange(() => call<{ sent_to: string; is_written_to_files: boolean }>('POST', '/admin/mail-test'));
  return (
    <Paper withBorder p="md" component="section" aria-label={t('admin.mail_test')}>
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {t('admin.mail_test')}
        </Title>
        <Text>{t('admin.mail_test_text')}</Text>
        <Button variant="default" onClick={() => test.mutate(undefined)} loading={test.isPending}>
          {t('admin.mail_test_send')}
        </Button>
        <Problem error={test.error} />
        {test.isSuccess && (
          <Text role="status">
            {t(test.data.is_written_to_files ? 'admin.mail_test_written' : 'admin.mail_test_sent', {
              to: test.data.sent_to,
            })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

// The calls of the API by the account's keys, refused ones beside the others.
import {
  Button,
  Center,
  Code,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeys, useRequests } from '../api/queries.ts';
import type { ApiRequest } from '../api/types.ts';
import { count, instant } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { useCode, useParams } from './params.ts';
import { WideTable } from '../parts/wide-table.tsx';

export function RequestsTab() {
  const { t } = useTranslation();
  const { param, setParam } = useParams();
  const { data: keys = [] } = useKeys();
  const filters = {
    key: param('key') === 'dashboard' ? '' : param('key'),
    code: useCode(),
    outcome: param('outcome'),
  };
  const requests = useRequests(filters);
  const all = requests.data?.pages.flatMap((page) => page.requests) ?? [];
  const days = requests.data?.pages[0]?.days ?? 0;
  return (
    <Stack gap="lg">
      <Text c="dimmed">{days === 0 ? t('jobs.requests_off') : t('jobs.requests_text', { count: days })}</Text>
      <SimpleGrid cols={{ base: 2, md: 3 }} spacing="sm">
        <NativeSelect
          label={t('jobs.outcome')}
          value={filters.outcome}
          onChange={(event) => setParam('outcome', event.currentTarget.value)}
          data={[
            { value: '', label: t('jobs.all_outcomes') },
            { value: 'refused', label: t('jobs.only_refused') },
            { value: 'answered', label: t('jobs.only_answered') },
          ]}
        />
        <NativeSelect
          label={t('jobs.key')}
          value={filters.key}
          onChange={(event) => setParam('key', event.currentTarget.value)}
          data={[{ value: '', label: t('jobs.all_keys') }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <TextInput
          label={t('jobs.code')}
          placeholder="rate_limited"
          value={param('code')}
          onChange={(event) => setParam('code', event.currentTarget.value)}
        />
      </SimpleGrid>
      <Problem error={requests.error} />
      <Paper withBorder component="section" aria-label={t('jobs.requests')}>
        {requests.isPending && <Skeleton height={240} m="md" w="auto" />}
        {requests.isSuccess && all.length === 0 && (
          <Empty title={t('jobs.no_requests')}>{t('jobs.no_requests_text')}</Empty>
        )}
        {all.length > 0 && <RequestTable requests={all} />}
      </Paper>
      {requests.hasNextPage && (
        <Center>
          <Button variant="default" loading={requests.isFetchingNextPage} onClick={() => void requests.fetchNextPage()}>
            {t('jobs.older_requests')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function RequestTable({ requests }: { requests: readonly ApiRequest[] }) {
  const { t } = useTranslation();
  const heads = ['time', 'call', 'status', 'code', 'took', 'key'] as const;
  return (
    <WideTable label={t('jobs.requests')} heads={heads.map((head) => t(`jobs.${head}`))} minWidth={720}>
      {requests.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{instant(one.at)}</Table.Td>
          <Table.Td>
            <Code>
              {one.method} {one.path}
            </Code>
          </Table.Td>
          <Table.Td className={one.status >= 400 ? 'bad' : 'good'}>{one.status}</Table.Td>
          <Table.Td>
            {one.code !== null && (
              <>
                <Code>{one.code}</Code>
                <Text size="sm" c="dimmed" className="api" lang="en">
                  {one.fix}
                </Text>
              </>
            )}
          </Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{count(one.duration_ms)} ms</Table.Td>
          <Table.Td>{one.key ?? t('jobs.deleted_key')}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  );
}

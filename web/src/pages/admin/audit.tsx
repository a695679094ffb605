// The audit logs of all accounts, searched together.
import { Button, Group, NativeSelect, Paper, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditEventTypes } from '../../../../src/messages/audit-events.ts';
import { AuditLog } from '../../parts/audit-log.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useFoundEvents } from './queries.ts';

export function Audit() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [event, setEvent] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const found = useFoundEvents({ search, event });
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label={t('admin.audit_search')}
          type="search"
          w={{ base: '100%', xs: 320 }}
          value={text}
          onChange={(change) => setText(change.currentTarget.value)}
        />
        <NativeSelect
          label={t('admin.audit_event')}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value)}
          data={[
            { value: '', label: t('admin.audit_all') },
            ...auditEventTypes.map((value) => ({ value, label: t(`activity.kind_${value}`) })),
          ]}
        />
      </Group>
      <Problem error={found.error} />
      <Paper withBorder component="section" aria-label={t('admin.audit')}>
        {found.isPending && <Skeleton height={240} m="md" w="auto" />}
        {found.data !== undefined && <AuditLog events={found.data.pages.flatMap(({ events }) => events)} />}
      </Paper>
      {found.hasNextPage && (
        <Group justify="center">
          <Button variant="default" onClick={() => void found.fetchNextPage()} loading={found.isFetchingNextPage}>
            {t('admin.older')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

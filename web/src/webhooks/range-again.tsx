// Sends the events of a time again that were not delivered.
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import type { Webhook } from '../api/types.ts';
import { Problem } from '../parts/problem.tsx';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** As the field of a browser has it: local, to the minute. */
const asField = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);

export function RangeAgain({ webhook: { id, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(() => asField((failing_since ?? Date.now()) - dayMs));
  const [until, setUntil] = useState(() => asField(Date.now() + minuteMs));
  const again = useChange((range: { since: number; until: number }) =>
    call<{ redelivered: number }>('POST', `/webhooks/${id}/deliveries/redeliver`, range),
  );
  const range = { since: Date.parse(from), until: Date.parse(until) };
  const isPossible = range.since >= 0 && range.until >= range.since;
  const count = again.data?.redelivered;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('webhooks.range')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          again.mutate(range);
        }}
      >
        <Stack gap="sm">
          <div>
            <Title order={4}>{t('webhooks.range')}</Title>
            <Text size="sm" c="dimmed">
              {t('webhooks.range_text')}
            </Text>
          </div>
          <Group align="flex-end">
            <TextInput
              type="datetime-local"
              label={t('webhooks.from')}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label={t('webhooks.until')}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={!isPossible} loading={again.isPending}>
              {t('webhooks.send_again')}
            </Button>
          </Group>
          <Text size="sm" role="status">
            {count !== undefined && (count === 0 ? t('webhooks.range_none') : t('webhooks.range_sent', { count }))}
          </Text>
          <Problem error={again.error} />
        </Stack>
      </form>
    </Paper>
  );
}

// The deliveries of a webhook, newest first, with their responses; and redelivery.
import { Badge, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useChange, useDeliveries } from '../api/queries.ts';
import type { Delivery, Webhook } from '../api/types.ts';
import { moment, took } from '../format.ts';
import { Problem } from '../parts/problem.tsx';
import { eventName } from './event-names.ts';
import { RangeAgain } from './range-again.tsx';

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const deliveries = useDeliveries(webhook.id);
  const all = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Stack component="section" aria-label={t('webhooks.deliveries')} gap="sm">
      <div>
        <Title order={3} size="h4">
          {t('webhooks.deliveries')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(deliveries.isSuccess && all.length === 0 ? 'webhooks.no_deliveries' : 'webhooks.deliveries_text')}
        </Text>
      </div>
      <Problem error={deliveries.error} />
      {deliveries.isPending && <Skeleton height={120} />}
      {all.length > 0 && (
        <Paper withBorder>
          <ul className="rows">
            {all.map((delivery) => (
              <li key={delivery.id} className="row">
                <Row of={delivery} webhookId={webhook.id} />
              </li>
            ))}
          </ul>
        </Paper>
      )}
      {deliveries.hasNextPage && (
        <Button
          variant="default"
          loading={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {t('webhooks.older')}
        </Button>
      )}
      {all.length > 0 && <RangeAgain webhook={webhook} />}
    </Stack>
  );
}

const colours = { waiting: 'blue', retrying: 'orange', delivered: 'teal', failed: 'red' } as const;

const lasted = (ms: number): string => (ms < 1000 ? `${ms} ms` : took(ms));

function Row({ of, webhookId }: { of: Delivery; webhookId: string }) {
  const { t } = useTranslation();
  const { id, type, state, attempts, status, duration_ms: duration, answer, last_at, created_at } = of;
  const again = useChange(() => call('POST', `/webhooks/${webhookId}/deliveries/${id}/redeliver`));
  const shown = state === 'waiting' && attempts > 0 ? 'retrying' : state;
  return (
    <>
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600}>{eventName(type)}</Text>
          <Code>{type}</Code>
        </Group>
        <Text size="sm" c="dimmed">
          {[
            moment(last_at ?? created_at),
            t('webhooks.attempts', { count: attempts }),
            ...(attempts === 0
              ? []
              : [
                  status === null
                    ? t('webhooks.no_answer')
                    : t('webhooks.answered', { status, time: lasted(duration ?? 0) }),
                ]),
          ].join(' · ')}
        </Text>
        {answer !== null && answer !== '' && (
          <details>
            <Text component="summary" size="sm">
              {t('webhooks.answer')}
            </Text>
            <pre className="code wrapped" tabIndex={0} aria-label={t('webhooks.answer')}>
              {answer}
            </pre>
          </details>
        )}
        <Problem error={again.error} />
      </Stack>
      <Group gap="xs" justify="flex-end">
        <Badge color={colours[shown]} variant="dot" tt="none" fw={500}>
          {t(`webhooks.${shown}`)}
        </Badge>
        <Button
          variant="default"
          size="xs"
          loading={again.isPending}
          onClick={() => again.mutate(undefined)}
          aria-label={t('webhooks.send_again_of', { id })}
        >
          {t('webhooks.send_again')}
        </Button>
      </Group>
    </>
  );
}

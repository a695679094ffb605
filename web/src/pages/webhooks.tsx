// Webhooks: their URLs, their deliveries, and sample code for receivers.
import { Button, Paper, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { useWebhooks } from '../api/queries.ts';
import type { Webhook } from '../api/types.ts';
import { date, moment } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { WebhookDrawer } from '../webhooks/drawer.tsx';
import { eventsInWords } from '../webhooks/event-names.ts';
import { WebhookForm } from '../webhooks/form.tsx';
import { Receivers } from '../webhooks/receivers.tsx';
import { WebhookState } from '../webhooks/state.tsx';

export default function Webhooks() {
  const { t } = useTranslation();
  const webhooks = useWebhooks();
  const [params, setParams] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const open = webhooks.data?.find(({ id }) => id === params.get('webhook'));
  const show = (id?: string) => setParams(id === undefined ? {} : { webhook: id }, { replace: true });
  return (
    <Page
      title={t('webhooks.title')}
      intro={t('webhooks.intro')}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t('webhooks.add')}
        </Button>
      }
    >
      <Problem error={webhooks.error} />
      <Paper withBorder component="section" aria-label={t('webhooks.list')}>
        {webhooks.isPending && <Skeleton height={160} m="md" w="auto" />}
        {webhooks.data?.length === 0 && <Empty title={t('webhooks.none')}>{t('webhooks.none_text')}</Empty>}
        <ul className="rows">
          {webhooks.data?.map((webhook) => (
            <li key={webhook.id}>
              <Row of={webhook} onOpen={() => show(webhook.id)} />
            </li>
          ))}
        </ul>
      </Paper>
      <Section title={t('webhooks.receiver')}>
        <Receivers />
      </Section>
      {isAdding && <WebhookForm onClose={() => setAdding(false)} />}
      <WebhookDrawer webhook={open} onClose={() => show()} />
    </Page>
  );
}

function Row({ of: webhook, onOpen }: { of: Webhook; onOpen: () => void }) {
  const { t } = useTranslation();
  const { url, created_at, old_secret_until: until } = webhook;
  return (
    <UnstyledButton className="row" onClick={onOpen} aria-haspopup="dialog">
      <Text component="span" fw={600} className="name" title={url}>
        {url}
      </Text>
      <WebhookState of={webhook} />
      <Text component="span" size="sm" c="dimmed">
        {[
          eventsInWords(webhook),
          t('webhooks.added_on', { date: date(created_at) }),
          ...(until === null ? [] : [t('webhooks.old_secret', { time: moment(until) })]),
        ].join(' · ')}
      </Text>
    </UnstyledButton>
  );
}

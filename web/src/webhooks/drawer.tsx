// A webhook: its actions and its deliveries.
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconEdit, IconKey, IconPower, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import type { Delivery, Webhook } from '../api/types.ts';
import { moment } from '../format.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Problem } from '../parts/problem.tsx';
import { Deliveries } from './deliveries.tsx';
import { eventsInWords } from './event-names.ts';
import { WebhookForm } from './form.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WebhookState } from './state.tsx';

export function WebhookDrawer({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={webhook !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={webhook?.url ?? t('webhooks.webhook')}
    >
      {webhook !== undefined && (
        <Stack key={webhook.id}>
          <Group gap="sm">
            <WebhookState of={webhook} />
            <Text size="sm" c="dimmed">
              {eventsInWords(webhook)}
            </Text>
          </Group>
          {webhook.old_secret_until !== null && (
            <Text size="sm">{t('webhooks.old_secret', { time: moment(webhook.old_secret_until) })}</Text>
          )}
          <Actions webhook={webhook} onDeleted={onClose} />
          <Deliveries webhook={webhook} />
        </Stack>
      )}
    </Drawer>
  );
}

function Actions({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const { t } = useTranslation();
  const { id, url, enabled } = webhook;
  const [asked, setAsked] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const test = useChange(() => call<Delivery>('POST', `/webhooks/${id}/test`));
  const turn = useChange(() => call<Webhook>('PATCH', `/webhooks/${id}`, { enabled: !enabled }));
  const rotate = useChange(() => call<{ secret: string }>('POST', `/webhooks/${id}/rotate`));
  const remove = useChange(() => call('DELETE', `/webhooks/${id}`));
  return (
    <>
      <Group gap="xs">
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('webhooks.send_test')}
        </Button>
        <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={() => setAsked('change')}>
          {t('webhooks.change')}
        </Button>
        <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={() => setAsked('rotate')}>
          {t('webhooks.rotate')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPower size={16} aria-hidden />}
          loading={turn.isPending}
          onClick={() => turn.mutate(undefined)}
        >
          {t(enabled ? 'webhooks.switch_off' : 'webhooks.switch_on')}
        </Button>
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
          {t('common.delete')}
        </Button>
      </Group>
      <Text size="sm" role="status">
        {test.isSuccess && t('webhooks.test_sent')}
      </Text>
      <Problem error={test.error ?? turn.error} />
      {asked === 'change' && <WebhookForm webhook={webhook} onClose={close} />}
      <Confirm
        title={t('webhooks.rotate_title')}
        action={t('webhooks.rotate')}
        isOpen={asked === 'rotate'}
        isBusy={rotate.isPending}
        error={rotate.error}
        onClose={close}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: close })}
      >
        {t('webhooks.rotate_text')}
      </Confirm>
      {rotate.data !== undefined && <ShownOnce secret={rotate.data.secret} isRenewed onClose={() => rotate.reset()} />}
      <Confirm
        title={t('webhooks.delete_title')}
        action={t('common.delete')}
        isOpen={asked === 'delete'}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      >
        {t('webhooks.delete_text', { url })}
      </Confirm>
    </>
  );
}

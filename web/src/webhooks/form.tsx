// The dialog that adds a webhook and shows its secret once, or changes one.
import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eventTypes } from '../../../src/core/event-types.ts';
import { ApiError, call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import type { EventType, Webhook } from '../api/types.ts';
import { Problem } from '../parts/problem.tsx';
import { eventName } from './event-names.ts';
import { ShownOnce } from './shown-once.tsx';

export function WebhookForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <ShownOnce secret={secret} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(webhook === undefined ? 'webhooks.add_title' : 'webhooks.change_title')}
    >
      <Fields
        webhook={webhook}
        onClose={onClose}
        onSaved={(saved) => (saved.secret === undefined ? onClose() : setSecret(saved.secret))}
      />
    </Modal>
  );
}

type Saved = Webhook & { secret?: string };

function Fields({
  webhook,
  onClose,
  onSaved,
}: {
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (saved: Saved) => void;
}) {
  const { t } = useTranslation();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<string[]>([...(webhook?.events ?? eventTypes)]);
  const [isComplete, setComplete] = useState(true);
  const save = useChange((body: { url: string; events: EventType[] }) =>
    webhook === undefined
      ? call<Saved>('POST', '/webhooks', body)
      : call<Saved>('PATCH', `/webhooks/${webhook.id}`, body),
  );
  const isAboutUrl = save.error instanceof ApiError && save.error.code === 'invalid_webhook_url';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setComplete(events.length > 0);
        const chosen = eventTypes.filter((type) => events.includes(type));
        if (chosen.length > 0) save.mutate({ url: url.trim(), events: chosen }, { onSuccess: onSaved });
      }}
    >
      <Stack>
        <TextInput
          label={t('webhooks.address')}
          description={t('webhooks.address_text')}
          type="url"
          inputMode="url"
          placeholder="https://example.com/webhooks"
          value={url}
          maxLength={2048}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={isAboutUrl ? save.error?.message : undefined}
          data-autofocus
        />
        <Checkbox.Group
          label={t('webhooks.events')}
          value={events}
          onChange={setEvents}
          error={isComplete || events.length > 0 ? undefined : t('webhooks.choose_event')}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={4}>
            {eventTypes.map((type) => (
              <Checkbox key={type} value={type} label={eventName(type)} description={<code>{type}</code>} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        {!isAboutUrl && <Problem error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(webhook === undefined ? 'webhooks.create' : 'webhooks.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

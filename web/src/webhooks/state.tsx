// Whether a webhook is on, and whether its deliveries succeed.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../api/types.ts';
import { moment } from '../format.ts';

export function WebhookState({ of: { enabled, failing_since: since } }: { of: Webhook }) {
  const { t } = useTranslation();
  const isFailing = enabled && since !== null;
  return (
    <Badge color={isFailing ? 'orange' : enabled ? 'teal' : 'gray'} variant="dot" tt="none" fw={500}>
      {isFailing
        ? t('webhooks.failing', { time: moment(since) })
        : t(enabled ? 'webhooks.enabled' : 'webhooks.disabled')}
    </Badge>
  );
}

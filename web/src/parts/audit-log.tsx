// The audit log of an account, newest first.
import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '../api/types.ts';
import { moment } from '../format.ts';

/** An event in words. */
export function describeEvent({ event, detail }: Pick<AuditEvent, 'event' | 'detail'>, t: TFunction): string {
  const { name, account = '', from = '', to = '', number = '', limit = '', tool = '' } = detail ?? {};
  if (event === 'address_changed' && from !== '') return t('activity.address_changed_to', { from, to });
  return t(`activity.${event}`, { name: name ?? t('activity.a_file'), account, from, to, number, limit, tool });
}

/** With the account of each event where there are several. */
export function AuditLog({ events }: { events: readonly (AuditEvent & { account?: string })[] }) {
  const { t } = useTranslation();
  if (events.length === 0)
    return (
      <Text c="dimmed" p="md" pt={0}>
        {t('activity.none')}
      </Text>
    );
  return (
    <ul className="rows">
      {events.map((event) => (
        <li key={event.id} className="row">
          <Stack gap={0}>
            <Text>{describeEvent(event, t)}</Text>
            <Text size="sm" c="dimmed">
              {[event.account, ...originOf(event, t), moment(event.at)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );
}

/** Who it was, where it was not the owner; and from where. */
function originOf({ actor, address }: AuditEvent, t: TFunction): string[] {
  const by = actor === 'operator' ? t('activity.by_operator') : t('activity.by', { actor });
  return [
    ...(['owner', 'service'].includes(actor) ? [] : [by]),
    ...(address === null ? [] : [t('activity.from_address', { address })]),
  ];
}

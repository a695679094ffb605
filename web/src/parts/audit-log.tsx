// The audit log of an account, newest first.
import { Stack, Text } from '@mantine/core';
import type { AuditEvent } from '../api/types.ts';
import { moment } from '../format.ts';

const descriptions: Record<string, (detail: Record<string, string>) => string> = {
  account_created: () => 'Account created',
  signed_in: () => 'Signed in',
  address_changed: ({ from, to }) =>
    from === undefined ? 'E-mail address changed' : `E-mail address changed from ${from} to ${to ?? ''}`,
  signed_out_elsewhere: () => 'Signed out of all other sessions',
  key_created: ({ name }) => `API key “${name ?? ''}” created`,
  key_revoked: ({ name }) => `API key “${name ?? ''}” revoked`,
  plan_changed: ({ from, to }) => `Plan changed from ${from ?? ''} to ${to ?? ''}`,
  role_changed: ({ from, to }) => `Role changed from ${from ?? ''} to ${to ?? ''}`,
  share_created: ({ name }) => `Share link to ${name ?? ''} created`,
  share_revoked: ({ name }) => `Share link to ${name ?? 'a file'} revoked`,
};

export const AuditLog = ({ events }: { events: readonly AuditEvent[] }) =>
  events.length === 0 ? (
    <Text c="dimmed" p="md" pt={0}>
      No events yet.
    </Text>
  ) : (
    <ul className="rows">
      {events.map((event) => (
        <li key={event.id} className="row">
          <Stack gap={0}>
            <Text>{descriptions[event.event]?.(event.detail ?? {}) ?? event.event}</Text>
            <Text size="sm" c="dimmed">
              {[
                ...(event.actor === 'owner' ? [] : [`by ${event.actor === 'operator' ? 'the operator' : event.actor}`]),
                ...(event.address === null ? [] : [`from ${event.address}`]),
                moment(event.at),
              ].join(' · ')}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );

// What happened to an account, the newest first.
import { Stack, Text } from '@mantine/core';
import type { Deed } from '../api/types.ts';
import { moment } from '../format.ts';

const words: Record<string, (detail: Record<string, string>) => string> = {
  account_created: () => 'The account was made',
  signed_in: () => 'Signed in',
  address_changed: ({ from, to }) =>
    from === undefined ? 'The e-mail address was changed' : `The address was changed from ${from} to ${to ?? ''}`,
  signed_out_elsewhere: () => 'Every other browser was signed out',
  key_created: ({ name }) => `The key “${name ?? ''}” was made`,
  key_revoked: ({ name }) => `The key “${name ?? ''}” was revoked`,
  plan_changed: ({ from, to }) => `The plan was changed from ${from ?? ''} to ${to ?? ''}`,
  role_changed: ({ from, to }) => `The role was changed from ${from ?? ''} to ${to ?? ''}`,
  share_created: ({ name }) => `A share link to ${name ?? ''} was made`,
  share_revoked: ({ name }) => `The share link to ${name ?? 'a file'} was revoked`,
};

export const Trail = ({ deeds }: { deeds: readonly Deed[] }) =>
  deeds.length === 0 ? (
    <Text c="dimmed" p="md" pt={0}>
      Nothing yet.
    </Text>
  ) : (
    <ul className="rows">
      {deeds.map((deed) => (
        <li key={deed.id} className="row">
          <Stack gap={0}>
            <Text>{words[deed.event]?.(deed.detail ?? {}) ?? deed.event}</Text>
            <Text size="sm" c="dimmed">
              {[
                ...(deed.actor === 'owner' ? [] : [`by ${deed.actor === 'operator' ? 'the operator' : deed.actor}`]),
                ...(deed.address === null ? [] : [`from ${deed.address}`]),
                moment(deed.at),
              ].join(' · ')}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );

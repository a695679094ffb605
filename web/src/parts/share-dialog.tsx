// Creating a share link: lifetime, optional password, and the link to copy.
import { Button, Group, Modal, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Share } from '../api/types.ts';
import { moment } from '../format.ts';
import { Problem } from './problem.tsx';
import { Secret } from './secret.tsx';

const lifetimes = [
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
  { hours: 336, label: '14 days' },
  { hours: 720, label: '30 days' },
];

export function ShareDialog({ job, onClose }: { job: { id: string; name: string | null }; onClose: () => void }) {
  const { plan } = useAccount();
  const maxHours = (plan?.share_days ?? 0) * 24;
  const offered = lifetimes.filter(({ hours }) => hours <= maxHours);
  const [hours, setHours] = useState(String(offered.at(-1)?.hours ?? 1));
  const [password, setPassword] = useState('');
  const create = useChange(() =>
    call<Share>('POST', '/shares', {
      job_id: job.id,
      hours: Number(hours),
      ...(password === '' ? {} : { password }),
    }),
  );
  const fieldError = create.error instanceof ApiError && create.error.field === 'password' ? create.error : null;
  return (
    <Modal opened onClose={onClose} title={`Share ${job.name ?? 'the result'}`}>
      {create.isSuccess ? (
        <Stack>
          <Text role="status">Anyone with this link can download the file until {moment(create.data.expires_at)}.</Text>
          <Secret value={create.data.url} label="Share link" />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(undefined);
          }}
        >
          <Stack>
            <NativeSelect
              label="Link expires after"
              value={hours}
              onChange={(event) => setHours(event.currentTarget.value)}
              data={offered.map((lifetime) => ({ value: String(lifetime.hours), label: lifetime.label }))}
              data-autofocus
            />
            <PasswordInput
              label="Password (optional)"
              description="At least 4 characters. Send it separately from the link."
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={fieldError?.message}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            />
            <Text size="sm" c="dimmed">
              The link keeps a copy of the file, even after the result itself expires. You can revoke it at any time.
            </Text>
            {fieldError === null && <Problem error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

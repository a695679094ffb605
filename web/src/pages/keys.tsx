// API keys: created with a name, shown once, revoked.
import { Alert, Button, Code, Group, Modal, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { useChange, useKeys } from '../api/queries.ts';
import type { Key } from '../api/types.ts';
import { ago, date, plural } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Secret } from '../parts/secret.tsx';

export default function Keys() {
  const keys = useKeys();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const revoke = useChange((id: string) => call('DELETE', `/keys/${id}`));
  const active = keys.data?.filter(({ revoked_at }) => revoked_at === null) ?? [];
  const revoked = keys.data?.filter(({ revoked_at }) => revoked_at !== null) ?? [];
  return (
    <Page
      title="API keys"
      intro="All keys of the account share its quota. Results can only be downloaded with the key that created them."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          Create a key
        </Button>
      }
    >
      <Problem error={keys.error} />
      <Paper withBorder component="section" aria-label="Active keys">
        {keys.isPending && <Skeleton height={160} m="md" w="auto" />}
        {keys.isSuccess && active.length === 0 && <Empty title="No active keys">Create a key to call the API.</Empty>}
        <KeyList keys={active} onRevoke={setRevoking} />
      </Paper>
      {revoked.length > 0 && (
        <Section title="Revoked" flush>
          <KeyList keys={revoked} />
        </Section>
      )}
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      <Confirm
        title={`Revoke “${revoking?.name ?? ''}”?`}
        action="Revoke"
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        error={revoke.error}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking !== null && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
      >
        Requests with this key will fail, and its results can no longer be downloaded with the API. This cannot be
        undone.
      </Confirm>
    </Page>
  );
}

function KeyList({ keys, onRevoke }: { keys: readonly Key[]; onRevoke?: (key: Key) => void }) {
  const now = useNow();
  return (
    <ul className="rows">
      {keys.map((key) => (
        <li key={key.id} className="row">
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={600}>{key.name}</Text>
              <Code>{key.prefix}…</Code>
            </Group>
            <Text size="sm" c="dimmed">
              {[
                plural(key.conversions, 'conversion'),
                key.last_used_at === null ? 'never used' : `last used ${ago(key.last_used_at, now)}`,
                key.revoked_at === null ? `created on ${date(key.created_at)}` : `revoked on ${date(key.revoked_at)}`,
              ].join(' · ')}
            </Text>
          </Stack>
          {onRevoke !== undefined && (
            <Button variant="default" size="xs" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
              Revoke
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const create = useChange(() => call<{ key: string }>('POST', '/keys', { name }));
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create an API key"
      size="lg"
      closeOnClickOutside={!create.isSuccess}
      closeOnEscape={!create.isSuccess}
      withCloseButton={!create.isSuccess}
    >
      {create.isSuccess ? (
        <Stack>
          <Secret value={create.data.key} label="The new key" />
          <Alert variant="outline" color="orange">
            This key is only shown once. Store it before you close this dialog.
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              I have stored the key
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
            <TextInput
              label="Name"
              description="What you use it for, for example “production” or “invoices”."
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
              error={create.error?.message}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

// API keys: created with permissions, shown once, renamed, revoked.
import { Badge, Button, Code, Group, Modal, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useChange, useKeys } from '../api/queries.ts';
import type { Key } from '../api/types.ts';
import { ago, allOf, date } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CreateKey } from '../parts/create-key.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';

export default function Keys() {
  const { t } = useTranslation();
  const keys = useKeys();
  const now = useNow();
  const [isCreating, setCreating] = useState(false);
  const [renaming, setRenaming] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const revoke = useChange((id: string) => call('DELETE', `/keys/${id}`));
  const isActive = ({ revoked_at, expires_at }: Key) => revoked_at === null && (expires_at ?? Infinity) > now;
  const active = keys.data?.filter(isActive) ?? [];
  const ended = keys.data?.filter((key) => !isActive(key)) ?? [];
  return (
    <Page
      title={t('keys.title')}
      intro={t('keys.intro')}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {t('keys.create_a_key')}
        </Button>
      }
    >
      <Problem error={keys.error} />
      <Paper withBorder component="section" aria-label={t('keys.active')}>
        {keys.isPending && <Skeleton height={160} m="md" w="auto" />}
        {keys.isSuccess && active.length === 0 && <Empty title={t('keys.none')}>{t('keys.none_text')}</Empty>}
        <KeyList keys={active} onRename={setRenaming} onRevoke={setRevoking} />
      </Paper>
      {ended.length > 0 && (
        <Section title={t('keys.ended')} flush>
          <KeyList keys={ended} />
        </Section>
      )}
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {renaming !== null && <Rename of={renaming} onClose={() => setRenaming(null)} />}
      <Confirm
        title={t('keys.revoke_title', { name: revoking?.name ?? '' })}
        action={t('keys.revoke')}
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        error={revoke.error}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking !== null && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
      >
        {t('keys.revoke_text')}
      </Confirm>
    </Page>
  );
}

interface ListProps {
  keys: readonly Key[];
  onRename?: (key: Key) => void;
  onRevoke?: (key: Key) => void;
}

function KeyList({ keys, onRename, onRevoke }: ListProps) {
  const { t } = useTranslation();
  return (
    <ul className="rows">
      {keys.map((key) => (
        <li key={key.id} className="row">
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={600}>{key.name}</Text>
              <Code>{key.prefix}…</Code>
              <Limits of={key} />
            </Group>
            <Facts of={key} />
          </Stack>
          <Group gap="xs">
            {onRename !== undefined && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onRename(key)}
                aria-label={t('keys.rename_named', { name: key.name })}
              >
                {t('keys.rename')}
              </Button>
            )}
            {onRevoke !== undefined && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onRevoke(key)}
                aria-label={t('keys.revoke_named', { name: key.name })}
              >
                {t('keys.revoke')}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** The restrictions of the key. */
function Limits({ of: { is_test, scopes, tools } }: { of: Key }) {
  const { t } = useTranslation();
  const [scope] = scopes?.length === 1 ? scopes : [];
  const limits = [
    ...(scope === undefined ? [] : [t(`keys.only_${scope}`)]),
    ...(tools === null ? [] : [t('keys.only_tools', { tools: allOf(tools) })]),
  ];
  return (
    <>
      {is_test && (
        <Badge color="gray" variant="default">
          {t('keys.test')}
        </Badge>
      )}
      {limits.map((limit) => (
        <Text key={limit} size="sm" c="dimmed">
          {limit}
        </Text>
      ))}
    </>
  );
}

function Facts({ of: key }: { of: Key }) {
  const { t } = useTranslation();
  const now = useNow();
  const { last_used_at, last_used_from, expires_at, revoked_at } = key;
  const when = last_used_at === null ? '' : ago(last_used_at, now);
  const used =
    last_used_at === null
      ? t('keys.never_used')
      : last_used_from === null
        ? t('keys.last_used', { when })
        : t('keys.last_used_from', { when, address: last_used_from });
  // The expiry date is the last valid day, not the midnight that ends it.
  const lastDay = date((expires_at ?? 0) - 1, 'UTC');
  const until =
    expires_at === null
      ? []
      : [expires_at > now ? t('keys.expires_on', { date: lastDay }) : t('keys.expired_on', { date: lastDay })];
  return (
    <Text size="sm" c="dimmed">
      {[
        t('keys.conversions', { count: key.conversions }),
        used,
        revoked_at === null
          ? t('keys.created_on', { date: date(key.created_at) })
          : t('keys.revoked_on', { date: date(revoked_at) }),
        ...until,
      ].join(' · ')}
    </Text>
  );
}

function Rename({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(key.name);
  const rename = useChange(() => call('PATCH', `/keys/${key.id}`, { name }));
  return (
    <Modal opened onClose={onClose} title={t('keys.rename_title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Stack>
          <TextInput
            label={t('keys.name')}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
            error={rename.error?.message}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {t('keys.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

// Share links, and how often they were used.
import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevokeShare, useShares } from '../api/queries.ts';
import type { Share } from '../api/types.ts';
import { date, left, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';

export default function Shares() {
  const { t } = useTranslation();
  const shares = useShares();
  const [revoking, setRevoking] = useState<Share | null>(null);
  const revoke = useRevokeShare();
  const open = shares.data?.filter(({ state }) => state === 'open') ?? [];
  const ended = shares.data?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <Page title={t('shares.title')} intro={t('shares.intro')}>
      <Problem error={shares.error} />
      <Paper withBorder component="section" aria-label={t('shares.open')}>
        {shares.isPending && <Skeleton height={160} m="md" w="auto" />}
        {shares.isSuccess && open.length === 0 && <Empty title={t('shares.none')}>{t('shares.none_text')}</Empty>}
        <ShareList shares={open} onRevoke={setRevoking} />
      </Paper>
      {ended.length > 0 && (
        <Section title={t('shares.ended')} flush>
          <ShareList shares={ended} />
        </Section>
      )}
      <Confirm
        title={t('shares.revoke_title', { name: revoking?.name ?? '' })}
        action={t('shares.revoke')}
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        error={revoke.error}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking !== null && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
      >
        {t('shares.revoke_text')}
      </Confirm>
    </Page>
  );
}

function ShareList({ shares, onRevoke }: { shares: readonly Share[]; onRevoke?: (share: Share) => void }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <ul className="rows">
      {shares.map((share) => (
        <li key={share.id} className="row">
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Group gap="xs" wrap="nowrap">
              <Text fw={600} className="name">
                {share.name}
              </Text>
              {share.has_password && (
                <Badge variant="default" leftSection={<IconLock size={12} aria-hidden />} tt="none">
                  {t('shares.password')}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {[
                size(share.size_bytes),
                t('shares.downloads', { count: share.downloads }),
                share.state === 'open'
                  ? t('shares.left', { time: left(share.expires_at, now) })
                  : t(`shares.${share.state}`),
                t('shares.created', { date: date(share.created_at) }),
              ].join(' · ')}
            </Text>
          </Stack>
          {onRevoke !== undefined && (
            <Group gap="xs">
              <Copy value={share.url} label={t('shares.copy_link')} />
              <Button
                variant="default"
                size="xs"
                onClick={() => onRevoke(share)}
                aria-label={t('shares.revoke_named', { name: share.name })}
              >
                {t('shares.revoke')}
              </Button>
            </Group>
          )}
        </li>
      ))}
    </ul>
  );
}

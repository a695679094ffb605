// Share links, and how often they were used.
import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevokeShare, useShares } from '../api/queries.ts';
import type { Share } from '../api/types.ts';
import { date, left, plural, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';

const endings = { owner: 'Revoked', job_deleted: 'Job deleted', expiry: 'Expired' } as const;

export default function Shares() {
  const shares = useShares();
  const [revoking, setRevoking] = useState<Share | null>(null);
  const revoke = useRevokeShare();
  const open = shares.data?.filter(({ state }) => state === 'open') ?? [];
  const ended = shares.data?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <Page title="Share links" intro="Anyone with a link can download the file, without an account.">
      <Problem error={shares.error} />
      <Paper withBorder component="section" aria-label="Open links">
        {shares.isPending && <Skeleton height={160} m="md" w="auto" />}
        {shares.isSuccess && open.length === 0 && (
          <Empty title="No open links">To create one, open a job and click Share.</Empty>
        )}
        <ShareList shares={open} onRevoke={setRevoking} />
      </Paper>
      {ended.length > 0 && (
        <Section title="Ended" flush>
          <ShareList shares={ended} />
        </Section>
      )}
      <Confirm
        title={`Revoke the link to ${revoking?.name ?? ''}?`}
        action="Revoke"
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        error={revoke.error}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking !== null && revoke.mutate(revoking.id, { onSuccess: () => setRevoking(null) })}
      >
        The shared copy is deleted immediately, and the link stops working.
      </Confirm>
    </Page>
  );
}

function ShareList({ shares, onRevoke }: { shares: readonly Share[]; onRevoke?: (share: Share) => void }) {
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
                  Password
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {[
                size(share.size_bytes),
                plural(share.downloads, 'download'),
                share.state === 'open' ? `${left(share.expires_at, now)} left` : endings[share.state],
                `created on ${date(share.created_at)}`,
              ].join(' · ')}
            </Text>
          </Stack>
          {onRevoke !== undefined && (
            <Group gap="xs">
              <Copy value={share.url} label="Copy link" />
              <Button
                variant="default"
                size="xs"
                onClick={() => onRevoke(share)}
                aria-label={`Revoke the link to ${share.name}`}
              >
                Revoke
              </Button>
            </Group>
          )}
        </li>
      ))}
    </ul>
  );
}

// How much of the quota is used, and when it renews.
import { Group, RingProgress, Stack, Text } from '@mantine/core';
import type { Quota } from '../api/types.ts';
import { useNow } from './clock.ts';
import { count, date, formatQuota } from '../format.ts';

const colours = { ok: 'indigo', soft_cap: 'orange', hard_cap: 'red' } as const;

export function QuotaRing({ quota }: { quota: Quota }) {
  const now = useNow();
  const part = Math.min(100, (quota.used / Math.max(1, quota.quota)) * 100);
  const used = part > 0 && part < 1 ? '< 1' : String(Math.round(part));
  return (
    <Group wrap="nowrap" gap="lg">
      <RingProgress
        size={132}
        thickness={12}
        roundCaps={part > 1}
        sections={[{ value: part, color: colours[quota.status] }]}
        label={
          <Text ta="center" fw={700} size="xl">
            {used}&nbsp;%
          </Text>
        }
        role="img"
        aria-label={`${used} % of the conversions used`}
      />
      <Stack gap={2}>
        <Text size="xl" fw={700}>
          {count(quota.used)} <span style={{ fontWeight: 400 }}>of {formatQuota(quota.quota)}</span>
        </Text>
        <Text c="dimmed">conversions used</Text>
        <Text size="sm">{formatPeriod(quota, now)}</Text>
      </Stack>
    </Group>
  );
}

function formatPeriod(quota: Quota, now: number): string {
  if (quota.quota_period_end !== null) return `Renews on ${date(quota.quota_period_end)}`;
  const ends = quota.credits_expire_at;
  if (ends !== null) return ends > now ? `Trial, valid until ${date(ends)}` : `Trial ended on ${date(ends)}`;
  return '';
}

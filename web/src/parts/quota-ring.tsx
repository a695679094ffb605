// How much of the quota is used, and until when it lasts.
import { Group, RingProgress, Stack, Text } from '@mantine/core';
import type { Quota } from '../api/types.ts';
import { count, date, quotaInWords } from '../format.ts';

const colours = { ok: 'indigo', soft_cap: 'orange', hard_cap: 'red' } as const;

export function QuotaRing({ quota }: { quota: Quota }) {
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
          {count(quota.used)} <span style={{ fontWeight: 400 }}>of {quotaInWords(quota.quota)}</span>
        </Text>
        <Text c="dimmed">conversions used</Text>
        <Text size="sm">{periodInWords(quota)}</Text>
      </Stack>
    </Group>
  );
}

export function periodInWords(quota: Quota): string {
  if (quota.quota_period_end !== null) return `Renews on ${date(quota.quota_period_end)}`;
  if (quota.credits_expire_at !== null) return `Trial, valid until ${date(quota.credits_expire_at)}`;
  return '';
}

// How much of the quota is used, and when it renews.
import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quota } from '../api/types.ts';
import { useNow } from './clock.ts';
import { count, date, formatQuota } from '../format.ts';

const colours = { ok: 'indigo', soft_cap: 'orange', hard_cap: 'red' } as const;

export function QuotaRing({ quota }: { quota: Quota }) {
  const { t } = useTranslation();
  const now = useNow();
  const part = Math.min(100, (quota.used / Math.max(1, quota.quota)) * 100);
  const used = part > 0 && part < 1 ? '< 1' : String(Math.round(part));
  return (
    <Group wrap="nowrap" gap="lg">
      <Ring part={part} colour={colours[quota.status]} label={t('home.used_part', { used })}>
        {used}&nbsp;%
      </Ring>
      <Stack gap={2}>
        <Text size="xl" fw={700}>
          {count(quota.used)}{' '}
          <span style={{ fontWeight: 400 }}>{t('home.of', { quota: formatQuota(quota.quota) })}</span>
        </Text>
        <Text c="dimmed">{t('home.used')}</Text>
        <Text size="sm">{formatPeriod(quota, now, t)}</Text>
      </Stack>
    </Group>
  );
}

/** A part of 100 as an arc; Mantine's ring brings a positioning library for tooltips that are not shown here. */
const Ring = ({
  part,
  colour,
  label,
  children,
}: {
  part: number;
  colour: string;
  label: string;
  children: ReactNode;
}) => (
  <div className="ring" role="img" aria-label={label}>
    <svg viewBox="0 0 44 44" width={132} height={132} aria-hidden>
      <circle cx={22} cy={22} r={20} pathLength={100} />
      {part > 0 && (
        <circle
          className="ring-part"
          cx={22}
          cy={22}
          r={20}
          pathLength={100}
          strokeDasharray={`${part} 100`}
          stroke={`var(--mantine-color-${colour}-6)`}
        />
      )}
    </svg>
    <Text component="span" fw={700} size="xl">
      {children}
    </Text>
  </div>
);

function formatPeriod(quota: Quota, now: number, t: TFunction): string {
  if (quota.quota_period_end !== null) return t('home.renews', { date: date(quota.quota_period_end) });
  const ends = quota.credits_expire_at;
  if (ends !== null) return t(ends > now ? 'home.trial_until' : 'home.trial_ended', { date: date(ends) });
  return '';
}

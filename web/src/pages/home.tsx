// The overview: quota, usage of the last 30 days, latest jobs.
import { Alert, Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLiveJobs } from '../api/live-jobs.ts';
import { useLatestJobs, useUsage } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Me, Usage } from '../api/types.ts';
import { count, date } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Empty } from '../parts/empty.tsx';
import { OpenJob } from '../parts/open-job.tsx';
import { JobList } from '../parts/job-list.tsx';
import { Problem } from '../parts/problem.tsx';
import { QuotaRing } from '../parts/quota-ring.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';

export default function Home() {
  const { t } = useTranslation();
  const me = useAccount();
  const usage = useUsage();
  const jobs = useLatestJobs(6);
  const positions = useLiveJobs();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Page
      title={t('home.title')}
      action={
        <Button component={Link} href="/playground">
          {t('home.convert')}
        </Button>
      }
    >
      <Warning me={me} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section
          title={me.plan === null ? t('home.no_plan') : t('home.plan', { name: me.plan.name })}
          action={
            <Anchor component={Link} href="/plan" size="sm">
              {t('home.view_plans')}
            </Anchor>
          }
        >
          {me.quota === null ? <Text>{t('home.no_plan_text')}</Text> : <QuotaRing quota={me.quota} />}
        </Section>
        <Section title={t('home.last_days')}>{usage.data && <Totals usage={usage.data} />}</Section>
      </SimpleGrid>
      <Section title={t('home.per_day')}>
        <Problem error={usage.error} />
        {usage.isPending && <Skeleton height={200} />}
        {usage.data &&
          (usage.data.cells.length === 0 ? (
            <Empty title={t('home.no_conversions')}>{t('home.no_conversions_text')}</Empty>
          ) : (
            <UsageChart usage={usage.data} />
          ))}
      </Section>
      <Section
        title={t('home.latest')}
        flush
        action={
          <Anchor component={Link} href="/jobs" size="sm">
            {t('home.view_jobs')}
          </Anchor>
        }
      >
        <Problem error={jobs.error} />
        {jobs.isPending && <Skeleton height={160} m="md" />}
        {jobs.data?.jobs.length === 0 ? (
          <Empty
            title={t('home.no_jobs')}
            action={
              <Anchor component={Link} href="/playground">
                {t('home.first_file')}
              </Anchor>
            }
          >
            {t('home.no_jobs_text')}
          </Empty>
        ) : (
          <JobList jobs={jobs.data?.jobs ?? []} positions={positions} onOpen={({ id }) => setOpen(id)} />
        )}
      </Section>
      <OpenJob
        id={open}
        known={jobs.data?.jobs.find(({ id }) => id === open)}
        onOpen={setOpen}
        onClose={() => setOpen(null)}
      />
    </Page>
  );
}

/** Says why conversions are refused, or soon will be. */
function Warning({ me: { quota } }: { me: Me }) {
  const { t } = useTranslation();
  const now = useNow();
  if (quota === null) return null;
  const { credits_expire_at: ends, quota_period_end: renews } = quota;
  const hasEnded = ends !== null && ends <= now;
  if (!hasEnded && quota.status === 'ok') return null;
  const until = renews === null ? t('home.no_renewal') : t('home.renewal', { date: date(renews) });
  const [title, text] = hasEnded
    ? [t('home.trial_over'), t('home.trial_over_text', { date: date(ends) })]
    : quota.status === 'hard_cap'
      ? [t('home.all_used'), t('home.all_used_text', { renewal: until })]
      : [t('home.over'), t('home.over_text', { limit: count(quota.soft_cap_limit), renewal: until })];
  return (
    <Alert color={quota.status === 'soft_cap' && !hasEnded ? 'orange' : 'red'} variant="outline" title={title}>
      {text} <Link href="/plan">{t('home.view_plans')}</Link>
    </Alert>
  );
}

function Totals({ usage }: { usage: Usage }) {
  const { t } = useTranslation();
  const total = (outcome: string) =>
    usage.cells.reduce((sum, cell) => (cell.outcome === outcome ? sum + cell.conversions : sum), 0);
  const all = [
    { label: t('home.success'), value: total('success'), note: t('home.success_note') },
    { label: t('home.rejected'), value: total('rejected'), note: t('home.rejected_note') },
    { label: t('home.failed'), value: total('failed'), note: t('home.failed_note') },
  ];
  return (
    <Stack gap="sm">
      {all.map(({ label, value, note }) => (
        <Group key={label} justify="space-between" wrap="nowrap" align="baseline">
          <Text>
            <Text component="span" fw={700} size="xl">
              {count(value)}
            </Text>{' '}
            {label}
          </Text>
          <Text size="sm" c="dimmed" ta="right">
            {note}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

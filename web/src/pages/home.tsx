// The overview: quota, usage of the last 30 days, latest jobs.
import { Alert, Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLatestJobs, useUsage } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Job, Me, Usage } from '../api/types.ts';
import { count, date } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { useNow } from '../parts/clock.ts';
import { Empty } from '../parts/empty.tsx';
import { JobDrawer } from '../parts/job-drawer.tsx';
import { JobList } from '../parts/job-list.tsx';
import { Problem } from '../parts/problem.tsx';
import { QuotaRing } from '../parts/quota-ring.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';

export default function Home() {
  const me = useAccount();
  const usage = useUsage();
  const jobs = useLatestJobs(6);
  const [open, setOpen] = useState<Job | null>(null);
  return (
    <Page
      title="Home"
      action={
        <Button component={Link} href="/playground">
          Convert a file
        </Button>
      }
    >
      <Warning me={me} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section
          title={me.plan === null ? 'No plan' : `Plan ${me.plan.name}`}
          action={
            <Anchor component={Link} href="/plan" size="sm">
              View plans
            </Anchor>
          }
        >
          {me.quota === null ? (
            <Text>This account has no plan, so its API keys do not work. Ask your administrator for a plan.</Text>
          ) : (
            <QuotaRing quota={me.quota} />
          )}
        </Section>
        <Section title="Last 30 days">{usage.data && <Totals usage={usage.data} />}</Section>
      </SimpleGrid>
      <Section title="Conversions per day">
        <Problem error={usage.error} />
        {usage.isPending && <Skeleton height={200} />}
        {usage.data &&
          (usage.data.cells.length === 0 ? (
            <Empty title="No conversions yet">Conversions by your code and in the playground appear here.</Empty>
          ) : (
            <UsageChart usage={usage.data} />
          ))}
      </Section>
      <Section
        title="Latest jobs"
        flush
        action={
          <Anchor component={Link} href="/jobs" size="sm">
            View all jobs
          </Anchor>
        }
      >
        <Problem error={jobs.error} />
        {jobs.isPending && <Skeleton height={160} m="md" />}
        {jobs.data?.jobs.length === 0 ? (
          <Empty
            title="No jobs yet"
            action={
              <Anchor component={Link} href="/playground">
                Convert your first file
              </Anchor>
            }
          >
            Convert a file in the playground, or call the API with your key.
          </Empty>
        ) : (
          <JobList jobs={jobs.data?.jobs ?? []} onOpen={setOpen} />
        )}
      </Section>
      <JobDrawer id={open?.id ?? null} known={open ?? undefined} onClose={() => setOpen(null)} />
    </Page>
  );
}

/** Says why conversions are refused, or soon will be. */
function Warning({ me: { quota } }: { me: Me }) {
  const now = useNow();
  if (quota === null) return null;
  const { credits_expire_at: ends, quota_period_end: renews } = quota;
  const hasEnded = ends !== null && ends <= now;
  if (!hasEnded && quota.status === 'ok') return null;
  const until = renews === null ? 'They do not renew.' : `They renew on ${date(renews)}.`;
  const [title, text] = hasEnded
    ? ['Your trial has ended', `It ended on ${date(ends)}. To keep converting, choose a paid plan.`]
    : quota.status === 'hard_cap'
      ? ['You have used all of your conversions', `New conversions are refused. ${until}`]
      : ['You are over your quota', `Conversions are still accepted up to ${count(quota.soft_cap_limit)}. ${until}`];
  return (
    <Alert color={quota.status === 'soft_cap' && !hasEnded ? 'orange' : 'red'} variant="outline" title={title}>
      {text} <Link href="/plan">View plans</Link>
    </Alert>
  );
}

function Totals({ usage }: { usage: Usage }) {
  const total = (outcome: string) =>
    usage.cells.reduce((sum, cell) => (cell.outcome === outcome ? sum + cell.conversions : sum), 0);
  const all = [
    { label: 'succeeded', value: total('success'), note: 'Counted' },
    { label: 'rejected', value: total('rejected'), note: 'Problem with the file: counted' },
    { label: 'failed', value: total('failed'), note: 'Problem with the service: not counted' },
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

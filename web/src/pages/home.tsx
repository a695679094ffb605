// Where one stands: what is used of the quota, how the last month went, what runs now.
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
              See the plans
            </Anchor>
          }
        >
          {me.quota === null ? (
            <Text>This account has no plan, so the API refuses its keys. Ask the operator for one.</Text>
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
            <Empty title="No conversions yet">
              Once your code or the playground has converted something, you see it here day by day.
            </Empty>
          ) : (
            <UsageChart usage={usage.data} />
          ))}
      </Section>
      <Section
        title="Latest jobs"
        flush
        action={
          <Anchor component={Link} href="/jobs" size="sm">
            See all jobs
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
            Drop a file into the playground, or call the API with your key.
          </Empty>
        ) : (
          <JobList jobs={jobs.data?.jobs ?? []} onOpen={setOpen} />
        )}
      </Section>
      <JobDrawer id={open?.id ?? null} known={open ?? undefined} onClose={() => setOpen(null)} />
    </Page>
  );
}

/** What keeps conversions from going through now, or soon will. */
function Warning({ me: { quota } }: { me: Me }) {
  const now = useNow();
  if (quota === null) return null;
  const { credits_expire_at: ends, quota_period_end: renews } = quota;
  const isOver = ends !== null && ends <= now;
  if (!isOver && quota.status === 'ok') return null;
  const until = renews === null ? 'They do not renew.' : `They renew on ${date(renews)}.`;
  const [title, text] = isOver
    ? ['Your trial has ended', `It was valid until ${date(ends)}. Conversions are refused until you have a paid plan.`]
    : quota.status === 'hard_cap'
      ? ['Your conversions have run out', `Conversions are refused. ${until}`]
      : ['You are over your quota', `Conversions go through up to ${count(quota.soft_cap_limit)}. ${until}`];
  return (
    <Alert color={quota.status === 'soft_cap' && !isOver ? 'orange' : 'red'} variant="outline" title={title}>
      {text} <Link href="/plan">See the plans</Link>
    </Alert>
  );
}

function Totals({ usage }: { usage: Usage }) {
  const total = (outcome: string) =>
    usage.cells.reduce((sum, cell) => (cell.outcome === outcome ? sum + cell.conversions : sum), 0);
  const all = [
    { label: 'succeeded', value: total('success'), note: 'Counted' },
    { label: 'rejected', value: total('rejected'), note: 'The file was at fault: counted' },
    { label: 'failed', value: total('failed'), note: 'Not the file’s fault: given back' },
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

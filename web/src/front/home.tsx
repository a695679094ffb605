// The front page: what it does, a place to drop files, the tools, how private it is, how to call it.
import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBoxMultiple, IconClockHour4, IconWorldOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Front, Plan } from '../api/types.ts';
import { Copy } from '../parts/copy.tsx';
import type { Batch } from '../workbench/batch.ts';
import { text } from './text.ts';
import { Tools } from './tools.tsx';
import { Try } from './try.tsx';

export function Home({ front, batch }: { front: Front; batch: Batch | null }) {
  useEffect(() => {
    document.title = `${text.title} · Platen`;
  }, []);
  return (
    <Stack gap={56}>
      <Stack gap="xl">
        <div className="hero">
          <Title order={1}>{text.title}</Title>
          <Text size="lg" c="dimmed">
            {text.lead}
          </Text>
        </div>
        <Try front={front} batch={batch} />
        <Promises minutes={front.trial?.minutes ?? null} />
      </Stack>
      <section id="tools" aria-labelledby="tools-title">
        <Title order={2} id="tools-title" mb="md" className="front-title">
          {text.tools}
        </Title>
        <Tools pages={front.pages} />
      </section>
      <Code apiUrl={front.api_url} />
      {front.plans.length > 1 && <Plans plans={front.plans} />}
    </Stack>
  );
}

const promiseIcons = [IconClockHour4, IconBoxMultiple, IconWorldOff] as const;

const Promises = ({ minutes }: { minutes: number | null }) => (
  <section aria-label={text.privacy}>
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
      {text.promises(minutes).map(({ title, body }, n) => {
        const Icon = promiseIcons[n] ?? IconWorldOff;
        return (
          <Group key={title} wrap="nowrap" align="flex-start" gap="sm">
            <span className="tool-icon">
              <Icon size={22} stroke={1.6} aria-hidden />
            </span>
            <div>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {body}
              </Text>
            </div>
          </Group>
        );
      })}
    </SimpleGrid>
  </section>
);

function Code({ apiUrl }: { apiUrl: string }) {
  const call = `curl ${apiUrl}/convert/office-to-pdf \\
  -H "Authorization: Bearer $API_KEY" \\
  -F file=@report.docx`;
  return (
    <section aria-labelledby="api-title">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={2} id="api-title" className="front-title">
            {text.api}
          </Title>
          <Text c="dimmed">{text.apiLead}</Text>
        </div>
        <Group gap="md">
          <Anchor href="/docs">{text.quickStart}</Anchor>
          <Anchor href="/docs/api-reference">{text.reference}</Anchor>
        </Group>
      </Group>
      <div className="code-box">
        <pre className="code" tabIndex={0} aria-label={text.api}>
          {call}
        </pre>
        <Copy value={call} />
      </div>
    </section>
  );
}

const Plans = ({ plans }: { plans: readonly Plan[] }) => (
  <section aria-labelledby="plans-title">
    <Title order={2} id="plans-title" mb="md" className="front-title">
      {text.plans}
    </Title>
    <SimpleGrid cols={{ base: 1, xs: 2, md: Math.min(4, plans.length) }}>
      {plans.map((plan) => (
        <Paper key={plan.name} withBorder p="md">
          <Text fw={600} tt="capitalize">
            {plan.name}
          </Text>
          <Text size="xl" fw={700} mb="xs">
            {text.planPrice(plan.price_eur_month)}
          </Text>
          <Text size="sm">{text.planQuota(plan.quota, plan.renews === 'monthly')}</Text>
          <Text size="sm">{text.planSize(plan.max_bytes)}</Text>
          <Text size="sm">{text.planMerge(plan.max_merge_files)}</Text>
        </Paper>
      ))}
    </SimpleGrid>
  </section>
);

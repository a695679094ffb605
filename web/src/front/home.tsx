// The front page: introduction, drop zone, tools, privacy, API.
import { useTranslation } from 'react-i18next';
import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBoxMultiple, IconClockHour4, IconWorldOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isUnlimited, size } from '../format.ts';
import { docsAddress } from '../i18n.ts';
import type { Front, Plan } from '../api/types.ts';
import { Copy } from '../parts/copy.tsx';
import type { Batch } from '../workbench/batch.ts';
import { Tools } from './tools.tsx';
import { Try } from './try.tsx';

export function Home({ front, batch }: { front: Front; batch: Batch | null }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('front.title')} · Platen`;
  }, [t]);
  return (
    <Stack gap={56}>
      <Stack gap="xl">
        <div className="hero">
          <Title order={1}>{t('front.title')}</Title>
          <Text size="lg" c="dimmed">
            {t('front.lead')}
          </Text>
        </div>
        <Try front={front} batch={batch} />
        <Promises minutes={front.trial?.minutes ?? null} />
      </Stack>
      <section id="tools" aria-labelledby="tools-title">
        <Title order={2} id="tools-title" mb="md" className="front-title">
          {t('front.tools')}
        </Title>
        <Tools pages={front.pages} />
      </section>
      <Code apiUrl={front.api_url} />
      {front.plans.length > 1 && <Plans plans={front.plans} />}
    </Stack>
  );
}

function Promises({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation();
  const promises = [
    minutes === null
      ? { Icon: IconClockHour4, title: t('front.gone_hour'), body: t('front.gone_hour_says') }
      : {
          Icon: IconClockHour4,
          title: t('front.gone', { count: minutes }),
          body: t('front.gone_says', { count: minutes }),
        },
    { Icon: IconBoxMultiple, title: t('front.apart'), body: t('front.apart_says') },
    { Icon: IconWorldOff, title: t('front.nobody'), body: t('front.nobody_says') },
  ];
  return (
    <section aria-label={t('front.privacy')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        {promises.map(({ title, body, Icon }) => (
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
        ))}
      </SimpleGrid>
    </section>
  );
}

function Code({ apiUrl }: { apiUrl: string }) {
  const { t } = useTranslation();
  const call = `curl -sSf ${apiUrl}/convert/office-to-pdf \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -H 'Prefer: return=representation' \\
  -F file=@report.docx -o report.pdf`;
  return (
    <section aria-labelledby="api-title">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={2} id="api-title" className="front-title">
            {t('front.api')}
          </Title>
          <Text c="dimmed">{t('front.api_lead')}</Text>
        </div>
        <Group gap="md">
          <Anchor href={docsAddress()}>{t('front.quick_start')}</Anchor>
          <Anchor href="/docs/api-reference">{t('front.reference')}</Anchor>
        </Group>
      </Group>
      <div className="code-box">
        <pre className="code" tabIndex={0} aria-label={t('front.api')}>
          {call}
        </pre>
        <Copy value={call} />
      </div>
    </section>
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="plans-title">
      <Title order={2} id="plans-title" mb="md" className="front-title">
        {t('front.plans')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: Math.min(4, plans.length) }}>
        {plans.map((plan) => (
          <Paper key={plan.name} withBorder p="md">
            <Text fw={600} tt="capitalize">
              {plan.name}
            </Text>
            <Text size="xl" fw={700} mb="xs">
              {plan.price_eur_month === 0 ? t('front.free') : t('front.price', { euros: plan.price_eur_month })}
            </Text>
            <Text size="sm">
              {isUnlimited(plan.quota)
                ? t('front.no_end')
                : t(plan.renews === 'monthly' ? 'front.monthly' : 'front.quota', { count: plan.quota })}
            </Text>
            <Text size="sm">{t('front.plan_size', { size: size(plan.max_bytes) })}</Text>
            <Text size="sm">{t('front.plan_merge', { count: plan.max_merge_files })}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  );
}

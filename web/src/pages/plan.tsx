// All plans side by side, with the account's own plan marked.
import { Badge, Button, Group, List, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlans } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Plan as PlanType } from '../api/types.ts';
import { formatQuota, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { Problem } from '../parts/problem.tsx';
import { QuotaRing } from '../parts/quota-ring.tsx';

export default function Plan() {
  const { t } = useTranslation();
  const me = useAccount();
  const plans = usePlans();
  return (
    <Page title={t('plan.title')} intro={t('plan.intro')}>
      <Section title={me.plan === null ? t('plan.none') : t('plan.own', { name: me.plan.name })}>
        {me.quota === null ? <Text>{t('plan.no_access')}</Text> : <QuotaRing quota={me.quota} />}
      </Section>
      <Problem error={plans.error} />
      {plans.isPending && <Skeleton height={260} />}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {plans.data?.plans.map((plan) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            hasPrice={plans.data.has_prices}
            isOwn={plan.name === me.plan?.name}
            upgradeUrl={me.upgrade_url}
          />
        ))}
      </SimpleGrid>
      {plans.data?.isOwnMachine === true ? (
        <Section title={t('plan.own_machine')}>
          <Text mb="xs">{t('plan.own_machine_text')}</Text>
          <pre className="code wrapped">./platen account set {me.email} --plan business</pre>
        </Section>
      ) : (
        me.upgrade_url === null && <Text c="dimmed">{t('plan.ask')}</Text>
      )}
    </Page>
  );
}

function PlanCard({
  plan,
  hasPrice,
  isOwn,
  upgradeUrl,
}: {
  plan: PlanType;
  hasPrice: boolean;
  isOwn: boolean;
  upgradeUrl: string | null;
}) {
  const { t } = useTranslation();
  const border = isOwn ? { borderColor: 'var(--mantine-primary-color-filled)', borderWidth: 2 } : {};
  return (
    <Paper withBorder p="md" component="section" aria-label={t('plan.card', { name: plan.name })} style={border}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" mih={26}>
          <Title order={2} tt="capitalize">
            {plan.name}
          </Title>
          {isOwn && <Badge tt="none">{t('plan.yours')}</Badge>}
        </Group>
        {hasPrice && <Price euros={plan.price_eur_month} />}
        <List size="sm" spacing={4} style={{ flexGrow: 1 }}>
          <List.Item>
            {t(plan.renews === 'monthly' ? 'plan.monthly' : 'plan.yearly', { quota: formatQuota(plan.quota) })}
          </List.Item>
          <List.Item>{t('plan.size', { size: size(plan.max_bytes) })}</List.Item>
          <List.Item>{t('plan.merge', { count: plan.max_merge_files })}</List.Item>
          <List.Item>{t('plan.share', { count: plan.share_days })}</List.Item>
        </List>
        {!isOwn && upgradeUrl !== null && (
          <Button component="a" href={upgradeUrl} variant="default">
            {t('plan.choose', { name: plan.name })}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function Price({ euros }: { euros: number }) {
  const { t } = useTranslation();
  return (
    <Text>
      <Text component="span" fw={700} fz={28}>
        {euros === 0 ? t('plan.free') : t('plan.price', { euros })}
      </Text>
      <Text component="span" c="dimmed" size="sm" display="block">
        {t(euros > 0 ? 'plan.price_text' : 'plan.free_text')}
      </Text>
    </Text>
  );
}

// All plans side by side, with the account's own plan marked.
import { Badge, Button, Group, List, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { usePlans } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Plan as PlanType } from '../api/types.ts';
import { plural, formatQuota, size } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { Problem } from '../parts/problem.tsx';
import { QuotaRing } from '../parts/quota-ring.tsx';

export default function Plan() {
  const me = useAccount();
  const plans = usePlans();
  return (
    <Page
      title="Plan"
      intro="Every plan includes all tools. Plans differ in the number of conversions and the size of files."
    >
      <Section title={me.plan === null ? 'You have no plan' : `You are on ${me.plan.name}`}>
        {me.quota === null ? (
          <Text>API keys do not work until this account has a plan. Ask your administrator for one.</Text>
        ) : (
          <QuotaRing quota={me.quota} />
        )}
      </Section>
      <Problem error={plans.error} />
      {plans.isPending && <Skeleton height={260} />}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {plans.data?.map((plan) => (
          <PlanCard key={plan.name} plan={plan} isOwn={plan.name === me.plan?.name} upgradeUrl={me.upgrade_url} />
        ))}
      </SimpleGrid>
      {me.upgrade_url === null && (
        <Text c="dimmed">To change your plan, contact the administrator of this server.</Text>
      )}
    </Page>
  );
}

function PlanCard({ plan, isOwn, upgradeUrl }: { plan: PlanType; isOwn: boolean; upgradeUrl: string | null }) {
  const border = isOwn ? { borderColor: 'var(--mantine-primary-color-filled)', borderWidth: 2 } : {};
  return (
    <Paper withBorder p="md" component="section" aria-label={`Plan ${plan.name}`} style={border}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" mih={26}>
          <Title order={2} tt="capitalize">
            {plan.name}
          </Title>
          {isOwn && <Badge tt="none">Your plan</Badge>}
        </Group>
        <Text>
          <Text component="span" fw={700} fz={28}>
            {plan.price_eur_month === 0 ? 'Free' : `€${plan.price_eur_month}`}
          </Text>
          <Text component="span" c="dimmed" size="sm" display="block">
            {plan.price_eur_month > 0 ? 'a month, before tax' : 'for trying it out'}
          </Text>
        </Text>
        <List size="sm" spacing={4} style={{ flexGrow: 1 }}>
          <List.Item>
            {formatQuota(plan.quota)} conversions {plan.renews === 'monthly' ? 'a month' : 'in 12 months'}
          </List.Item>
          <List.Item>Files up to {size(plan.max_bytes)}</List.Item>
          <List.Item>Merges of up to {plural(plan.max_merge_files, 'file')}</List.Item>
          <List.Item>Share links for {plural(plan.share_days, 'day')}</List.Item>
        </List>
        {!isOwn && upgradeUrl !== null && (
          <Button component="a" href={upgradeUrl} variant="default">
            Choose {plan.name}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

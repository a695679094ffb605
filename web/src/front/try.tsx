// The workbench of a visitor, or the way to sign in if there is none.
import { useTranslation } from 'react-i18next';
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { Link } from 'wouter';
import { anyOf, isUnlimited, size } from '../format.ts';
import type { Front, ToolPage } from '../api/types.ts';
import type { Batch } from '../workbench/batch.ts';
import { Workbench } from '../workbench/workbench.tsx';

export function Try({
  front: { trial, tools, sign_in: options },
  batch,
  about,
}: {
  front: Front;
  batch: Batch | null;
  /** The page of a single tool. */
  about?: ToolPage | undefined;
}) {
  const { t } = useTranslation();
  if (batch === null) return <HowToGetIn options={options} />;
  return (
    <Stack gap="sm">
      {trial !== null && trial.left === 0 && (
        <Alert color="orange" variant="outline" role="status">
          {t('workbench.used_up')}{' '}
          <Link href="/dashboard/sign-in" className="inline">
            {t('front.sign_in')}
          </Link>
        </Alert>
      )}
      <Workbench batch={batch} tools={tools} about={about} />
      {trial !== null && trial.left > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {isUnlimited(trial.per_day)
            ? t('front.own_machine')
            : t('front.left', { left: trial.left, count: trial.per_day })}{' '}
          {t('front.limits', { size: size(trial.plan.max_bytes), files: trial.plan.max_merge_files })}
        </Text>
      )}
    </Stack>
  );
}

function HowToGetIn({ options: { sign_up, domains, free_conversions } }: { options: Front['sign_in'] }) {
  const { t } = useTranslation();
  const how =
    sign_up === 'closed'
      ? t('front.closed_sign_up')
      : domains.length > 0
        ? t('front.some_domains', { domains: anyOf([...domains]) })
        : t('front.open_sign_up', { count: free_conversions });
  return (
    <Paper withBorder p="xl" className="get-in">
      <Stack align="center" gap="sm">
        <Title order={2}>{t('front.get_in')}</Title>
        <Text c="dimmed" maw={520} ta="center">
          {how}
        </Text>
        <Button component={Link} href="/dashboard/sign-in" size="md" leftSection={<IconLogin2 size={18} aria-hidden />}>
          {t('front.sign_in')}
        </Button>
      </Stack>
    </Paper>
  );
}

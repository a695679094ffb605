// The workbench of a stranger, or how to get in where there is none.
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Front, Tool } from '../api/types.ts';
import type { Batch } from '../workbench/batch.ts';
import { Workbench } from '../workbench/workbench.tsx';
import { text as words } from '../workbench/text.ts';
import { text } from './text.ts';

export function Try({
  front: { trial, tools, sign_in: options },
  batch,
  fixed,
}: {
  front: Front;
  batch: Batch | null;
  fixed?: Tool | undefined;
}) {
  if (batch === null) return <HowToGetIn options={options} />;
  const hint = fixed === undefined ? words.hint : text.hintOf(fixed.accepted_exts);
  return (
    <Stack gap="sm">
      {trial !== null && trial.left === 0 && (
        <Alert color="orange" variant="outline" role="status">
          {text.usedUp}{' '}
          <Link href="/dashboard/sign-in" className="inline">
            {text.signIn}
          </Link>
        </Alert>
      )}
      <Workbench batch={batch} tools={tools} fixed={fixed} hint={hint} />
      {trial !== null && trial.left > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {text.left(trial.left, trial.per_day)} {text.limits(trial.plan.max_bytes, trial.plan.max_merge_files)}
        </Text>
      )}
    </Stack>
  );
}

function HowToGetIn({ options: { sign_up, domains, free_conversions } }: { options: Front['sign_in'] }) {
  const how =
    sign_up === 'closed'
      ? text.closedSignUp
      : domains.length > 0
        ? text.someDomains(domains)
        : text.openSignUp(free_conversions);
  return (
    <Paper withBorder p="xl" className="get-in">
      <Stack align="center" gap="sm">
        <Title order={2}>{text.howToGetIn}</Title>
        <Text c="dimmed" maw={520} ta="center">
          {how}
        </Text>
        <Button component={Link} href="/dashboard/sign-in" size="md" leftSection={<IconLogin2 size={18} aria-hidden />}>
          {text.signIn}
        </Button>
      </Stack>
    </Paper>
  );
}

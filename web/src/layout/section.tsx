// A titled card.
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({
  title,
  action,
  children,
  flush = false,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
  /** For lists whose rows go from edge to edge. */
  flush?: boolean;
}) {
  return (
    <Paper component="section" withBorder aria-label={title}>
      <Group justify="space-between" px="md" pt="md" pb={flush ? 'sm' : 0}>
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      <div style={flush ? {} : { padding: 'var(--mantine-spacing-md)' }}>{children}</div>
    </Paper>
  );
}

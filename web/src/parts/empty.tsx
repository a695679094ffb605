// An empty list, with a suggestion.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export const Empty = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <Stack align="center" gap="xs" p="xl" ta="center">
    <Text fw={600}>{title}</Text>
    <Text c="dimmed" maw={420}>
      {children}
    </Text>
    {action}
  </Stack>
);

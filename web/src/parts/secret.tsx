// A key or a link to copy.
import { Group, Paper } from '@mantine/core';
import { Copy } from './copy.tsx';

export const Secret = ({ value, label }: { value: string; label: string }) => (
  <Paper withBorder p="sm" role="group" aria-label={label}>
    <Group justify="space-between" align="center">
      <code className="secret">{value}</code>
      <Copy value={value} />
    </Group>
  </Paper>
);

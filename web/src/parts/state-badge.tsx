import { Badge } from '@mantine/core';
import type { JobState } from '../api/types.ts';

const badges: Record<JobState, { label: string; color: string }> = {
  pending: { label: 'Running', color: 'blue' },
  success: { label: 'Success', color: 'teal' },
  rejected: { label: 'Rejected', color: 'orange' },
  failed: { label: 'Failed', color: 'red' },
  deleted: { label: 'Deleted', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
};

export const StateBadge = ({ state }: { state: JobState }) => (
  <Badge color={badges[state].color} variant="dot" tt="none" fw={500}>
    {badges[state].label}
  </Badge>
);

export const stateNames = Object.entries(badges).map(([value, { label }]) => ({ value, label }));

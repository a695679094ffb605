import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JobState } from '../api/types.ts';

const colours: Record<JobState, string> = {
  pending: 'blue',
  success: 'teal',
  rejected: 'orange',
  failed: 'red',
  deleted: 'gray',
  expired: 'gray',
};

export function StateBadge({ state }: { state: JobState }) {
  const { t } = useTranslation();
  return (
    <Badge color={colours[state]} variant="dot" tt="none" fw={500}>
      {t(`jobs.${state}`)}
    </Badge>
  );
}

export const states = Object.keys(colours) as JobState[];

// How far all conversions are, in one line: the files themselves only say what is special about them.
import { Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task, TaskState } from './batch.ts';

export function BatchProgress({ tasks, pausedUntil }: { tasks: readonly Task[]; pausedUntil: number }) {
  const { t } = useTranslation();
  const count = (is: TaskState['is']) => tasks.filter(({ state }) => state.is === is).length;
  const [done, failed, sending, waiting] = [count('done'), count('failed'), count('sending'), count('waiting')];
  const parts = [
    t('workbench.progress', { done, all: tasks.length }),
    ...(failed > 0 ? [t('workbench.failures', { count: failed })] : []),
    ...(sending > 0 ? [t('workbench.converting_now', { count: sending })] : []),
    ...(waiting > 0 ? [t('workbench.still_waiting', { count: waiting })] : []),
  ];
  const isRunning = sending + waiting > 0;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {parts.join(' · ')}
      </Text>
      {waiting > 0 && <Paused key={pausedUntil} until={pausedUntil} />}
      {isRunning && tasks.length > 1 && (
        <Progress
          value={Math.round(((tasks.length - sending - waiting) / tasks.length) * 100)}
          size="sm"
          mt={6}
          aria-label={t('workbench.results')}
        />
      )}
    </>
  );
}

/** Nothing once the time has come. */
function Paused({ until }: { until: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.ceil((until - now) / 1000);
  if (seconds <= 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('workbench.paused', { seconds })}
    </Text>
  );
}

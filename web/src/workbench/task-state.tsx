// How far a conversion is, in a sign and in words.
import { useTranslation } from 'react-i18next';
import { Anchor, Progress, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from 'wouter';
import { size } from '../format.ts';
import type { Task } from './batch.ts';
import { toolName } from '../parts/tool-name.ts';
import { describeError } from './describe.ts';
import { scanStepOf } from './scan-offer.tsx';
import { stepsOf } from './steps.ts';

export function StateIcon({ task: { state } }: { task: Task }) {
  if (state.is === 'done') return <IconCircleCheck className="good" size={22} aria-hidden />;
  if (state.is === 'failed') return <IconAlertCircle className="bad" size={22} aria-hidden />;
  return <IconClock className="quiet" size={22} aria-hidden />;
}

export function StateText({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { state } = task;
  if (state.is === 'done') {
    const { bytes, warnings, compression } = state.result;
    const percent =
      compression === undefined
        ? 0
        : Math.round((1 - compression.bytes_after / Math.max(1, compression.bytes_before)) * 100);
    const saved =
      compression === undefined
        ? ''
        : `, ${percent > 0 ? t('workbench.smaller', { percent }) : t('workbench.not_smaller')}`;
    return (
      <>
        <Text size="sm" c="dimmed">
          {t('workbench.ready', { size: size(bytes) })}
          {saved}
        </Text>
        {warnings.map((warning) => (
          <Text key={warning} size="sm" className="warning">
            {warning}
          </Text>
        ))}
      </>
    );
  }
  if (state.is === 'failed') {
    const { message, code, step, isAboutPlan } = describeError(state.error);
    return (
      <Text size="sm" className="bad" role="alert">
        {task.further.length > 0 && step !== undefined && <FailedStep task={task} step={step} />}
        {scanStepOf(task) === undefined ? message : t('workbench.is_scan')}{' '}
        {isAboutPlan && (
          <Anchor component={Link} href="~/dashboard/plan" inherit>
            {t('workbench.view_plans')}
          </Anchor>
        )}{' '}
        <Text span size="xs" c="dimmed">
          {t('workbench.code', { code })}
        </Text>
      </Text>
    );
  }
  if (state.is === 'sending') return <Sending part={state.part} />;
  if (state.is === 'cancelled')
    return (
      <Text size="sm" c="dimmed">
        {t('workbench.cancelled')}
      </Text>
    );
  return (
    <Text size="sm" c="dimmed">
      {t('workbench.waiting')}
    </Text>
  );
}

/** Which of several tools in a row it was. */
function FailedStep({ task, step }: { task: Task; step: number }) {
  const { t } = useTranslation();
  const tool = stepsOf(task)[step]?.tool;
  if (tool === undefined) return null;
  return (
    <strong>
      {t('workbench.step_named', { step: step + 1, name: toolName(tool.id, tool.name) })}
      <br />
    </strong>
  );
}

function Sending({ part }: { part: number }) {
  const { t } = useTranslation();
  const isConverting = part >= 1;
  const label = isConverting
    ? t('workbench.converting')
    : t('workbench.uploading', { percent: Math.round(part * 100) });
  return (
    <>
      <Progress
        value={isConverting ? 100 : Math.round(part * 100)}
        animated={isConverting}
        striped={isConverting}
        size="sm"
        mt={6}
        aria-label={isConverting ? t('workbench.converting') : t('workbench.upload')}
      />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </>
  );
}

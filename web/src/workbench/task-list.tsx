// Waiting, running and finished conversions: each with its state and actions.
import { useTranslation } from 'react-i18next';
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconAdjustments, IconDownload, IconEye, IconPlus, IconRefresh, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { page } from '../i18n.ts';
import { DownloadZip } from '../parts/download-zip.tsx';
import type { Tool } from '../api/types.ts';
import { FileIcon } from '../parts/file-icon.tsx';
import { toolName } from '../parts/tool-name.ts';
import { Preview } from '../parts/preview.tsx';
import type { Result } from './backend.ts';
import type { Batch, Task } from './batch.ts';
import { BatchProgress } from './batch-progress.tsx';
import { canTryAgain } from './describe.ts';
import { NextSteps } from './next-steps.tsx';
import { ScanOffer, scanStepOf } from './scan-offer.tsx';
import { StateIcon, StateText } from './task-state.tsx';
import { stepsOf } from './steps.ts';

const ResultBeside = page(() => import('../pdf/result-beside.tsx'), 'pages');
const PreviewDialog = lazy(() => import('../parts/preview-dialog.tsx'));

/** Further actions on a result, such as sharing it. */
export type Extra = ComponentType<{ result: Result }>;

export default function TaskList({
  batch,
  tools,
  tasks,
  extra,
  onAnother,
  onAgain,
  onNext,
}: {
  batch: Batch;
  tools: readonly Tool[];
  tasks: readonly Task[];
  extra?: Extra | undefined;
  /** Starts anew with another file. */
  onAnother: () => void;
  /** Puts the files of a task back to the form. */
  onAgain: (id: string) => void;
  /** Uses a result with another tool. */
  onNext: (tool: Tool, file: File) => void;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ task: Task; result: Result } | null>(null);
  const results = tasks.flatMap(({ state }) => (state.is === 'done' ? [state.result] : []));
  const only = tasks.length === 1 ? results[0] : undefined;
  const { kept } = batch.backend;
  return (
    <section className="results" aria-label={t('workbench.results')}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2}>{t('workbench.results')}</Title>
          <BatchProgress tasks={tasks} pausedUntil={batch.snapshot().pausedUntil} />
        </div>
        <Group gap="xs">
          {results.length > 1 && (
            <DownloadZip
              results={results}
              urlOf={(id) => batch.backend.downloadUrl(id)}
              label={t('workbench.download_all')}
            />
          )}
          {!batch.isRunning && (
            <>
              <Button variant="default" onClick={() => batch.clear()}>
                {t('workbench.clear')}
              </Button>
              <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAnother}>
                {t('workbench.another')}
              </Button>
            </>
          )}
        </Group>
      </Group>
      <ul className="tasks">
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow
              batch={batch}
              tools={tools}
              task={task}
              extra={extra}
              onAgain={onAgain}
              onNext={onNext}
              onPreview={only === undefined ? (result) => setShown({ task, result }) : undefined}
            />
          </li>
        ))}
      </ul>
      {only !== undefined && tasks[0] !== undefined && (
        <Seen key={only.id} batch={batch} task={tasks[0]} result={only} />
      )}
      <Text size="sm" c="dimmed">
        {kept === 'account' ? t('workbench.kept_account') : t('workbench.kept_trial', { count: kept.trialMinutes })}
      </Text>
      {shown !== null && (
        <Suspense>
          <PreviewDialog name={shown.result.name} onClose={() => setShown(null)}>
            <Seen batch={batch} {...shown} isLarge />
          </PreviewDialog>
        </Suspense>
      )}
    </section>
  );
}

/** A result as pictures, for some tools beside its source. */
function Seen({
  batch,
  task,
  result,
  isLarge = false,
}: {
  batch: Batch;
  task: Task;
  result: Result;
  isLarge?: boolean;
}) {
  if (isBeside(task))
    return (
      <Suspense>
        <ResultBeside task={task} result={result} backend={batch.backend} />
      </Suspense>
    );
  return (
    <Preview
      url={batch.backend.previewUrl(result.id)}
      downloadUrl={batch.backend.downloadUrl(result.id)}
      name={result.name}
      isLarge={isLarge}
    />
  );
}

/** The tools whose result says most beside its source; after further steps it is another one. */
const isBeside = ({ tool, further }: Task) =>
  further.length === 0 && (tool.id === 'compress-pdf' || tool.id === 'pdf-to-word');

function TaskRow({
  batch,
  tools,
  task,
  extra,
  onAgain,
  onNext,
  onPreview,
}: {
  batch: Batch;
  tools: readonly Tool[];
  task: Task;
  extra: Extra | undefined;
  onAgain: (id: string) => void;
  onNext: (tool: Tool, file: File) => void;
  onPreview: ((result: Result) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { state, files, tool } = task;
  const Extra = extra;
  const sent =
    files.length === 1
      ? (files[0]?.name ?? '')
      : `${toolName(tool.id, tool.name)}: ${files.map(({ name }) => name).join(', ')}`;
  const name = state.is === 'done' ? state.result.name : sent;
  const scanStep = scanStepOf(task);
  const isOver = state.is !== 'waiting' && state.is !== 'sending';
  return (
    <div className="task" data-state={state.is}>
      <StateIcon task={task} />
      <div className="task-text">
        <span className="named">
          <FileIcon name={name} />
          <Text className="name" fw={500} title={name}>
            {name}
          </Text>
        </span>
        <StateText task={task} />
        {state.is === 'done' && (
          <NextSteps
            tools={tools}
            task={task}
            result={state.result}
            url={batch.backend.downloadUrl(state.result.id)}
            onNext={onNext}
          />
        )}
        {scanStep !== undefined && (
          <ScanOffer
            tool={stepsOf(task)[scanStep]?.tool ?? tool}
            name={name}
            onAccept={(fields) => batch.retryWith(task.id, scanStep, fields)}
          />
        )}
      </div>
      <Group gap={4} wrap="nowrap" className="task-actions">
        {state.is === 'done' && (
          <>
            {Extra !== undefined && <Extra result={state.result} />}
            {onPreview !== undefined && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('workbench.preview_of', { name })}
                onClick={() => onPreview(state.result)}
              >
                <IconEye size={18} aria-hidden />
              </ActionIcon>
            )}
            <Button
              component="a"
              size="sm"
              variant={onPreview === undefined ? 'filled' : 'default'}
              href={batch.backend.downloadUrl(state.result.id)}
              aria-label={t('workbench.download_of', { name })}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('workbench.download')}
            </Button>
          </>
        )}
        {canTryAgain(state) && (
          <Button
            size="sm"
            variant="default"
            aria-label={t('workbench.retry_of', { name })}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => batch.retry(task.id)}
          >
            {t('workbench.retry')}
          </Button>
        )}
        {isOver && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('workbench.other_options', { name })}
            onClick={() => onAgain(task.id)}
          >
            <IconAdjustments size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={isOver ? t('workbench.remove', { name }) : t('workbench.cancel_of', { name })}
          onClick={() => (isOver ? batch.remove(task.id) : batch.cancel(task.id))}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}

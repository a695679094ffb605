// Conversions that wait, run or have ended: each with its state, and what can be done with it.
import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAdjustments, IconDownload, IconEye, IconPlus, IconRefresh, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { toolName } from '../parts/tool-name.ts';
import { Preview } from '../parts/preview.tsx';
import type { Result } from './backend.ts';
import type { Batch, Task } from './batch.ts';
import { StateIcon, StateText } from './task-state.tsx';
import { text } from './text.ts';

const PreviewDialog = lazy(() => import('../parts/preview-dialog.tsx'));

/** What a page adds to a result, such as sharing it. */
export type Extra = ComponentType<{ result: Result }>;

export default function TaskList({
  batch,
  tasks,
  extra,
  onAnother,
}: {
  batch: Batch;
  tasks: readonly Task[];
  extra?: Extra | undefined;
  /** Starts anew with another file. */
  onAnother: () => void;
}) {
  const [shown, setShown] = useState<Result | null>(null);
  const results = tasks.flatMap(({ state }) => (state.is === 'done' ? [state.result] : []));
  const failures = tasks.filter(({ state }) => state.is === 'failed').length;
  const only = tasks.length === 1 ? results[0] : undefined;
  const { kept } = batch.backend;
  return (
    <section className="results" aria-label={text.results}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2}>{text.results}</Title>
          <Text size="sm" c="dimmed" role="status">
            {text.progress(results.length, tasks.length)}
            {failures > 0 && ` · ${text.failures(failures)}`}
          </Text>
        </div>
        <Group gap="xs">
          {results.length > 1 && <DownloadAll results={results} urlOf={(id) => batch.backend.downloadUrl(id)} />}
          {!batch.isRunning && (
            <>
              <Button variant="default" onClick={() => batch.clear()}>
                {text.clear}
              </Button>
              <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAnother}>
                {text.another}
              </Button>
            </>
          )}
        </Group>
      </Group>
      <ul className="tasks">
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow batch={batch} task={task} extra={extra} onPreview={only === undefined ? setShown : undefined} />
          </li>
        ))}
      </ul>
      {only !== undefined && <Preview key={only.id} url={batch.backend.previewUrl(only.id)} name={only.name} />}
      <Text size="sm" c="dimmed">
        {kept === 'account' ? text.keptAccount : text.keptTrial(kept.trialMinutes)}
      </Text>
      {shown !== null && (
        <Suspense>
          <PreviewDialog name={shown.name} onClose={() => setShown(null)}>
            <Preview url={batch.backend.previewUrl(shown.id)} name={shown.name} isLarge />
          </PreviewDialog>
        </Suspense>
      )}
    </section>
  );
}

function DownloadAll({ results, urlOf }: { results: readonly Result[]; urlOf: (id: string) => string }) {
  const [state, setState] = useState<'idle' | 'packing' | 'failed'>('idle');
  const pack = async () => {
    setState('packing');
    try {
      const { saveAs, zipOf } = await import('./zip.ts');
      saveAs(await zipOf(results, urlOf), text.zipName);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <Stack gap={4}>
      <Button
        loading={state === 'packing'}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void pack()}
      >
        {text.downloadAll}
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {text.zipFailed}
        </Text>
      )}
    </Stack>
  );
}

function TaskRow({
  batch,
  task,
  extra,
  onPreview,
}: {
  batch: Batch;
  task: Task;
  extra: Extra | undefined;
  onPreview: ((result: Result) => void) | undefined;
}) {
  const { state, files, tool } = task;
  const Extra = extra;
  const sent =
    files.length === 1
      ? (files[0]?.name ?? '')
      : `${toolName(tool.id, tool.name)}: ${files.map(({ name }) => name).join(', ')}`;
  const name = state.is === 'done' ? state.result.name : sent;
  const isOver = state.is !== 'waiting' && state.is !== 'sending';
  return (
    <div className="task" data-state={state.is}>
      <StateIcon task={task} />
      <div className="task-text">
        <Text className="name" fw={500} title={name}>
          {name}
        </Text>
        <StateText task={task} pausedUntil={batch.snapshot().pausedUntil} />
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
                aria-label={text.previewOf(name)}
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
              aria-label={text.downloadOf(name)}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {text.download}
            </Button>
          </>
        )}
        {(state.is === 'failed' || state.is === 'cancelled') && (
          <Button
            size="sm"
            variant="default"
            aria-label={text.retryOf(name)}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => batch.retry(task.id)}
          >
            {text.retry}
          </Button>
        )}
        {isOver && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={text.otherOptions(name)}
            onClick={() => batch.reopen(task.id)}
          >
            <IconAdjustments size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={isOver ? text.remove(name) : text.cancelOf(name)}
          onClick={() => (isOver ? batch.remove(task.id) : batch.cancel(task.id))}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}

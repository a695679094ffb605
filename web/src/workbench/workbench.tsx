// Files to results: dropped, given to a tool, converted, downloaded. The same on the front page, the pages of tools and the playground.
import { useTranslation } from 'react-i18next';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Tool } from '../api/types.ts';
import { ToolChoice, type Choice } from '../parts/tool-choice.tsx';
import type { Batch } from './batch.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { Drop } from './drop.tsx';
import {
  allToPdf,
  canAllBecomePdf,
  grouped,
  groupedToPdf,
  isMerging,
  nothingOffered,
  offered,
  problemAfter,
  problemWith,
} from './offer.ts';
import { stepsAfter } from './steps.ts';
import type { Extra } from './task-list.tsx';

/** Loaded when they are needed: many tools have no form, and few files are put in order. */
const ToolFields = lazy(() => import('../parts/tool-fields.tsx'));
const OrderedFiles = lazy(() => import('./ordered-files.tsx'));
const FurtherSteps = lazy(() => import('./further-steps.tsx'));
const TaskList = lazy(() => import('./task-list.tsx'));

export const useBatch = (batch: Batch) => useSyncExternalStore(batch.subscribe, batch.snapshot);

export function Workbench({
  batch,
  tools,
  fixed,
  hint,
  extra,
  isChaining = false,
}: {
  batch: Batch;
  tools: readonly Tool[];
  /** The only tool of the page. */
  fixed?: Tool | undefined;
  /** What may be dropped. */
  hint: string;
  extra?: Extra;
  /** Whether further tools can go on with a result. */
  isChaining?: boolean;
}) {
  const { t } = useTranslation();
  const state = useBatch(batch);
  const { files, toolId, values, problem, tasks } = state;
  const results = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { limits } = batch.backend;
  useWarningBeforeLeaving(batch.isRunning);

  const possible = fixed === undefined ? offered(tools, files) : [fixed];
  const withAll = fixed === undefined && canAllBecomePdf(tools, files);
  // With several tools to choose from, none is preselected.
  const tool = possible.find(({ id }) => id === toolId) ?? (possible.length === 1 ? possible[0] : undefined);
  const further = isChaining ? stepsAfter(state, tool) : [];
  const refusal = tool === undefined ? undefined : (problemWith(tool, files, values, limits) ?? problemAfter(further));
  const groups =
    tool !== undefined ? grouped(files, { tool, values }, further) : withAll ? groupedToPdf(tools, files) : [];
  const convert = () => {
    if (tool !== undefined) batch.choose(tool.id);
    batch.convert(groups);
    results.current?.focus();
  };
  const another = () => {
    if (fixed === undefined) batch.choose('');
    input.current?.closest('label')?.scrollIntoView({ block: 'nearest' });
    input.current?.click();
  };
  const choices: Choice[] = withAll
    ? [{ id: allToPdf, name: t('workbench.all_to_pdf'), icon: 'office', summary: t('workbench.all_to_pdf_hint') }]
    : possible;
  const nothing = fixed === undefined ? nothingOffered(tools, files) : undefined;
  return (
    <Stack gap="lg">
      <Drop
        ref={input}
        hint={hint}
        accept={fixed?.accepted_exts.join(',')}
        onFiles={(added) => void batch.add(added)}
      />
      {files.length > 0 && (
        <Stack className="panel">
          {tool !== undefined && isMerging(tool) ? (
            <>
              <Text size="sm" c="dimmed">
                {t('workbench.order_hint')}
              </Text>
              <Suspense fallback={<ChosenFiles files={files} onChange={(changed) => batch.setFiles(changed)} />}>
                <OrderedFiles files={files} onChange={(changed) => batch.setFiles(changed)} />
              </Suspense>
            </>
          ) : (
            <ChosenFiles files={files} onChange={(changed) => batch.setFiles(changed)} />
          )}
          {nothing !== undefined && (
            <Alert color="orange" variant="outline" role="alert">
              {nothing}
            </Alert>
          )}
          {fixed === undefined && choices.length > 0 && (
            <ToolChoice
              label={t('workbench.choose_tool')}
              choices={choices}
              chosen={withAll ? allToPdf : tool?.id}
              onChoose={(id) => batch.choose(id)}
            />
          )}
          {/* Together, so that the button does not move away from under a click when the form comes. */}
          <Suspense>
            {tool !== undefined && tool.fields.length > 0 && (
              <ToolFields
                tool={tool}
                values={values}
                problem={problem?.step === 0 ? problem : null}
                onChange={(changed) => batch.setValues(changed)}
              />
            )}
            {isChaining && tool !== undefined && (
              <FurtherSteps
                tools={tools}
                first={tool}
                further={further}
                problem={problem}
                onChange={(changed) => batch.setSteps(tool.id, changed)}
              />
            )}
            {groups.length > 0 && (
              <Group>
                <Button size="md" disabled={refusal !== undefined} onClick={convert}>
                  {groups.length > 1 ? t('workbench.convert_files', { count: groups.length }) : t('workbench.convert')}
                </Button>
                {refusal !== undefined && (
                  <Text c="dimmed" size="sm">
                    {refusal}
                  </Text>
                )}
              </Group>
            )}
          </Suspense>
        </Stack>
      )}
      <div ref={results} tabIndex={-1} style={{ outline: 'none' }}>
        <Suspense>
          {tasks.length > 0 && <TaskList batch={batch} tasks={tasks} extra={extra} onAnother={another} />}
        </Suspense>
      </div>
    </Stack>
  );
}

/** Closing the page would stop what is running. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

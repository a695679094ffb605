// Files to results: dropped, given to a tool, converted, downloaded. The same on the front page, the pages of tools and the playground.
import { Stack } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool, ToolPage } from '../api/types.ts';
import { useLocation } from 'wouter';
import { typesOf } from '../format.ts';
import { page } from '../i18n.ts';
import { useBatch, type Batch, type Removal } from './batch.ts';
import { Drop } from './drop.tsx';
import type { Extra } from './task-list.tsx';

/** Loaded when there is something to show in them. */
const ChosenPanel = page(() => import('./chosen-panel.tsx'), 'fields');
const TaskList = lazy(() => import('./task-list.tsx'));
const UndoLine = lazy(() => import('./undo-line.tsx'));

export function Workbench({
  batch,
  tools,
  about,
  extra,
  isChaining = false,
}: {
  batch: Batch;
  tools: readonly Tool[];
  /** The page of a single tool. */
  about?: ToolPage | undefined;
  extra?: Extra;
  /** Whether further tools can use a result. */
  isChaining?: boolean;
}) {
  const { t } = useTranslation();
  const { files, tasks, removal } = useBatch(batch);
  const fixed = tools.find(({ id }) => id === about?.tool);
  const results = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const begun = useRef(tasks.length);
  useWarningBeforeLeaving(batch.isRunning);
  useEffect(() => {
    const forget = () => batch.forgetRemoved();
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, [batch]);
  useEffect(() => {
    if (tasks.length > begun.current) showFrom(results.current);
    begun.current = tasks.length;
  }, [tasks.length]);
  const another = () => {
    if (fixed === undefined) batch.choose('');
    input.current?.closest('label')?.scrollIntoView({ block: 'nearest' });
    input.current?.click();
  };
  const again = (id: string) => {
    batch.reopen(id);
    // The form exists after React has rendered it.
    setTimeout(() => showFrom(form.current));
  };
  const undo = (removed: Removal) => {
    batch.undo();
    // As above.
    setTimeout(() => (removed.tasks.length > 0 ? results : form).current?.focus({ preventScroll: true }));
  };
  const next = async (tool: Tool, file: File) => {
    const { filledFields, hasToBeFilledIn } = await import('./offer.ts');
    if (!hasToBeFilledIn(tool)) return batch.convertAlone(tool, filledFields(tool, {}), file);
    await batch.add([file]);
    batch.choose(tool.id);
    if (fixed !== undefined && fixed.id !== tool.id) navigate(`/tools/${tool.pages[0]?.address ?? tool.id}`);
    else setTimeout(() => showFrom(form.current));
  };
  return (
    <Stack gap="lg">
      <Drop
        ref={input}
        hint={about === undefined ? t(hintOf(tools)) : typesOf(about.accepted_exts)}
        isSmall={files.length > 0}
        accept={about?.accepted_exts.join(',')}
        onFiles={(added) => void batch.add(added)}
        onIntent={() => void prepare(fixed)}
      />
      <Suspense>
        {removal !== null && <UndoLine key={idsOf(removal)} removal={removal} onUndo={() => undo(removal)} />}
      </Suspense>
      <Suspense>
        {files.length > 0 && (
          <ChosenPanel ref={form} batch={batch} tools={tools} fixed={fixed} isChaining={isChaining} />
        )}
      </Suspense>
      <div ref={results} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: 16 }}>
        <Suspense>
          {tasks.length > 0 && (
            <TaskList
              batch={batch}
              tools={tools}
              tasks={tasks}
              extra={extra}
              onAnother={another}
              onAgain={again}
              onNext={(tool, file) => void next(tool, file)}
            />
          )}
        </Suspense>
      </div>
    </Stack>
  );
}

const idsOf = ({ files, tasks }: Removal): string => [...files, ...tasks].map(({ item }) => item.id).join();

/** Web pages and Markdown are named where there are tools for them. */
const hintOf = (tools: readonly Tool[]) =>
  tools.some(({ accepted_exts: all }) => all.includes('.md')) ? 'workbench.hint_web' : 'workbench.hint';

/** Preloads the viewer while a person selects files. */
async function prepare(fixed: Tool | undefined): Promise<void> {
  await import('./chosen-panel.tsx');
  if (fixed?.accepted_exts.includes('.pdf') !== false) await import('../pdf/use-pdf.ts');
}

/** Brings an element into view, with the focus. */
function showFrom(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'start', behavior: 'smooth' });
}

/** Closing the page would stop running conversions. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

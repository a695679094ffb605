// Files to results: dropped, given to a tool, converted, downloaded. The same on the front page, the pages of tools and the playground.
import { Stack } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Tool } from '../api/types.ts';
import { useBatch, type Batch } from './batch.ts';
import { Drop } from './drop.tsx';
import type { Extra } from './task-list.tsx';

/** Loaded when there is something to show in them. */
const ChosenPanel = lazy(() => import('./chosen-panel.tsx'));
const TaskList = lazy(() => import('./task-list.tsx'));

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
  /** The accepted files. */
  hint: string;
  extra?: Extra;
  /** Whether further tools can use a result. */
  isChaining?: boolean;
}) {
  const { files, tasks } = useBatch(batch);
  const results = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const begun = useRef(tasks.length);
  useWarningBeforeLeaving(batch.isRunning);
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
  return (
    <Stack gap="lg">
      <Drop
        ref={input}
        hint={hint}
        isSmall={files.length > 0}
        accept={fixed?.accepted_exts.join(',')}
        onFiles={(added) => void batch.add(added)}
        onIntent={() => void prepare(fixed)}
      />
      <Suspense>
        {files.length > 0 && (
          <ChosenPanel ref={form} batch={batch} tools={tools} fixed={fixed} isChaining={isChaining} />
        )}
      </Suspense>
      <div ref={results} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: 16 }}>
        <Suspense>
          {tasks.length > 0 && (
            <TaskList batch={batch} tasks={tasks} extra={extra} onAnother={another} onAgain={again} />
          )}
        </Suspense>
      </div>
    </Stack>
  );
}

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

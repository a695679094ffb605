// What people often do with a result, a click away.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../api/types.ts';
import { actionOf } from './action.ts';
import type { Result } from './backend.ts';
import type { Task } from './batch.ts';
import { fetchResult } from './fetch-result.ts';
import { hasToBeFilledIn, isTakenBy, titleFor } from './offer.ts';
import { stepsOf } from './steps.ts';

/** In this order. */
const usual = ['compress-pdf', 'protect-pdf', 'watermark-pdf', 'image-to-pdf', 'markdown-to-pdf', 'office-to-pdf'];
const mostOffered = 2;

/** Not what was done before, and not the way back. */
function nextTools(tools: readonly Tool[], task: Task, result: Result): Tool[] {
  const done = stepsOf(task).map(({ tool }) => tool.id);
  const isBack = (tool: Tool) => task.files.some(({ name }) => name.toLowerCase().endsWith(tool.result));
  return usual
    .flatMap((id) => tools.find((tool) => tool.id === id) ?? [])
    .filter((tool) => isTakenBy(tool, result) && !done.includes(tool.id))
    .filter((tool) => tool.accepted_exts.includes(tool.result) || !isBack(tool))
    .slice(0, mostOffered);
}

export function NextSteps({
  tools,
  task,
  result,
  url,
  onNext,
}: {
  tools: readonly Tool[];
  task: Task;
  result: Result;
  /** Of the result. */
  url: string;
  onNext: (tool: Tool, file: File) => void;
}) {
  const { t } = useTranslation();
  const [fetched, setFetched] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const next = nextTools(tools, task, result);
  if (next.length === 0) return null;
  const take = async (tool: Tool) => {
    setFetched(tool.id);
    try {
      const bytes = await (await fetchResult(url, result.name)).blob();
      onNext(tool, new File([bytes], result.name));
    } catch {
      setGone(true);
    }
    setFetched(null);
  };
  const labelOf = (tool: Tool) => {
    const action =
      tool.pages.length > 1 || !tool.accepted_exts.includes(tool.result)
        ? titleFor(tool, [result]).name
        : actionOf(tool, 1);
    return hasToBeFilledIn(tool) ? `${action}…` : action;
  };
  return (
    <>
      <Group gap={6} mt={6}>
        {next.map((tool) => (
          <Button
            key={tool.id}
            size="compact-sm"
            variant="default"
            loading={fetched === tool.id}
            disabled={fetched !== null}
            aria-label={t('workbench.next_of', { action: labelOf(tool), name: result.name })}
            onClick={() => void take(tool)}
          >
            {labelOf(tool)}
          </Button>
        ))}
      </Group>
      {isGone && (
        <Text size="sm" className="bad" role="alert">
          {t('workbench.result_gone')}
        </Text>
      )}
    </>
  );
}

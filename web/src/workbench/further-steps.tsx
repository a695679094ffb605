// Further steps below the selected tool, each with its form.
import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../api/types.ts';
import ToolFields from '../parts/tool-fields.tsx';
import { toolName } from '../parts/tool-name.ts';
import type { BatchState } from './batch.ts';
import { hasRoom, toolsBetween, without, type Step } from './steps.ts';

type Problem = BatchState['problem'];

export default function FurtherSteps({
  tools,
  first,
  further,
  problem,
  onChange,
}: {
  tools: readonly Tool[];
  /** The tool of step 1. */
  first: Tool;
  /** The tool after it. */
  further: readonly Step[];
  problem: Problem;
  onChange: (further: Step[]) => void;
}) {
  // The selector of one more step, which becomes that step in place: arrow keys move through its tools.
  const places = hasRoom(further) ? [...further, undefined] : further;
  return places.map((step, n) => {
    const choices = toolsBetween(tools, further[n - 1]?.tool ?? first, further[n + 1]?.tool);
    if (step === undefined && choices.length === 0) return null;
    const set = (changed: Step) => onChange([...further.slice(0, n), changed, ...further.slice(n + 1)]);
    const remove = () => onChange(without(first, further, n));
    return (
      <Place
        key={`step ${n + 2}`}
        number={n + 2}
        step={step}
        isLast={n >= further.length - 1}
        choices={choices}
        problem={problem?.step === n + 1 ? problem : null}
        onChoose={(tool) => (tool === undefined ? remove() : set({ tool, values: {} }))}
        onFill={set}
        onRemove={remove}
      />
    );
  });
}

function Place({
  number,
  step,
  isLast,
  choices,
  problem,
  onChoose,
  onFill,
  onRemove,
}: {
  number: number;
  /** Undefined while it is to be chosen. */
  step: Step | undefined;
  /** Whether nothing comes after it. */
  isLast: boolean;
  choices: readonly Tool[];
  problem: Problem;
  onChoose: (tool: Tool | undefined) => void;
  onFill: (step: Step) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const select = useRef<HTMLSelectElement>(null);
  const name = step === undefined ? '' : toolName(step.tool.id, step.tool.name);
  return (
    <div
      className="step"
      {...(step === undefined
        ? {}
        : { role: 'group', 'aria-label': t('workbench.step_named', { step: number, name }) })}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          ref={select}
          flex={1}
          label={step === undefined ? t('workbench.next') : t('workbench.step', { step: number })}
          description={step === undefined ? t('workbench.next_counts') : undefined}
          value={step?.tool.id ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(choices.find(({ id }) => id === value))}
          data={[
            ...(isLast ? [{ value: '', label: t('workbench.next_nothing') }] : []),
            ...choices.map((tool) => ({ value: tool.id, label: toolName(tool.id, tool.name) })),
          ]}
        />
        {step !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('workbench.remove_step', { step: number, name })}
            onClick={() => {
              onRemove();
              // The button goes, the choice in its row stays.
              select.current?.focus();
            }}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {step !== undefined && (
        <ToolFields
          tool={step.tool}
          values={step.values}
          problem={problem}
          onChange={(values) => onFill({ ...step, values })}
        />
      )}
    </div>
  );
}

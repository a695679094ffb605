// The tool for one file among files of several kinds.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../api/types.ts';
import type { Chosen } from './batch.ts';
import { titleFor, toolAlone, toolsAlone } from './offer.ts';

export function ToolAlone({
  tools,
  file,
  onChoose,
}: {
  tools: readonly Tool[];
  file: Chosen;
  onChoose: (toolId: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      className="tool-alone"
      size="sm"
      aria-label={t('workbench.tool_of', { name: file.name })}
      value={toolAlone(tools, file)?.id ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[
        ...toolsAlone(tools, file).map((tool) => ({ value: tool.id, label: titleFor(tool, [file]).name })),
        { value: '', label: t('workbench.leave_out') },
      ]}
    />
  );
}

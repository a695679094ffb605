// What a scan can become nevertheless: its text is recognised, then it is converted.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guessedLanguage, languageChoices, languagesOf, readsScans } from '../parts/document-languages.ts';
import type { Task } from './batch.ts';
import { stepsOf, type Step, type Values } from './steps.ts';

/** The step of a task that failed because its file is a scan, if it can recognise text. */
export function scanStepOf(task: Task): number | undefined {
  const { state } = task;
  if (state.is !== 'failed' || state.error.code !== 'pdf_scanned_needs_ocr') return undefined;
  const step = state.error.step ?? 0;
  const tool = stepsOf(task)[step]?.tool;
  return tool !== undefined && readsScans(tool) ? step : undefined;
}

export function ScanOffer({
  tool,
  name,
  onAccept,
}: Pick<Step, 'tool'> & {
  /** The name of the file. */
  name: string;
  /** Receives the fields by which the tool recognises the text. */
  onAccept: (fields: Values) => void;
}) {
  const { t } = useTranslation();
  const known = languagesOf(tool);
  const [language, setLanguage] = useState(() => guessedLanguage(known));
  return (
    <div role="group" aria-label={t('workbench.scan_of', { name })}>
      <Text size="sm" my={4}>
        {t('workbench.scan')}
      </Text>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          size="sm"
          label={t('workbench.scan_language')}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={languageChoices(known)}
        />
        <Button
          size="sm"
          leftSection={<IconTextScan2 size={16} aria-hidden />}
          onClick={() => onAccept({ ocr: 'auto', languages: language })}
        >
          {t('workbench.scan_convert')}
        </Button>
      </Group>
    </div>
  );
}

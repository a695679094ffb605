// What was removed last, and the button that puts it back.
import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Batch, Removal } from './batch.ts';

export default function UndoLine({ batch, removal: { files, tasks } }: { batch: Batch; removal: Removal }) {
  const { t } = useTranslation();
  const names = [
    ...files.map(({ item }) => item.name),
    ...tasks.map(({ item: { state, files: sent } }) =>
      state.is === 'done' ? state.result.name : (sent[0]?.name ?? ''),
    ),
  ];
  return (
    <Group className="undo" gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" role="status" className="name">
        {names.length === 1
          ? t('workbench.removed_name', { name: names.join('') })
          : t('workbench.removed', { count: names.length })}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        flex="none"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => batch.undo()}
      >
        {t('workbench.undo')}
      </Button>
    </Group>
  );
}

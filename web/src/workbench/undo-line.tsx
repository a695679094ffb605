// What was removed last, and the button that puts it back.
import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Removal } from './batch.ts';

/** To be made anew for each removal. */
export default function UndoLine({ removal, onUndo }: { removal: Removal; onUndo: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // The list that had the focus may be gone with its last item.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const { files, tasks } = removal;
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
        ref={button}
        variant="default"
        size="compact-md"
        flex="none"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onUndo}
      >
        {t('workbench.undo')}
      </Button>
    </Group>
  );
}

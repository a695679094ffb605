// Asks for confirmation before something that cannot be undone.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from './problem.tsx';

export function Confirm({
  title,
  children,
  action,
  isOpen,
  isBusy,
  error = null,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** The label of the button. */
  action: string;
  isOpen: boolean;
  isBusy: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        <Problem error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button color="red" onClick={onConfirm} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

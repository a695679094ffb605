// A new secret, which is shown once.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Secret } from '../parts/secret.tsx';

export function ShownOnce({
  secret,
  isRenewed = false,
  onClose,
}: {
  secret: string;
  /** There was one before. */
  isRenewed?: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('webhooks.secret_title')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Secret value={secret} label={t('webhooks.secret')} />
        {isRenewed && <Text>{t('webhooks.signs_both')}</Text>}
        <Alert variant="outline" color="orange">
          {t('webhooks.shown_once')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('webhooks.stored')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

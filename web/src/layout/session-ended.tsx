// The overlay of a page whose session has ended: the page stays as it is until its owner signs in again.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export default function SessionEnded({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onBack}
      title={t('shell.session_expired')}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>{t('shell.session_expired_text', { email })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {t('shell.signed_in_again')}
          </Button>
          <Button component="a" href="/dashboard/sign-in" target="_blank">
            {t('shell.sign_in')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

// The first key of a new account: created when it can be shown, and shown once.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { Copy } from './copy.tsx';
import { Secret } from './secret.tsx';

export default function FirstKey({ apiUrl }: { apiUrl: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    call<{ key: string | null }>('POST', '/first-key').then(
      (answer) => setKey(answer.key),
      // Without it, the page API keys still creates one.
      () => null,
    );
  }, []);
  const close = () => {
    setKey(null);
    void queries.invalidateQueries();
  };
  const example = `curl -sSf ${apiUrl}/convert/office-to-pdf \\
  -H "Authorization: Bearer ${key ?? ''}" \\
  -H 'Prefer: return=representation' \\
  -F file=@document.docx -o document.pdf`;
  return (
    <Modal
      opened={key !== null}
      onClose={close}
      title={t('keys.welcome')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>{t('keys.first')}</Text>
        {key !== null && <Secret value={key} label={t('keys.your_key')} />}
        <Alert variant="outline" color="orange">
          {t('keys.first_once')}
        </Alert>
        <pre className="code wrapped" tabIndex={0} aria-label={t('keys.example')}>
          {example}
        </pre>
        <Group justify="space-between">
          <Copy value={example} label={t('keys.copy_example')} />
          <Button onClick={close}>{t('keys.stored')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

// The first key of a new account: created when it can be shown, and shown once.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { Copy } from './copy.tsx';
import { Secret } from './secret.tsx';

export function FirstKey({ apiUrl }: { apiUrl: string }) {
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
  const example = `curl -s ${apiUrl}/convert/office-to-pdf \\\n  -H "Authorization: Bearer ${key ?? ''}" \\\n  -F file=@document.docx`;
  return (
    <Modal
      opened={key !== null}
      onClose={close}
      title="Welcome to Platen"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>This is your first API key. Store it in a safe place.</Text>
        {key !== null && <Secret value={key} label="Your API key" />}
        <Alert variant="outline" color="orange">
          This key is only shown once. If you lose it, create another one under API keys.
        </Alert>
        <pre className="code wrapped" tabIndex={0} aria-label="Example request">
          {example}
        </pre>
        <Group justify="space-between">
          <Copy value={example} label="Copy the example" />
          <Button onClick={close}>I have stored the key</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

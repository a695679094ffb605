// The first key of a new account: made when it can be shown, shown once.
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
        <Text>This is your first API key. Keep it where your code keeps its secrets.</Text>
        {key !== null && <Secret value={key} label="Your API key" />}
        <Alert variant="outline" color="orange">
          It is shown only now. If it is lost, make another one under API keys.
        </Alert>
        <pre className="code wrapped" tabIndex={0} aria-label="Example call">
          {example}
        </pre>
        <Group justify="space-between">
          <Copy value={example} label="Copy the example" />
          <Button onClick={close}>I have stored it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

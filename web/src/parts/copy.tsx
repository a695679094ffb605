import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

export const Copy = ({ value, label = 'Copy' }: { value: string; label?: string }) => (
  <CopyButton value={value} timeout={2000}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="xs"
        onClick={copy}
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        aria-live="polite"
      >
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);

// An error message.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

export const Problem = ({ error, title }: { error: Error | null; title?: string }) =>
  error === null ? null : (
    <Alert color="red" variant="outline" icon={<IconAlertCircle aria-hidden />} title={title} role="alert">
      {error.message}
    </Alert>
  );

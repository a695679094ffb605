// The page of the link that confirms a new e-mail address.
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

export default function ConfirmAddress() {
  const [token] = useState(() => window.location.hash.slice(1));
  const confirm = useChange(() => call<{ email: string }>('POST', '/address/confirm', { token }));
  return (
    <Card title="Confirm your e-mail address">
      {confirm.isSuccess ? (
        <>
          <Text role="status">
            The e-mail address of your account is now <strong>{confirm.data.email}</strong>.
          </Text>
          <Anchor component={Link} href="/">
            Go to the dashboard
          </Anchor>
        </>
      ) : (
        <>
          <Text c="dimmed">Sign-in links and notifications will be sent to this address.</Text>
          <Problem error={confirm.error} />
          <Button fullWidth autoFocus loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            Confirm
          </Button>
        </>
      )}
    </Card>
  );
}

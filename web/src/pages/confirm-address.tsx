// The end of the link that proves a new e-mail address.
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
    <Card title="Confirm your address">
      {confirm.isSuccess ? (
        <>
          <Text role="status">
            Your account now has the address <strong>{confirm.data.email}</strong>.
          </Text>
          <Anchor component={Link} href="/">
            Go to the dashboard
          </Anchor>
        </>
      ) : (
        <>
          <Text c="dimmed">Sign-in links and notices will come to this address from now on.</Text>
          <Problem error={confirm.error} />
          <Button fullWidth autoFocus loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            Confirm
          </Button>
        </>
      )}
    </Card>
  );
}

// The end of a sign-in link. It asks for a click, because mail programs open links on their own and a link works once.
import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

export default function SignInLink() {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [token] = useState(() => window.location.hash.slice(1));
  const signIn = useMutation({
    mutationFn: () => call('POST', '/sign-in/link', { token }),
    onSuccess: () => {
      queries.clear();
      go('/', { replace: true });
    },
  });
  return (
    <Card title="Sign in to Platen">
      {signIn.error === null ? (
        <>
          <Text c="dimmed">One click, and you are in.</Text>
          <Button size="md" fullWidth autoFocus loading={signIn.isPending} onClick={() => signIn.mutate()}>
            Sign in
          </Button>
        </>
      ) : (
        <>
          <Problem error={signIn.error} />
          <Anchor component={Link} href="/sign-in">
            Ask for a new link
          </Anchor>
        </>
      )}
    </Card>
  );
}

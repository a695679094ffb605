// The page of a sign-in link. It asks for a click, because some mail programs open links on their own and a link works once.
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useMe } from '../api/queries.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

export default function SignInLink() {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [token] = useState(() => window.location.hash.slice(1));
  const { data: me } = useMe();
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => call<{ email: string }>('POST', '/sign-in/inspect', { token }),
    retry: false,
    staleTime: Infinity,
  });
  const signIn = useMutation({
    mutationFn: () => call('POST', '/sign-in/link', { token }),
    onSuccess: () => {
      queries.clear();
      go('/', { replace: true });
    },
  });
  const error = signIn.error ?? link.error;
  if (error !== null)
    return (
      <Card title="Sign in to Platen">
        <Problem error={error} />
        <Anchor component={Link} href="/sign-in">
          Request a new link
        </Anchor>
      </Card>
    );
  if (link.data === undefined) return <Card title="Sign in to Platen">{null}</Card>;
  const { email } = link.data;
  return (
    <Card title="Sign in to Platen">
      <Text>
        This link signs in <strong>{email}</strong>.
      </Text>
      {me !== undefined && me !== null && me.email !== email && (
        <Alert color="orange" variant="outline">
          You are currently signed in as {me.email}. Only continue if {email} is also yours.
        </Alert>
      )}
      <Button size="md" fullWidth autoFocus loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in
      </Button>
    </Card>
  );
}

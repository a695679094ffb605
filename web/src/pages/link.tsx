// The page of a sign-in link. It asks for a click, because some mail programs open links on their own and a link works once.
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useMe } from '../api/queries.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

export default function SignInLink() {
  const { t } = useTranslation();
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
      <Card title={t('signIn.title')}>
        <Problem error={error} />
        <Anchor component={Link} href="/sign-in">
          {t('signIn.request_new')}
        </Anchor>
      </Card>
    );
  if (link.data === undefined) return <Card title={t('signIn.title')}>{null}</Card>;
  const { email } = link.data;
  return (
    <Card title={t('signIn.title')}>
      <Text>
        <Trans i18nKey="signIn.link_text" values={{ email }} components={{ b: <strong /> }} />
      </Text>
      {me !== undefined && me !== null && me.email !== email && (
        <Alert color="orange" variant="outline">
          {t('signIn.other_account', { current: me.email, email })}
        </Alert>
      )}
      <Button size="md" fullWidth autoFocus loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.sign_in')}
      </Button>
    </Card>
  );
}

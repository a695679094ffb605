// Signing in: an e-mail address, and an e-mail with a link.
import { Alert, Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Redirect, useSearch } from 'wouter';
import { ApiError, call } from '../api/client.ts';
import type { SignInOptions } from '../api/types.ts';
import { useMe, useSignInOptions } from '../api/queries.ts';
import { anyOf, count } from '../format.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

const problems = ['sign_up_closed', 'email_not_verified'] as const;

export default function SignIn() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { data: options } = useSignInOptions();
  const search = new URLSearchParams(useSearch());
  const problem = search.get('error');
  const [email, setEmail] = useState('');
  const mail = useMutation({ mutationFn: (address: string) => call('POST', '/sign-in', { email: address }) });
  const provider = useMutation({
    mutationFn: () => call<{ url: string }>('POST', '/sign-in/provider'),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (me !== null && me !== undefined) return <Redirect to="/" />;
  if (mail.isSuccess) return <Sent email={email} isOutbox={options?.outbox === true} onAgain={() => mail.reset()} />;
  const isField = mail.error instanceof ApiError && mail.error.field === 'email';
  return (
    <Card title={t('signIn.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mail.mutate(email.trim());
        }}
      >
        <Stack>
          <Text c="dimmed">
            {t('signIn.intro')} {options !== undefined && <Newcomers {...options} />}
          </Text>
          {search.has('deleted') && (
            <Alert color="teal" variant="outline" role="status">
              {t('signIn.account_deleted')}
            </Alert>
          )}
          {problem !== null && (
            <Alert color="red" variant="outline" role="alert">
              {t(`signIn.${problems.find((known) => known === problem) ?? 'failed'}`)}
            </Alert>
          )}
          <TextInput
            label={t('signIn.email')}
            type="email"
            name="email"
            autoComplete="email"
            required
            withAsterisk={false}
            autoFocus
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={isField ? mail.error?.message : undefined}
          />
          {!isField && <Problem error={mail.error} />}
          <Button type="submit" size="md" loading={mail.isPending} fullWidth>
            {t('signIn.send')}
          </Button>
          {options !== undefined && options.provider !== null && (
            <>
              <Divider label={t('signIn.or')} />
              <Button
                variant="default"
                size="md"
                fullWidth
                loading={provider.isPending}
                onClick={() => provider.mutate()}
              >
                {t('signIn.continue_with', { provider: options.provider })}
              </Button>
              <Problem error={provider.error} />
            </>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** The text for people without an account. */
function Newcomers({ sign_up, domains, free_conversions }: SignInOptions) {
  const { t } = useTranslation();
  const conversions = count(free_conversions);
  if (sign_up === 'closed') return t('signIn.closed');
  return domains.length === 0
    ? t('signIn.newcomers', { conversions })
    : t('signIn.newcomers_of', { conversions, domains: anyOf(domains) });
}

function Sent({ email, isOutbox, onAgain }: { email: string; isOutbox: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Card title={t('signIn.sent')}>
      <Stack align="flex-start" role="status">
        <IconMailCheck size={40} stroke={1.4} aria-hidden />
        <Text>
          <Trans i18nKey="signIn.sent_text" values={{ email }} components={{ b: <strong /> }} />
        </Text>
        {isOutbox && (
          <Alert variant="outline" color="blue">
            <Trans i18nKey="signIn.outbox" components={{ c: <code /> }} />
          </Alert>
        )}
        <Anchor component="button" onClick={onAgain}>
          {t('signIn.another')}
        </Anchor>
      </Stack>
    </Card>
  );
}

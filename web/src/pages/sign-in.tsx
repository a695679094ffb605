// Signing in: an e-mail address, and an e-mail with a link.
import { Alert, Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { ApiError, call } from '../api/client.ts';
import type { SignInOptions } from '../api/types.ts';
import { useMe, useSignInOptions } from '../api/queries.ts';
import { count } from '../format.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

const problems: Record<string, string> = {
  sign_up_closed: 'Sign-up is closed on this server. Ask its administrator for an account.',
  email_not_verified: 'Your identity provider has not verified your e-mail address.',
};

export default function SignIn() {
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
    <Card title="Sign in to Platen">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mail.mutate(email.trim());
        }}
      >
        <Stack>
          <Text c="dimmed">
            Enter your e-mail address and we will send you a sign-in link.
            {options !== undefined && newcomers(options)}
          </Text>
          {search.has('deleted') && (
            <Alert color="teal" variant="outline" role="status">
              Your account and all of its data have been deleted.
            </Alert>
          )}
          {problem !== null && (
            <Alert color="red" variant="outline" role="alert">
              {problems[problem] ?? 'Sign-in failed. Try again.'}
            </Alert>
          )}
          <TextInput
            label="E-mail address"
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
            Send sign-in link
          </Button>
          {options !== undefined && options.provider !== null && (
            <>
              <Divider label="or" />
              <Button
                variant="default"
                size="md"
                fullWidth
                loading={provider.isPending}
                onClick={() => provider.mutate()}
              >
                Continue with {options.provider}
              </Button>
              <Problem error={provider.error} />
            </>
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** What people without an account can expect. */
function newcomers({ sign_up, domains, free_conversions }: SignInOptions): string {
  if (sign_up === 'closed') return ' Sign-up is closed on this server.';
  const who = domains.length === 0 ? 'If you are new' : `If you are new and have an address of ${domains.join(' or ')}`;
  return ` ${who}, this creates a free account with ${count(free_conversions)} conversions. No password or credit card needed.`;
}

function Sent({ email, isOutbox, onAgain }: { email: string; isOutbox: boolean; onAgain: () => void }) {
  return (
    <Card title="Check your e-mail">
      <Stack align="flex-start" role="status">
        <IconMailCheck size={40} stroke={1.4} aria-hidden />
        <Text>
          If <strong>{email}</strong> can sign in here, we have sent a link to it. The link works once and expires in 15
          minutes.
        </Text>
        {isOutbox && (
          <Alert variant="outline" color="blue">
            No mail server is configured. E-mails are written to the log, and to the folder <code>outbox</code> in the
            data folder.
          </Alert>
        )}
        <Anchor component="button" onClick={onAgain}>
          Use another address
        </Anchor>
      </Stack>
    </Card>
  );
}

// Settings: address, e-mail, appearance, sessions, audit log, and deleting the account.
import {
  Alert,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useActivity, useChange } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Me } from '../api/types.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Problem } from '../parts/problem.tsx';
import { AuditLog } from '../parts/audit-log.tsx';

export default function Settings() {
  const me = useAccount();
  const activity = useActivity();
  return (
    <Page title="Settings">
      <Section title="E-mail address">
        <Address me={me} />
      </Section>
      <Section title="E-mail notifications">
        <Notifications me={me} />
      </Section>
      <Section title="Appearance">
        <Appearance />
      </Section>
      <Section title="Sessions">
        <Sessions />
      </Section>
      <Section title="Activity" flush>
        <Problem error={activity.error} />
        {activity.isPending ? <Skeleton height={120} m="md" w="auto" /> : <AuditLog events={activity.data ?? []} />}
      </Section>
      <Section title="Delete account">
        <DeleteAccount me={me} />
      </Section>
    </Page>
  );
}

function Address({ me }: { me: Me }) {
  const [email, setEmail] = useState('');
  const change = useChange((to: string) => call('POST', '/address', { email: to }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(email.trim());
      }}
    >
      <Stack align="flex-start">
        <Text>
          You sign in as <strong>{me.email}</strong>.
        </Text>
        {change.isSuccess ? (
          <Alert variant="outline" color="teal" role="status">
            If {email} is available, we have sent a confirmation link to it. Your address changes when you open the
            link.
          </Alert>
        ) : (
          <Group align="flex-end" w="100%">
            <TextInput
              label="New address"
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={change.error?.message}
              style={{ flexGrow: 1, maxWidth: 360 }}
            />
            <Button type="submit" variant="default" loading={change.isPending}>
              Change
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Notifications({ me }: { me: Me }) {
  const change = useChange((settings: Partial<Pick<Me, 'language' | 'usage_notice'>>) =>
    call('PATCH', '/settings', settings),
  );
  return (
    <Stack align="flex-start">
      <NativeSelect
        label="Language of e-mails"
        value={me.language}
        onChange={(event) => change.mutate({ language: event.currentTarget.value as Me['language'] })}
        data={[
          { value: 'en', label: 'English' },
          { value: 'fr', label: 'Français' },
        ]}
      />
      <Switch
        label="Notify me when I have used 80 % of my conversions"
        checked={me.usage_notice}
        onChange={(event) => change.mutate({ usage_notice: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        You are always notified when you have used all of your conversions, and 30 days before a trial ends.
      </Text>
      <Problem error={change.error} />
    </Stack>
  );
}

function Sessions() {
  const end = useChange(() => call('POST', '/sessions/end'));
  return (
    <Stack align="flex-start">
      <Text>You stay signed in for seven days after you last used the dashboard.</Text>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        Sign out of all other sessions
      </Button>
      {end.isSuccess && <Text role="status">You are signed out of all other sessions.</Text>}
      <Problem error={end.error} />
    </Stack>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Appearance"
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'auto', label: 'System' },
      ]}
    />
  );
}

function DeleteAccount({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const queries = useQueryClient();
  const [, go] = useLocation();
  // Not useChange: its refetches would fail, because the session is gone.
  const remove = useMutation({ mutationFn: () => call('DELETE', '/account', { email }) });
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        queries.clear();
        go('/sign-in?deleted');
      },
    });
  return (
    <Stack align="flex-start">
      <Text>This permanently deletes your API keys, jobs, files, share links and statistics.</Text>
      <Button color="red" variant="outline" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Confirm
        title="Delete your account?"
        action="Delete everything"
        isOpen={isOpen}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      >
        <Stack>
          <Text>Enter {me.email} to confirm. This cannot be undone.</Text>
          <TextInput
            label="Your e-mail address"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Stack>
  );
}

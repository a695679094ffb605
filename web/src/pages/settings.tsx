// Address, mails, look, trail, and the end of the account.
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
import { Trail } from '../parts/trail.tsx';

export default function Settings() {
  const me = useAccount();
  const activity = useActivity();
  return (
    <Page title="Settings">
      <Section title="E-mail address">
        <Address me={me} />
      </Section>
      <Section title="Mails">
        <Mails me={me} />
      </Section>
      <Section title="Look">
        <Look />
      </Section>
      <Section title="Sessions">
        <Sessions />
      </Section>
      <Section title="Activity" flush>
        <Problem error={activity.error} />
        {activity.isPending ? <Skeleton height={120} m="md" w="auto" /> : <Trail deeds={activity.data ?? []} />}
      </Section>
      <Section title="Delete the account">
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
            If {email} is free, a link is on its way to it. The address changes when you follow it.
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

function Mails({ me }: { me: Me }) {
  const change = useChange((settings: Partial<Pick<Me, 'language' | 'usage_notice'>>) =>
    call('PATCH', '/settings', settings),
  );
  return (
    <Stack align="flex-start">
      <NativeSelect
        label="Language of the mails"
        value={me.language}
        onChange={(event) => change.mutate({ language: event.currentTarget.value as Me['language'] })}
        data={[
          { value: 'en', label: 'English' },
          { value: 'fr', label: 'Français' },
        ]}
      />
      <Switch
        label="Warn me when 80 % of the conversions are used"
        checked={me.usage_notice}
        onChange={(event) => change.mutate({ usage_notice: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        You are always told when the conversions run out, and 30 days before a trial ends.
      </Text>
      <Problem error={change.error} />
    </Stack>
  );
}

function Sessions() {
  const end = useChange(() => call('POST', '/sessions/end'));
  return (
    <Stack align="flex-start">
      <Text>Browsers stay signed in for seven days after they were last used.</Text>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        Sign out everywhere else
      </Button>
      {end.isSuccess && <Text role="status">Only this browser is signed in now.</Text>}
      <Problem error={end.error} />
    </Stack>
  );
}

function Look() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'auto', label: 'As the system' },
      ]}
    />
  );
}

function DeleteAccount({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const queries = useQueryClient();
  const [, go] = useLocation();
  // Nothing is asked for again: there is nobody any more who might ask.
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
      <Text>Everything of it goes at once and for good: keys, jobs, files, share links, statistics.</Text>
      <Button color="red" variant="outline" onClick={() => setOpen(true)}>
        Delete the account
      </Button>
      <Confirm
        title="Delete the account?"
        action="Delete everything"
        isOpen={isOpen}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      >
        <Stack>
          <Text>Write {me.email} to confirm. Nothing can be brought back.</Text>
          <TextInput
            label="Your address"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Stack>
  );
}

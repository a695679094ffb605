// Settings: address, e-mail, appearance, sessions, audit log, and deleting the account.
import {
  Alert,
  Button,
  Group,
  Input,
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
import { Trans, useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useActivity, useChange } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Me } from '../api/types.ts';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { Problem } from '../parts/problem.tsx';
import { AuditLog } from '../parts/audit-log.tsx';

export default function Settings() {
  const { t } = useTranslation();
  const me = useAccount();
  const activity = useActivity();
  return (
    <Page title={t('settings.title')}>
      <Section title={t('settings.email')}>
        <Address me={me} />
      </Section>
      <Section title={t('settings.notifications')}>
        <Notifications me={me} />
      </Section>
      <Section title={t('settings.appearance')}>
        <Appearance />
      </Section>
      <Section title={t('settings.sessions')}>
        <Sessions />
      </Section>
      <Section title={t('settings.activity')} flush>
        <Problem error={activity.error} />
        {activity.isPending ? <Skeleton height={120} m="md" w="auto" /> : <AuditLog events={activity.data ?? []} />}
      </Section>
      <Section title={t('settings.delete_account')}>
        <DeleteAccount me={me} />
      </Section>
    </Page>
  );
}

function Address({ me }: { me: Me }) {
  const { t } = useTranslation();
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
          <Trans i18nKey="settings.signed_in_as" values={{ email: me.email }} components={{ b: <strong /> }} />
        </Text>
        {change.isSuccess ? (
          <Alert variant="outline" color="teal" role="status">
            {t('settings.confirmation_sent', { email })}
          </Alert>
        ) : (
          <Group align="flex-end" w="100%">
            <TextInput
              label={t('settings.new_address')}
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={change.error?.message}
              style={{ flexGrow: 1, maxWidth: 360 }}
            />
            <Button type="submit" variant="default" loading={change.isPending}>
              {t('settings.change')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Notifications({ me }: { me: Me }) {
  const { t } = useTranslation();
  const change = useChange((settings: Partial<Pick<Me, 'language' | 'usage_notice'>>) =>
    call('PATCH', '/settings', settings),
  );
  return (
    <Stack align="flex-start">
      <Input.Wrapper id="language" label={t('common.language')}>
        <LanguageChoice id="language" onChoose={(language) => change.mutate({ language })} />
      </Input.Wrapper>
      <Switch
        label={t('settings.usage_notice')}
        checked={me.usage_notice}
        onChange={(event) => change.mutate({ usage_notice: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {t('settings.always')}
      </Text>
      <Problem error={change.error} />
    </Stack>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const end = useChange(() => call('POST', '/sessions/end'));
  return (
    <Stack align="flex-start">
      <Text>{t('settings.stay')}</Text>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        {t('settings.end_others')}
      </Button>
      {end.isSuccess && <Text role="status">{t('settings.ended')}</Text>}
      <Problem error={end.error} />
    </Stack>
  );
}

function Appearance() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t('settings.appearance')}
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light', label: t('settings.light') },
        { value: 'dark', label: t('settings.dark') },
        { value: 'auto', label: t('settings.auto') },
      ]}
    />
  );
}

function DeleteAccount({ me }: { me: Me }) {
  const { t } = useTranslation();
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
      <Text>{t('settings.delete_text')}</Text>
      <Button color="red" variant="outline" onClick={() => setOpen(true)}>
        {t('settings.delete_account')}
      </Button>
      <Confirm
        title={t('settings.delete_title')}
        action={t('settings.delete_all')}
        isOpen={isOpen}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      >
        <Stack>
          <Text>{t('settings.delete_confirm', { email: me.email })}</Text>
          <TextInput
            label={t('settings.your_address')}
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Stack>
  );
}

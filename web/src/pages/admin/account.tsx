// One account: its plan and role, whether it is let in, its audit log, and its end.
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../account.ts';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import type { AdminAccount, Plan } from '../../api/types.ts';
import { date, moment } from '../../format.ts';
import { AuditLog } from '../../parts/audit-log.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PlanChoice, RoleChoice } from './choices.tsx';
import { Pause } from './pause.tsx';
import { usageIn } from './usage.ts';
import { useAdminAccount } from './queries.ts';

export function Account({ id, plans, onDeleted }: { id: string; plans: readonly Plan[]; onDeleted: () => void }) {
  const { t } = useTranslation();
  const me = useAccount();
  const { data: account, error } = useAdminAccount(id);
  if (account === undefined) return <Problem error={error} />;
  const isOwn = account.email === me.email;
  return (
    <Stack>
      <Title order={2} style={{ overflowWrap: 'anywhere' }}>
        {account.email}
      </Title>
      <Text c="dimmed">
        {t('admin.since', { date: date(account.created_at) })} · {usageIn(account, t)}
      </Text>
      {account.suspended_at !== null && (
        <Alert color="red" variant="outline">
          {t('admin.suspended_since', { at: moment(account.suspended_at) })}
        </Alert>
      )}
      {account.paused_at !== null && (
        <Alert color="red" variant="outline">
          {t('admin.paused_since', { at: moment(account.paused_at) })}
        </Alert>
      )}
      <Group>
        <Pause id={account.id} isPaused={account.paused_at !== null} />
      </Group>
      <AccountForm account={account} plans={plans} />
      {!isOwn && <Ends account={account} onDeleted={onDeleted} />}
      <Title order={3} size="h4">
        {t('admin.activity')}
      </Title>
      <AuditLog events={account.activity} />
    </Stack>
  );
}

function AccountForm({ account, plans }: { account: AdminAccount; plans: readonly Plan[] }) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState(account.plan);
  const [role, setRole] = useState<string>(account.role);
  const change = useChange(() => call('PATCH', `/admin/accounts/${account.id}`, { plan, role }));
  const isChanged = plan !== account.plan || role !== account.role;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined);
      }}
    >
      <Stack align="flex-start">
        <PlanChoice plans={plans} value={plan} onChange={setPlan} description={t('admin.plan_text')} />
        <RoleChoice value={role} onChange={setRole} />
        <Problem error={change.error} />
        <Group>
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('admin.save')}
          </Button>
          {change.isSuccess && !isChanged && <Text role="status">{t('admin.saved')}</Text>}
        </Group>
      </Stack>
    </form>
  );
}

/** Suspending and deleting. */
function Ends({ account, onDeleted }: { account: AdminAccount; onDeleted: () => void }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const [email, setEmail] = useState('');
  const isSuspended = account.suspended_at !== null;
  const suspend = useChange(() => call('PATCH', `/admin/accounts/${account.id}`, { suspended: !isSuspended }));
  const end = useChange(() => call('DELETE', `/admin/accounts/${account.id}`, { email }));
  return (
    <Stack gap="xs" align="flex-start">
      <Group>
        <Button variant="default" onClick={() => suspend.mutate(undefined)} loading={suspend.isPending}>
          {t(isSuspended ? 'admin.resume' : 'admin.suspend')}
        </Button>
        <Button variant="outline" color="red" onClick={() => setDeleting(true)}>
          {t('admin.delete')}
        </Button>
      </Group>
      {!isSuspended && (
        <Text size="sm" c="dimmed">
          {t('admin.suspend_text')}
        </Text>
      )}
      <Problem error={suspend.error} />
      <Confirm
        title={t('admin.delete_title', { email: account.email })}
        action={t('admin.delete')}
        isOpen={isDeleting}
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined, { onSuccess: onDeleted })}
        onClose={() => setDeleting(false)}
      >
        <Text mb="sm">{t('admin.delete_text')}</Text>
        <TextInput
          label={t('admin.delete_confirm')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Confirm>
    </Stack>
  );
}

// For administrators: accounts with their plans and audit logs; queue and engines.
import {
  Button,
  Drawer,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Tabs,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { useAdminAccount, useAdminAccounts, useChange, useHealth } from '../api/queries.ts';
import type { AdminAccount, Plan } from '../api/types.ts';
import { count, date, formatQuota } from '../format.ts';
import { Page } from '../layout/page.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { AuditLog } from '../parts/audit-log.tsx';

export default function Admin() {
  return (
    <Page title="Administration">
      <Tabs defaultValue="accounts" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
          <Tabs.Tab value="health">Queue and engines</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <Accounts />
        </Tabs.Panel>
        <Tabs.Panel value="health">
          <HealthStatus />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Accounts() {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const accounts = useAdminAccounts(search, page);
  const plans = accounts.data?.plans ?? [];
  return (
    <Stack>
      <TextInput
        label="Search by address"
        type="search"
        maw={360}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(0);
        }}
      />
      <Problem error={accounts.error} />
      <Paper withBorder component="section" aria-label="Accounts">
        {accounts.isPending && <Skeleton height={240} m="md" w="auto" />}
        {accounts.data?.accounts.length === 0 && <Empty title="No matching accounts">Try another search.</Empty>}
        <ul className="rows">
          {accounts.data?.accounts.map((account) => (
            <li key={account.id}>
              <UnstyledButton className="row" onClick={() => setOpen(account.id)} aria-haspopup="dialog">
                <Text component="span" fw={600} className="name">
                  {account.email}
                </Text>
                <Text component="span">{account.plan}</Text>
                <Text component="span" size="sm" c="dimmed">
                  {account.role === 'admin' ? 'administrator · ' : ''}since {date(account.created_at)}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {formatUsage(account)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Paper>
      {(page > 0 || accounts.data?.has_more === true) && (
        <Group justify="space-between">
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button variant="default" disabled={accounts.data?.has_more !== true} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Group>
      )}
      <Drawer opened={open !== null} onClose={() => setOpen(null)} position="right" title="Account">
        {open !== null && <Account id={open} plans={plans} />}
      </Drawer>
    </Stack>
  );
}

const formatUsage = ({ quota }: AdminAccount): string =>
  quota === null ? 'no API access' : `${count(quota.used)} of ${formatQuota(quota.quota)} used`;

function Account({ id, plans }: { id: string; plans: readonly Plan[] }) {
  const { data: account, error } = useAdminAccount(id);
  if (account === undefined) return <Problem error={error} />;
  return (
    <Stack>
      <Title order={2} style={{ overflowWrap: 'anywhere' }}>
        {account.email}
      </Title>
      <Text c="dimmed">
        Since {date(account.created_at)}, {formatUsage(account)}
      </Text>
      <AccountForm account={account} plans={plans} />
      <Title order={3} size="h4">
        Activity
      </Title>
      <AuditLog events={account.activity} />
    </Stack>
  );
}

function AccountForm({ account, plans }: { account: AdminAccount; plans: readonly Plan[] }) {
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
        <NativeSelect
          label="Plan"
          description="A new plan starts a new period today. Used conversions are carried over."
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value)}
          data={[...plans.map(({ name }) => name), { value: 'none', label: 'none: no API access' }]}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          data={[
            { value: 'user', label: 'User' },
            { value: 'admin', label: 'Administrator' },
          ]}
        />
        <Problem error={change.error} />
        <Group>
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            Save
          </Button>
          {change.isSuccess && !isChanged && <Text role="status">Saved.</Text>}
        </Group>
      </Stack>
    </form>
  );
}

type Office = NonNullable<NonNullable<ReturnType<typeof useHealth>['data']>['office']>;

const officeNumbers = (office: Office): [string, string | number, string][] => [
  ['LibreOffice idle', office.ready, office.mode ?? ''],
  ['LibreOffice busy', office.busy, `${count(office.spawned)} started, ${count(office.killed)} killed`],
];

function HealthStatus() {
  const { data: health, error } = useHealth();
  if (health === undefined) return error === null ? <Skeleton height={200} /> : <Problem error={error} />;
  const { queue, office } = health;
  const numbers: [string, string | number, string][] = [
    ['Conversions running', queue.running, `of ${count(queue.slots)} at a time`],
    ['Conversions waiting', queue.waiting, queue.is_full ? 'The queue is full' : ''],
    // Other nodes convert where this one has no engines.
    ...(office === null ? [] : officeNumbers(office)),
    ['Accounts', count(health.accounts), ''],
    ['E-mails to send', health.mails_waiting, ''],
    ['Isolation', health.isolation, health.isolation === 'off' ? 'Documents are converted without isolation' : ''],
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {numbers.map(([label, value, note]) => (
        <Paper withBorder p="md" key={label}>
          <Text c="dimmed" size="sm">
            {label}
          </Text>
          <Text fw={700} fz={24}>
            {value}
          </Text>
          <Text size="sm" c="dimmed" mih={20}>
            {note}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

// All accounts, found by address.
import { Badge, Button, Drawer, Group, Paper, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { date } from '../../format.ts';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Account } from './account.tsx';
import { CreateAccount } from './create-account.tsx';
import { usageIn } from './usage.ts';
import { useAdminAccounts } from './queries.ts';

export function Accounts() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const accounts = useAdminAccounts(search, page);
  const plans = accounts.data?.plans ?? [];
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <TextInput
          label={t('admin.search')}
          type="search"
          w={{ base: '100%', xs: 320 }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(0);
          }}
        />
        <Button onClick={() => setCreating(true)}>{t('admin.create')}</Button>
      </Group>
      <Problem error={accounts.error} />
      <Paper withBorder component="section" aria-label={t('admin.accounts')}>
        {accounts.isPending && <Skeleton height={240} m="md" w="auto" />}
        {accounts.data?.accounts.length === 0 && (
          <Empty title={t('admin.no_accounts')}>{t('admin.no_accounts_text')}</Empty>
        )}
        <ul className="rows">
          {accounts.data?.accounts.map((account) => (
            <li key={account.id}>
              <UnstyledButton className="row" onClick={() => setOpen(account.id)} aria-haspopup="dialog">
                <Text component="span" fw={600} className="name">
                  {account.email}
                </Text>
                {account.suspended_at !== null && (
                  <Badge component="span" color="red" variant="outline" tt="none">
                    {t('admin.suspended')}
                  </Badge>
                )}
                <Text component="span">{account.plan}</Text>
                <Text component="span" size="sm" c="dimmed">
                  {[
                    ...(account.role === 'admin' ? [t('admin.administrator')] : []),
                    t('admin.since', { date: date(account.created_at) }),
                  ].join(' · ')}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {usageIn(account, t)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Paper>
      {(page > 0 || accounts.data?.has_more === true) && (
        <Group justify="space-between">
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('admin.newer')}
          </Button>
          <Button variant="default" disabled={accounts.data?.has_more !== true} onClick={() => setPage(page + 1)}>
            {t('admin.older')}
          </Button>
        </Group>
      )}
      <Drawer opened={open !== null} onClose={() => setOpen(null)} position="right" title={t('admin.account')}>
        {open !== null && <Account id={open} plans={plans} onDeleted={() => setOpen(null)} />}
      </Drawer>
      {isCreating && <CreateAccount plans={plans} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

// For administrators: accounts, the queue, how the service does, its engines, and all audit logs.
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../../layout/page.tsx';
import { Accounts } from './accounts.tsx';
import { Audit } from './audit.tsx';
import { Engines } from './engines.tsx';
import { Installation } from './installation.tsx';
import { Operation } from './operation.tsx';
import { Queue } from './queue.tsx';

const tabs = {
  accounts: Accounts,
  queue: Queue,
  operation: Operation,
  engines: Engines,
  installation: Installation,
  audit: Audit,
} as const;
const names = Object.keys(tabs) as (keyof typeof tabs)[];

export default function Admin() {
  const { t } = useTranslation();
  return (
    <Page title={t('admin.title')}>
      <Tabs defaultValue="accounts" keepMounted={false}>
        <Tabs.List mb="md" className="in-one-row">
          {names.map((name) => (
            <Tabs.Tab value={name} key={name}>
              {t(`admin.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const Panel = tabs[name];
          return (
            <Tabs.Panel value={name} key={name}>
              <Panel />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}

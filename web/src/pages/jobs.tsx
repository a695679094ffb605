// The jobs of the last 30 days, and the calls of the last days.
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../layout/page.tsx';
import { JobsTab } from '../jobs/jobs-tab.tsx';
import { RequestsTab } from '../jobs/requests-tab.tsx';
import { useParams } from '../jobs/params.ts';

export default function Jobs() {
  const { t } = useTranslation();
  const { param, setParam } = useParams();
  return (
    <Page title={t('jobs.title')} intro={t('jobs.intro')}>
      <Tabs
        value={param('tab') === 'requests' ? 'requests' : 'jobs'}
        onChange={(tab) => setParam('tab', tab === 'requests' ? tab : '')}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={t('jobs.views')}>
          <Tabs.Tab value="jobs">{t('jobs.title')}</Tabs.Tab>
          <Tabs.Tab value="requests">{t('jobs.requests')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="jobs">
          <JobsTab />
        </Tabs.Panel>
        <Tabs.Panel value="requests">
          <RequestsTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Page } from '../layout/page.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.not_found')}>
      <Text>
        <Link href="/">{t('shell.go_home')}</Link>
      </Text>
    </Page>
  );
}

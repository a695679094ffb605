// The page of the link that confirms a new e-mail address.
import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { Card } from '../layout/card.tsx';
import { Problem } from '../parts/problem.tsx';

export default function ConfirmAddress() {
  const { t } = useTranslation();
  const [token] = useState(() => window.location.hash.slice(1));
  const confirm = useChange(() => call<{ email: string }>('POST', '/address/confirm', { token }));
  return (
    <Card title={t('signIn.confirm_title')}>
      {confirm.isSuccess ? (
        <>
          <Text role="status">
            <Trans i18nKey="signIn.confirmed" values={{ email: confirm.data.email }} components={{ b: <strong /> }} />
          </Text>
          <Anchor component={Link} href="/">
            {t('signIn.to_dashboard')}
          </Anchor>
        </>
      ) : (
        <>
          <Text c="dimmed">{t('signIn.confirm_text')}</Text>
          <Problem error={confirm.error} />
          <Button fullWidth autoFocus loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            {t('signIn.confirm')}
          </Button>
        </>
      )}
    </Card>
  );
}

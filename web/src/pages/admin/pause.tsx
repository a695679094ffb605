// Pauses an account, or continues it.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { Problem } from '../../parts/problem.tsx';

export function Pause({ id, name, isPaused }: { id: string; name?: string; isPaused: boolean }) {
  const { t } = useTranslation();
  const pause = useChange(() => call('PATCH', `/admin/accounts/${id}`, { paused: !isPaused }));
  return (
    <>
      <Button
        size="xs"
        variant="default"
        {...(name !== undefined && {
          'aria-label': t(isPaused ? 'admin.continue_account' : 'admin.pause_account', { account: name }),
        })}
        onClick={() => pause.mutate(undefined)}
        loading={pause.isPending}
      >
        {t(isPaused ? 'admin.continue' : 'admin.pause')}
      </Button>
      <Problem error={pause.error} />
    </>
  );
}

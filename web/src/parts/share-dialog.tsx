// Creating a share link: lifetime, optional password, and the link to copy.
import { Button, Group, Modal, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../api/client.ts';
import { useChange } from '../api/queries.ts';
import { useAccount } from '../account.ts';
import type { Share } from '../api/types.ts';
import { moment } from '../format.ts';
import { Problem } from './problem.tsx';
import { Secret } from './secret.tsx';

/** In hours. */
const lifetimes = [1, 24, 72, 168, 336, 720];

/** A week. */
const usualHours = 168;

export function ShareDialog({ job, onClose }: { job: { id: string; name: string | null }; onClose: () => void }) {
  const { t } = useTranslation();
  const { plan } = useAccount();
  const maxHours = (plan?.share_days ?? 0) * 24;
  const offered = lifetimes.filter((one) => one <= maxHours);
  const [hours, setHours] = useState(String(offered.findLast((one) => one <= usualHours) ?? 1));
  const [password, setPassword] = useState('');
  const create = useChange(() =>
    call<Share>('POST', '/shares', {
      job_id: job.id,
      hours: Number(hours),
      ...(password === '' ? {} : { password }),
    }),
  );
  const fieldError = create.error instanceof ApiError && create.error.field === 'password' ? create.error : null;
  return (
    <Modal opened onClose={onClose} title={t('shares.share', { name: job.name ?? t('shares.the_result') })}>
      {create.isSuccess ? (
        <Stack>
          <Text role="status">{t('shares.until', { time: moment(create.data.expires_at) })}</Text>
          <Secret value={create.data.url} label={t('shares.link')} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {t('common.done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(undefined);
          }}
        >
          <Stack>
            <NativeSelect
              label={t('shares.lasts')}
              value={hours}
              onChange={(event) => setHours(event.currentTarget.value)}
              data={offered.map((one) => ({
                value: String(one),
                label: one < 24 ? t('shares.hours', { count: one }) : t('shares.days', { count: one / 24 }),
              }))}
              data-autofocus
            />
            <PasswordInput
              label={t('shares.own_password')}
              description={t('shares.password_text')}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={fieldError?.message}
              visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
            />
            <Text size="sm" c="dimmed">
              {t('shares.keeps')}
            </Text>
            {fieldError === null && <Problem error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t('shares.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

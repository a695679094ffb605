// The dialog that creates an account for somebody.
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import type { Plan } from '../../api/types.ts';
import { currentLanguage, languageNames, languages } from '../../i18n.ts';
import { Problem } from '../../parts/problem.tsx';
import { PlanChoice, RoleChoice } from './choices.tsx';

export function CreateAccount({ plans, onClose }: { plans: readonly Plan[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState(plans[0]?.name ?? 'none');
  const [role, setRole] = useState('user');
  const [language, setLanguage] = useState<string>(currentLanguage());
  const [invite, setInvite] = useState(true);
  const create = useChange(() => call('POST', '/admin/accounts', { email, plan, role, language, invite }));
  const isAboutEmail = create.error instanceof ApiError && create.error.field === 'email';
  return (
    <Modal opened onClose={onClose} title={t('admin.create')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Stack>
          <TextInput
            label={t('admin.email')}
            type="email"
            required
            data-autofocus
            value={email}
            error={isAboutEmail ? create.error?.message : undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PlanChoice plans={plans} value={plan} onChange={setPlan} />
          <RoleChoice value={role} onChange={setRole} />
          <NativeSelect
            label={t('common.language')}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value)}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <Checkbox
            label={t('admin.invite')}
            checked={invite}
            onChange={(event) => setInvite(event.currentTarget.checked)}
          />
          {!isAboutEmail && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('admin.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

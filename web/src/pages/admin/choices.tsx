// Choosing a plan and a role.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../api/types.ts';

interface Choice {
  value: string;
  onChange: (value: string) => void;
}

export function PlanChoice({
  plans,
  value,
  onChange,
  description,
}: Choice & { plans: readonly Plan[]; description?: string }) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('admin.plan')}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...plans.map(({ name }) => name), { value: 'none', label: t('admin.plan_none') }]}
    />
  );
}

export function RoleChoice({ value, onChange }: Choice) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('admin.role')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: 'user', label: t('admin.role_user') },
        { value: 'admin', label: t('admin.role_admin') },
      ]}
    />
  );
}

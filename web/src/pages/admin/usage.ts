// How much of its quota an account has used.
import type { TFunction } from 'i18next';
import type { AdminAccount } from '../../api/types.ts';
import { count, formatQuota } from '../../format.ts';

/** "12 of 300 used". */
export const usageIn = ({ quota }: Pick<AdminAccount, 'quota'>, t: TFunction): string =>
  quota === null ? t('admin.no_api') : t('admin.used', { used: count(quota.used), quota: formatQuota(quota.quota) });

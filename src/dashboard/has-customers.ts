// Prices are shown only where customers can buy.
import type { Config } from '#config';

/** Whether others may know the service: it has an address of its own, or plans of its operator. */
export const hasCustomers = ({ publicUrl, plansFile }: Pick<Config, 'publicUrl' | 'plansFile'>): boolean =>
  publicUrl !== undefined || plansFile !== undefined;

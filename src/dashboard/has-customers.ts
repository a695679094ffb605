// Prices are shown only where customers can buy.
import type { Config } from '#config';

/** Returns whether the service is meant for others: it has its own address, or its operator's plans. */
export const hasCustomers = ({ publicUrl, plansFile }: Pick<Config, 'publicUrl' | 'plansFile'>): boolean =>
  publicUrl !== undefined || plansFile !== undefined;

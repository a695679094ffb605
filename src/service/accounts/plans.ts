// The plans, and which one to offer when a request exceeds the limits of the account's plan.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MiB } from '#core/bytes.ts';
import type { Upgrade } from '#core/error-schemas.ts';

/** The quota of an unlimited plan. */
export const unlimited = 2_147_483_647;

const planSchema = z.strictObject({
  /** The number of conversions per period, up to {@link unlimited}. */
  quota: z.int().min(0).max(unlimited),
  /** `once`: granted at sign-up, valid for 12 months; `monthly`: renewed on the anniversary. */
  renews: z.enum(['once', 'monthly']),
  price_eur_month: z.int().min(0),
  max_bytes: z.int().min(1),
  max_files: z.int().min(1),
  max_merge_files: z.int().min(1),
  share_days: z.int().min(0),
});

export type Plan = z.infer<typeof planSchema> & { name: string };
export type Plans = ReadonlyMap<string, Plan>;

const paid = { renews: 'monthly', max_bytes: 200 * MiB, max_files: 20, max_merge_files: 20, share_days: 30 } as const;

const defaults: Record<string, z.infer<typeof planSchema>> = {
  dev: {
    quota: 300,
    renews: 'once',
    price_eur_month: 0,
    max_bytes: 10 * MiB,
    max_files: 1,
    max_merge_files: 2,
    share_days: 7,
  },
  starter: { ...paid, quota: 1000, price_eur_month: 9 },
  growth: { ...paid, quota: 5000, price_eur_month: 29 },
  business: { ...paid, quota: 20_000, price_eur_month: 79 },
};

/** Returns the plan of new accounts. */
export const newcomersPlan = (plans: Plans): Plan | undefined => plans.get('dev') ?? [...plans.values()][0];

/** Returns the plan of the operator's own account, which the first start creates. */
export const operatorsPlan = (plans: Plans): Plan | undefined => plans.get('business') ?? [...plans.values()].at(-1);

/** The plan of accounts that cannot use the API. */
export const noPlan = 'none';

/** Loads the built-in plans, or the plans of a JSON file. @throws when the file is invalid */
export function loadPlans(file: string | undefined): Plans {
  const table = file === undefined ? defaults : readPlans(file);
  return new Map(Object.entries(table).map(([name, plan]) => [name, { name, ...plan }]));
}

function readPlans(file: string): Record<string, z.infer<typeof planSchema>> {
  const parsed = z
    .record(z.string().regex(/^[a-z0-9_-]{1,40}$/), planSchema)
    .safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`PLATEN_PLANS_FILE: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Returns the number of conversions at which requests are refused: 10 % above the quota. */
export const softCapLimit = (plan: Plan): number => plan.quota + Math.floor(plan.quota / 10);

/** Finds the cheapest plan that `accepts` the request, as the field `upgrade` of an error; empty if there is no such plan. */
export type OfferUpgrade = (current: Plan, accepts: (plan: Plan) => boolean) => { upgrade?: Upgrade };

export function offerUpgrades(plans: Plans, url: () => string): OfferUpgrade {
  return (current, accepts) => {
    const better = [...plans.values()]
      .filter((plan) => plan.name !== current.name && plan.price_eur_month >= current.price_eur_month && accepts(plan))
      .sort((a, b) => a.price_eur_month - b.price_eur_month)[0];
    if (better === undefined) return {};
    const { name, price_eur_month, quota, max_bytes } = better;
    return { upgrade: { plan: name, price_eur_month, quota, url: url(), max_bytes } };
  };
}

/** Returns whether a tool merges files, since plans limit merges separately. */
export const mergesFiles = (files: { min: number }): boolean => files.min > 1;

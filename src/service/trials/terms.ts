// The terms of conversions without an account.
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';
import { newcomersPlan, operatorsPlan, unlimited, type Plan, type Plans } from '#service/accounts/plans.ts';
import { isOwnMachine, type Reach } from './own-machine.ts';

interface Terms {
  /** Conversions per IP address and day if PLATEN_VISITOR_CONVERSIONS_PER_DAY is not set; can be {@link unlimited}. */
  perDay: number;
  /** Returns the plan whose limits for files apply. */
  plan: (plans: Plans) => Plan | undefined;
}

const onOwnMachine: Terms = { perDay: unlimited, plan: operatorsPlan };
const elsewhere: Terms = { perDay: 0, plan: newcomersPlan };

/** Returns the terms; null if conversions need an account. */
export function trialTerms(
  { config, plans }: { config: Reach & Pick<Config, 'tries'>; plans: Plans },
  headers: IncomingHttpHeaders,
): { perDay: number; plan: Plan } | null {
  const terms = isOwnMachine(config, headers) ? onOwnMachine : elsewhere;
  const [perDay, plan] = [config.tries ?? terms.perDay, terms.plan(plans)];
  return perDay === 0 || plan === undefined ? null : { perDay, plan };
}

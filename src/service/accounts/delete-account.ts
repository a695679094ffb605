// Everything of an account at once: running conversions, files, shared copies, keys, sessions, statistics, trail.
import type { Service } from '#service/service.ts';
import { getAccount } from './accounts.ts';
import type { Signer } from './signed.ts';
import { keepSpentCredits } from './trial-credits.ts';

type Parts = Pick<Service, 'db' | 'files'> & Partial<Pick<Service, 'running'>>;

/**
 * Stops and removes it all; the rows go with the account's own.
 * With `remember`, a pseudonym of the address and what was used of trial credits stay until these would have ended.
 */
export async function eraseAccount(
  { db, files, running }: Parts,
  accountId: string,
  { remember }: { remember?: Signer } = {},
): Promise<void> {
  const ids = (table: 'jobs' | 'shares') =>
    db.selectFrom(table).select('id').where('account_id', '=', accountId).execute();
  const [jobs, shares] = await Promise.all([ids('jobs'), ids('shares')]);
  const account = await getAccount(db, accountId);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    if (remember !== undefined && account !== undefined) await keepSpentCredits(trx, remember, account);
  });
  for (const { id } of jobs) running?.stop(id, 'delete');
  for (const { id } of [...jobs, ...shares]) {
    await files.deleteOutput(id);
    await files.deleteInputs(id);
  }
}

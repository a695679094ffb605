// Everything of an account at once: running conversions, files, shared copies, keys, sessions, statistics, audit log.
import type { Jobs, Results } from '#service/roles.ts';
import { getAccount } from './accounts.ts';
import type { Signer } from './signed.ts';
import { keepSpentCredits } from './trial-credits.ts';

/**
 * Stops and removes it all; the rows go with the account's own.
 * With `remember`, a pseudonym of the address and what was used of trial credits stay until these would have ended.
 */
export async function deleteAccount(
  { db, files, running }: Pick<Results, 'db' | 'files'> & Partial<Pick<Jobs, 'running'>>,
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

// Deletes everything of an account: running conversions, files, shared copies, keys, sessions, statistics, audit log.
import type { Jobs, Results } from '#service/roles.ts';
import { getAccount } from './accounts.ts';
import type { Signer } from './signed.ts';
import { rememberSpentCredits } from './trial-credits.ts';

/**
 * Stops its conversions and deletes its rows and files.
 * With `remember`, a pseudonym of the address and the used trial credits are kept until these would have expired.
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
    // Jobs first: whoever ends a job locks its row, then that of its account.
    await trx.deleteFrom('jobs').where('account_id', '=', accountId).execute();
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    if (remember !== undefined && account !== undefined) await rememberSpentCredits(trx, remember, account);
  });
  for (const { id } of jobs) running?.stop(id, 'delete');
  for (const { id } of [...jobs, ...shares]) {
    await files.deleteOutput(id);
    await files.deleteInputs(id);
  }
}

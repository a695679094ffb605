// Deletes an account with its running conversions, files, uploads, shared copies, keys, sessions, statistics and audit log.
import { sql } from 'kysely';
import { inParallel } from '#core/parallel.ts';
import { deleteInBatches } from '#service/database/batches.ts';
import { removeFiles } from '#service/jobs/strays.ts';
import type { Jobs, Results } from '#service/roles.ts';
import { getAccount } from './accounts.ts';
import type { Signer } from './signed.ts';
import { rememberSpentCredits } from './trial-credits.ts';

/** The number of concurrent file deletions. */
const workers = 8;

/**
 * Stops the account's conversions, and deletes its rows and files.
 * With `remember`, a pseudonym of the e-mail address and the used trial credits are kept until these would have expired.
 */
export async function deleteAccount(
  { db, files, running }: Pick<Results, 'db' | 'files'> & Partial<Pick<Jobs, 'running'>>,
  accountId: string,
  { remember }: { remember?: Signer } = {},
): Promise<void> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['pending', 'success', 'failed'])
    .execute();
  const shares = await db
    .selectFrom('shares')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  const parts = await db
    .selectFrom('upload_parts')
    .innerJoin('uploads', 'uploads.id', 'upload_parts.upload_id')
    .select('upload_parts.id')
    .where('uploads.account_id', '=', accountId)
    .execute();
  const account = await getAccount(db, accountId);
  // Empties large tables first, so that the transaction has little to do; a deletion that is interrupted here can be repeated.
  await deleteInBatches(db, { table: 'jobs', where: sql`account_id = ${accountId} and state <> 'pending'` });
  for (const table of ['usage', 'audit'] as const)
    await deleteInBatches(db, { table, where: sql`account_id = ${accountId}` });
  await db.transaction().execute(async (trx) => {
    // Jobs come first because ending a job locks its row, then the row of its account.
    await trx.deleteFrom('jobs').where('account_id', '=', accountId).execute();
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    if (remember !== undefined && account !== undefined) await rememberSpentCredits(trx, remember, account);
  });
  for (const { id, state } of jobs) if (state === 'pending') running?.stop(id, 'delete');
  await inParallel([...jobs, ...shares, ...parts], ({ id }) => removeFiles({ files }, id), workers);
}

// Everything of an account at once: running conversions, files, shared copies, keys, sessions, statistics, trail.
import type { Service } from '#service/service.ts';

/** Stops and removes it all; the rows go with the account's own. */
export async function eraseAccount(
  { db, files, running }: Pick<Service, 'db' | 'files'> & { running?: Service['running'] },
  accountId: string,
): Promise<void> {
  const ids = (table: 'jobs' | 'shares') =>
    db.selectFrom(table).select('id').where('account_id', '=', accountId).execute();
  const [jobs, shares] = await Promise.all([ids('jobs'), ids('shares')]);
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  for (const { id } of jobs) running?.stop(id, 'delete');
  for (const { id } of [...jobs, ...shares]) {
    await files.deleteOutput(id);
    await files.deleteInputs(id);
  }
}

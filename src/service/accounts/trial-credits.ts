// Trial credits are granted once per e-mail address: signing up again after deleting an account or changing its e-mail address
// does not grant them again. A pseudonym of the e-mail address is kept until the credits would have expired.
import { sql, type Transaction } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { AccountRow, Tables } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import type { Signer } from './signed.ts';

/** Remembers the used credits of an account under its current e-mail address. */
export async function rememberSpentCredits(
  db: Database | Transaction<Tables>,
  signer: Signer,
  { email, used, credits_expire_at }: AccountRow,
): Promise<void> {
  if (credits_expire_at === null) return;
  await db
    .insertInto('spent_credits')
    .values({ address: signer.pseudonym(email), used, credits_expire_at })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({
        used: sql`case when spent_credits.used > excluded.used then spent_credits.used else excluded.used end`,
      }),
    )
    .execute();
}

/** Grants a new account only the remaining credits of its e-mail address. */
export async function restoreSpentCredits(
  db: Database,
  clock: Clock,
  signer: Signer,
  { id, email }: AccountRow,
): Promise<void> {
  const addresses = signer.pseudonyms(email);
  const spent = await db
    .selectFrom('spent_credits')
    .selectAll()
    .where('address', 'in', addresses)
    .where('credits_expire_at', '>', clock.now())
    .orderBy('used', 'desc')
    .executeTakeFirst();
  if (spent === undefined) return;
  const { used, credits_expire_at } = spent;
  await db
    .updateTable('accounts')
    .set({ used, credits_expire_at })
    .where('id', '=', id)
    .where('credits_expire_at', 'is not', null)
    .execute();
}

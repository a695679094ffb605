// Counts the errors of conversions by day, for jobs whose rows still exist.
import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import { dialectOf } from '#service/database/database.ts';
import type { Store } from '#service/database/store.ts';

const codeOf = {
  sqlite: sql<string>`json_extract(error, '$.code')`,
  postgres: sql<string>`error::json ->> 'code'`,
};

/** Counts the errors of an account's rejected and failed jobs since `from`; days are given by their start (UTC). */
export async function errorsByDay({ db }: Store, accountId: string, from: number) {
  const rows = await db
    .selectFrom('jobs')
    .select([sql<number>`created_at / ${sql.lit(dayMs)}`.as('day'), codeOf[dialectOf(db)].as('code')])
    .select((eb) => eb.fn.countAll<number | string>().as('jobs'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['rejected', 'failed'])
    .where('error', 'is not', null)
    .where('created_at', '>=', from)
    .groupBy(['day', 'code'])
    .orderBy('day')
    .orderBy('code')
    .execute();
  return rows.map(({ day, code, jobs }) => ({ day: day * dayMs, code, jobs: Number(jobs) }));
}

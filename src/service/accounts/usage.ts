// Conversions by day, tool, key and outcome; kept longer than the rows of the jobs.
import { sql, type Transaction } from 'kysely';
import { dayMs, type Clock } from '#core/clock.ts';
import type { JobRow, Outcome, Tables } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';

const dayOf = (time: number): number => Math.floor(time / dayMs);

/** Counts a job that has just ended. */
export async function countUsage(
  db: Database | Transaction<Tables>,
  job: Pick<JobRow, 'account_id' | 'key_id' | 'tool'>,
  outcome: Outcome,
  now: number,
): Promise<void> {
  await db
    .insertInto('usage')
    .values({
      account_id: job.account_id,
      key_id: job.key_id ?? '',
      day: dayOf(now),
      tool: job.tool,
      outcome,
      conversions: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key_id', 'day', 'tool', 'outcome'])
        .doUpdateSet({ conversions: sql`usage.conversions + 1` }),
    )
    .execute();
}

/** Returns the conversions of the last `days` days including today, by the start of the day (UTC); omits days without conversions. */
export async function usageByDay(db: Database, clock: Clock, accountId: string, days: number) {
  const rows = await db
    .selectFrom('usage')
    .select(['day', 'tool', 'outcome'])
    .select((eb) => eb.fn.sum<number | string>('conversions').as('conversions'))
    .where('account_id', '=', accountId)
    .where('day', '>', dayOf(clock.now()) - days)
    .groupBy(['day', 'tool', 'outcome'])
    .orderBy('day')
    .execute();
  return rows.map((row) => ({ ...row, day: row.day * dayMs, conversions: Number(row.conversions) }));
}

/** Returns the conversions of all accounts in the last `days` days including today, by tool and outcome; most used tools first. */
export async function usageOfAll(db: Database, clock: Clock, days: number) {
  const rows = await db
    .selectFrom('usage')
    .select(['tool', 'outcome'])
    .select((eb) => eb.fn.sum<number | string>('conversions').as('conversions'))
    .where('day', '>', dayOf(clock.now()) - days)
    .groupBy(['tool', 'outcome'])
    .execute();
  const tools = Object.entries(Object.groupBy(rows, ({ tool }) => tool)).map(([tool, ofTool = []]) => {
    const of = (wanted: Outcome) => Number(ofTool.find(({ outcome }) => outcome === wanted)?.conversions ?? 0);
    return { tool, success: of('success'), rejected: of('rejected'), failed: of('failed') };
  });
  const all = ({ success, rejected, failed }: (typeof tools)[number]) => success + rejected + failed;
  return tools.sort((a, b) => all(b) - all(a));
}

/** Returns the number of conversions of each key, by the key's identifier. */
export async function usageByKey(db: Database, accountId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('usage')
    .select('key_id')
    .select((eb) => eb.fn.sum<number | string>('conversions').as('conversions'))
    .where('account_id', '=', accountId)
    .groupBy('key_id')
    .execute();
  return new Map(rows.map(({ key_id, conversions }) => [key_id, Number(conversions)]));
}

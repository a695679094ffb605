// Checks whether the database answers, and how much work is queued in it.
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Log } from '#core/log.ts';
import type { Tables } from './schema.ts';
import type { Database } from './database.ts';

/** Requires that the database answers. @throws the database's own error when it does not */
export const requireDatabase = async (db: Database): Promise<void> => void (await sql`select 1`.execute(db));

/** Returns whether the database answers a query now; if not, logs the reason for the operator. */
export const isDatabaseUp = (db: Database, log: Pick<Log, 'error'>): Promise<boolean> =>
  requireDatabase(db).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error }, 'the database does not answer');
      return false;
    },
  );

/** Counts the accounts, the conversions that have not ended, and the e-mails that are not sent. */
export async function backlog(db: Database) {
  const [accounts, jobs_pending, mails, notices] = await Promise.all([
    count(db.selectFrom('accounts')),
    count(db.selectFrom('jobs').where('state', '=', 'pending')),
    count(db.selectFrom('outbox').where('kind', '=', 'mail')),
    count(db.selectFrom('notices').where('sent_at', 'is', null)),
  ]);
  return { accounts, jobs_pending, mails_waiting: mails + notices };
}

async function count<Table extends keyof Tables>(rows: SelectQueryBuilder<Tables, Table, object>): Promise<number> {
  const { n } = await rows.select((eb) => eb.fn.countAll<number | string>().as('n')).executeTakeFirstOrThrow();
  return Number(n);
}

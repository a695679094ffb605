// The running conversions and stored bytes of an account are counted before each of its conversions.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('jobs_bounds')
    .on('jobs')
    .columns(['account_id', 'state', 'expires_at', 'size_bytes'])
    .execute();
}

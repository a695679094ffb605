// Re-encrypts the secrets of webhooks when the service has a new secret, after which they no longer need the previous one.
import type { Log } from '#core/log.ts';
import { inBatches } from '#service/database/batches.ts';
import type { WebhookRow } from '#service/database/schema.ts';
import type { Hooks } from './webhooks.ts';

const batch = 100;

/** Reseals all secrets, except any that neither secret of the service opens. */
export async function resealSecrets(service: Hooks & { log: Log }, signal: AbortSignal): Promise<void> {
  let last = '';
  await inBatches(async () => {
    const rows = await service.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const row of rows) {
      last = row.id;
      await resealOne(service, row);
    }
    return rows.length;
  }, signal);
}

async function resealOne({ db, hookSealing, log }: Hooks & { log: Log }, row: WebhookRow): Promise<void> {
  const again = (sealed: string) => hookSealing.seal(hookSealing.open(sealed, row.id), row.id);
  let sealed: Pick<WebhookRow, 'sealed_secret' | 'sealed_old_secret'>;
  try {
    sealed = {
      sealed_secret: again(row.sealed_secret),
      sealed_old_secret: row.sealed_old_secret === null ? null : again(row.sealed_old_secret),
    };
  } catch (error) {
    log.warn({ err: error, webhook: row.id }, 'the secret of a webhook is encrypted with another PLATEN_SECRET');
    return;
  }
  await db
    .updateTable('webhooks')
    .set(sealed)
    .where('id', '=', row.id)
    // Skips a webhook whose secret was renewed in the meantime.
    .where('sealed_secret', '=', row.sealed_secret)
    .execute();
}

// E-mails that are not sent yet, in the database: sealed, since the links in them sign people in.
import { minuteMs } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Sealing } from '#core/sealing.ts';
import type { Store } from '#service/database/store.ts';
import { pauseMs } from '#core/pauses.ts';
import type { Mail, Transport } from './mail.ts';

export type WaitingMails = ReturnType<typeof createWaitingMails>;

/** Longer than the attempts that are made at once take, with a server that is slow to answer. */
const firstPauseMs = 3 * minuteMs;
const pauses = { firstMs: minuteMs, maxMs: 15 * minuteMs };
const batch = 50;

/** A refusal by the mail server of one e-mail, not of all (RFC 5321, 4.2.1): 5yz to a recipient is permanent. */
function refusalOf(error: unknown): { isFinal: boolean; isOfThisMail: boolean } {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  return { isFinal: command === 'RCPT TO' && responseCode >= 500, isOfThisMail: isOfThisMail && responseCode >= 400 };
}

export function createWaitingMails({ db, clock }: Store, sealing: Sealing, log: Pick<Log, 'warn'>) {
  const remove = async (id: string) => void (await db.deleteFrom('mails').where('id', '=', id).execute());
  return {
    async add(mail: Mail, usefulMs: number): Promise<string> {
      const now = clock.now();
      const id = newId(now);
      const sealed = sealing.seal(JSON.stringify(mail), id);
      const row = { id, sealed, attempts: 0, next_at: now + firstPauseMs, expires_at: now + usefulMs };
      await db.insertInto('mails').values(row).execute();
      return id;
    },
    remove,
    /** Sends e-mails that no process is sending, until one cannot be sent; several processes take different ones. */
    async sendDue(transport: Transport, signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      await db.deleteFrom('mails').where('expires_at', '<=', now).execute();
      const due = await db
        .selectFrom('mails')
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(batch)
        .execute();
      for (const { id, sealed, attempts } of due) {
        if (signal?.aborted === true) return;
        const claimed = await db
          .updateTable('mails')
          .set({ attempts: attempts + 1, next_at: now + pauseMs(attempts, pauses) })
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .executeTakeFirst();
        if (claimed.numUpdatedRows !== 1n) continue;
        try {
          await transport(JSON.parse(sealing.open(sealed, id)) as Mail);
          await remove(id);
        } catch (error) {
          const { isFinal, isOfThisMail } = refusalOf(error);
          if (isFinal) await remove(id);
          const outcome = isFinal
            ? 'could not be sent: its recipient is refused'
            : 'could not be sent yet; it is tried again';
          log.warn({ err: error, attempts: attempts + 1 }, `an e-mail ${outcome}`);
          // The others would most likely wait as long.
          if (!isOfThisMail) return;
        }
      }
    },
  };
}

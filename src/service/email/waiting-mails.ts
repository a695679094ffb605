// E-mails that are not sent yet, in the outbox: sealed, since the links in them sign people in.
import { minuteMs, type Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Sealing } from '#core/sealing.ts';
import { pauseMs } from '#core/pauses.ts';
import type { Outbox } from '#service/outbox/outbox.ts';
import type { Mail, Transport } from './mail.ts';

export type WaitingMails = ReturnType<typeof createWaitingMails>;

/** The pause before the first retry, longer than the initial attempts take with a slow server. */
const firstPauseMs = 3 * minuteMs;
const pauses = { firstMs: minuteMs, maxMs: 15 * minuteMs };
const batch = 50;

/** Tells whether the mail server refuses only this e-mail, and permanently (RFC 5321, 4.2.1): 5yz to a recipient is permanent. */
function refusalOf(error: unknown): { isFinal: boolean; isOfThisMail: boolean } {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  return { isFinal: command === 'RCPT TO' && responseCode >= 500, isOfThisMail: isOfThisMail && responseCode >= 400 };
}

export function createWaitingMails(outbox: Outbox, clock: Clock, sealing: Sealing, log: Pick<Log, 'warn'>) {
  return {
    async add(mail: Mail, usefulMs: number): Promise<string> {
      const id = newId(clock.now());
      await outbox.add({
        id,
        kind: 'mail',
        sealed: sealing.seal(JSON.stringify(mail), id),
        afterMs: firstPauseMs,
        usefulMs,
      });
      return id;
    },
    remove: outbox.remove,
    /** Sends e-mails that no process is sending, until one fails. */
    async sendDue(transport: Transport, signal?: AbortSignal): Promise<void> {
      await outbox.removeExpired('mail');
      const due = outbox.take('mail', { limit: batch, holdMs: (attempts) => pauseMs(attempts, pauses) });
      for await (const { id, sealed, attempts } of due) {
        if (signal?.aborted === true) return;
        let mail: Mail;
        try {
          mail = JSON.parse(sealing.open(sealed, id)) as Mail;
        } catch (error) {
          // The e-mail waits for a process with its secret, and does not hold up others.
          log.warn({ err: error, attempts: attempts + 1 }, 'an e-mail is encrypted with another PLATEN_SECRET');
          continue;
        }
        try {
          await transport(mail);
          await outbox.remove(id);
        } catch (error) {
          const { isFinal, isOfThisMail } = refusalOf(error);
          if (isFinal) await outbox.remove(id);
          const outcome = isFinal
            ? 'could not be sent: its recipient is refused'
            : 'could not be sent yet; it is tried again';
          log.warn({ err: error, attempts: attempts + 1 }, `an e-mail ${outcome}`);
          // The others would most likely fail too.
          if (!isOfThisMail) return;
        }
      }
    },
  };
}

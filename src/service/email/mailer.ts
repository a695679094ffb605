// Sends e-mails in the background: no response waits for a mail server. An e-mail that is not sent at once lies in the database,
// encrypted, so that neither a mail server that is down nor a restart loses it.
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '#core/clock.ts';
import type { Background } from '#service/background.ts';
import type { Mail, Transport } from './mail.ts';
import type { WaitingMails } from './waiting-mails.ts';

export type Mailer = ReturnType<typeof createMailer>;

const pausesMs = [1000, 10_000];

export function createMailer(transport: Transport, background: Background, waiting?: WaitingMails) {
  const deliver = async (mail: Mail): Promise<void> => {
    for (const pause of pausesMs) {
      const isSent = await transport(mail).then(
        () => true,
        () => false,
      );
      if (isSent) return;
      // A process that ends makes its last attempt at once; the next process finds the e-mail in the database.
      await sleep(pause, undefined, { ref: false, signal: background.ending }).catch(() => undefined);
      if (background.ending.aborted) break;
    }
    await transport(mail);
  };
  const keepAndDeliver = async (mail: Mail, usefulMs: number): Promise<void> => {
    // The e-mail is sent even if the database is unavailable.
    const id = await waiting?.add(mail, usefulMs).catch(() => undefined);
    await deliver(mail);
    if (id !== undefined) await waiting?.remove(id);
  };
  return {
    /** Sends in the background, with three attempts at first, then every few minutes as long as the e-mail is useful: a day by default. */
    queue: (mail: Mail, { usefulMs = dayMs }: { usefulMs?: number } = {}) =>
      background.run(() => keepAndDeliver(mail, usefulMs), 'an e-mail could not be sent yet'),
    /** Sends now. @throws when the mail server does not accept it */
    send: transport,
  };
}

// Sends e-mails in the background: no response waits for a mail server, and one that is down is tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from '#service/background.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/** Delivers one e-mail to the mail server. @throws when that fails */
export type Transport = (mail: Mail) => Promise<void>;

export interface Mailer {
  /** Sends in the background, with three attempts. */
  queue(mail: Mail): void;
  /** Sends now. @throws when the mail server does not accept it */
  send: Transport;
}

const pausesMs = [1000, 10_000];

export function createMailer(transport: Transport, background: Background): Mailer {
  const deliver = async (mail: Mail): Promise<void> => {
    for (const pause of pausesMs) {
      const isSent = await transport(mail).then(
        () => true,
        () => false,
      );
      if (isSent) return;
      // Unreferenced: a mail server that is down must not keep the process alive after a shutdown.
      await sleep(pause, undefined, { ref: false });
    }
    await transport(mail);
  };
  return {
    queue: (mail) => background.run(() => deliver(mail), 'an e-mail could not be sent'),
    send: transport,
  };
}

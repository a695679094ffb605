// Mails go out in the background: who asked for one never waits for a mail server, and a server that is away is tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from '#service/background.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/** Hands one mail over. @throws when it could not be */
export type Transport = (mail: Mail) => Promise<void>;

export interface Mailer {
  /** Sends in the background, with three tries. */
  post(mail: Mail): void;
  /** Sends now. @throws when it could not be handed over */
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
      // A stop waits for the background a while; a mail server that is away must not hold the process longer.
      await sleep(pause, undefined, { ref: false });
    }
    await transport(mail);
  };
  return {
    post: (mail) => background.run(() => deliver(mail), 'a mail could not be sent'),
    send: transport,
  };
}

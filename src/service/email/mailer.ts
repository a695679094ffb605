// Mails go out in the background: who asked for one never waits for a mail server, and a server that is away is tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/log.ts';

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
  /** Sends in the background, with three tries; a failure is logged. */
  post(mail: Mail): void;
  /** Sends now. @throws when it could not be handed over */
  send: Transport;
  /** Waits for what is still being posted. */
  idle(): Promise<void>;
}

const pausesMs = [1000, 10_000];

export function createMailer(transport: Transport, log: Log): Mailer {
  const posting = new Set<Promise<void>>();
  const deliver = async (mail: Mail, pauses = pausesMs): Promise<void> => {
    try {
      await transport(mail);
    } catch (error) {
      const [pause, ...later] = pauses;
      if (pause === undefined) return log.error({ err: error, subject: mail.subject }, 'a mail could not be sent');
      await sleep(pause, undefined, { ref: false });
      await deliver(mail, later);
    }
  };
  return {
    post(mail) {
      const sent = deliver(mail).finally(() => posting.delete(sent));
      posting.add(sent);
    },
    send: transport,
    idle: async () => void (await Promise.all(posting)),
  };
}

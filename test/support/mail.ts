// A real mail server on loopback that keeps its mails.
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from './platen.ts';

export interface MailServer extends AsyncDisposable {
  /** For PLATEN_SMTP_URL. */
  url: string;
  mails: Email[];
  /** The next mail to an e-mail address after those already returned. */
  next(to: string): Promise<Email>;
  /** While true, mails are refused as a server refuses that is out of order. */
  isBroken: boolean;
  /** The time to receive each mail. */
  delayMs: number;
  isReceiving: boolean;
}

export async function startMailServer(): Promise<MailServer> {
  const taken = new Set<Email>();
  const receive = async (stream: Readable): Promise<void> => {
    mails.isReceiving = true;
    // A slow server, as requested by a test.
    await sleep(mails.delayMs);
    const mail = await PostalMime.parse(await buffer(stream));
    if (mails.isBroken) throw new Error('out of order');
    mails.mails.push(mail);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      receive(stream).then(() => done(), done);
    },
  });
  const mails: MailServer = {
    url: '',
    mails: [],
    isBroken: false,
    delayMs: 0,
    isReceiving: false,
    next: (to) =>
      eventually(async () => {
        const mail = mails.mails.find((one) => !taken.has(one) && one.to?.[0]?.address === to);
        if (mail !== undefined) taken.add(mail);
        return mail;
      }, `a mail to ${to}`),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  mails.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return mails;
}

/** The first link in the text of a mail. */
export const linkIn = ({ text }: Email): string => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '';

// E-mails over SMTP.
import { createTransport } from 'nodemailer';
import type { Transport } from './mail.ts';

const secondMs = 1000;

/** @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte */
export function smtpTransport(url: string, from: string): Transport {
  const server = createTransport({
    url,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 30 * secondMs,
  });
  return async (mail) => void (await server.sendMail({ from, ...mail }));
}

// E-mails over SMTP.
import type { Transport } from './mail.ts';

const secondMs = 1000;

/** @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte */
export function smtpTransport(url: string, from: string): Transport {
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url,
      connectionTimeout: 10 * secondMs,
      greetingTimeout: 10 * secondMs,
      socketTimeout: 30 * secondMs,
    });
  let server: ReturnType<typeof connect> | undefined;
  return async (mail) => void (await (await (server ??= connect())).sendMail({ from, ...mail }));
}

// Without a mail server, e-mails are written to files and to the log, so that signing in works on a laptop.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import { dayMs } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Transport } from './mail.ts';

export const outboxFolder = (data: string): string => join(data, 'outbox');

const retentionMs = 7 * dayMs;

/** Deletes e-mails after a week. */
export async function sweepOutbox(data: string, now: number): Promise<void> {
  const folder = outboxFolder(data);
  for (const name of await readdir(folder).catch(ifAbsent<string[]>([]))) {
    const file = join(folder, name);
    const found = await stat(file).catch(ifAbsent(null));
    if (found !== null && found.mtimeMs < now - retentionMs) await rm(file, { force: true });
  }
}

/** Writes each e-mail to `folder` as `<id>.eml`; the newest sorts last. */
export function outboxTransport(folder: string, from: string, log: Log): Transport {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail({ from, ...mail });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${newId(Date.now())}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600 });
    log.info(
      { to: mail.to, subject: mail.subject, text: mail.text, file },
      'no mail server is configured: the e-mail was written to a file',
    );
  };
}

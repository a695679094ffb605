// Without a mail server, mails are files and lines of the log, so that signing in works on a laptop.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { dayMs } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Transport } from './mailer.ts';

export const outboxFolder = (data: string): string => join(data, 'outbox');

const lifeMs = 7 * dayMs;

/** Removes the mails of more than a week ago. */
export async function sweepOutbox(data: string, now: number): Promise<void> {
  const folder = outboxFolder(data);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < now - lifeMs) await rm(file, { force: true });
  }
}

/** Writes each mail to `folder` as `<id>.eml`; the newest sorts last. */
export function outboxTransport(folder: string, from: string, log: Log): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail({ from, ...mail });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${newId(Date.now())}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600 });
    log.info(
      { to: mail.to, subject: mail.subject, text: mail.text, file },
      'no mail server is set: a mail was written',
    );
  };
}

// The first start: creates an account with a key, and prints how to try it and the limits.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { systemClock } from '#core/clock.ts';
import { createAccount, listAccounts } from '#service/accounts/accounts.ts';
import { createKey, firstKeyName } from '#service/accounts/keys.ts';
import { noPlan, operatorsPlan } from '#service/accounts/plans.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import type { Running } from '../main.ts';

/** The file in the data folder with the first key, if standard output is not a terminal. */
const keyFile = 'first-key';

/** Creates an account at the first start, and shows its key once. */
export async function welcome({ service, address }: Running, config: Config): Promise<void> {
  const { db, plans } = service;
  if ((await listAccounts(db)).length > 0) return;
  const plan = operatorsPlan(plans)?.name ?? noPlan;
  const email = config.adminEmail;
  const account = await createAccount(db, systemClock, plans, { email, plan, role: 'admin' }).catch(
    (error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return undefined;
    },
  );
  // Another node has created the account at the same time.
  if (account === undefined) return;
  const { key } = await createKey(db, systemClock, account.id, { name: firstKeyName, prefix: config.keyPrefix });
  const { message, use } = await hand(key, config.data);
  const lines = [
    '',
    message,
    '',
    'Try it:',
    '',
    `  curl -sS ${address}/v1/convert/office-to-pdf -H "Authorization: Bearer ${use}" -F file=@document.docx`,
    `  curl -sSL ${address}/v1/download/JOB_ID -H "Authorization: Bearer ${use}" -o document.pdf`,
    '',
    ...limits(config),
    ...(config.extensions === 'on' ? [] : [moreTools, '']),
  ];
  if (config.dashboard === 'on')
    lines.push(
      `Sign in to the dashboard as ${email} (works once, within 15 minutes):`,
      '',
      `  ${await service.signIn.createLink(email)}`,
      '',
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}

const moreTools =
  'PLATEN_EXTENSIONS=on adds tools beyond the specification: Markdown, JSON and Excel out of documents, HTML and Markdown to PDF.';

/** Shows the key only on a terminal, because other output may end up in a log that others read. */
async function hand(key: string, data: string): Promise<{ message: string; use: string }> {
  if (process.stdout.isTTY) return { message: `Your first API key (shown only now): ${key}`, use: key };
  const file = join(data, keyFile);
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return {
    message: `Your first API key is in ${file}, which only this user can read. Take it out and delete the file.`,
    use: `$(cat '${file}')`,
  };
}

function limits({ convertRate }: Config): string[] {
  if (convertRate === 0) return [];
  return [
    `A key converts ${convertRate} files a minute, as the specification of the API says. For your own use only, lift that:`,
    '',
    '  PLATEN_CONVERT_RATE_PER_MINUTE=0',
    '',
  ];
}

// A server on a folder, with no limits of rate; prints `ADDRESS KEY KEY`, the keys of two accounts.
import { loadConfig } from '#config';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import { unlimited } from '#service/accounts/plans.ts';
import { start } from '#src/main.ts';

export async function serveForBench(data: string, tools?: readonly Tool[]): Promise<void> {
  const config = loadConfig({}, { data, port: 0, convertRate: 0, ipRate: 0, minFreeBytes: 0 });
  const running = await start(config, silentLog, tools === undefined ? {} : { tools });
  const { db, plans } = running.service;
  const business = plans.get('business');
  if (business !== undefined) (plans as Map<string, typeof business>).set('bench', { ...business, quota: unlimited });
  const keyOf = async (name: string) => {
    const account = await createAccount(db, systemClock, plans, { email: `${name}@localhost`, plan: 'bench' });
    return (await createKey(db, systemClock, account.id, { name, prefix: config.keyPrefix })).key;
  };
  const keys = [await keyOf('bench'), await keyOf('other')];
  await running.service.engines?.libreoffice.settled();
  process.stdout.write(`${running.address} ${keys.join(' ')}\n`);
  process.once('SIGTERM', () => void running.stop());
}

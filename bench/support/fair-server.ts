// node fair-server.ts DATA: a server with the settings of NODE_CONFIG and no limits of rate; prints `ADDRESS KEY…`, keys of NODE_ACCOUNTS
// accounts. A worker has none.
import { unlimitedKey } from '#dev/fuzz/service.ts';
import { loadConfig, type Config } from '#config';
import { silentLog } from '#core/log.ts';
import { start } from '#src/main.ts';

const own = { data: process.argv[2] ?? '', port: 0, convertRate: 0, ipRate: 0, minFreeBytes: 0, tries: 1_000_000 };
const given = JSON.parse(process.env['NODE_CONFIG'] ?? '{}') as Partial<Config>;
const running = await start(loadConfig({}, { ...own, ...given }), silentLog);
const keys: string[] = [];
for (let n = 0; n < Number(process.env['NODE_ACCOUNTS'] ?? 0); n++)
  keys.push(await unlimitedKey(running, `account ${n}`));
await running.service.engines?.libreoffice.settled();
process.stdout.write(`${[running.address, ...keys].join(' ')}\n`);
process.once('SIGTERM', () => void running.stop());

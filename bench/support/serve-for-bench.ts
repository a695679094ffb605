// A server on a folder, with no limits of rate; prints `ADDRESS KEY KEY`, the keys of two accounts.
import { unlimitedKey } from '#dev/fuzz/service.ts';
import { loadConfig } from '#config';
import { silentLog } from '#core/log.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { goFirst } from '#conversion/process/priority.ts';
import { start } from '#src/main.ts';

export async function serveForBench(data: string, tools?: readonly Tool[]): Promise<void> {
  const config = loadConfig(
    {},
    { data, port: 0, convertRate: 0, ipRate: 0, engineSecondsPerHour: 0, minFreeBytes: 0, extensions: 'on' },
  );
  goFirst();
  const running = await start(config, silentLog, tools === undefined ? {} : { tools });
  const keys = [await unlimitedKey(running, 'bench'), await unlimitedKey(running, 'other')];
  await running.service.engines?.libreoffice.settled();
  process.stdout.write(`${running.address} ${keys.join(' ')}\n`);
  process.once('SIGTERM', () => void running.stop());
}

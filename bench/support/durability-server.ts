// node durability-server.ts DATA: a server that copies, and writes to the disk as DURABILITY says; at SIGUSR2 it writes the
// delays of its event loop since the last SIGUSR2 into its data folder.
import { open } from 'node:fs/promises';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { loadConfig } from '#config';
import { silentLog } from '#core/log.ts';
import { unlimitedKey } from '#dev/fuzz/service.ts';
import { start } from '#src/main.ts';
import { copyTool } from './copy-tool.ts';
import type { Durability } from './durability.ts';

const data = process.argv[2] ?? '';
const durability = process.env['DURABILITY'] as Durability;

async function handlePrototype() {
  await using handle = await open(import.meta.filename);
  return Object.getPrototypeOf(handle) as { sync: () => Promise<void>; datasync: () => Promise<void> };
}
const handles = await handlePrototype();
if (durability !== 'commits and results') handles.sync = async () => {};
if (durability === 'nothing' || durability === 'FULL') handles.datasync = async () => {};
if (durability === 'FULL') {
  const exec: (sql: string) => void = Reflect.get(DatabaseSync.prototype, 'exec');
  DatabaseSync.prototype.exec = function (sql) {
    Reflect.apply(exec, this, [sql.replace('synchronous = NORMAL', 'synchronous = FULL')]);
  };
}

const config = loadConfig(
  {},
  { data, port: 0, convertRate: 0, ipRate: 0, minFreeBytes: 0, concurrency: 8, maxUploadsPerAccount: 100 },
);
const running = await start(config, silentLog, { tools: [copyTool] });
process.stdout.write(`${running.address} ${await unlimitedKey(running, 'bench')}\n`);
process.once('SIGTERM', () => void running.stop());

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  const file = join(data, 'event-loop');
  writeFileSync(`${file}.part`, JSON.stringify({ p99: delay.percentile(99) / 1e6 }));
  renameSync(`${file}.part`, file);
  delay.reset();
});

// One node as node-process.ts starts it: prints its address, and stops when it is told to.
import { loadConfig, type Config } from '#config';
import { silentLog } from '#core/log.ts';
import { start } from '#src/main.ts';
import { recordRoutes } from './record.ts';
import { withSaboteurs } from './saboteurs.ts';

recordRoutes();
const given = JSON.parse(process.env['NODE_CONFIG'] ?? '{}') as Partial<Config>;
const config = loadConfig({}, { port: 0, minFreeBytes: 0, warmProcesses: 0, convertRate: 0, ipRate: 0, ...given });
const running = await start(config, silentLog, { tools: withSaboteurs });
process.stdout.write(`${running.address}\n`);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));

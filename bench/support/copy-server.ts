// node copy-server.ts DATA: a server whose only tool copies its input.
import { copyFile } from 'node:fs/promises';
import { z } from 'zod';
import { loadConfig } from '#config';
import { systemClock } from '#core/clock.ts';
import { formats } from '#core/formats.ts';
import { silentLog } from '#core/log.ts';
import { defineTool } from '#conversion/tools/tool.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import { start } from '#src/main.ts';

const copy = defineTool({
  id: 'copy',
  summary: 'Copies.',
  accepts: [formats.txt],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.txt, suffix: '' },
  encryptedPdf: 'not a pdf tool',
  errors: [],
  run: ({ inputs: [input], output }) => copyFile(input.path, output),
});

const data = process.argv[2] ?? '';
const config = loadConfig({}, { data, port: 0, convertRate: 0, ipRate: 0, minFreeBytes: 0 });
const running = await start(config, silentLog, { tools: [copy] });
const { db, plans } = running.service;
const account = await createAccount(db, systemClock, plans, { email: 'bench@localhost', plan: 'business' });
const { key } = await createKey(db, systemClock, account.id, 'bench', config.keyPrefix);
process.stdout.write(`${running.address} ${key}\n`);
process.once('SIGTERM', () => void running.stop());

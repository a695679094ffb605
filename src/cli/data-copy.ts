// ./platen data copy …
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#config';
import { copyDatabase } from '#service/database/copy.ts';
import { lockDataDirectory } from '#service/database/sqlite.ts';
import { makePrivate, privateFolder } from '#service/files/private.ts';
import { hasEmbedded, openDatabase, openEmbedded } from '../compose.ts';
import { requireAction, UsageError, type Command } from './command.ts';
import { configFor, dataOption, print } from './data.ts';

const kinds = ['sqlite', 'postgres'] as const;
type Kind = (typeof kinds)[number];

export const data: Command = {
  name: 'data',
  usage: 'copy --from sqlite|postgres --to sqlite|postgres',
  summary: 'Copy all rows between the SQLite database of a data folder and PLATEN_DATABASE_URL, which must be empty.',
  async run(args) {
    const options = { ...dataOption, from: { type: 'string' }, to: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    requireAction(positionals[0], ['copy']);
    const [from, to] = [kindOf(values.from, '--from'), kindOf(values.to, '--to')];
    if (from === to) throw new UsageError('--from and --to must be different');
    makePrivate();
    const config = configFor(values);
    if (config.databaseUrl === undefined)
      throw new Error('PLATEN_DATABASE_URL must be set: it names the PostgreSQL database');
    if (from === 'sqlite' && !hasEmbedded(config)) throw new Error(`there is no SQLite database in ${config.data}`);
    await privateFolder(config.data);
    // A service that runs would go on writing to what is copied.
    using _lock = lockDataDirectory(join(config.data, 'lock.db'));
    const [source, target] = [await open(config, from), await open(config, to)];
    try {
      print(await copyDatabase(source.db, target.db));
      return 0;
    } finally {
      await source.db.destroy();
      await target.db.destroy();
    }
  },
};

const open = (config: Config, kind: Kind) => (kind === 'sqlite' ? openEmbedded(config.data) : openDatabase(config));

function kindOf(text: string | undefined, option: string): Kind {
  const kind = kinds.find((name) => name === text);
  if (kind === undefined) throw new UsageError(`${option} must be one of: ${kinds.join(', ')}`);
  return kind;
}

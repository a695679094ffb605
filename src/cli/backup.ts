// ./platen backup FILE and ./platen restore FILE: an installation as one archive, for any database and file store.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#config';
import { ifAbsent } from '#core/absent.ts';
import { systemClock } from '#core/clock.ts';
import { version } from '#core/version.ts';
import { copyDatabase } from '#service/database/copy.ts';
import { lockDataDirectory } from '#service/data-lock.ts';
import { copyStoredFiles } from '#service/files/copy-stored.ts';
import { withFiles } from '#service/jobs/strays.ts';
import { writeFact } from '#service/operation.ts';
import { makePrivate, privateFolder } from '#service/files/private.ts';
import { hasDatabase, openDatabase, openEmbedded, openStorage, filesFolder } from '../compose.ts';
import { dataOption, ending, type Define } from './command.ts';
import { about } from './system-errors.ts';
import { configFor, print, type DataOption } from './data.ts';

const execute = promisify(execFile);
/** The label of an archive. */
const label = 'platen-backup.json';

export const backup: Define = (command) => {
  command.option('-f, --force', 'overwrite an existing archive').addOption(dataOption()).action(ending(write));
};

export const restore: Define = (command) => {
  command.addOption(dataOption()).action(ending(read));
};

async function write(file: string, { force = false, ...values }: DataOption & { force?: boolean }): Promise<void> {
  makePrivate();
  const config = configFor(values);
  if (!hasDatabase(config))
    throw new Error(`${config.data} is not a data directory of Platen; choose another one with --data`);
  if (existsSync(file) && !force) throw new Error(`${file} exists already; --force overwrites it`);
  const facts = await inScratch(file, async (folder) => {
    const facts = await copyInto(folder, config);
    await writeFile(join(folder, label), JSON.stringify(facts, null, 2));
    const parts = ['platen.db', 'secret', 'files', label].filter((name) => existsSync(join(folder, name)));
    const made = join(folder, 'archive');
    await execute('tar', ['-czf', made, '-C', folder, ...parts]);
    await about(file, () => rename(made, file));
    return facts;
  });
  // For the dashboard.
  const { size: bytes } = await stat(file);
  const { db } = await openDatabase(config);
  try {
    await writeFact({ db, clock: systemClock }, 'backup', { bytes });
  } finally {
    await db.destroy();
  }
  print(facts);
}

/** Copies rows, files and the secret; returns what the archive says about itself. */
async function copyInto(folder: string, config: Config) {
  const source = await openDatabase(config);
  const copy = await openEmbedded(folder);
  try {
    const tables = await copyDatabase(source.db, copy.db);
    // Copies rows first: a file without a row is deleted sooner or later, but a row without its file would be an error.
    // Uploads have no rows in the copy: their files would belong to nothing.
    const isCopied = async (id: string) => (await withFiles(copy, [id])).has(id);
    const files = await copyStoredFiles(await openStorage(config), await openStorage(plain(folder)), folder, isCopied);
    const secret = await readFile(join(config.data, 'secret')).catch(ifAbsent(null));
    if (secret !== null) await writeFile(join(folder, 'secret'), secret);
    const rows = Object.fromEntries(tables.map(({ table, rows: count }) => [table, count]));
    return { version, made_at: new Date().toISOString(), rows, files };
  } finally {
    await source.db.destroy();
    await copy.db.destroy();
  }
}

async function read(file: string, values: DataOption): Promise<void> {
  makePrivate();
  const config = configFor(values);
  await privateFolder(config.data);
  using _lock = lockDataDirectory(config.data);
  await inScratch(join(config.data, 'restored'), async (folder) => {
    await execute('tar', ['-xzf', resolve(file), '-C', folder, '--no-same-owner']).catch((error: Error) => {
      throw new Error(`${file} is not a readable archive`, { cause: error });
    });
    const facts = await readFile(join(folder, label), 'utf8').catch(ifAbsent(null));
    if (facts === null) throw new Error(`${file} is not a backup of Platen`);
    const source = await openEmbedded(folder);
    const target = await openDatabase(config);
    try {
      await copyDatabase(source.db, target.db);
    } finally {
      await source.db.destroy();
      await target.db.destroy();
    }
    // An installation that has not stored any file has no folder for them.
    await mkdir(filesFolder(folder), { recursive: true });
    await copyStoredFiles(await openStorage(plain(folder)), await openStorage(config), folder);
    const secret = join(folder, 'secret');
    if (existsSync(secret)) await copyFile(secret, join(config.data, 'secret'));
    print(JSON.parse(facts));
  });
}

/** Returns the configuration of an installation that consists only of a folder. */
const plain = (data: string): Config => ({ ...configFor({ data }), databaseUrl: undefined, files: undefined, data });

/** Uses a temporary private folder next to `file`, on the same disk. */
async function inScratch<Made>(file: string, use: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = await about(file, () => mkdtemp(join(dirname(resolve(file)), '.platen-backup-')));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

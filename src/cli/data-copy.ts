// ./platen data copy …
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import type { Config } from '#config';
import { copyDatabase } from '#service/database/copy.ts';
import { lockDataDirectory } from '#service/data-lock.ts';
import { copyFiles } from '#service/files/copy.ts';
import { localTree } from '#service/files/local-tree.ts';
import { makePrivate, privateFolder } from '#service/files/private.ts';
import type { FileTree } from '#service/files/tree.ts';
import { filesFolder, hasEmbedded, openDatabase, openEmbedded } from '../compose.ts';
import { dataOption, ending, UsageError, type Define } from './command.ts';
import { configFor, print, type DataOption } from './data.ts';

/** The stores of rows and of files: a copy goes between two stores of the same kind. */
const stores = { rows: ['sqlite', 'postgres'], files: ['folder', 'bucket'] } as const;
type RowStore = (typeof stores.rows)[number];
type FileStore = (typeof stores.files)[number];

type Place = RowStore | FileStore;

interface Options extends DataOption {
  from: Place;
  to: Place;
}

const place = (option: string) =>
  new Option(`${option} <place>`, 'sqlite, postgres, folder or bucket')
    .choices([...stores.rows, ...stores.files])
    .makeOptionMandatory();

export const data: Define = (command) => {
  command
    .command('copy')
    .description(
      'Copy all rows between the SQLite database of a data folder and PLATEN_DATABASE_URL, or all files between its folder files/ and the bucket of PLATEN_FILES. The target must be empty.',
    )
    .addOption(place('--from'))
    .addOption(place('--to'))
    .addOption(dataOption())
    .action(ending(copy));
};

async function copy({ from, to, ...values }: Options): Promise<number> {
  if (from === to) throw new UsageError('--from and --to must be different');
  makePrivate();
  const config = configFor(values);
  if (isRowStore(from) && isRowStore(to)) return locked(config, from, () => copyRows(config, from, to));
  if (isFileStore(from) && isFileStore(to)) return locked(config, from, () => copyStored(config, from, to));
  throw new UsageError('rows are copied between sqlite and postgres, files between folder and bucket');
}

const isRowStore = (place: Place): place is RowStore => stores.rows.some((name) => name === place);
const isFileStore = (place: Place): place is FileStore => stores.files.some((name) => name === place);

/** Locks the source, to which a running service would continue to write. */
async function locked(config: Config, from: Place, copy: () => Promise<unknown>): Promise<number> {
  requireSettings(config, from);
  await privateFolder(config.data);
  using _lock = lockDataDirectory(config.data);
  print(await copy());
  return 0;
}

function requireSettings(config: Config, from: Place): void {
  if (isRowStore(from) && config.databaseUrl === undefined)
    throw new Error('PLATEN_DATABASE_URL must be set: it names the PostgreSQL database');
  if (isFileStore(from) && config.files === undefined)
    throw new Error('PLATEN_FILES must be set: it names the bucket, s3://…');
  if (from === 'sqlite' && !hasEmbedded(config)) throw new Error(`there is no SQLite database in ${config.data}`);
  if (from === 'folder' && !existsSync(filesFolder(config.data)))
    throw new Error(`there are no files in ${config.data}`);
}

async function copyRows(config: Config, from: RowStore, to: RowStore) {
  const open = (place: RowStore) => (place === 'sqlite' ? openEmbedded(config.data) : openDatabase(config));
  const [source, target] = [await open(from), await open(to)];
  try {
    return await copyDatabase(source.db, target.db);
  } finally {
    await source.db.destroy();
    await target.db.destroy();
  }
}

async function copyStored(config: Config, from: FileStore, to: FileStore) {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Error('interrupted; nothing was copied')));
  return copyFiles(await treeOf(config, from), await treeOf(config, to), interrupted.signal);
}

async function treeOf({ data: folder, files }: Config, place: FileStore): Promise<FileTree> {
  if (place === 'bucket' && files !== undefined) return (await import('#service/files/s3-tree.ts')).s3Tree(files);
  await privateFolder(filesFolder(folder));
  return localTree(filesFolder(folder));
}

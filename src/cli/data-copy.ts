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

/** The places of rows and of files: a copy goes from one place of a line to the other. */
const places = { rows: ['sqlite', 'postgres'], files: ['folder', 'bucket'] } as const;
type RowPlace = (typeof places.rows)[number];
type FilePlace = (typeof places.files)[number];

type Place = RowPlace | FilePlace;

interface Options extends DataOption {
  from: Place;
  to: Place;
}

const place = (option: string) =>
  new Option(`${option} <place>`, 'sqlite, postgres, folder or bucket')
    .choices([...places.rows, ...places.files])
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
  if (isRowPlace(from) && isRowPlace(to)) return locked(config, from, () => copyRows(config, from, to));
  if (isFilePlace(from) && isFilePlace(to)) return locked(config, from, () => copyStored(config, from, to));
  throw new UsageError('rows are copied between sqlite and postgres, files between folder and bucket');
}

const isRowPlace = (place: Place): place is RowPlace => places.rows.some((name) => name === place);
const isFilePlace = (place: Place): place is FilePlace => places.files.some((name) => name === place);

/** A running service would continue to write to the source. */
async function locked(config: Config, from: Place, copy: () => Promise<unknown>): Promise<number> {
  requireSettings(config, from);
  await privateFolder(config.data);
  using _lock = lockDataDirectory(config.data);
  print(await copy());
  return 0;
}

function requireSettings(config: Config, from: Place): void {
  if (isRowPlace(from) && config.databaseUrl === undefined)
    throw new Error('PLATEN_DATABASE_URL must be set: it names the PostgreSQL database');
  if (isFilePlace(from) && config.files === undefined)
    throw new Error('PLATEN_FILES must be set: it names the bucket, s3://…');
  if (from === 'sqlite' && !hasEmbedded(config)) throw new Error(`there is no SQLite database in ${config.data}`);
  if (from === 'folder' && !existsSync(filesFolder(config.data)))
    throw new Error(`there are no files in ${config.data}`);
}

async function copyRows(config: Config, from: RowPlace, to: RowPlace) {
  const open = (place: RowPlace) => (place === 'sqlite' ? openEmbedded(config.data) : openDatabase(config));
  const [source, target] = [await open(from), await open(to)];
  try {
    return await copyDatabase(source.db, target.db);
  } finally {
    await source.db.destroy();
    await target.db.destroy();
  }
}

async function copyStored(config: Config, from: FilePlace, to: FilePlace) {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Error('interrupted; nothing was copied')));
  return copyFiles(await treeOf(config, from), await treeOf(config, to), interrupted.signal);
}

async function treeOf({ data: folder, files }: Config, place: FilePlace): Promise<FileTree> {
  if (place === 'bucket' && files !== undefined) return (await import('#service/files/s3-tree.ts')).s3Tree(files);
  await privateFolder(filesFolder(folder));
  return localTree(filesFolder(folder));
}

// A service whose power is cut, by what power-cut.c has written down: at every sync, the disk has what was synced by then, the names
// in folders included, and of all that came later nothing, or any part.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { systemClock } from '#core/clock.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import { loadPlans } from '#service/accounts/plans.ts';
import { openEmbedded } from '#src/compose.ts';
import { startNodeProcess, type NodeProcess } from './node-process.ts';
import { answerOf } from './platen.ts';

/** Answers to a client. */
interface Told {
  job: string;
  state: 'success' | 'rejected' | 'accepted';
  /** The text of its document. */
  text: string;
}

interface Entry {
  kind: 'written' | 'truncated' | 'begun' | 'ended' | 'told';
  inode: number;
  /** Of a sync 1 for a folder, 0 for a file. */
  offset: number;
  /** Numbers the sync that has begun or ended. */
  sync: number;
  /** SQLite itself works in the main thread. */
  isMainThread: boolean;
  path: string;
  data: Buffer;
}

const kinds = ['', 'written', 'truncated', 'begun', 'ended', 'told'] as const;
const fields = 7;
const headBytes = fields * 8;
const databaseFiles = ['/platen.db', '/platen.db-wal'] as const;

export interface Recording extends AsyncDisposable {
  folder: string;
  key: string;
  entries: Entry[];
  /** The files of the database when it began. */
  before: Map<string, Buffer>;
}

/** Runs so many conversions on a service: copies, a part of them asynchronous, and documents that are rejected. */
export async function recordService(conversions: number): Promise<Recording> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const library = join(folder, 'power-cut.so');
  await promisify(execFile)('cc', [
    '-shared',
    '-fPIC',
    '-o',
    library,
    join(import.meta.dirname, 'power-cut.c'),
    '-ldl',
  ]);
  const node = made.use(await startNodeProcess({ concurrency: 4, maxUploadsPerAccount: 100 }));
  const key = await newKey(node.data);
  lengthenLog(node.data);
  await node.kill();
  const before = new Map<string, Buffer>();
  for (const path of databaseFiles) before.set(path, await readFile(node.data + path).catch(() => Buffer.alloc(0)));
  const record = join(folder, 'record');
  Object.assign(process.env, { LD_PRELOAD: library, POWER_CUT_FOLDER: node.data, POWER_CUT_RECORD: record });
  await node.restart();
  for (const name of ['LD_PRELOAD', 'POWER_CUT_FOLDER', 'POWER_CUT_RECORD']) delete process.env[name];
  await callAll(node, key, conversions, (told) => appendFileSync(record, toldEntry(told)));
  await node.kill();
  // Files that are not cut: the secret, and the identifier of the node.
  for (const name of ['secret', 'node']) await cp(join(node.data, name), join(folder, name));
  const entries = readEntries(await readFile(record));
  const owned = made.move();
  return { folder, key, entries, before, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function newKey(data: string): Promise<string> {
  const { db } = await openEmbedded(data);
  const plans = loadPlans(undefined);
  const account = await createAccount(db, systemClock, plans, { email: 'a@example.test', plan: 'business' });
  const { key } = await createKey(db, systemClock, account.id, { name: 'test', prefix: 'platen' });
  await db.destroy();
  return key;
}

/** SQLite moves its log into the database at 1,000 pages of 4 KiB: so many are left that it does in the middle of the calls. */
const nearCheckpoint = 800 * 4120;

function lengthenLog(data: string): void {
  using file = new DatabaseSync(join(data, 'platen.db'));
  file.exec('PRAGMA busy_timeout = 10000; PRAGMA synchronous = OFF');
  for (let n = 1; statSync(join(data, 'platen.db-wal')).size < nearCheckpoint; n++)
    file.exec(`PRAGMA user_version = ${n}`);
}

const lanes = 4;

async function callAll(node: NodeProcess, key: string, conversions: number, tell: (told: Told) => void): Promise<void> {
  const numbers = Array.from({ length: conversions }, (_, n) => n);
  const lane = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) tell(await call(node, key, n));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function call(node: NodeProcess, key: string, n: number): Promise<Told> {
  const text = `document ${n}`;
  const [tool, isAsync] = n % 8 === 5 ? (['broken', false] as const) : (['copy', n % 4 === 2] as const);
  const body = new FormData();
  body.append('file', new Blob([text]), `${n}.txt`);
  const headers = { Authorization: `Bearer ${key}`, ...(isAsync ? { Prefer: 'respond-async' } : {}) };
  const answer = await answerOf(await fetch(`${node.url}/v1/convert/${tool}`, { method: 'POST', body, headers }));
  const { job_id: job, error } = answer.body;
  assert.equal(error, tool === 'broken' ? 'source_unreadable' : undefined, JSON.stringify(answer.body));
  return { job: String(job), state: tool === 'broken' ? 'rejected' : isAsync ? 'accepted' : 'success', text };
}

function toldEntry(told: Told): Buffer {
  const data = Buffer.from(JSON.stringify(told));
  const head = Buffer.alloc(headBytes);
  head.writeBigUInt64LE(BigInt(kinds.indexOf('told')), 0);
  head.writeBigUInt64LE(BigInt(data.length), headBytes - 8);
  return Buffer.concat([head, data]);
}

function readEntries(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length;) {
    const number = (n: number) => Number(bytes.readBigUInt64LE(at + n * 8));
    const [kind, inode, offset, sync, isMainThread] = [number(0), number(1), number(2), number(3), number(4) === 1];
    const [pathEnd, dataBytes] = [at + headBytes + number(5), number(6)];
    const path = bytes.toString('utf8', at + headBytes, pathEnd);
    const data = bytes.subarray(pathEnd, pathEnd + dataBytes);
    entries.push({ kind: kinds[kind] as Entry['kind'], inode, offset, sync, isMainThread, path, data });
    at = pathEnd + dataBytes;
  }
  return entries;
}

/** The disk at one moment. */
export interface Cut {
  told: Told[];
  database: Map<string, Buffer>;
  /** A stored file, by its path below the data folder; undefined when the disk does not have it, or not its name. */
  stored: (path: string) => Buffer | undefined;
}

interface CutOptions {
  /** Only what SQLite syncs by itself. */
  bySqliteAlone?: boolean;
  /** Parts of unsynced writes are on it, too; a number between 0 and 1 at random. */
  unsynced?: () => number;
}

/** The disk just before each sync has ended, when the most was told that the sync before has to answer for; and in the end. */
export function* cutsOf({ entries, before }: Recording, options: CutOptions = {}): Generator<Cut> {
  const database = new Map(databaseFiles.map((path) => [path as string, new DatabaseFile(before.get(path))]));
  const contents = new Map<number, Buffer>();
  const folders = new Map<string, Map<string, number>>();
  const begun = new Map<number, { entry: Entry; writes: number }>();
  const told: Told[] = [];
  const cut = (): Cut => ({
    told: [...told],
    database: new Map([...database].map(([path, file]) => [path, file.content(options.unsynced)])),
    stored: lookUp(new Map(folders), new Map(contents)),
  });
  for (const entry of entries) {
    const file = database.get(entry.path);
    if (entry.kind === 'told') told.push(JSON.parse(entry.data.toString()) as Told);
    else if (entry.kind === 'written' || entry.kind === 'truncated') file?.write(entry);
    else if (options.bySqliteAlone === true && !entry.isMainThread) continue;
    else if (entry.kind === 'begun') begun.set(entry.sync, { entry, writes: file?.writes ?? 0 });
    else {
      const sync = begun.get(entry.sync);
      if (sync === undefined) continue;
      if (file !== undefined) {
        yield cut();
        file.sync(sync.writes);
      } else if (sync.entry.offset === 1)
        // Syncs of one folder may end in another order than they have begun: a name that one of them had is there.
        folders.set(entry.path, new Map([...(folders.get(entry.path) ?? []), ...namesOf(sync.entry.data)]));
      else contents.set(entry.inode, sync.entry.data);
    }
  }
  yield cut();
}

/** Finds the bytes that a path leads to, by the names in folders and the inodes that these name. */
const lookUp =
  (folders: ReadonlyMap<string, ReadonlyMap<string, number>>, contents: ReadonlyMap<number, Buffer>): Cut['stored'] =>
  (path) => {
    let inode: number | undefined;
    for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const name = path.slice(slash + 1).split('/')[0] ?? '';
      inode = folders.get(path.slice(0, slash))?.get(name);
      if (inode === undefined) return undefined;
    }
    return contents.get(inode ?? 0);
  };

const namesOf = (lines: Buffer): Map<string, number> =>
  new Map(
    lines
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]),
  );

/** The written part of a torn write ends with a sector. */
const sectorBytes = 512;

class DatabaseFile {
  #synced: Buffer;
  #waiting: Entry[] = [];
  #done = 0;

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#synced = Buffer.from(content);
  }

  /** How many there have been. */
  get writes(): number {
    return this.#done + this.#waiting.length;
  }

  write(entry: Entry): void {
    this.#waiting.push(entry);
  }

  sync(writes: number): void {
    this.#synced = applied(this.#synced, this.#waiting.splice(0, Math.max(0, writes - this.#done)));
    this.#done = Math.max(this.#done, writes);
  }

  content(random: (() => number) | undefined): Buffer {
    if (random === undefined) return this.#synced;
    const arrived = this.#waiting.filter(() => random() < 0.5);
    const last = arrived.pop();
    const sectors = Math.floor(((last?.data.length ?? 0) * random()) / sectorBytes);
    const torn = last?.kind === 'written' ? [{ ...last, data: last.data.subarray(0, sectors * sectorBytes) }] : [];
    return applied(this.#synced, [...arrived, ...torn]);
  }
}

function applied(content: Buffer, writes: readonly Entry[]): Buffer {
  let size = content.length;
  for (const { kind, offset, data } of writes)
    size = kind === 'truncated' ? offset : Math.max(size, offset + data.length);
  const most = writes.reduce((max, { offset, data }) => Math.max(max, offset + data.length), content.length);
  const result = Buffer.alloc(most);
  content.copy(result);
  for (const { kind, offset, data } of writes)
    if (kind === 'truncated') result.fill(0, offset);
    else data.copy(result, offset);
  return result.subarray(0, size);
}

/** The data folder of a cut, on which a service can be started. */
export async function folderOf({ folder }: Recording, { database, told, stored }: Cut): Promise<string> {
  const data = await mkdtemp(join(folder, 'cut-'));
  writeDatabase(data, database);
  for (const name of ['secret', 'node']) await cp(join(folder, name), join(data, name));
  for (const { job } of told)
    for (const name of ['output', 'inputs/0.txt', 'inputs/names.json']) {
      const content = stored(`/files/${job}/${name}`);
      if (content === undefined) continue;
      await mkdir(join(data, 'files', job, 'inputs'), { recursive: true });
      writeFileSync(join(data, 'files', job, name), content);
    }
  return data;
}

function writeDatabase(data: string, database: Cut['database']): void {
  for (const [path, content] of database) writeFileSync(data + path, content);
}

/** Answers to clients that the disk of a cut does not have; each a sentence. @throws when the database is damaged */
export async function lostBy({ folder }: Recording, { database, told, stored }: Cut): Promise<string[]> {
  const data = await mkdtemp(join(folder, 'cut-'));
  writeDatabase(data, database);
  const rows = readRows(join(data, 'platen.db'));
  await rm(data, { recursive: true });
  assert.equal(rows.damage, 'ok');
  const counted = [...rows.states.values()].filter((state) => state !== 'failed').length;
  assert.equal(rows.used, counted, 'every conversion is counted once');
  return told.flatMap(({ job, state, text }) => {
    const found = rows.states.get(job);
    if (found === undefined) return [`no row of a job that was ${state}`];
    if (state !== 'accepted' && found !== state) return [`${found} instead of ${state}`];
    if (found === 'success' && stored(`/files/${job}/output`)?.toString() !== text) return ['no result of a job'];
    const isKept = stored(`/files/${job}/inputs/0.txt`)?.toString() === text;
    return found === 'pending' && !isKept ? ['no document of a job that is to be done'] : [];
  });
}

function readRows(path: string) {
  using file = new DatabaseSync(path);
  const damage = file.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  const rows = file.prepare('SELECT id, state FROM jobs').all() as { id: string; state: string }[];
  const used = file.prepare('SELECT used FROM accounts').get()?.['used'];
  return { damage, used, states: new Map(rows.map(({ id, state }) => [id, state])) };
}

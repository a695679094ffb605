// A PostgreSQL for one test file: its own server on a free port of loopback, with as many empty databases as the tests want.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { chown, mkdtemp, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

export interface Postgres extends AsyncDisposable {
  /** The address of a new, empty database. */
  database(): Promise<string>;
  /** Cuts every connection and refuses new ones until {@link begin}. */
  stop(): Promise<void>;
  begin(): Promise<void>;
  /** Freezes without cutting a connection, until it is resumed. */
  freeze(): void;
  goOn(): void;
  /** How many connections of ours are open. */
  connections(): Promise<number>;
}

const execute = promisify(execFile);

/** Debian keeps the server's programs out of the PATH. */
const folder = ['/usr/local/bin', '/usr/bin', ...globSync('/usr/lib/postgresql/*/bin')].find((path) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(path, name))),
);

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** PostgreSQL does not run as root; and ends with this process, however that ends. */
const run = (program: string, args: readonly string[]): ChildProcess => {
  if (folder === undefined) throw new Error('PostgreSQL is not installed: ./platen test installs it');
  const own = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
  return spawn('setpriv', [...own, '--pdeathsig', 'INT', join(folder, program), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
  });
};

export async function startPostgres(): Promise<Postgres> {
  const data = await mkdtemp(join(tmpdir(), 'platen-postgres-'));
  await makeCluster(data);
  const port = await freePort();
  const url = (name: string) => `postgres://platen@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | undefined;
  let databases = 0;

  const query = async (statement: string) => {
    const client = new Client({ connectionString: url('postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.query<{ n: string }>(statement);
    } finally {
      await client.end();
    }
  };
  const postgres: Postgres = {
    async database() {
      const name = `platen_${(databases += 1)}`;
      await query(`create database ${name}`);
      return url(name);
    },
    async begin() {
      server = run('postgres', ['-D', data, '-p', String(port), '-k', data, '-h', '127.0.0.1', ...fast]);
      server.stderr?.resume();
      for (let tries = 0; ; tries++)
        try {
          return void (await query('select 1'));
        } catch (error) {
          if (tries > 200 || server.exitCode !== null) throw error;
          // It is still starting.
          await sleep(50);
        }
    },
    async stop() {
      if (server === undefined || server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGCONT');
      // Fast shutdown: sessions are ended.
      server.kill('SIGINT');
      await gone;
      server = undefined;
    },
    freeze: () => signalAll('SIGSTOP'),
    goOn: () => signalAll('SIGCONT'),
    async connections() {
      const { rows } = await query("select count(*) as n from pg_stat_activity where application_name = 'platen'");
      return Number(rows[0]?.n);
    },
    async [Symbol.asyncDispose]() {
      signalAll('SIGCONT');
      await postgres.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
  /** The server's process and those of its sessions, which are its children. */
  const signalAll = (signal: NodeJS.Signals) => {
    const parent = server?.pid;
    if (parent === undefined) return;
    for (const pid of [parent, ...childrenOf(parent)])
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A session ends when its client does.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  };
  await postgres.begin();
  // It ends with this process; so do its files, for a server that nobody has stopped.
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  return postgres;
}

/** The files of a new server are kept from file to file of the tests: making them needs a second, copying them none. */
async function makeCluster(data: string): Promise<void> {
  const { stdout } = await execute(join(folder ?? '', 'postgres'), ['--version']);
  const kept = join(import.meta.dirname, '..', '..', '.runtime', `postgres-${/[\d.]+/.exec(stdout)?.[0]}`);
  const copy = (from: string, to: string) => execute('cp', ['-a', '--no-target-directory', from, to]);
  if (existsSync(kept)) {
    await copy(kept, data);
    // A checkout that was copied with what it had set up belongs to whoever has copied it.
    if (isRoot) await execute('chown', ['-R', `${nobody}:${nobody}`, data]);
    return;
  }
  if (isRoot) await chown(data, nobody, nobody);
  // An alphabetical order that is not that of bytes, as most servers have it.
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8', '--encoding=UTF8'];
  await ended(run('initdb', ['-D', data, '-U', 'platen', '--auth=trust', '--no-sync', ...locale]));
  const unfinished = await mkdtemp(`${kept}-`);
  await copy(data, unfinished);
  // Another file of the tests may have been first.
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }));
}

const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'].flatMap(
  (setting) => ['-c', setting],
);

const childrenOf = (parent: number): number[] =>
  globSync(`/proc/${parent}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number),
  );

async function ended(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`initdb failed: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

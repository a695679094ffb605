// A running Platen for a test: its own data directory, a free port, a clock that can be moved.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { loadConfig, type Config } from '#config';
import type { Engines } from '#conversion/engines/index.ts';
import { ifAbsent } from '#core/absent.ts';
import type { Clock } from '#core/clock.ts';
import type { ErrorCode } from '#core/errors.ts';
import { silentLog, type Log } from '#core/log.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import type { Overrides, Service } from '#src/compose.ts';
import { start, type Running } from '#src/main.ts';
import { startNodeProcess, type NodeProcess } from './node-process.ts';
import { databaseForTest, isPostgres } from './test-database.ts';
import { recordRoutes } from './record.ts';
import { testBucket } from './s3.ts';
import { withSaboteurs } from './saboteurs.ts';

export class MovableClock implements Clock {
  #offset = 0;

  get isMoved(): boolean {
    return this.#offset !== 0;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Lets time pass. */
  move(ms: number): void {
    this.#offset += ms;
  }

  moveTo(time: number): void {
    this.#offset = time - Date.now();
  }
}

export interface File {
  name: string;
  data: Uint8Array<ArrayBuffer>;
  /** Field name; `file` by default. */
  field?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Platen extends AsyncDisposable {
  running: Running;
  service: Service;
  clock: MovableClock;
  data: string;
  /** Of the node that runs in this process. */
  url: string;
  /** The address of the node whose turn it is. */
  nextUrl(): string;
  /** A new account on `plan` and its key. */
  key(plan?: string, used?: number): Promise<string>;
  get(path: string, key?: string, init?: RequestInit): Promise<Answer>;
  convert(
    tool: string,
    files: readonly File[],
    options: { key: string; fields?: Record<string, string>; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Answer>;
  /** The bytes of a finished job. */
  download(jobId: unknown, key: string): Promise<Buffer>;
  used(key: string): Promise<number>;
  /** Everything below the folders that must be empty between conversions. */
  leftovers(): Promise<string[]>;
}

recordRoutes();

/** Rates are off unless a test asks for them. */
const rates = { convertRate: 0, ipRate: 0 } as const;

/** With its own database, SQLite or that of TEST_DATABASE; one data folder keeps its database. */
export async function startPlaten(
  overrides: Partial<Config> = {},
  parts: Overrides = {},
  log: Log = silentLog,
  { amongOthers = false } = {},
): Promise<Platen> {
  const data = overrides.data ?? (await mkdtemp(join(tmpdir(), 'platen-test-')));
  const clock = new MovableClock();
  const files = process.env['TEST_FILES'] === 's3' ? await testBucket() : undefined;
  const given = { ...(await databaseForTest(data)), ...(files === undefined ? {} : { files }), ...overrides };
  const others = amongOthers && isPostgres ? await startOthers(given) : [];
  const roles = others.length > 0 ? ({ roles: ['api'] } as const) : {};
  const config = loadConfig({}, { data, port: 0, ...rates, minFreeBytes: 0, warmProcesses: 0, ...given, ...roles });
  const isCold = config.warmProcesses === 0 && parts.tools === undefined && parts.engines === undefined;
  const running = await start(config, log, { clock, ...(isCold ? { engines: cold } : {}), ...parts });
  const { service, address } = running;
  if (!isCold) await service.engines?.inspectors.settled();
  let accounts = 0;
  let calls = 0;
  /** Alternates between the nodes that accept requests, as a load balancer does. */
  const addressOf = () => {
    const [other] = others;
    return other === undefined || clock.isMoved || calls++ % 2 === 0 ? address : other.url;
  };

  const platen: Platen = {
    running,
    service,
    clock,
    data,
    url: address,
    nextUrl: addressOf,
    async key(plan = 'business', used = 0) {
      const account = await createAccount(service.db, clock, service.plans, {
        email: `user-${accounts++}@example.test`,
        plan,
        used,
      });
      return (await createKey(service.db, clock, account.id, { name: 'test', prefix: config.keyPrefix })).key;
    },
    async get(path, key, init = {}) {
      const headers = {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(init.headers as Record<string, string> | undefined),
      };
      return answerOf(await fetch(`${addressOf()}${path}`, { ...init, headers }));
    },
    async convert(tool, files, { key, fields = {}, headers = {}, signal }) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      for (const { field = 'file', name, data: bytes } of files) body.append(field, new Blob([bytes]), name);
      const init = {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${key}`, ...headers },
        ...(signal === undefined ? {} : { signal }),
      };
      return answerOf(await fetch(`${addressOf()}/v1/convert/${tool}`, init));
    },
    async download(jobId, key) {
      const response = await fetch(`${addressOf()}/v1/download/${String(jobId)}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      assert.equal(response.status, 200);
      return Buffer.from(await response.arrayBuffer());
    },
    async used(key) {
      return Number((await platen.get('/v1/quota', key)).body['used']);
    },
    async leftovers() {
      // Previews are drawn while nobody waits for them.
      await service.background.idle(10_000);
      // A worker that was told to stop cleans up after the client has its answer.
      await eventually(async () => (running.worker?.running ?? 0) === 0, 'the worker is idle');
      return leftIn([data, ...others.map((node) => node.data)]);
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      for (const node of others) await node[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
  return platen;
}

/** Where a test brings no tools of its own it mostly has no document either: the first one starts its inspector. */
const cold = (engines: Engines): Engines => ({ ...engines, warmUp() {} });

/** The same; where the tests run over PostgreSQL, as one of several nodes that take calls in turn. */
export const startAmongOthers = (overrides: Partial<Config> = {}): Promise<Platen> =>
  startPlaten(overrides, { tools: withSaboteurs }, silentLog, { amongOthers: true });

/** Another node that accepts requests, and two workers: separate processes. */
const startOthers = (config: Partial<Config>): Promise<NodeProcess[]> =>
  Promise.all((['api', 'worker', 'worker'] as const).map((role) => startNodeProcess({ ...config, roles: [role] })));

/** Files below the folders that must be empty between conversions; other nodes may need a moment. */
async function leftIn(folders: readonly string[]): Promise<string[]> {
  let found: string[] = [];
  for (let tries = 0; tries < 100; tries++) {
    found = [];
    for (const data of folders) {
      // Processes that wait for documents have a folder each, which is empty.
      const runs = await readdir(join(data, 'runs'), { recursive: true, withFileTypes: true });
      found.push(
        ...(await readdir(join(data, 'work'))),
        ...runs.filter((one) => !one.isDirectory()).map((one) => one.name),
      );
    }
    if (found.length === 0 || folders.length === 1) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return found;
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : { text },
  };
}

/** Asserts an error of the catalogue, and the given fields of its body. */
export function refused(got: Answer, status: number, code: ErrorCode, fields: Record<string, unknown> = {}): void {
  assert.equal(got.body['error'], code, JSON.stringify(got.body));
  assert.equal(got.status, status);
  for (const [name, value] of Object.entries(fields)) assert.deepEqual(got.body[name], value, `${code}.${name}`);
}

/** Asserts a 200 of POST /convert; the job's identifier. */
export function converted(got: Answer): string {
  assert.equal(got.status, 200, JSON.stringify(got.body));
  return String(got.body['job_id']);
}

/** The names of files in a folder, also in its folders; empty if the folder does not exist, or was removed meanwhile. */
export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true }).catch(ifAbsent<string[]>([]));

/** Polls until `probe` returns something. */
export async function eventually<Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  seconds = 30,
): Promise<Value> {
  for (let tries = 0; tries < seconds * 20; tries++) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`did not happen: ${what}`);
}

/** For tests that reach into the folder of stored files. */
export const inFolder = { skip: process.env['TEST_FILES'] === 's3' ? 'files are in a bucket' : false } as const;

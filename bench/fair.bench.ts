// How long a short conversion of an account takes, as a call and as an asynchronous job, beside others who send documents that never
// end: a visitor without an account, ten addresses, two and ten accounts, and asynchronous jobs; on one node, and with two workers
// over PostgreSQL.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import type { Config } from '#config';
import { startPostgres } from '../test/support/postgres.ts';
import { startS3 } from '../test/support/s3.ts';
import { median, quantile } from './support/statistics.ts';
import { startServer, type Server } from './support/server.ts';

const script = new URL('support/fair-server.ts', import.meta.url).pathname;
/** Of each attacker, all the time. */
const parallel = 6;
const maxAccounts = 10;
/** The one that is measured, those that call, and two more that have nothing but jobs. */
const accounts = 1 + maxAccounts + 2;
/** Records and turns settle. */
const warmUpMs = 30_000;

const loop = { tool: 'ps-to-pdf', name: 'loop.ps', bytes: Buffer.from('%!PS\n{} loop\n') };
const page = { tool: 'office-to-pdf', name: 'page.txt', bytes: Buffer.from('A page of text.\n'.repeat(40)) };

/** Of all nodes together. */
const slots = 2;
/** Endless asynchronous jobs for each slot. */
const jobsPerSlot = [2, 20];

/** The caller: by key, or as a visitor from an IP address of this machine. */
type Sender = { key: string } | { address: string };

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const calls = quick ? 40 : 150;
  return [...(await embedded(calls)), ...(await shared(calls))];
}

async function embedded(calls: number): Promise<Figure[]> {
  await using server = await started({ concurrency: slots }, accounts);
  return await scenarios('one node', server, calls);
}

/** Two workers of a slot each, and a node that takes the calls. */
async function shared(calls: number): Promise<Figure[]> {
  await using postgres = await startPostgres();
  await using s3 = await startS3();
  const databaseUrl = await postgres.database();
  const config: Partial<Config> = { databaseUrl, files: s3.bucket, secret: 'of all nodes that share these orders' };
  await using server = await started({ ...config, roles: ['api'] }, accounts);
  await using _first = await started({ ...config, roles: ['worker'], concurrency: 1 }, 0);
  await using _second = await started({ ...config, roles: ['worker'], concurrency: 1 }, 0);
  return await scenarios('two workers', server, calls);
}

const started = (config: Partial<Config>, accounts: number): Promise<Server> =>
  startServer(script, { NODE_CONFIG: JSON.stringify(config), NODE_ACCOUNTS: String(accounts) });

async function scenarios(where: string, server: Server, calls: number): Promise<Figure[]> {
  const [paying = '', ...others] = server.keys;
  const beside: Record<string, Sender[]> = {
    'six endless loops of one visitor': [{ address: '127.0.0.2' }],
    'six endless loops from each of ten addresses': Array.from({ length: 10 }, (_, n) => ({
      address: `127.0.1.${n + 1}`,
    })),
    'six endless loops of each of two accounts': others.slice(0, 2).map((key) => ({ key })),
    'six endless loops of each of ten accounts': others.slice(0, maxAccounts).map((key) => ({ key })),
  };
  const alone = await measured(server, paying, calls);
  const jobsAlone = await measured(server, paying, calls, later);
  const figures: Figure[] = [];
  for (const [what, senders] of Object.entries(beside)) {
    const stop = new AbortController();
    const attackers = senders.flatMap((sender) =>
      Array.from({ length: parallel }, () => attack(server, sender, stop.signal)),
    );
    await sleep(warmUpMs);
    const times = await measured(server, paying, calls);
    stop.abort();
    await Promise.all(attackers);
    figures.push(...compared(`${where}, beside ${what}`, times, alone));
    // What was stopped is gone.
    await sleep(2000);
  }
  for (const count of jobsPerSlot) {
    const jobs = await beginJobs(server, others.slice(maxAccounts), count * slots);
    await sleep(warmUpMs);
    const times = await measured(server, paying, calls);
    const ofJobs = await measured(server, paying, calls, later);
    for (const { key, id } of jobs) await fetch(`${server.url}/v1/job/${id}`, { method: 'DELETE', headers: by(key) });
    const what = `${where}, beside ${count} endless jobs a slot`;
    figures.push(...compared(what, times, alone), ...compared(`${what}, a job`, ofJobs, jobsAlone));
    figures.push({
      name: `${what}, a job: longest until its end`,
      value: Math.max(...ofJobs.ms) / 1000,
      unit: 's',
      goal: { atMost: 5 },
    });
    await sleep(2000);
  }
  return figures;
}

/** Answered when the job has ended. */
const later = { Prefer: 'respond-async, wait=60' };

const by = (key: string) => ({ Authorization: `Bearer ${key}` });

/** So many asynchronous jobs that never end, of these accounts in turn. */
async function beginJobs(
  server: Server,
  keys: readonly string[],
  count: number,
): Promise<{ key: string; id: string }[]> {
  const jobs: { key: string; id: string }[] = [];
  for (let n = 0; n < count; n++) {
    const key = keys[n % keys.length] ?? '';
    const body = new FormData();
    body.append('file', new Blob([loop.bytes]), loop.name);
    const headers = { ...by(key), Prefer: 'respond-async' };
    const answer = await fetch(`${server.url}/v1/convert/${loop.tool}`, { method: 'POST', headers, body });
    if (answer.status !== 202) throw new Error(`an endless job is answered ${answer.status}`);
    jobs.push({ key, id: ((await answer.json()) as { job_id: string }).job_id });
  }
  return jobs;
}

interface Measured {
  ms: number[];
  refused: number;
}

const compared = (name: string, times: Measured, alone: Measured): Figure[] => [
  {
    name: `${name}: p50`,
    value: median(times.ms) / median(alone.ms),
    unit: '× alone',
    goal: { atMost: 2 },
    note: `${Math.round(median(alone.ms))} and ${Math.round(median(times.ms))} ms`,
  },
  {
    name: `${name}: p95`,
    value: quantile(times.ms, 0.95) / quantile(alone.ms, 0.95),
    unit: '× alone',
    goal: { atMost: 5 },
    note: `${Math.round(quantile(alone.ms, 0.95))} and ${Math.round(quantile(times.ms, 0.95))} ms`,
  },
  { name: `${name}: refused`, value: times.refused, unit: 'calls', goal: { atMost: 0 } },
];

/** One call after the other, with a little rest between them. */
async function measured(server: Server, key: string, calls: number, headers = {}): Promise<Measured> {
  const measured: Measured = { ms: [], refused: 0 };
  for (let n = -5; n < calls; n++) {
    const began = performance.now();
    const status = await convert(server, { key }, page, new AbortController().signal, headers);
    if (n < 0) continue;
    if (status === 200) measured.ms.push(performance.now() - began);
    else measured.refused += 1;
    await sleep(50);
  }
  return measured;
}

async function attack(server: Server, sender: Sender, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await convert(server, sender, loop, signal).catch(() => 0);
    // Refused at once: it comes again soon, like any program that does not listen.
    if (status === 429 || status === 503) await sleep(200);
  }
}

/** Sends one file. @returns the status */
function convert(
  server: Server,
  sender: Sender,
  { tool, name, bytes }: typeof loop,
  signal: AbortSignal,
  extra: Record<string, string> = {},
): Promise<number> {
  const isVisitor = 'address' in sender;
  const body = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const path = isVisitor ? `/dashboard/api/trials/${tool}` : `/v1/convert/${tool}`;
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, server.url),
      {
        method: 'POST',
        agent: false,
        signal,
        headers: {
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': body.length,
          ...extra,
          ...(isVisitor ? { Origin: server.url } : { Authorization: `Bearer ${sender.key}` }),
        },
        ...(isVisitor ? { localAddress: sender.address } : {}),
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject).end(body);
  });
}

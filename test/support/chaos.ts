// Conversions of several accounts while nodes, the database and the bucket come and go, or nodes are killed at random moments; then
// exactly the expected files are left.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayMs, hourMs } from '#core/clock.ts';
import { errors } from '#core/errors.ts';
import { timeOfId } from '#core/ids.ts';
import { recover, sweep } from '#service/jobs/retention.ts';
import { startNodeProcess, type NodeProcess } from './node-process.ts';
import { answerOf, eventually, startPlaten, type Answer, type Platen } from './platen.ts';
import { startPostgres } from './postgres.ts';
import { startS3 } from './s3.ts';
import { withSaboteurs } from './saboteurs.ts';

export interface ChaosOptions {
  conversions: number;
  accounts: number;
  /** How many nodes take calls, at least 2: one of them dies. */
  apis: number;
  disturbed: Outages | RandomKills;
}

interface Outages {
  /** How long a stopped worker, and the database and the bucket, are away. */
  stoppedMs: number;
  awayMs: number;
}

interface RandomKills {
  kills: number;
}

export interface ChaosReport {
  seconds: number;
  /** Answers by code; `success` among them. */
  answers: Record<string, number>;
  /** Calls that were sent again because their node died before it had answered. */
  sentAgain: number;
  /** How many nodes were killed. */
  kills: number;
}

/** Kinds of calls and their weights: most succeed, some are the file's fault, some ours. */
const mixture = [
  ...Array.from({ length: 6 }, () => ({ tool: 'copy', fields: { mode: 'fast' } })),
  ...Array.from({ length: 4 }, () => ({ tool: 'copy', fields: { mode: 'slow' } })),
  { tool: 'broken', fields: {} },
  { tool: 'crash', fields: {} },
] as const;
const inFlight = 12;
const slotsOfNode = 2;

/** @throws when a call ended otherwise than it may, a count is wrong, or something was left */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  await using postgres = await startPostgres();
  await using s3 = await startS3();
  const shared = {
    databaseUrl: await postgres.database(),
    files: s3.bucket,
    secret: 'of all nodes that share these orders',
    queueSize: 1000,
    maxRunningPerAccount: 0,
    maxUploadsPerAccount: 100,
  };
  const start = (role: 'api' | 'worker') => startNodeProcess({ ...shared, roles: [role], concurrency: slotsOfNode });
  const apis = await Promise.all(Array.from({ length: options.apis }, () => start('api')));
  const workers = await Promise.all([start('worker'), start('worker'), start('worker')]);
  // This one counts, and accepts no calls.
  const counter = await startPlaten({ ...shared, roles: ['api'] }, { tools: withSaboteurs });
  try {
    const keys = await Promise.all(Array.from({ length: options.accounts }, () => counter.key('business')));
    const began = performance.now();
    const { disturbed } = options;
    const killing = { isOver: !('kills' in disturbed) };
    const calls = callMany(options, apis, keys, () => killing.isOver);
    const disturbing =
      'kills' in disturbed
        ? killAtRandom([...apis, ...workers], disturbed).finally(() => (killing.isOver = true))
        : disturb(disturbed, { apis, workers, postgres, s3 }, calls.progress);
    const [, kills] = await Promise.all([calls.all, disturbing]);
    const seconds = (performance.now() - began) / 1000;
    for (const node of [...apis, ...workers]) assert.ok(node.isAlive, 'no node has died by itself');
    await settle(counter);
    await checkCounts(counter, keys, calls.ended);
    for (const node of [...apis, ...workers]) await node[Symbol.asyncDispose]();
    // Nobody but a node that was killed, with these calls in its hands, leaves files behind.
    await checkLeftovers(counter, calls.sentAgain() + kills * slotsOfNode);
    const answers = Object.groupBy(calls.ended, ({ code }) => code);
    return {
      seconds,
      sentAgain: calls.sentAgain(),
      kills,
      answers: Object.fromEntries(Object.entries(answers).map(([code, all]) => [code, all?.length ?? 0])),
    };
  } finally {
    for (const node of [...apis, ...workers]) await node[Symbol.asyncDispose]();
    await counter[Symbol.asyncDispose]();
  }
}

interface Ended {
  key: string;
  code: string;
}

/** At least so many conversions, and until it `isOver`. */
function callMany(
  { conversions }: ChaosOptions,
  apis: readonly NodeProcess[],
  keys: readonly string[],
  isOver: () => boolean,
) {
  const ended: Ended[] = [];
  let next = 0;
  let again = 0;

  async function call(n: number): Promise<void> {
    const { tool, fields } = mixture[n % mixture.length] ?? mixture[0];
    const key = keys[n % keys.length] ?? '';
    for (let attempt = 0; ; attempt++) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([`document ${n}`]), `${n}.txt`);
      const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `call-${n}` };
      const node = apis[(n + attempt) % apis.length] ?? apis[0];
      const answer = await fetch(`${node?.url}/v1/convert/${tool}`, { method: 'POST', body, headers })
        .then(answerOf)
        .catch(() => null);
      if (answer !== null) return void ended.push({ key, code: judged(answer) });
      // Its node is gone: as a client does, the same call is sent to another one.
      again += 1;
      await sleep(200);
    }
  }

  const lane = async () => {
    while (next < conversions || !isOver()) await call(next++);
  };
  return {
    ended,
    sentAgain: () => again,
    progress: () => ended.length / conversions,
    all: Promise.all(Array.from({ length: inFlight }, lane)),
  };
}

/** The code of a documented answer. */
function judged({ status, body }: Answer): string {
  if (status === 200) return 'success';
  const code = String(body['error']);
  assert.ok(code in errors && errors[code as keyof typeof errors].status === status, JSON.stringify({ status, body }));
  assert.notEqual(code, 'internal_error');
  return code;
}

interface Cluster {
  apis: readonly NodeProcess[];
  workers: readonly NodeProcess[];
  postgres: { stop(): Promise<void>; begin(): Promise<void> };
  s3: { stop(): Promise<void>; start(): Promise<void> };
}

/** One thing after the other, spread over the calls. @returns how many nodes it killed */
async function disturb(
  { stoppedMs, awayMs }: Outages,
  { apis, workers, postgres, s3 }: Cluster,
  progress: () => number,
): Promise<number> {
  const reached = (share: number) => eventually(async () => progress() >= share, `${share} of the calls`, 300);
  const [first, second, third] = workers;
  const [, api] = apis;
  await reached(0.1);
  await first?.kill();
  third?.signal('SIGSTOP');
  const continued = sleep(stoppedMs).then(() => third?.signal('SIGCONT'));
  await reached(0.2);
  await first?.restart();
  await api?.kill();
  await reached(0.35);
  await api?.restart();
  await postgres.stop();
  await sleep(awayMs);
  await postgres.begin();
  await reached(0.55);
  await s3.stop();
  await sleep(awayMs);
  await s3.start();
  await reached(0.7);
  await second?.kill();
  await second?.restart();
  await continued;
  return 3;
}

const longestLifeMs = 1_500;

/** One node after the other, each of which starts again at once. @returns how many */
async function killAtRandom(nodes: readonly NodeProcess[], { kills }: RandomKills): Promise<number> {
  let killed = 0;
  while (killed < kills) {
    await sleep(Math.random() * longestLifeMs);
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    if (node === undefined) continue;
    await node.kill();
    assert.ok(!node.isAlive);
    killed += 1;
    await node.restart();
  }
  return killed;
}

/** Until every job has ended: of a node that died, by the time its lease is over. */
async function settle({ service }: Platen): Promise<void> {
  const pending = () => service.db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 0, 'no job is pending', 200);
}

/** Successes and faults of the files themselves, exactly, account by account. */
async function checkCounts(counter: Platen, keys: readonly string[], ended: readonly Ended[]): Promise<void> {
  for (const key of keys) {
    const counted = ended.filter((one) => one.key === key && ['success', 'source_unreadable'].includes(one.code));
    const used = () => counter.used(key);
    await eventually(async () => (await used()) === counted.length, `${await used()} of ${counted.length} counted`, 60);
  }
}

async function checkLeftovers(counter: Platen, maxOrphans: number): Promise<void> {
  const { db, files } = counter.service;
  assert.deepEqual(await counter.leftovers(), []);
  const waiting = await sql<{ state: string }>`select state from pgboss.job where state <= 'active'`.execute(db);
  assert.deepEqual(waiting.rows, [], 'no order is left in the queue');
  // Nothing without a job, and nothing of a job that has no files.
  const known = new Map(
    (await db.selectFrom('jobs').select(['id', 'state']).execute()).map(({ id, state }) => [id, state]),
  );
  const strays = async () =>
    (await Array.fromAsync(files.ids()))
      .filter((id) => !['success', 'failed'].includes(known.get(id) ?? ''))
      .map((id) => `${id} (${known.get(id) ?? 'no job'}, made at ${new Date(timeOfId(id)).toISOString()})`);
  // Until the hourly look.
  await eventually(
    async () => (await strays()).length <= maxOrphans,
    `no more orphans than killed nodes had calls: ${(await strays()).join(', ')}`,
    60,
  );
  counter.clock.move(2 * hourMs);
  await sweptUntil(counter, strays, 'no orphan in the bucket after the hourly look');
  counter.clock.move(4 * dayMs);
  const stored = () => Array.fromAsync(files.ids());
  await sweptUntil(counter, stored, 'an empty bucket when everything has expired');
  await recover(counter.service);
  assert.deepEqual(await stored(), []);
}

/** Until nothing is left. The service's own round, once a minute, may be in the middle of thousands of files: then another does nothing. */
const sweptUntil = ({ service }: Platen, left: () => Promise<string[]>, what: string): Promise<boolean> =>
  eventually(() => sweep(service).then(async () => (await left()).length === 0), what, 300);

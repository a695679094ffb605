// Many workers on one queue: how throughput scales, the overhead of the queue per order, and who waits for whom.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { loadConfig } from '#config';
import { newId } from '#core/ids.ts';
import { silentLog } from '#core/log.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { createBackground } from '#service/background.ts';
import { openPostgres } from '#service/database/postgres.ts';
import type { Dispatcher, Order } from '#service/dispatch/dispatcher.ts';
import { createInProcessDispatcher } from '#service/dispatch/in-process.ts';
import { openOrderQueue } from '#service/dispatch/order-queue.ts';
import { createSealer } from '#service/dispatch/sealed.ts';
import { createSpending } from '#service/dispatch/spending.ts';
import { createSharedDispatcher } from '#service/dispatch/shared.ts';
import { startWorker } from '#service/dispatch/worker.ts';
import { createLocalFiles } from '#service/files/local.ts';
import { createMemoryLimits } from '#service/limits/memory.ts';
import { createWorkspaces } from '#service/jobs/workspace.ts';
import { noTraces } from '#service/traces/traces.ts';
import { startNodeProcess } from '../test/support/node-process.ts';
import { startPlaten } from '../test/support/platen.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { startS3 } from '../test/support/s3.ts';
import { withSaboteurs } from '../test/support/saboteurs.ts';
import { median, quantile } from './support/statistics.ts';

const never = new AbortController().signal;
const secret = 'of all nodes that share these orders';

export const run = async ({ quick }: BenchOptions): Promise<Figure[]> => [
  ...(await throughput(quick ? 5 : 20)),
  ...(await queueAlone(quick ? 200 : 1000, quick ? 200 : 1000)),
];

/** Conversions that sleep for a second, with four slots on each of 1, 2 and 4 worker processes. */
async function throughput(seconds: number): Promise<Figure[]> {
  const slots = 4;
  await using postgres = await startPostgres();
  await using s3 = await startS3();
  const perSecond: number[] = [];
  for (const count of [1, 2, 4]) {
    const databaseUrl = await postgres.database();
    const shared = { databaseUrl, files: s3.bucket, secret, queueSize: 1000, maxRunningPerAccount: 0 };
    const start = () => startNodeProcess({ ...shared, roles: ['worker'], concurrency: slots });
    const workers = await Promise.all(Array.from({ length: count }, start));
    const api = await startPlaten(
      { ...shared, roles: ['api'], maxUploads: 1000, maxUploadsPerAccount: 1000 },
      { tools: withSaboteurs },
    );
    try {
      const key = await api.key();
      const file = { name: 'a.txt', data: Buffer.from('x') };
      const convert = () => api.convert('sleep', [file], { key });
      await Promise.all(Array.from({ length: count }, convert));
      const began = performance.now();
      let ended = 0;
      const lane = async () => {
        for (let n = 0; n < seconds; n++) {
          const { status, body } = await convert();
          if (status !== 200) throw new Error(JSON.stringify(body));
          ended += 1;
        }
      };
      // One more than the slots of each worker, so that no worker waits for the client.
      await Promise.all(Array.from({ length: count * (slots + 1) }, lane));
      perSecond.push(ended / ((performance.now() - began) / 1000));
    } finally {
      await api[Symbol.asyncDispose]();
      for (const worker of workers) await worker[Symbol.asyncDispose]();
    }
  }
  const [one = 0, two = 0, four = 0] = perSecond;
  return [
    { name: 'one worker of four slots', value: one, unit: '/s' },
    { name: 'two workers, of twice one', value: two / (2 * one), unit: '×', goal: { atLeast: 0.95 } },
    { name: 'four workers, of four times one', value: four / (4 * one), unit: '×', goal: { atLeast: 0.95 } },
  ];
}

/** Both dispatchers in this process on the same folder of files, so that the queue is all that differs. */
async function queueAlone(rounds: number, waiting: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  await using postgres = await startPostgres();
  const url = await postgres.database();
  const { db, pool, clock } = await openPostgres(url, 10);
  for (const name of ['files', 'work']) await mkdir(join(folder, name));
  const log = silentLog;
  const engines = composeEngines(loadConfig({}, {}), folder, { warmProcesses: 2 });
  engines.warmUp();
  const worker = {
    tools: withSaboteurs,
    engines,
    files: createLocalFiles(join(folder, 'files')),
    data: folder,
    log,
    traces: noTraces,
    spending: createSpending(createMemoryLimits({ convertRate: 0, ipRate: 0, engineSecondsPerHour: 0 })),
  };
  const orderQueue = await openOrderQueue({ url, db, pool, log });
  const sealer = createSealer(() => new Set(), secret, undefined);
  const background = createBackground(log);
  const shared = createSharedDispatcher({
    ...worker,
    nodeId: 'bench',
    orderQueue,
    sealer,
    background,
    queueSize: 10_000,
  });
  const workspaces = createWorkspaces(join(folder, 'work'), log);
  const taking = startWorker({ ...worker, orderQueue, sealer, workspaces, clock, concurrency: 4, workerId: 'bench' });
  const inProcess = createInProcessDispatcher({ ...worker, concurrency: 4, queueSize: 10_000, uploads: 100 });

  let orders = 0;
  async function perform(dispatcher: Dispatcher, accountId: string, options: Order['options']): Promise<number> {
    const own = join(folder, 'work', `order-${(orders += 1)}`);
    await mkdirWithInput(own);
    const order: Order = {
      jobId: newId(Date.now()),
      accountId,
      tool: 'copy',
      options,
      output: 'result.txt',
      inputs: [{ file: 'input-0.txt', name: 'a.txt' }],
      timeoutMs: 900_000,
      leftMs: 900_000,
      startWithinMs: 900_000,
    };
    const began = performance.now();
    await using submission = await dispatcher.submit(order, own);
    await db.transaction().execute((trx) => submission.enqueue(trx));
    const outcome = await submission.outcome(never);
    if (outcome.kind !== 'success') throw new Error(outcome.cause);
    return performance.now() - began;
  }

  try {
    const added: number[] = [];
    for (let n = 0; n < rounds + 20; n++) {
      const own = await perform(inProcess, 'somebody', { mode: 'fast' });
      const travelled = await perform(shared, 'somebody', { mode: 'fast' });
      if (n >= 20) added.push(travelled - own);
    }
    // Each takes a second in its engine, four at a time; the rest is stopped with the process.
    const slow = { mode: 'slow' } as const;
    const alone = await perform(shared, 'one', slow);
    const many = Array.from({ length: waiting }, () => perform(shared, 'many', slow).catch(() => 0));
    while (orderQueue.counts.waiting < waiting - 4) await new Promise((resolve) => setTimeout(resolve, 100));
    const first = await perform(shared, 'one', slow);
    await taking.stop(0);
    // Conversions that were not started are never settled.
    void many;
    return [
      { name: 'added by the queue, p50', value: median(added), unit: 'ms', goal: { atMost: 10 } },
      { name: 'added by the queue, p95', value: quantile(added, 0.95), unit: 'ms', goal: { atMost: 25 } },
      {
        name: `first order beside ${waiting} of another account`,
        value: (first - alone) / alone,
        unit: 'conversions later',
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await shared[Symbol.asyncDispose]();
    await orderQueue[Symbol.asyncDispose]();
    await engines.stop();
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function mkdirWithInput(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'input-0.txt'), 'a small document');
}

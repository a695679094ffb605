// Asynchronous jobs beside calls that wait: how soon one is accepted, how soon a whole batch is done, and what a caller of another
// account notices of it.
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { inParallel } from '#core/parallel.ts';
import { median, quantile } from './support/statistics.ts';
import { startServer, type Server } from './support/server.ts';

const script = new URL('support/fair-server.ts', import.meta.url).pathname;
const copyScript = new URL('support/copy-server.ts', import.meta.url).pathname;

/** How long the other account is measured without jobs beside it. */
const aloneMs = 20_000;
/** Between two calls of one caller, so that it does not take a processor for itself. */
const restMs = 50;

const page = (n: number) => Buffer.from(`Invoice ${n}\n\n${'A line of an invoice of one page.\n'.repeat(30)}`);

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const jobs = quick ? 200 : 1000;
  const config = JSON.stringify({ maxUploadsPerAccount: 64, maxUploads: 64, queueSize: 1000, queueWaitMs: 600_000 });
  await using server = await startServer(script, { NODE_CONFIG: config, NODE_ACCOUNTS: '2' });
  await using copying = await startServer(copyScript);
  for (let n = 0; n < 30; n++) await convert(server, server.key, n);
  return [...(await accepting(server, copying, quick ? 60 : 300)), ...(await batch(server, jobs))];
}

/** One call after the other, each beside a call that waits for a tool that only copies. */
async function accepting(server: Server, copying: Server, calls: number): Promise<Figure[]> {
  const times = { later: [] as number[], copy: [] as number[] };
  for (let n = -20; n < calls; n++) {
    const copy = await timed(() => send(copying, copying.key, 'copy', page(n), {}));
    const later = await timed(() => send(server, server.key, 'office-to-pdf', page(n), { Prefer: 'respond-async' }));
    if (n < 0) continue;
    times.copy.push(copy);
    times.later.push(later);
  }
  await allDone(server);
  const [later, copy] = [median(times.later), median(times.copy)];
  const note = `${later.toFixed(1)} against ${copy.toFixed(1)} ms`;
  return [{ name: 'the 202 of a job beside the 200 of a copied file, p50', value: later / copy, unit: '×', note }];
}

/** The same documents by callers that wait, and by jobs; beside them, a caller of another account. */
async function batch(server: Server, jobs: number): Promise<Figure[]> {
  const numbers = Array.from({ length: jobs }, (_, n) => n);
  const alone = await beside(server, sleep(aloneMs));
  const waiting = await timed(() => inParallel(numbers, (n) => convert(server, server.key, n), 4));
  let accepted = 0;
  const whole = timed(async () => {
    const began = performance.now();
    await inParallel(
      numbers,
      (n) => send(server, server.key, 'office-to-pdf', page(n), { Prefer: 'respond-async' }),
      4,
    );
    accepted = performance.now() - began;
    await allDone(server);
  });
  const later = await whole;
  const besideIt = await besideBatch(server, numbers);
  return [
    {
      name: `${jobs} jobs beside as many calls that wait, throughput`,
      value: waiting / later,
      unit: '×',
      goal: { atLeast: 1 },
      note: `${perSecond(jobs, later)} and ${perSecond(jobs, waiting)} documents a second on ${availableParallelism()} cores; all accepted after ${(accepted / 1000).toFixed(1)} s`,
    },
    figureOf('p50', besideIt, alone, median),
    {
      ...figureOf('p99', besideIt, alone, (times) => quantile(times, 0.99)),
      goal: { atMost: 2 },
    },
  ];
}

const figureOf = (name: string, busy: number[], alone: number[], of: (times: number[]) => number): Figure => ({
  name: `a call of another account that waits, beside the jobs: ${name}`,
  value: of(busy) / of(alone),
  unit: '× alone',
  note: `${of(busy).toFixed(0)} against ${of(alone).toFixed(0)} ms`,
});

/** The times of the other account's calls while a batch is done. */
async function besideBatch(server: Server, numbers: readonly number[]): Promise<number[]> {
  await inParallel(numbers, (n) => send(server, server.key, 'office-to-pdf', page(n), { Prefer: 'respond-async' }), 4);
  return await beside(server, allDone(server));
}

async function beside(server: Server, until: Promise<unknown>): Promise<number[]> {
  const over = new AbortController();
  void until.finally(() => over.abort());
  const times: number[] = [];
  for (let n = 0; !over.signal.aborted; n++) {
    times.push(await timed(() => convert(server, server.otherKey, n)));
    await sleep(restMs);
  }
  await until;
  return times;
}

async function convert(server: Server, key: string, n: number): Promise<void> {
  await send(server, key, 'office-to-pdf', page(n), {});
}

/** The last of them is done when none is pending. */
async function allDone(server: Server): Promise<void> {
  for (;;) {
    const headers = { Authorization: `Bearer ${server.key}` };
    const answer = await fetch(`${server.url}/v1/jobs?status=pending&limit=1`, { headers });
    const { jobs } = (await answer.json()) as { jobs: unknown[] };
    if (jobs.length === 0) return;
    await sleep(restMs);
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const perSecond = (count: number, ms: number): string => ((count * 1000) / ms).toFixed(1);

/** One file by one connection of its own, as a client in a loop sends it. @throws for an answer that is no success */
function send(
  { url }: Server,
  key: string,
  tool: string,
  bytes: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="page.txt"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const call = request(
    new URL(`/v1/convert/${tool}`, url),
    {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': body.length,
        ...headers,
      },
    },
    (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume().on('end', () => (statusCode < 300 ? resolve() : reject(new Error(`answered ${statusCode}`))));
    },
  );
  call.on('error', reject).end(body);
  return promise;
}

// What receivers of webhooks that never end cost everybody else: how long `GET /v1/quota` of another account takes, and the memory of
// the service, beside four and forty of each kind, compared with as many that are silent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { MiB } from '#core/bytes.ts';
import { hostileKinds, type HostileKind } from '../test/support/hostile-receivers.ts';
import { median, quantile } from './support/statistics.ts';
import { startServer, type Server } from './support/server.ts';

const script = new URL('support/fair-server.ts', import.meta.url).pathname;
const receiversScript = new URL('support/hostile-receivers-process.ts', import.meta.url).pathname;

/** As many messages are on their way for one account. */
const perAccount = 4;
const counts = [4, 40];
const restMs = 10;
/** Between two messages to each receiver. */
const pauseMs = 2000;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const calls = quick ? 300 : 1000;
  const config = JSON.stringify({ webhookAllow: ['127.0.0.0/8'] });
  const figures: Figure[] = [];
  for (const count of counts) {
    await using server = await startServer(script, {
      NODE_CONFIG: config,
      NODE_ACCOUNTS: String(1 + count / perAccount),
    });
    // The first round starts the processes that later rounds use.
    await beside(server, 'silent', count, calls);
    const silent = await beside(server, 'silent', count, calls);
    for (const kind of hostileKinds.filter((one) => one !== 'silent'))
      figures.push(...compared(`${count} receivers, ${kind}`, await beside(server, kind, count, calls), silent));
  }
  return figures;
}

interface Measured {
  ms: number[];
  residentBytes: number;
}

const compared = (name: string, one: Measured, silent: Measured): Figure[] => [
  {
    name: `${name}: p99 of /quota`,
    value: quantile(one.ms, 0.99) / quantile(silent.ms, 0.99),
    unit: '× silent',
    goal: { atMost: 2 },
    note: `${median(one.ms).toFixed(1)} and ${quantile(one.ms, 0.99).toFixed(1)} ms; silent ${median(silent.ms).toFixed(1)} and ${quantile(silent.ms, 0.99).toFixed(1)} ms`,
  },
  {
    name: `${name}: memory`,
    value: (one.residentBytes - silent.residentBytes) / MiB,
    unit: 'MiB more than silent',
    goal: { atMost: 32 },
  },
];

async function beside(server: Server, kind: HostileKind, count: number, calls: number): Promise<Measured> {
  const [measuring = '', ...keys] = server.keys;
  const child = spawn(process.execPath, [...process.execArgv, receiversScript, kind, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const hooks = await Promise.all(
      line
        .trim()
        .split(' ')
        .map(async (url, n) => {
          const key = keys[Math.floor(n / perAccount)] ?? '';
          const { id } = (await call(server, key, 'POST', '/webhooks', { url, events: ['job.failed'] })) as {
            id: string;
          };
          return { key, id };
        }),
    );
    const stop = new AbortController();
    const sending = sendAll(server, hooks, stop.signal);
    await sleep(pauseMs);
    const measured = await measure(server, measuring, calls);
    stop.abort();
    await sending;
    for (const { key, id } of hooks) await call(server, key, 'DELETE', `/webhooks/${id}`);
    return measured;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

async function sendAll(
  server: Server,
  hooks: readonly { key: string; id: string }[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { key, id } of hooks) await call(server, key, 'POST', `/webhooks/${id}/test`);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

async function measure(server: Server, key: string, calls: number): Promise<Measured> {
  const ms: number[] = [];
  let residentBytes = 0;
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    await call(server, key, 'GET', '/quota');
    ms.push(performance.now() - began);
    if (n % 20 === 0) residentBytes = Math.max(residentBytes, await server.residentBytes());
    await sleep(restMs);
  }
  return { ms, residentBytes };
}

async function call({ url }: Server, key: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? null : await answer.json();
}

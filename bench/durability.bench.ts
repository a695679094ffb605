// The cost of durability across power failures: for a single call, for concurrent calls, and for the event loop.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { timedCopy } from './support/copying.ts';
import { durabilities, loopDelay, startDurable, type Durability } from './support/durability.ts';
import type { Server } from './support/server.ts';
import { median } from './support/statistics.ts';
import { interleaved } from './support/workbench.ts';

const callers = 16;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using servers = new AsyncDisposableStack();
  const started = new Map<Durability, Server>();
  for (const durability of durabilities) started.set(durability, servers.use(await startDurable(durability)));
  for (const server of started.values()) await callFor(quick ? 1000 : 3000, server);
  const alone = await interleaved(
    Object.fromEntries([...started].map(([name, server]) => [name, () => timedCopy(server)])),
    quick ? 50 : 400,
  );
  const load = new Map<Durability, Load[]>(durabilities.map((name) => [name, []]));
  for (let round = 0; round < (quick ? 1 : 5); round++)
    for (const [name, server] of started) load.get(name)?.push(await callFor(quick ? 1000 : 3000, server));
  const typical = median(alone['nothing'] ?? []);
  return durabilities.flatMap((name): Figure[] => {
    const rounds = load.get(name) ?? [];
    const of = (what: keyof Load) => median(rounds.map((one) => one[what]));
    const p50 = median(alone[name] ?? []);
    return [
      ...(name === 'nothing'
        ? []
        : [{ name: `${name}: added to a call alone, p50`, value: p50 - typical, unit: 'ms' }]),
      { name: `${name}: settled a second, ${callers} callers`, value: of('perSecond'), unit: 'jobs' },
      { name: `${name}: a call among ${callers}, p50`, value: of('callMs'), unit: 'ms' },
      { name: `${name}: event loop delay, p99`, value: of('loopMs'), unit: 'ms' },
    ];
  });
}

interface Load {
  perSecond: number;
  callMs: number;
  loopMs: number;
}

async function callFor(milliseconds: number, server: Server): Promise<Load> {
  await loopDelay(server);
  const began = performance.now();
  const times: number[] = [];
  const caller = async () => {
    while (performance.now() - began < milliseconds) times.push(await timedCopy(server));
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  return { perSecond, callMs: median(times), loopMs: await loopDelay(server) };
}

// An hour of everything at once: as many callers as keep all slots busy, all tools, documents made to stop a service among them. It
// looks at the service's own memory, at what is left behind, and at how long a short conversion of somebody else takes.
// BENCH_MINUTES: another time.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { randomFrom } from '#dev/fuzz/random.ts';
import { callerOf, type Caller, type Document } from '#dev/fuzz/caller.ts';
import { documentsFor, ownDocuments } from '#dev/fuzz/documents.ts';
import { fields } from '#dev/fuzz/fields.ts';
import { minuteMs } from '#core/clock.ts';
import { tools } from '#conversion/tools/index.ts';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { saboteurs } from '../test/support/saboteur-documents.ts';
import { remainsOf, type Remains } from './support/remains.ts';
import { startServer, type Server } from './support/server.ts';
import { median, quantile } from './support/statistics.ts';

const looksEveryMs = 5_000;
const lightEveryMs = 500;
/** One call in so many is a saboteur's. */
const saboteurEvery = 100;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const minutes = Number(process.env['BENCH_MINUTES'] ?? (quick ? 2 : 60));
  await using server = await startServer(join(import.meta.dirname, 'support', 'whole-server.ts'));
  // Callers have processors of their own elsewhere. Not before the server has started, which would inherit it.
  using _raised = raised();
  const documents = await ownDocuments(callerOf(server.url, server.key));
  const light = lightCalls(callerOf(server.url, server.otherKey), documents);
  const unloaded = await light.oneByOne(quick ? 50 : 200);

  const over = new AbortController();
  const load = loadBy(callerOf(server.url, server.key), documents, over.signal);
  // Engines' memory grows at first: the baseline is measured after that.
  await sleep((minutes / 10) * minuteMs);
  const began = { bytes: await residentBytes(server), remains: await remainsOf(server) };
  const loaded = await light.until(Date.now() + minutes * 0.9 * minuteMs);
  const bytes = await residentBytes(server);
  over.abort();
  const { answers, outcomes, problems } = await load;
  // A worker cleans up after its client has the answer.
  await sleep(looksEveryMs);
  const left = await remainsOf(server);
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`);

  return [
    {
      name: 'memory of the service after warm-up and at the end',
      value: bytes / began.bytes,
      unit: '×',
      goal: { atMost: 1.1 },
    },
    { name: 'memory of the service at the end', value: bytes / 2 ** 20, unit: 'MiB' },
    { name: 'calls', value: answers, unit: 'calls', note: `${minutes} minutes; ${told(outcomes)}` },
    { name: 'answers that are not documented', value: problems.length, unit: 'calls', goal: { atMost: 0 } },
    ...leftovers(began.remains, left),
    {
      name: 'a rotated page of another account, 99th percentile, beside unloaded',
      value: quantile(loaded, 0.99) / quantile(unloaded, 0.99),
      unit: '×',
      goal: { atMost: 3 },
      note: `${Math.round(quantile(unloaded, 0.99))} ms unloaded; median ${Math.round(median(unloaded))} and ${Math.round(median(loaded))} ms`,
    },
  ];
}

const leftovers = (before: Remains, after: Remains): Figure[] => [
  { name: 'zombies', value: after.zombies, unit: 'processes', goal: { atMost: 0 } },
  { name: 'processes more than after warm-up', value: after.processes - before.processes, unit: 'processes' },
  { name: 'working folders left', value: after.workspaces, unit: 'folders', goal: { atMost: 0 } },
  { name: 'jobs pending', value: after.pending, unit: 'jobs', goal: { atMost: 0 } },
  {
    name: 'rows that no conversion explains',
    value: after.otherRows - before.otherRows,
    unit: 'rows',
    goal: { atMost: 0 },
  },
];

/** The median of a few looks: a collection of garbage may be due. */
async function residentBytes(server: Server): Promise<number> {
  const looks: number[] = [];
  for (let n = 0; n < 12; n++) {
    looks.push(await server.residentBytes());
    await sleep(looksEveryMs / 12);
  }
  return median(looks);
}

/** Twice as many callers as cores, each with one call after the other. */
async function loadBy(caller: Caller, documents: readonly Document[], signal: AbortSignal) {
  const problems: string[] = [];
  const random = randomFrom(1);
  const outcomes = new Map<string, number>();
  let answers = 0;
  const call = async (n: number) => {
    const saboteur = n % saboteurEvery === 0 ? random.pick(saboteurs) : undefined;
    if (saboteur !== undefined) {
      const document = { name: saboteur.file, bytes: Buffer.from(await saboteur.make()) };
      return caller.convert(
        saboteur.tool,
        Array.from({ length: saboteur.copies ?? 1 }, () => document),
        saboteur.fields,
      );
    }
    const tool = random.pick(tools.filter((one) => documentsFor(one, documents).length > 0));
    const given = Array.from({ length: tool.files.min }, () => random.pick(documentsFor(tool, documents)));
    return caller.convert(tool.id, given, fields[tool.id]?.[0]);
  };
  const lane = async () => {
    while (!signal.aborted) {
      const { outcome, problem } = await call(++answers);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (problem !== undefined) problems.push(`${outcome}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, lane));
  return { answers, outcomes, problems };
}

/** So that nobody takes refusals for work. */
const told = (outcomes: ReadonlyMap<string, number>): string =>
  [...outcomes]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, times]) => `${outcome} ${times}`)
    .join(', ');

/** A page turned, again and again: milliseconds of each call with its download. */
function lightCalls(caller: Caller, documents: readonly Document[]) {
  const page = documents.find(({ name }) => name === 'sheet.pdf');
  if (page === undefined) throw new Error('no page to turn');
  const once = async () => {
    const began = performance.now();
    const { problem } = await caller.convert('rotate-pdf', [page], fields['rotate-pdf']?.[0]);
    if (problem !== undefined) throw new Error(problem);
    return performance.now() - began;
  };
  return {
    async oneByOne(count: number) {
      const times: number[] = [];
      while (times.length < count) times.push(await once());
      return times;
    },
    async until(time: number) {
      const times: number[] = [];
      while (Date.now() < time) {
        times.push(await once());
        await sleep(lightEveryMs);
      }
      return times;
    },
  };
}

/** The highest priority for this process, where the system lets us. */
function raised(): Disposable {
  const typical = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Callers are among those who wait for a processor.
  }
  return { [Symbol.dispose]: () => setPriority(typical) };
}

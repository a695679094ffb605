// The last day in samples of a few minutes: the queue, the latencies and the errors of each node, from its metrics.
import type { Histogram } from 'prom-client';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Background } from './background.ts';
import type { Store } from './database/store.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { Metrics } from './metrics.ts';

const sampleMs = 5 * minuteMs;
const queueMs = 2000;

/** Short tools have slots of their own, and so other latencies. */
const classes = ['short', 'other'] as const;
type Class = (typeof classes)[number];

/** Counts by name. */
type Counts = Record<string, number>;

interface Sample {
  /** The maxima of the queue. */
  running: number;
  waiting: number;
  /** Successful conversions of each class by their duration: by the upper bounds of the histogram, in seconds. */
  seconds: Record<Class, Counts>;
  /** Conversions that did not succeed, by error code. */
  errors: Counts;
}

interface Sampled extends Store {
  dispatcher: Pick<Dispatcher, 'running' | 'waiting'>;
  metrics: Pick<Metrics, 'conversions' | 'conversionSeconds'>;
  tools: readonly Tool[];
  background: Background;
  nodeId: string;
}

export interface Sampler {
  /** Stores what has happened since the last sample, and deletes samples that are older than a day. */
  take(): Promise<void>;
  /** Takes samples until disposed of. */
  start(): Disposable;
}

export function createSampler({ db, clock, dispatcher, metrics, tools, background, nodeId }: Sampled): Sampler {
  const shortTools = new Set(tools.filter(({ isShort }) => isShort === true).map(({ id }) => id));
  let before: Pick<Sample, 'seconds' | 'errors'> = { seconds: { short: {}, other: {} }, errors: {} };
  let most = { running: 0, waiting: 0 };
  const look = () => {
    const { running, waiting } = dispatcher;
    most = { running: Math.max(most.running, running), waiting: Math.max(most.waiting, waiting) };
  };

  async function take(): Promise<void> {
    look();
    const now = await counted(metrics, shortTools);
    const sample: Sample = {
      ...most,
      errors: since(before.errors, now.errors),
      seconds: {
        short: since(before.seconds.short, now.seconds.short),
        other: since(before.seconds.other, now.seconds.other),
      },
    };
    before = now;
    most = { running: 0, waiting: 0 };
    const at = clock.now();
    const row = { at, node: nodeId, sample: JSON.stringify(sample) };
    await db
      .insertInto('samples')
      .values(row)
      .onConflict((conflict) => conflict.columns(['at', 'node']).doUpdateSet(row))
      .execute();
    await db
      .deleteFrom('samples')
      .where('at', '<', at - dayMs - hourMs)
      .execute();
  }

  return {
    take,
    start() {
      const timers = [
        setInterval(look, queueMs).unref(),
        setInterval(() => background.run(take, 'a sample of the operation could not be stored'), sampleMs).unref(),
      ];
      return {
        [Symbol.dispose]() {
          for (const timer of timers) clearInterval(timer);
        },
      };
    },
  };
}

/** Returns the counts of the metrics since the start of the process. */
async function counted(
  { conversions, conversionSeconds }: Sampled['metrics'],
  shortTools: ReadonlySet<string>,
): Promise<Pick<Sample, 'seconds' | 'errors'>> {
  const errors: Counts = {};
  for (const { labels, value } of (await conversions.get()).values)
    if (labels.code !== undefined && labels.code !== '') add(errors, String(labels.code), value);
  const seconds: Sample['seconds'] = { short: {}, other: {} };
  for (const { labels, value, metricName } of (await (conversionSeconds as Histogram).get()).values)
    if (metricName?.endsWith('_bucket') === true)
      add(seconds[shortTools.has(String(labels['tool'])) ? 'short' : 'other'], String(labels['le']), value);
  return { seconds, errors };
}

function add(counts: Counts, name: string, value: number): void {
  counts[name] = (counts[name] ?? 0) + value;
}

/** Returns what has been added. */
const since = (before: Counts, now: Counts): Counts =>
  Object.fromEntries(
    Object.entries(now)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, value]) => value > 0),
  );

/** The seconds within which half of the conversions ended, and 95 % of them; null without conversions. */
type Latency = { median: number; most: number } | null;

export interface Hour {
  /** Its start. */
  at: number;
  running: number;
  waiting: number;
  latencies: Record<Class, Latency>;
  errors: Counts;
}

/** Returns the last 24 hours. `isShared` says that all nodes have one queue, which each of them has measured. */
export async function lastDay({ db, clock }: Store, isShared: boolean): Promise<Hour[]> {
  const until = Math.floor(clock.now() / hourMs) * hourMs;
  const from = until - 23 * hourMs;
  const rows = await db.selectFrom('samples').selectAll().where('at', '>=', from).execute();
  const samples = rows.map(({ at, node, sample }) => ({ at, node, ...(JSON.parse(sample) as Sample) }));
  return Array.from({ length: 24 }, (_, n) => {
    const at = from + n * hourMs;
    const own = samples.filter((sample) => sample.at >= at && sample.at < at + hourMs);
    /** The maximum of each node, of all of them together. */
    const most = (what: 'running' | 'waiting') => {
      const byNode = [...Map.groupBy(own, ({ node }) => node).values()].map((some) =>
        Math.max(...some.map((sample) => sample[what])),
      );
      return isShared ? Math.max(0, ...byNode) : byNode.reduce((sum, value) => sum + value, 0);
    };
    const [short, other] = classes.map((name) => latencyOf(sumOf(own.map(({ seconds }) => seconds[name]))));
    return {
      at,
      running: most('running'),
      waiting: most('waiting'),
      latencies: { short: short ?? null, other: other ?? null },
      errors: sumOf(own.map(({ errors }) => errors)),
    };
  });
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) for (const [name, value] of Object.entries(counts)) add(sum, name, value);
  return sum;
}

/** Estimates the latency from cumulative counts by upper bound, as Prometheus does. */
function latencyOf(counts: Counts): Latency {
  const buckets = Object.entries(counts)
    .map(([bound, value]) => ({ bound: bound === '+Inf' ? Infinity : Number(bound), value }))
    .toSorted((a, b) => a.bound - b.bound);
  const all = buckets.at(-1)?.value ?? 0;
  if (all === 0) return null;
  const within = (part: number): number => {
    const n = buckets.findIndex(({ value }) => value >= part * all);
    const { bound, value } = buckets[n] ?? { bound: 0, value: 0 };
    const { bound: low, value: below } = buckets[n - 1] ?? { bound: 0, value: 0 };
    return bound === Infinity ? low : low + ((bound - low) * (part * all - below)) / (value - below);
  };
  return { median: within(0.5), most: within(0.95) };
}

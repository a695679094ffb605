// Metrics for Prometheus.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Outbox } from './outbox/outbox.ts';

type Backlog = Awaited<ReturnType<Outbox['backlog']>>[number];

export type Metrics = ReturnType<typeof createMetrics>;

interface Sources {
  queue: () => { running: number; waiting: number; slots: number };
  uploads: () => number;
  /** The state of LibreOffice; null if there are no engines. */
  office: () => { ready: number; busy: number; spawned: number; killed: number } | null;
  outbox: Pick<Outbox, 'backlog'>;
}

export function createMetrics({ queue, uploads, office, outbox }: Sources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  /** Creates a counter whose value is counted elsewhere. */
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  /** Creates a gauge that has no value while the database does not respond. */
  const outboxGauge = (name: string, help: string, value: (of: Backlog) => number) =>
    new Gauge({
      name,
      help: `${help} By kind: mail (e-mails) and webhook (deliveries). Of all nodes together.`,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset();
        for (const of of await outbox.backlog().catch(() => [])) this.set({ kind: of.kind }, value(of));
      },
    });
  registry.registerMetric(eventLoopDelay());
  const ofAll = 'Where nodes share orders, of all of them; each reports the same.';
  gauge('platen_conversions_running', `Conversions that are running. ${ofAll}`, () => queue().running);
  gauge('platen_conversions_waiting', `Conversions that wait for a slot. ${ofAll}`, () => queue().waiting);
  gauge('platen_conversion_slots', `Conversions that can run at a time. ${ofAll}`, () => queue().slots);
  gauge('platen_uploads_running', 'Uploads in progress.', uploads);
  gauge('platen_office_ready', 'LibreOffice processes that are idle.', () => office()?.ready ?? 0);
  gauge('platen_office_busy', 'LibreOffice processes that are converting.', () => office()?.busy ?? 0);
  counter('platen_office_started_total', 'LibreOffice processes that were started.', () => office()?.spawned ?? 0);
  counter(
    'platen_office_killed_total',
    'LibreOffice processes killed before they had finished.',
    () => office()?.killed ?? 0,
  );
  outboxGauge('platen_outbox_items', 'Items that are still queued.', ({ items }) => items);
  outboxGauge(
    'platen_outbox_oldest_seconds',
    'Age of the oldest that has not left.',
    ({ oldestMs }) => oldestMs / 1000,
  );
  return {
    registry,
    deliveries: new Counter({
      name: 'platen_deliveries_total',
      help: 'Attempts to deliver events to webhooks: delivered, failed for good, or to be tried again.',
      labelNames: ['outcome'],
      registers,
    }),
    conversions: new Counter({
      name: 'platen_conversions_total',
      help: 'Finished conversions by outcome, with the error code of those that did not succeed.',
      labelNames: ['tool', 'outcome', 'code'],
      registers,
    }),
    limitsMet: new Counter({
      name: 'platen_limits_met_total',
      help: 'Conversions that a limit of the service has ended: time, memory, cpu_time or output (`./platen doctor --limits` prints them), with the engine that met it.',
      labelNames: ['tool', 'engine', 'limit'],
      registers,
    }),
    conversionSeconds: new Histogram({
      name: 'platen_conversion_seconds',
      help: 'Duration of a successful conversion as its client waits for it: from the complete upload to the settled job.',
      labelNames: ['tool'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 90],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'platen_conversion_stage_seconds',
      help: 'Duration of the stages of a conversion: receive (the upload), wait (for a slot or a worker), fetch (from the bucket), inspect, convert, store.',
      labelNames: ['tool', 'stage'],
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
    requests: new Counter({
      name: 'platen_http_requests_total',
      help: 'HTTP requests.',
      labelNames: ['route', 'status'],
      registers,
    }),
    leasesLost: new Counter({
      name: 'platen_leases_lost_total',
      help: 'Jobs of other nodes that this one has ended, because their node had not renewed its lease for two minutes.',
      registers,
    }),
  };
}

/** The sampling interval, which Node includes in the delay. */
const sampleMs = 10;
const quantiles = { '0.5': 50, '0.99': 99, '1': 100 } as const;

/** Measures the delay of the event loop, which shows work that blocks all requests. */
function eventLoopDelay(): Gauge<'quantile'> {
  const histogram = monitorEventLoopDelay({ resolution: sampleMs });
  histogram.enable();
  return new Gauge({
    name: 'platen_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape: median, 99th percentile and maximum.',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      for (const [quantile, percent] of Object.entries(quantiles)) {
        const ms = histogram.count === 0 ? 0 : histogram.percentile(percent) / 1e6 - sampleMs;
        this.set({ quantile }, Math.max(0, ms) / 1000);
      }
      histogram.reset();
    },
  });
}

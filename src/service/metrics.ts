// Numbers for Prometheus.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  conversions: Counter<'tool' | 'outcome'>;
  conversionSeconds: Histogram<'tool'>;
  requests: Counter<'route' | 'status'>;
}

interface Looks {
  queue: () => { running: number; waiting: number };
  uploads: () => number;
  office: () => { ready: number; busy: number; spawned: number; killed: number };
}

export function createMetrics({ queue, uploads, office }: Looks): Metrics {
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
  registry.registerMetric(eventLoopDelay());
  gauge('platen_conversions_running', 'Conversions that run now.', () => queue().running);
  gauge('platen_conversions_waiting', 'Conversions that wait for a place.', () => queue().waiting);
  gauge('platen_uploads_running', 'Uploads that come in now.', uploads);
  gauge('platen_office_ready', 'LibreOffice processes that wait for a document.', () => office().ready);
  gauge('platen_office_busy', 'LibreOffice processes that have a document.', () => office().busy);
  gauge('platen_office_spawned', 'LibreOffice processes started since the service was.', () => office().spawned);
  gauge('platen_office_killed', 'LibreOffice processes ended before they were done.', () => office().killed);
  return {
    registry,
    conversions: new Counter({
      name: 'platen_conversions_total',
      help: 'Finished conversions.',
      labelNames: ['tool', 'outcome'],
      registers,
    }),
    conversionSeconds: new Histogram({
      name: 'platen_conversion_seconds',
      help: 'Time of a conversion from the complete upload on.',
      labelNames: ['tool'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 90],
      registers,
    }),
    requests: new Counter({
      name: 'platen_http_requests_total',
      help: 'Answered requests.',
      labelNames: ['route', 'status'],
      registers,
    }),
  };
}

/** How often the loop is looked at; Node counts the time between two looks as delay. */
const lookMs = 10;
const quantiles = { '0.5': 50, '0.99': 99, '1': 100 } as const;

/** How long what is due waits because something else runs: a document that holds up all calls shows here. */
function eventLoopDelay(): Gauge<'quantile'> {
  const histogram = monitorEventLoopDelay({ resolution: lookMs });
  histogram.enable();
  return new Gauge({
    name: 'platen_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape: half of the looks, 99 of 100, and the longest.',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      for (const [quantile, percent] of Object.entries(quantiles)) {
        const ms = histogram.count === 0 ? 0 : histogram.percentile(percent) / 1e6 - lookMs;
        this.set({ quantile }, Math.max(0, ms) / 1000);
      }
      histogram.reset();
    },
  });
}

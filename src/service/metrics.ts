// Numbers for Prometheus.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  conversions: Counter<'tool' | 'outcome'>;
  conversionSeconds: Histogram<'tool'>;
  requests: Counter<'route' | 'status'>;
}

interface Looks {
  queue: () => { running: number; waiting: number };
  office: () => { ready: number; busy: number; spawned: number; killed: number };
}

export function createMetrics({ queue, office }: Looks): Metrics {
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
  gauge('platen_conversions_running', 'Conversions that run now.', () => queue().running);
  gauge('platen_conversions_waiting', 'Conversions that wait for a place.', () => queue().waiting);
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

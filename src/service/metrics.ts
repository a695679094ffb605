// Numbers for Prometheus.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  conversions: Counter<'tool' | 'outcome'>;
  conversionSeconds: Histogram<'tool'>;
  requests: Counter<'route' | 'status'>;
}

export function createMetrics(look: () => { running: number; waiting: number }): Metrics {
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
  gauge('platen_conversions_running', 'Conversions that run now.', () => look().running);
  gauge('platen_conversions_waiting', 'Conversions that wait for a place.', () => look().waiting);
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

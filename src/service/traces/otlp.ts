// Traces sent to a receiver that speaks OTLP over HTTP (OpenTelemetry Collector, Jaeger, Tempo and others).
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { version } from '#core/version.ts';
import type { Attributes, Traces } from './traces.ts';

const goodbyeMs = 3000;
const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

interface Receiver {
  /** Without `/v1/traces`. Headers, timeout and certificates come from the environment (`OTEL_EXPORTER_OTLP_HEADERS` …). */
  endpoint: string;
  serviceName: string;
  /** The name of this node. */
  instance: string;
  /** Names that no attribute may have. */
  secrets: readonly string[];
}

export function createTraces({ endpoint, serviceName, instance, secrets }: Receiver): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('platen', version);
  const current = new AsyncLocalStorage<Span>();
  const parent = (traceparent?: string): Context =>
    remote(traceparent) ??
    (current.getStore() ? trace.setSpan(ROOT_CONTEXT, current.getStore() as Span) : ROOT_CONTEXT);

  const shown = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => !secrets.includes(name)));

  return {
    begin(name, { attributes = {}, traceparent, kind } = {}) {
      const options = { attributes: shown(attributes), ...(kind === undefined ? {} : { kind: kinds[kind] }) };
      const span = tracer.startSpan(name, options, parent(traceparent));
      return {
        run: (work) => current.run(span, work),
        end(more = {}) {
          span.setAttributes(shown(more));
          if (more['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    note(name, seconds) {
      if (current.getStore() === undefined) return;
      tracer.startSpan(name, { startTime: Date.now() - seconds * 1000 }, parent()).end();
    },

    traceparent() {
      const span = current.getStore()?.spanContext();
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },

    into(log) {
      const ids = () => {
        const span = current.getStore()?.spanContext();
        return span && { trace_id: span.traceId, span_id: span.spanId };
      };
      return log.child({}, { formatters: { log: (fields) => ({ ...ids(), ...fields }) } });
    },

    // A receiver that is away must not keep the service from stopping.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(goodbyeMs, undefined, { ref: false })]),
  };
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const format = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function remote(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = format.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

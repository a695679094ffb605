// Traces sent to a receiver that speaks OTLP over HTTP (OpenTelemetry Collector, Jaeger, Tempo and others).
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { currentSpan, within, type Span as CoreSpan } from '#core/trace.ts';
import { version } from '#core/version.ts';
import { traced, type Attributes, type Traces } from './traces.ts';

const goodbyeMs = 3000;
const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

interface OpenedSpan extends CoreSpan {
  span: Span;
}

interface Receiver {
  /** The URL without `/v1/traces`. Headers, timeout and certificates come from the environment (`OTEL_EXPORTER_OTLP_HEADERS` …). */
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
  const current = (): Span | undefined => (currentSpan() as OpenedSpan | undefined)?.span;
  const parent = (traceparent?: string): Context => {
    const span = current();
    return remote(traceparent) ?? (span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span));
  };

  const shown = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => !secrets.includes(name)));

  const traces: Traces = {
    begin(name, { attributes = {}, traceparent, kind } = {}) {
      const options = { attributes: shown(attributes), ...(kind === undefined ? {} : { kind: kinds[kind] }) };
      const span = tracer.startSpan(name, options, parent(traceparent));
      const opened: OpenedSpan = { span, part: (part, work) => traced(traces, part, work) };
      return {
        run: (work) => within(opened, work),
        end(more = {}) {
          span.setAttributes(shown(more));
          if (more['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    note(name, seconds) {
      if (current() === undefined) return;
      tracer.startSpan(name, { startTime: Date.now() - seconds * 1000 }, parent()).end();
    },

    traceparent() {
      const span = current()?.spanContext();
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },

    into(log) {
      const ids = () => {
        const span = current()?.spanContext();
        return span && { trace_id: span.traceId, span_id: span.spanId };
      };
      return log.child({}, { formatters: { log: (fields) => ({ ...ids(), ...fields }) } });
    },

    // An unavailable receiver must not keep the service from stopping.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(goodbyeMs, undefined, { ref: false })]),
  };
  return traces;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const format = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function remote(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = format.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

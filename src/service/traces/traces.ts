// Traces as the service sees them: nested spans across processes. Without a receiver, nothing is traced.
import type { Log } from '#core/log.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  attributes?: Attributes;
  /** The header `traceparent` (W3C Trace Context) of the process that has begun the trace; unreadable ones are ignored. */
  traceparent?: string | undefined;
  /** The kind of span: `server` answers a request, `consumer` performs an order. */
  kind?: 'server' | 'consumer';
}

/** An open span. */
export interface OpenSpan {
  /** Runs `work`, whose spans become children of this span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span with its result: an error code, if it failed. */
  end(attributes?: Attributes): void;
}

export interface Traces {
  /** Begins a span, within the current span or the span that `traceparent` names. */
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Records a span that has just ended, with its duration in seconds. */
  note(name: string, seconds: number): void;
  /** Returns the context with which another process continues the trace; undefined outside of a trace. */
  traceparent(): string | undefined;
  /** Returns the same log, but with `trace_id` and `span_id` in each line within a trace. */
  into(log: Log): Log;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

export const noTraces: Traces = {
  begin: () => ({ run: (work) => work(), end() {} }),
  note() {},
  traceparent: () => undefined,
  into: (log) => log,
  async stop() {},
};

/** Does the work within a new span. */
export async function traced<Result>(
  traces: Traces,
  name: string,
  work: () => Promise<Result>,
  { codeOf = () => undefined, ...options }: SpanOptions & { codeOf?: (result: Result) => string | undefined } = {},
): Promise<Result> {
  const span = traces.begin(name, options);
  try {
    const result = await span.run(work);
    span.end({ 'error.type': codeOf(result) });
    return result;
  } catch (error) {
    span.end({ 'error.type': codeOfError(error) });
    throw error;
  }
}

/** Returns the code of an error, never its message, which may contain private data. */
const codeOfError = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';

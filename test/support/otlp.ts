// A receiver of traces (OTLP over HTTP, JSON) on a random port of this machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  /** The name of the sender. */
  service: string;
  /** 2 is an error. */
  status: number;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'status'> & {
        attributes: SentAttribute[];
        status: { code: number };
      })[];
    }[];
  }[];
}
interface SentAttribute {
  key: string;
  value: Record<string, unknown>;
}

export interface Receiver extends AsyncDisposable {
  endpoint: string;
  spans: ReceivedSpan[];
}

const valuesOf = (attributes: readonly SentAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    assert.equal(request.url, '/v1/traces');
    for (const { resource, scopeSpans } of ((await json(request)) as Sent).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: valuesOf(span.attributes), status: span.status.code, service });
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `root > child > grandchild`, one line for each span without children. */
export function pathsOf(spans: readonly ReceivedSpan[], traceId: string): string[] {
  const own = spans.filter((span) => span.traceId === traceId);
  const pathOf = ({ name, parentSpanId }: ReceivedSpan): string => {
    const parent = own.find(({ spanId }) => spanId === parentSpanId);
    return parent === undefined ? name : `${pathOf(parent)} > ${name}`;
  };
  const isLeaf = ({ spanId }: ReceivedSpan) => !own.some(({ parentSpanId }) => parentSpanId === spanId);
  return own.filter(isLeaf).map(pathOf).sort();
}

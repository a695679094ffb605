// Traces: one conversion is one trace, from the client over the request, the order and its worker to each step.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { loadConfig, type Config } from '#config';
import { pdf } from '../support/fixtures.ts';
import { pathsOf, startReceiver, type Receiver } from '../support/otlp.ts';
import { converted, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { startPostgres } from '../support/postgres.ts';
import { testBucket } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const loaded: string[] = [];
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/') && specifier !== '@opentelemetry/api') loaded.push(specifier);
    return next(specifier, context);
  },
});

const document = { name: 'planted-name.pdf', data: pdf('one', 'two') };
const text = { name: 'planted-name.txt', data: Buffer.from('hello') };

function lineLog() {
  const lines: Record<string, unknown>[] = [];
  const to = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: pino({ level: 'info', base: null }, to) };
}

// First, as long as nothing has been loaded by another test.
test('without a receiver nothing is loaded, and no line has a trace', async () => {
  const { lines, log } = lineLog();
  await using platen = await startPlaten({}, {}, log);
  const key = await platen.key();
  converted(await platen.convert('rotate-pdf', [document], { key, fields: { rotation: '90' } }));
  assert.deepEqual(loaded, []);
  assert.ok(lines.length > 0 && lines.every((line) => !('trace_id' in line)));
});

const clientTrace = '0af7651916cd43dd8448eb211c80319c';
const headers = { traceparent: `00-${clientTrace}-b7ad6b7169203331-01` };

/** One conversion that succeeds and one that fails, both in the trace of their client. */
async function convertTraced(platen: Platen): Promise<{ job: string; failed: Answer }> {
  const key = await platen.key();
  const fields = { rotation: '90' };
  const job = converted(await platen.convert('rotate-pdf', [document], { key, fields, headers }));
  const failed = await platen.convert('crash', [text], { key });
  refused(failed, 500, 'conversion_failed');
  await platen.running.stop();
  return { job, failed };
}

async function checkTraces(receiver: Receiver, overrides: Partial<Config>, more: readonly string[]) {
  const { lines, log } = lineLog();
  await using platen = await startPlaten(
    { tracesEndpoint: receiver.endpoint, serviceName: 'platen-test', ...overrides },
    { tools: withSaboteurs },
    log,
  );
  const { job, failed } = await convertTraced(platen);
  const { spans } = receiver;
  const request = 'POST /v1/convert/:tool';
  const steps = ['wait', 'inspect', 'convert', 'store', ...more].map(
    (step) => `${request} > order > perform > ${step}`,
  );
  const paths = new Set(pathsOf(spans, clientTrace));
  assert.deepEqual(
    [...paths].sort(),
    [`${request} > receive`, `${request} > order > reserve`, `${request} > order > settle`, ...steps].sort(),
  );
  const root = spans.find(({ name, traceId }) => name === request && traceId === clientTrace);
  assert.equal(root?.parentSpanId, 'b7ad6b7169203331', 'the trace of the client continues');
  assert.deepEqual([root?.service, root?.kind, root?.attributes['http.response.status_code']], ['platen-test', 2, 200]);
  const performed = spans.find(({ name, attributes }) => name === 'perform' && attributes['platen.job_id'] === job);
  assert.deepEqual([performed?.kind, performed?.attributes['platen.tool']], [5, 'rotate-pdf']);

  const line = lines.find(({ msg, job_id }) => msg === 'request completed' && job_id === job);
  assert.deepEqual([line?.['trace_id'], line?.['span_id']], [clientTrace, root?.spanId]);
  const warning = lines.find(({ msg }) => msg === 'conversion failed');
  const failing = spans.filter(({ traceId }) => traceId === warning?.['trace_id']);
  assert.equal(failing.find(({ name }) => name === 'perform')?.attributes['error.type'], 'conversion_failed');
  assert.equal(failing.find(({ name }) => name === request)?.status, 2, JSON.stringify(failed.body));
  assert.doesNotMatch(JSON.stringify(spans), /planted-name/);
  assert.notDeepEqual(loaded, [], 'the first test would have noticed');
}

test('a conversion is one trace, whose identifiers are in the log', async () => {
  await using receiver = await startReceiver();
  await checkTraces(receiver, { databaseUrl: undefined, files: undefined }, []);
});

test('the parts of a conversion are spans within it', async () => {
  await using receiver = await startReceiver();
  const settings = { tracesEndpoint: receiver.endpoint, databaseUrl: undefined, files: undefined };
  await using platen = await startPlaten(settings);
  converted(await platen.convert('office-to-pdf', [text], { key: await platen.key(), headers }));
  await platen.running.stop();
  const within = pathsOf(receiver.spans, clientTrace).filter((path) => path.includes(' > convert > '));
  assert.deepEqual(
    within.map((path) => path.split(' > ').slice(-2)),
    ['finish', 'lay out', 'prepare'].map((part) => ['convert', part]),
  );
});

test('an order passes its trace to the worker that performs it', async () => {
  await using postgres = await startPostgres();
  await using receiver = await startReceiver();
  const secret = 'the-same-on-all-nodes-and-long-enough';
  await checkTraces(receiver, { databaseUrl: await postgres.database(), files: await testBucket(), secret }, ['fetch']);
});

test('a trace that cannot be read begins anew, and a receiver that is away stops nothing', async () => {
  await using receiver = await startReceiver();
  const platen = await startPlaten({ tracesEndpoint: receiver.endpoint });
  for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])
    assert.equal((await platen.get('/v1/quota', await platen.key(), { headers: { traceparent } })).status, 200);
  await platen[Symbol.asyncDispose]();
  const traces = new Set(receiver.spans.map(({ traceId }) => traceId));
  assert.equal(traces.size, 2);
  assert.ok(receiver.spans.every(({ parentSpanId }) => !parentSpanId));

  await receiver[Symbol.asyncDispose]();
  await using other = await startPlaten({ tracesEndpoint: receiver.endpoint });
  assert.equal((await other.get('/v1/quota', await other.key())).status, 200);
});

test('the settings are those of OpenTelemetry', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SERVICE_NAME: 'convert' };
  const { tracesEndpoint, serviceName } = loadConfig(env);
  assert.deepEqual([tracesEndpoint, serviceName], ['http://127.0.0.1:4318', 'convert']);
  assert.equal(loadConfig({}).tracesEndpoint, undefined);
});

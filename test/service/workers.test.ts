// Nodes with one role each, in separate processes: the answers of a worker, and its orders after its death.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConfigError, loadConfig } from '#config';
import { findJob } from '#service/jobs/job-rows.ts';
import { sweep } from '#service/jobs/retention.ts';
import { startNodeProcess, type NodeProcess } from '../support/node-process.ts';
import { answerOf, converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startS3, type S3Server } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'letter to Ada.txt', data: Buffer.from('hello') };
const secret = 'of all nodes that share these orders';
let postgres: Postgres;
let s3: S3Server;
let shared: Parameters<typeof startPlaten>[0];
let api: Platen;
let worker: NodeProcess;
before(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
  shared = { databaseUrl: await postgres.database(), files: s3.bucket, secret };
  api = await startPlaten({ ...shared, roles: ['api'] }, { tools: withSaboteurs });
  worker = await startWorker();
});
after(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const startWorker = () => startNodeProcess({ ...shared, roles: ['worker'], concurrency: 2 });
/** By the queue itself: the dispatcher's figures are up to a second old. */
const isRunning = (count: number) =>
  eventually(async () => {
    const active = sql<{
      count: number;
    }>`select count(*)::int as count from pgboss.job where name = 'orders' and state = 'active'`;
    return (await active.execute(api.service.db)).rows[0]?.count === count;
  }, `${count} orders run`);

test('a node without engines converts through a worker, which answers nothing but probes and metrics', async () => {
  const key = await api.key();
  const job = converted(await api.convert('copy', [text], { key }));
  assert.equal((await api.download(job, key)).toString(), 'hello');
  assert.deepEqual((await api.get('/health')).body['engines'], {});
  const ask = async (path: string) => answerOf(await fetch(worker.url + path));
  assert.equal((await ask('/health')).status, 200);
  assert.deepEqual((await ask('/ready')).body['database'], true);
  assert.match(String((await ask('/metrics')).body['text']), /platen_conversion_stage_seconds_count\{.*stage="fetch"/);
  for (const path of ['/v1/quota', '/dashboard', '/docs', '/']) refused(await ask(path), 404, 'not_found');
  const upload = await fetch(`${worker.url}/v1/convert/copy`, { method: 'POST', body: 'x' });
  assert.equal(upload.status, 404);
});

test('the result of a job that a worker performed without a caller is gone when its time is over', async () => {
  const key = await api.key();
  const got = await api.convert('copy', [text], { key, headers: { Prefer: 'respond-async' } });
  const id = String(got.body['job_id']);
  const { db, files, node } = api.service;
  const job = await eventually(async () => {
    const now = await findJob(db, id);
    return now?.state === 'success' && now;
  }, 'it ends');
  assert.notEqual(job.owner, node.id);
  await db
    .updateTable('jobs')
    .set({ expires_at: Date.now() - 1000 })
    .where('id', '=', id)
    .execute();
  await sweep(api.service);
  assert.equal((await findJob(db, id))?.state, 'expired');
  assert.equal(await files.readOutput(id), null);
});

test('an order whose worker dies, or says nothing for too long, fails and is given back; it cannot be settled later', async () => {
  const key = await api.key();
  const killed = await startWorker();
  const stopped = await startWorker();
  // All six slots, so that each of the three workers has two.
  const calls = Array.from({ length: 6 }, () => api.convert('hang', [text], { key }));
  await isRunning(6);
  await killed.kill();
  stopped.signal('SIGSTOP');
  const lost = await eventually(
    async () => {
      const rows = await api.service.db.selectFrom('jobs').selectAll().where('state', '=', 'failed').execute();
      return rows.length === 4 && rows;
    },
    'the orders of both are lost',
    60,
  );
  stopped.signal('SIGCONT');
  for (const { id } of lost) {
    assert.deepEqual(await api.service.files.inputNames(id), ['letter to Ada.txt']);
    refused(await api.get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'failed' });
  }
  // Those of the third run until they are deleted, here by any node.
  const left = await api.service.db.selectFrom('jobs').selectAll().where('state', '=', 'pending').execute();
  assert.equal(left.length, 2);
  for (const { id } of left) await api.get(`/v1/job/${id}`, key, { method: 'DELETE' });
  const codes = (await Promise.all(calls)).map(({ status, body }) => `${status} ${String(body['error'])}`).sort();
  const expected = [
    ...Array.from({ length: 2 }, () => '410 job_deleted'),
    ...Array.from({ length: 4 }, () => '500 conversion_failed'),
  ];
  assert.deepEqual(codes, expected);
  assert.equal(await api.used(key), 0);
  // The one that was taken for dead finds out, and works on.
  await eventually(async () => api.service.dispatcher.running === 0, 'no order is running');
  converted(await api.convert('copy', [text], { key }));
  for (const { id } of lost) {
    assert.equal((await findJob(api.service.db, id))?.state, 'failed');
    assert.equal(await api.service.files.readOutput(id), null);
  }
  for (const node of [killed, stopped]) await node[Symbol.asyncDispose]();
});

test('a worker that is asked to stop finishes its orders, and claims no more', async () => {
  const key = await api.key();
  const leaving = await startWorker();
  const calls = Array.from({ length: 4 }, () => api.convert('slow', [text], { key }));
  await isRunning(4);
  await leaving[Symbol.asyncDispose]();
  for (const answer of await Promise.all(calls)) converted(answer);
  assert.equal(await api.used(key), 4);
});

test('an order that an API node leaves behind is settled as its worker ended it', async () => {
  const node = await startNodeProcess({ ...shared, roles: ['api'] });
  const key = await api.key();
  const body = new FormData();
  body.append('file', new Blob(['hello']), 'a.txt');
  const init = { method: 'POST', body, headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'again' } };
  const lost = fetch(`${node.url}/v1/convert/slow`, init).catch(() => null);
  await isRunning(1);
  await node.kill();
  assert.equal(await lost, null);
  await isRunning(0);
  await node.restart();
  const again = await api.convert('slow', [{ name: 'a.txt', data: Buffer.from('hello') }], {
    key,
    headers: { 'Idempotency-Key': 'again' },
  });
  converted(again);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(await api.used(key), 1);
  await node[Symbol.asyncDispose]();
});

test('an order continues while the database or the bucket is down, and new calls are asked to retry', async () => {
  const key = await api.key();
  const running = api.convert('slow', [text], { key });
  await isRunning(1);
  await postgres.stop();
  refused(await api.convert('copy', [text], { key }), 503, 'server_busy');
  await sleep(3000);
  await postgres.begin();
  converted(await running);
  await s3.stop();
  const busy = await api.convert('copy', [text], { key });
  refused(busy, 503, 'server_busy');
  assert.ok(Number(busy.headers.get('retry-after')) > 0);
  await s3.start();
  converted(await api.convert('copy', [text], { key }));
  await eventually(async () => (await api.used(key)) === 2, 'two conversions are counted');
  assert.deepEqual(await api.leftovers(), []);
});

test('an order continues while the database hangs', async () => {
  const key = await api.key();
  // Long enough that it ends while the database hangs: its end could not be stored before that.
  const running = api.convert('slower', [text], { key });
  await isRunning(1);
  postgres.freeze();
  await sleep(7000);
  postgres.goOn();
  converted(await running);
  assert.equal(await api.used(key), 1);
});

test('mixtures of roles and places that make no sense are refused with a sentence', () => {
  const database = { PLATEN_DATABASE_URL: 'postgres://u@h/d' };
  const files = { PLATEN_FILES: 's3://bucket?region=x' };
  const given = [
    [{ PLATEN_ROLES: 'worker' }, /PLATEN_ROLES=worker also needs PLATEN_DATABASE_URL/],
    [{ PLATEN_ROLES: 'api', ...database }, /PLATEN_FILES=s3/],
    [{ PLATEN_ROLES: 'api', ...files }, /PLATEN_DATABASE_URL/],
    [{ ...database, ...files }, /PLATEN_SECRET, the same on every node/],
    [{ PLATEN_ROLES: 'cook' }, /must be api, worker, or api,worker/],
    [{ PLATEN_ROLES: 'api,api' }, /must be api, worker, or api,worker/],
  ] as const;
  for (const [env, message] of given)
    assert.throws(
      () => loadConfig(env),
      (error) => error instanceof ConfigError && message.test(error.message),
    );
  const right = { ...database, ...files, PLATEN_SECRET: 'x'.repeat(32), PLATEN_ROLES: 'worker' };
  assert.deepEqual(loadConfig(right).roles, ['worker']);
  assert.deepEqual(loadConfig({}).roles, ['api', 'worker']);
});

// The life of a job: rejection, failure, deletion, retries, disconnecting.
import assert from 'node:assert/strict';
import { rename, rm, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { isFailure } from '#core/failure.ts';
import { recordEvent } from '#service/accounts/audit.ts';
import { beginJob } from '#service/jobs/job-rows.ts';
import { recover, sweep } from '#service/jobs/retention.ts';
import { docx } from '../support/fixtures.ts';
import {
  converted,
  eventually,
  inFolder,
  refused,
  startAmongOthers,
  startPlaten,
  type Platen,
} from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'secret plans.txt', data: Buffer.from('hello') };
let platen: Platen;
before(async () => {
  platen = await startAmongOthers({ concurrency: 4 });
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const onlyJob = async (key: string) => {
  const keyRow = await platen.service.db.selectFrom('keys').selectAll().orderBy('created_at', 'desc').execute();
  const ids = keyRow.filter((row) => key.startsWith(row.prefix)).map((row) => row.id);
  return platen.service.db.selectFrom('jobs').selectAll().where('key_id', 'in', ids).executeTakeFirst();
};

test('a finished job can be read', async () => {
  const key = await platen.key();
  const before = platen.clock.now();
  const got = await platen.convert('copy', [text], { key, fields: { text: 'a' } });
  const { status, body } = await platen.get(`/v1/job/${converted(got)}`, key);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    'can_share',
    'completed_at',
    'download_url',
    'expires_at',
    'job_id',
    'size_bytes',
    'status',
    'tool',
    'warnings',
  ]);
  assert.deepEqual(
    [body['status'], body['tool'], body['size_bytes'], body['warnings']],
    ['success', 'copy', 5, ['a warning']],
  );
  assert.ok((body['completed_at'] as number) >= before);
  assert.equal((body['expires_at'] as number) - (body['completed_at'] as number), hourMs);
});

test('an engine that crashes, or lies about its result, fails: refunded, the input kept for 72 hours', async () => {
  for (const [tool, engine] of [
    ['crash', 'saboteur'],
    ['lies', undefined],
    ['link', undefined],
  ] as const) {
    const key = await platen.key();
    const got = await platen.convert(tool, [text], { key });
    refused(got, 500, 'conversion_failed', { engine, status: 'failed' });
    assert.equal(await platen.used(key), 0);
    const jobId = String(got.body['job_id']);
    refused(await platen.get(`/v1/job/${jobId}`, key), 409, 'job_not_ready', { status: 'failed' });
    refused(await platen.get(`/v1/download/${jobId}`, key), 409, 'job_not_ready', { status: 'failed' });
    assert.deepEqual(await platen.service.files.inputNames(jobId), [text.name]);
  }
});

test('a document that ends its engine twice by the same signal cannot be read: counted', async () => {
  const key = await platen.key();
  refused(await platen.convert('dies', [text], { key }), 422, 'source_unreadable', { status: 'rejected' });
  assert.equal(await platen.used(key), 1);
});

test('a limit of the service is no verdict on the document: it is named, and nothing is counted', async () => {
  const key = await platen.key();
  const answer = await platen.convert('memory-hog', [text], { key });
  refused(answer, 500, 'conversion_failed', { status: 'failed', limit: 'memory', engine: 'saboteur' });
  assert.match(String(answer.body['message']), /limit of memory.*smaller or simpler/);
  assert.equal(await platen.used(key), 0);
  const metrics = await (await fetch(`${platen.url}/metrics`)).text();
  assert.match(metrics, /^platen_limits_met_total\{tool="memory-hog",engine="saboteur",limit="memory"\} 1$/m);
});

test('an engine that a signal ended once is tried again in a fresh process', async () => {
  const key = await platen.key();
  converted(await platen.convert('dies-once', [text], { key }));
  assert.equal(await platen.used(key), 1);
  assert.deepEqual(await platen.leftovers(), []);
});

test('the response of a failure reveals nothing about the engine', async () => {
  const { body } = await platen.convert('crash', [text], { key: await platen.key() });
  assert.doesNotMatch(JSON.stringify(body), /SIGSEGV|bwrap|\/out|secret/);
});

test('an engine that takes too long is stopped: 504, refunded', async () => {
  const key = await platen.key();
  refused(await platen.convert('too-slow', [text], { key }), 504, 'conversion_timeout', {
    engine: 'saboteur',
    timeout_ms: 300,
    status: 'failed',
  });
  assert.equal(await platen.used(key), 0);
});

test('the time of a conversion is limited over all', async () => {
  await using other = await startPlaten({ conversionTimeoutMs: 400 }, { tools: withSaboteurs });
  refused(await other.convert('hang', [text], { key: await other.key() }), 504, 'conversion_timeout', {
    engine: 'saboteur',
    timeout_ms: 400,
  });
});

test('a rejected file is counted, and its input is not kept', async () => {
  const key = await platen.key();
  const got = await platen.convert('broken', [text], { key });
  refused(got, 422, 'source_unreadable', { status: 'rejected' });
  assert.equal(await platen.used(key), 1);
  const jobId = String(got.body['job_id']);
  refused(await platen.get(`/v1/job/${jobId}`, key), 409, 'job_not_ready', { status: 'rejected' });
  // A bucket is cleared behind the answer.
  await eventually(async () => (await platen.service.files.inputNames(jobId)).length === 0, 'its input is gone');
});

test('a result that fills the disk is stopped', async () => {
  const key = await platen.key();
  refused(await platen.convert('disk-hog', [text], { key }), 422, 'output_too_large', { status: 'rejected' });
});

test('a fork bomb stays inside its sandbox', async () => {
  const key = await platen.key();
  await platen.convert('fork-bomb', [text], { key });
  converted(await platen.convert('copy', [text], { key }));
});

test('a document that the office engine cannot open is rejected', async () => {
  const key = await platen.key();
  const good = await docx('x');
  const cut = Buffer.concat([good.subarray(0, 200), Buffer.alloc(good.length - 200 - 600), good.subarray(-600)]);
  refused(
    await platen.convert('office-to-pdf', [{ name: 'cut.docx', data: cut }], { key }),
    415,
    'unsupported_content',
    { detected_type: 'zip' },
  );
  const rtf = { name: 'a.ppt', data: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]) };
  const got = await platen.convert('office-to-pdf', [rtf], { key });
  refused(got, 415, 'unsupported_content', { detected_type: 'ole' });
});

test('a refusal that an engine finds late leaves no job and is not counted', async () => {
  const key = await platen.key();
  refused(await platen.convert('refuses-late', [text], { key }), 422, 'password_protected', { plan: 'business' });
  assert.equal(await platen.used(key), 0);
  assert.equal(await onlyJob(key), undefined);
});

test('a failure outside a conversion is an internal error without detail', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  await other.service.db.schema.alterTable('jobs').renameTo('elsewhere').execute();
  const got = await other.convert('copy', [text], { key });
  refused(got, 500, 'internal_error');
  assert.doesNotMatch(JSON.stringify(got.body), /table|sql|jobs/i);
});

test('a job can be deleted in every state', async () => {
  const key = await platen.key();
  const remove = (jobId: string) => platen.get(`/v1/job/${jobId}`, key, { method: 'DELETE' });
  const finished = converted(await platen.convert('copy', [text], { key }));
  for (let n = 0; n < 2; n++) assert.deepEqual((await remove(finished)).body, { status: 'deleted' });
  refused(await platen.get(`/v1/job/${finished}`, key), 410, 'job_deleted');
  refused(await platen.get(`/v1/download/${finished}`, key), 410, 'job_deleted');

  const failed = String((await platen.convert('crash', [text], { key })).body['job_id']);
  assert.equal((await remove(failed)).status, 200);
  assert.deepEqual(await platen.service.files.inputNames(failed), []);
  refused(await platen.get(`/v1/job/${failed}`, key), 410, 'job_deleted');
  assert.deepEqual(
    (await Array.fromAsync(platen.service.files.ids())).filter((id) => id === failed || id === finished),
    [],
  );
});

test('deleting a pending job stops its conversion, and it is not counted', async () => {
  const key = await platen.key();
  const running = platen.convert('hang', [text], { key });
  const job = await eventually(() => onlyJob(key), 'the job begins');
  refused(await platen.get(`/v1/job/${job.id}`, key), 409, 'job_not_ready', { status: 'pending' });
  assert.equal((await platen.get(`/v1/job/${job.id}`, key, { method: 'DELETE' })).status, 200);
  refused(await running, 410, 'job_deleted');
  assert.equal(await platen.used(key), 0);
});

test('a client that goes away stops its conversion, and it is not counted', async () => {
  const key = await platen.key();
  const leaving = new AbortController();
  const call = platen.convert('hang', [text], { key, signal: leaving.signal }).catch(() => undefined);
  await eventually(() => onlyJob(key), 'the job begins');
  leaving.abort();
  await call;
  await eventually(async () => (await onlyJob(key))?.state === 'failed', 'the job fails');
  assert.equal(await platen.used(key), 0);
});

test('the input of a failed job goes after 72 hours, its row stays', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  const jobId = String((await other.convert('crash', [text], { key })).body['job_id']);
  other.clock.move(71 * hourMs);
  await sweep(other.service);
  assert.equal((await other.service.files.inputNames(jobId)).length, 1);
  other.clock.move(hourMs + 1000);
  await sweep(other.service);
  assert.deepEqual(await other.service.files.inputNames(jobId), []);
  refused(await other.get(`/v1/job/${jobId}`, key), 409, 'job_not_ready', { status: 'failed' });
});

test('an existing result that cannot be opened is not reported as gone', inFolder, async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [text], { key }));
  const output = join(platen.data, 'files', job, 'output');
  await rename(output, `${output}.kept`);
  await symlink(output, output);
  const got = await platen.get(`/v1/download/${job}`, key);
  refused(got, 503, 'server_busy');
  assert.ok(Number(got.headers.get('retry-after')) > 0);
  assert.equal(got.headers.get('content-disposition'), null);
  await assert.rejects(platen.service.files.localOutput(job, platen.data), (error) => isFailure(error, 'server_busy'));
  await rename(`${output}.kept`, output);
  assert.equal((await platen.download(job, key)).toString(), text.data.toString());

  // The whole folder is away, as with a disk that is not mounted.
  const files = join(platen.data, 'files');
  await rename(files, `${files}.away`);
  refused(await platen.get(`/v1/download/${job}`, key), 503, 'server_busy');
  await rename(`${files}.away`, files);
  await rm(output);
  refused(await platen.get(`/v1/download/${job}`, key), 410, 'file_expired');
});

test('the quota is exact under fifty calls at once', async () => {
  const room = { concurrency: 8, queueSize: 100, maxUploads: 100, maxUploadsPerAccount: 100 };
  await using other = await startPlaten(room, { tools: withSaboteurs });
  const key = await other.key('starter', 1090);
  const answers = await Promise.all(Array.from({ length: 50 }, () => other.convert('copy', [text], { key })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  for (const got of answers.filter(({ status }) => status !== 200)) refused(got, 429, 'quota_exceeded');
  assert.equal(await other.used(key), 1100);
});

test('a refund never reaches into the next period', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  other.clock.moveTo(Date.UTC(2027, 4, 10));
  const key = await other.key('starter', 5);
  const leaving = new AbortController();
  const call = other.convert('hang', [text], { key, signal: leaving.signal }).catch(() => undefined);
  // One that still waits when the clock moves has waited too long, and leaves no job.
  await eventually(async () => other.service.dispatcher.running === 1, 'it runs', 30);
  assert.equal(await other.used(key), 6);
  other.clock.moveTo(Date.UTC(2027, 5, 11));
  converted(await other.convert('copy', [text], { key }));
  leaving.abort();
  await call;
  await eventually(
    async () =>
      (await other.service.db.selectFrom('jobs').select('id').where('state', '=', 'failed').execute()).length === 1,
    'the job fails',
  );
  assert.equal(await other.used(key), 1);
});

test('the same call with an idempotency key is converted once', async () => {
  const key = await platen.key();
  const headers = { 'Idempotency-Key': 'order-1' };
  const [first, second] = await Promise.all(
    [1, 2].map(() => platen.convert('copy', [text], { key, headers, fields: { mode: 'slow' } })),
  );
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(converted(first), converted(second));
  assert.equal([first, second].filter((got) => got.headers.get('idempotency-replayed') === 'true').length, 1);
  assert.equal(await platen.used(key), 1);

  refused(
    await platen.convert('copy', [text], { key, headers, fields: { mode: 'fast' } }),
    409,
    'idempotency_key_reused',
  );
  refused(
    await platen.convert('copy', [{ ...text, data: Buffer.from('other') }], { key, headers, fields: { mode: 'slow' } }),
    409,
    'idempotency_key_reused',
  );
  refused(
    await platen.convert('copy', [{ ...text, name: 'other.txt' }], { key, headers, fields: { mode: 'slow' } }),
    409,
    'idempotency_key_reused',
  );
  converted(await platen.convert('copy', [text], { key: await platen.key(), headers }));

  await platen.get(`/v1/job/${converted(first)}`, key, { method: 'DELETE' });
  refused(await platen.convert('copy', [text], { key, headers, fields: { mode: 'slow' } }), 410, 'job_deleted');
  refused(await platen.convert('copy', [text], { key, headers: { 'Idempotency-Key': 'a b' } }), 400, 'bad_request', {
    code: 'invalid_idempotency_key',
  });
});

test('rejections are replayed, failures are converted again', async () => {
  const key = await platen.key();
  const headers = { 'Idempotency-Key': 'k' };
  const first = await platen.convert('broken', [text], { key, headers });
  const again = await platen.convert('broken', [text], { key, headers });
  refused(again, 422, 'source_unreadable', { job_id: first.body['job_id'], status: 'rejected' });
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(await platen.used(key), 1);
  const other = { 'Idempotency-Key': 'l' };
  const failed = await platen.convert('crash', [text], { key, headers: other });
  assert.notEqual(
    (await platen.convert('crash', [text], { key, headers: other })).body['job_id'],
    failed.body['job_id'],
  );
});

test('an idempotency key is free again after an hour', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  const headers = { 'Idempotency-Key': 'k' };
  converted(await other.convert('copy', [text], { key, headers }));
  other.clock.move(hourMs + 1);
  converted(await other.convert('copy', [text], { key, headers, fields: { mode: 'slow' } }));
});

test('a replay is answered though no new conversion would be accepted', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  const headers = { 'Idempotency-Key': 'kept' };
  const job = converted(await other.convert('copy', [text], { key, headers }));
  other.service.config = { ...other.service.config, minFreeBytes: Number.MAX_SAFE_INTEGER };
  refused(await other.convert('copy', [text], { key }), 503, 'server_busy');
  assert.equal(converted(await other.convert('copy', [text], { key, headers })), job);
});

test('a replay is answered while the queue is full', async () => {
  await using other = await startPlaten({ concurrency: 1, queueSize: 1 }, { tools: withSaboteurs });
  const key = await other.key();
  const headers = { 'Idempotency-Key': 'kept' };
  const job = converted(await other.convert('copy', [text], { key, headers }));
  const stop = new AbortController();
  const hang = () => other.convert('hang', [text], { key, signal: stop.signal }).catch(() => null);
  const running = Promise.all([hang(), hang()]);
  await eventually(async () => other.service.dispatcher.isFull(), 'the queue is full');
  refused(await other.convert('copy', [text], { key }), 503, 'server_busy');
  assert.equal(converted(await other.convert('copy', [text], { key, headers })), job);
  stop.abort();
  await running;
});

test('a replay is answered though the quota is used up', async () => {
  const key = await platen.key('starter', 1099);
  const headers = { 'Idempotency-Key': 'last' };
  const job = converted(await platen.convert('copy', [text], { key, headers }));
  assert.equal(converted(await platen.convert('copy', [text], { key, headers })), job);
});

/** A pending job that nothing is running, as a killed process leaves it. */
async function abandonedJob(other: Platen): Promise<{ key: string; id: string }> {
  const key = await other.key('starter', 3);
  const account = await other.service.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  const keyRow = await other.service.db.selectFrom('keys').selectAll().executeTakeFirstOrThrow();
  const plan = other.service.plans.get('starter');
  assert.ok(plan !== undefined);
  const id = '0'.repeat(36);
  const job = { id, account, plan, keyId: keyRow.id, tool: 'copy', outputName: 'x', outputMime: 'y' };
  await beginJob(other.service.db, other.clock, job);
  assert.equal(await other.used(key), 4);
  return { key, id };
}

test('jobs that were pending when the process died are failed and refunded', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const { key, id } = await abandonedJob(other);
  assert.equal(await recover(other.service), 1);
  assert.equal(await other.used(key), 3);
  refused(await other.get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'failed' });
});

test('a pending job is given up once no conversion can take that long, and not before', async () => {
  await using other = await startPlaten({ conversionTimeoutMs: 90_000 }, { tools: withSaboteurs });
  const { key, id } = await abandonedJob(other);
  other.clock.move(90_000);
  await sweep(other.service);
  refused(await other.get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'pending' });
  other.clock.move(2 * minuteMs);
  await sweep(other.service);
  refused(await other.get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'failed' });
  assert.equal(await other.used(key), 3);
});

test('statistics, the audit log and notices are kept for 400 days', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  converted(await other.convert('copy', [text], { key: await other.key('dev', 299) }));
  await other.service.background.idle(10_000);
  const { db } = other.service;
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  await recordEvent(other.service, { accountId, event: 'signed_in', actor: 'owner' });
  const left = async () => {
    const tables = ['usage', 'audit', 'notices'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return rows.map((of) => Math.sign(of.length));
  };
  assert.deepEqual(await left(), [1, 1, 1]);
  other.clock.move(399 * dayMs);
  await sweep(other.service);
  assert.deepEqual(await left(), [1, 1, 1]);
  other.clock.move(3 * dayMs);
  await sweep(other.service);
  assert.deepEqual(await left(), [0, 0, 0]);
});

test('while the service stops, running conversions end and new ones are refused', async () => {
  const other = await startPlaten({ shutdownGraceMs: 10_000 }, { tools: withSaboteurs });
  const key = await other.key();
  const running = other.convert('slow', [text], { key });
  await eventually(
    async () => (await other.service.db.selectFrom('jobs').select('id').execute()).length === 1,
    'the job begins',
  );
  assert.equal(other.service.uploads.now, 0, 'an upload has its place until it is complete');
  const stopping = other.running.stop();
  refused(await other.convert('slow', [text], { key }), 503, 'server_busy');
  converted(await running);
  await stopping;
  await other[Symbol.asyncDispose]();
});

test('a conversion is given back even when its input cannot be kept', inFolder, async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  other.service.files.putInputs = () => Promise.reject(new Error('no space left'));
  refused(await other.convert('crash', [text], { key }), 500, 'conversion_failed', { status: 'failed' });
  assert.equal(await other.used(key), 0);
});

test('a stop does not wait for an upload that never ends', async () => {
  const other = await startPlaten({ shutdownGraceMs: 300 }, { tools: withSaboteurs });
  const key = await other.key();
  const { hostname, port } = new URL(other.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b`,
  );
  await eventually(async () => (await other.leftovers()).length === 1, 'the upload begins');
  await other[Symbol.asyncDispose]();
  socket.destroy();
});

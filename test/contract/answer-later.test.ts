// Calls that do not wait: the file in the answer, 202 and its job, lists, events.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { latestEvery } from '#core/latest-every.ts';
import type { Progress } from '#core/progress.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { createHeldAnswers } from '#service/limits/held-answers.ts';
import { busy } from '#transport/admission.ts';
import { EventStream } from '#transport/event-stream.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { answerOf, eventually, refused, startAmongOthers, type Answer, type Platen } from '../support/platen.ts';

const text = { name: 'notes.txt', data: Buffer.from('hello') };
const later = { Prefer: 'respond-async' };
let platen: Platen;
before(async () => {
  platen = await startAmongOthers({ concurrency: 2 });
});
after(async () => {
  // Another node learns within 20 seconds that a job of its own was deleted, and cleans up then.
  await eventually(async () => (await platen.leftovers()).length === 0, 'nothing is left', 60);
  await platen[Symbol.asyncDispose]();
});

function accepted(got: Answer): string {
  assert.equal(got.status, 202, JSON.stringify(got.body));
  return String(got.body['job_id']);
}

const ended = (key: string, id: string, status = 200) =>
  eventually(async () => {
    const got = await platen.get(`/v1/job/${id}`, key);
    return (got.status !== 409 || got.body['status'] !== 'pending') && got;
  }, `job ${id} ends`).then((got) => {
    assert.equal(got.status, status, JSON.stringify(got.body));
    return got;
  });

test('with return=representation, the answer is the file itself', async () => {
  const key = await platen.key();
  const body = new FormData();
  body.append('file', new Blob([await docx('Hello')]), 'report.docx');
  const response = await fetch(`${platen.nextUrl()}/v1/convert/office-to-pdf`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${key}`, Prefer: 'return=representation' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.match(response.headers.get('content-disposition') ?? '', /report\.pdf/);
  const id = response.headers.get('platen-job') ?? '';
  assert.equal(response.headers.get('content-location'), `/v1/download/${id}`);
  assert.equal(response.headers.get('preference-applied'), 'return=representation');
  assert.equal(response.headers.get('platen-warnings'), '0');
  assert.equal(response.headers.get('etag'), `"${id}"`);
  const file = Buffer.from(await response.arrayBuffer());
  assert.deepEqual(file, await platen.download(id, key));
  assert.equal(await platen.used(key), 1);
});

test('with return=representation, an error is still JSON', async () => {
  const key = await platen.key();
  const got = await platen.convert('broken', [text], { key, headers: { Prefer: 'return=representation' } });
  refused(got, 422, 'source_unreadable');
});

test('with return=representation, the error of a file that cannot be sent has nothing of the file', async (t) => {
  const key = await platen.key();
  const reading = t.mock.method(platen.service.files, 'readOutput', () => Promise.reject(busy()));
  const body = new FormData();
  body.append('file', new Blob([text.data]), text.name);
  // This node, since the others can read.
  const got = await fetch(`${platen.url}/v1/convert/copy`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${key}`, Prefer: 'return=representation' },
  }).then(answerOf);
  refused(got, 503, 'server_busy');
  assert.equal(reading.mock.callCount(), 1);
  for (const name of ['content-location', 'platen-job', 'platen-warnings', 'preference-applied'])
    assert.equal(got.headers.get(name), null, name);
});

test('with respond-async, the job is pending when the answer comes, and its result can be had later', async () => {
  const key = await platen.key();
  const got = await platen.convert('copy', [text], { key, fields: { mode: 'slow', more: 'x' }, headers: later });
  const id = accepted(got);
  assert.deepEqual(got.body, { job_id: id, status: 'pending', status_url: `/v1/job/${id}` });
  assert.equal(got.headers.get('location'), `/v1/job/${id}`);
  assert.equal(got.headers.get('preference-applied'), 'respond-async');
  assert.match(got.headers.get('retry-after') ?? '', /^\d+$/);
  const pending = await platen.get(`/v1/job/${id}`, key);
  refused(pending, 409, 'job_not_ready', { status: 'pending', progress: null });
  assert.ok(pending.body['position'] === null || pending.body['position'] === 0);
  assert.match(pending.headers.get('retry-after') ?? '', /^\d+$/);
  const { body } = await ended(key, id);
  assert.deepEqual([body['status'], body['tool']], ['success', 'copy']);
  assert.match(String(body['warnings']), /field "more" was ignored/);
  assert.equal((await platen.download(id, key)).toString(), 'hello');
  assert.equal(await platen.used(key), 1);
  const inputs = () => platen.service.files.inputNames(id).catch(() => []);
  await eventually(async () => (await inputs()).length === 0, 'the inputs are gone');
  const orders = await platen.service.db.selectFrom('orders').selectAll().execute();
  assert.deepEqual(orders, []);
});

test('a call that is refused before its conversion begins is refused at once, and leaves nothing', async () => {
  const key = await platen.key();
  const send = (tool: string, file: { name: string; data: Buffer<ArrayBuffer> }, fields = {}) =>
    platen.convert(tool, [file], { key, fields, headers: later });
  refused(await send('nothing', text), 404, 'tool_not_found');
  refused(await send('copy', text, { mode: 'other' }), 400, 'invalid_format');
  refused(await send('copy', { name: 'a.txt', data: Buffer.from('') }), 422, 'empty_file');
  refused(await send('rotate-pdf', text, { rotation: '90' }), 415, 'unsupported_content');
  assert.equal(await platen.used(key), 0);
  assert.deepEqual((await platen.get('/v1/jobs', key)).body['jobs'], []);
});

test('a job that ends without a result reports the error that a waiting call would get', async () => {
  const key = await platen.key();
  const rejected = await ended(key, accepted(await platen.convert('broken', [text], { key, headers: later })), 409);
  refused(rejected, 409, 'job_not_ready', { status: 'rejected' });
  const outcome = rejected.body['outcome'] as Record<string, unknown>;
  assert.deepEqual([outcome['error'], outcome['status']], ['source_unreadable', 'rejected']);
  assert.equal(await platen.used(key), 1);
  const failed = await ended(key, accepted(await platen.convert('crash', [text], { key, headers: later })), 409);
  refused(failed, 409, 'job_not_ready', { status: 'failed' });
  assert.equal((failed.body['outcome'] as Record<string, unknown>)['error'], 'conversion_failed');
  assert.equal(await platen.used(key), 1);
  assert.deepEqual(await platen.service.files.inputNames(String(outcome['job_id'])).catch(() => []), []);
  const late = await ended(key, accepted(await platen.convert('refuses-late', [text], { key, headers: later })), 409);
  assert.equal((late.body['outcome'] as Record<string, unknown>)['error'], 'password_protected');
  assert.equal(await platen.used(key), 1, 'a refused call is not counted');
});

test('with respond-async and wait, the usual answer comes if the job is done by then', async () => {
  const key = await platen.key();
  const quick = await platen.convert('copy', [text], { key, headers: { Prefer: 'respond-async, wait=20' } });
  assert.equal(quick.status, 200);
  assert.equal(quick.body['status'], 'success');
  assert.ok('quota' in quick.body);
  const slow = await platen.convert('copy', [text], {
    key,
    fields: { mode: 'slow' },
    headers: { Prefer: 'respond-async; wait=9, wait=0' },
  });
  await ended(key, accepted(slow));
  const wrong = await platen.convert('broken', [text], { key, headers: { Prefer: 'respond-async, wait=20' } });
  refused(wrong, 422, 'source_unreadable', { status: 'rejected' });
});

test('an error within the wait is the answer of this call, not a replayed one', async () => {
  const key = await platen.key();
  const headers = { Prefer: 'respond-async, wait=60' };
  const got = await platen.convert('broken', [text], { key, headers });
  refused(got, 422, 'source_unreadable');
  assert.equal(got.headers.get('idempotency-replayed'), null);
  assert.equal(got.body['status'], 'rejected');
});

test('an account that is deleted by another process leaves no result of a job that was running', async () => {
  const key = await platen.key();
  const id = accepted(await platen.convert('sleep', [text], { key, headers: later }));
  const { db, files } = platen.service;
  await eventually(async () => {
    const order = await db.selectFrom('orders').select('is_taken').where('job_id', '=', id).executeTakeFirst();
    return order?.is_taken === 1;
  }, 'the job runs');
  const job = await db.selectFrom('jobs').select('account_id').where('id', '=', id).executeTakeFirstOrThrow();
  await deleteAccount({ db, files }, job.account_id);
  // It must have ended everywhere before the check that nothing is left.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await eventually(async () => (await files.readOutput(id)) === null, 'its result is removed');
});

test('GET /job with wait is answered when the job ends', async () => {
  const key = await platen.key();
  const id = accepted(await platen.convert('copy', [text], { key, fields: { mode: 'slow' }, headers: later }));
  const got = await platen.get(`/v1/job/${id}`, key, { headers: { Prefer: 'wait=30' } });
  assert.equal(got.status, 200, JSON.stringify(got.body));
  const again = accepted(await platen.convert('copy', [text], { key, fields: { mode: 'slow' }, headers: later }));
  refused(await platen.get(`/v1/job/${again}`, key, { headers: { Prefer: 'wait=0' } }), 409, 'job_not_ready');
  await ended(key, again);
});

test('a repeated asynchronous call gets the same job while it is pending, and then its outcome', async () => {
  const key = await platen.key();
  const send = (headers: Record<string, string>, data = 'hello') =>
    platen.convert('copy', [{ name: 'a.txt', data: Buffer.from(data) }], {
      key,
      fields: { mode: 'slow' },
      headers: { 'Idempotency-Key': 'one', ...headers },
    });
  const id = accepted(await send(later));
  const second = await send(later);
  assert.equal(accepted(second), id);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  refused(await send(later, 'other'), 409, 'idempotency_key_reused');
  await ended(key, id);
  const third = await send(later);
  assert.deepEqual([third.status, third.body['job_id']], [200, id]);
  const waiting = await send({});
  assert.deepEqual([waiting.status, waiting.body['job_id']], [200, id]);
  assert.equal(await platen.used(key), 1);
});

test('DELETE cancels a job that waits or runs, which is not counted', async () => {
  const key = await platen.key();
  const ids: string[] = [];
  for (const tool of ['copy', 'hang', 'hang', 'hang', 'hang', 'hang'])
    ids.push(accepted(await platen.convert(tool, [text], { key, headers: later })));
  for (const id of ids.slice(1)) {
    const got = await platen.get(`/v1/job/${id}`, key, { method: 'DELETE' });
    assert.deepEqual([got.status, got.body], [200, { status: 'deleted' }]);
    refused(await platen.get(`/v1/job/${id}`, key), 410, 'job_deleted');
  }
  await ended(key, ids[0] ?? '');
  const done = (await platen.get('/v1/jobs?status=success', key)).body['jobs'] as unknown[];
  assert.equal(await platen.used(key), done.length);
  assert.equal(done.length, 1);
});

test('GET /jobs lists the jobs of the key, newest first, in pages', async () => {
  const key = await platen.key();
  const ids: string[] = [];
  for (const tool of ['copy', 'copy', 'broken'])
    ids.unshift(accepted(await platen.convert(tool, [text], { key, headers: later })));
  for (const id of ids) await ended(key, id, id === ids[0] ? 409 : 200);
  const first = await platen.get('/v1/jobs?limit=2', key);
  const jobs = first.body['jobs'] as Record<string, unknown>[];
  assert.deepEqual(
    jobs.map((job) => job['job_id']),
    ids.slice(0, 2),
  );
  assert.deepEqual(Object.keys(jobs[1] ?? {}), [
    'job_id',
    'status',
    'tool',
    'created_at',
    'completed_at',
    'expires_at',
    'size_bytes',
    'name',
    'error',
  ]);
  assert.deepEqual([jobs[0]?.['status'], jobs[0]?.['error']], ['rejected', 'source_unreadable']);
  assert.deepEqual([jobs[1]?.['status'], jobs[1]?.['size_bytes'], jobs[1]?.['error']], ['success', 5, null]);
  const rest = await platen.get(`/v1/jobs?limit=2&cursor=${String(first.body['next_cursor'])}`, key);
  assert.deepEqual(
    (rest.body['jobs'] as Record<string, unknown>[]).map((job) => job['job_id']),
    ids.slice(2),
  );
  assert.equal(rest.body['next_cursor'], null);
  const of = async (query: string) => ((await platen.get(`/v1/jobs?${query}`, key)).body['jobs'] as unknown[]).length;
  assert.deepEqual(
    [await of('status=success'), await of('tool=broken'), await of(`since=${Date.now() + 60_000}`)],
    [2, 1, 0],
  );
  assert.equal(((await platen.get('/v1/jobs', await platen.key())).body['jobs'] as unknown[]).length, 0);
  refused(await platen.get('/v1/jobs?limit=0', key), 400, 'bad_request', { code: 'invalid_query', field: 'limit' });
});

test('the events of a job end with its outcome', async () => {
  const key = await platen.key();
  const id = accepted(await platen.convert('copy', [text], { key, fields: { mode: 'slow' }, headers: later }));
  const events = await eventsOf(id, key);
  assert.equal(events[0]?.event, 'progress');
  assert.equal(events[0]?.data['status'], 'pending');
  const last = events.at(-1);
  assert.equal(last?.event, 'succeeded');
  assert.deepEqual(last?.data, (await platen.get(`/v1/job/${id}`, key)).body);
  const again = await eventsOf(id, key, 'pending-runs-0');
  assert.deepEqual(
    again.map(({ event }) => event),
    ['succeeded'],
  );
  const broken = accepted(await platen.convert('broken', [text], { key, headers: later }));
  const rejected = (await eventsOf(broken, key)).at(-1);
  assert.equal(rejected?.event, 'rejected');
  const outcome = rejected?.data['outcome'] as Record<string, unknown> | undefined;
  assert.equal(outcome?.['error'], 'source_unreadable');
  refused(await platen.get(`/v1/job/${id}/events`, await platen.key()), 403, 'forbidden');
  refused(await platen.get('/v1/job/unknown/events', key), 404, 'job_not_found');
  const slow = accepted(await platen.convert('copy', [text], { key, fields: { mode: 'slow' }, headers: later }));
  const following = eventsOf(slow, key);
  await eventually(async () => (await platen.get(`/v1/job/${slow}`, key)).body['position'] === null, 'it runs');
  await platen.get(`/v1/job/${slow}`, key, { method: 'DELETE' });
  const deleted = (await following).at(-1);
  assert.deepEqual([deleted?.event, deleted?.data['error']], ['deleted', 'job_deleted']);
  refused(await platen.get(`/v1/job/${slow}/events`, key), 410, 'job_deleted');
});

test('a job tells which of its pages are done', async () => {
  const key = await platen.key();
  const file = { name: 'pages.pdf', data: pdf(...Array.from({ length: 80 }, (_, n) => `page ${n + 1}`)) };
  const id = accepted(await platen.convert('pdf-to-image', [file], { key, headers: later }));
  const events = await eventsOf(id, key);
  assert.equal(events.at(-1)?.event, 'succeeded');
  const told = events.flatMap(({ data }) => (data['progress'] as Progress | null | undefined) ?? []);
  assert.ok(told.length > 0, 'its events have its progress');
  for (const { of, unit } of told) assert.deepEqual({ of, unit }, { of: 80, unit: 'pages' });
  const done = told.map((progress) => progress.done);
  assert.ok(done.every((page) => page >= 1 && page <= 80));
  assert.deepEqual(
    done,
    [...new Set(done)].toSorted((a, b) => a - b),
  );
});

test('progress is stored at intervals, one write at a time, and never after the end', async () => {
  const stored: number[] = [];
  let ended = 0;
  {
    await using progress = latestEvery<number>(400, async (value) => {
      stored.push(value);
      await sleep(5);
      ended += 1;
    });
    for (let n = 1; n <= 1000; n++) progress.note(n);
    await eventually(async () => ended === 2, 'the first and the last are stored');
    assert.deepEqual(stored, [1, 1000]);
    progress.note(1001);
    await eventually(async () => stored.length === 3, 'what comes later is stored too');
    progress.note(1002);
  }
  assert.deepEqual([stored, ended], [[1, 1000, 1001], 3]);
  await sleep(500);
  assert.equal(stored.length, 3);
});

interface JobEvent {
  event: string;
  data: Record<string, unknown>;
}

async function eventsOf(id: string, key: string, lastEventId = ''): Promise<JobEvent[]> {
  const response = await fetch(`${platen.nextUrl()}/v1/job/${id}/events`, {
    headers: { Authorization: `Bearer ${key}`, ...(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId }) },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('event:'));
  return blocks.map((block) => {
    const [event = '', , data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(':') + 2));
    return { event, data: JSON.parse(data) as Record<string, unknown> };
  });
}

test('HEAD of the events is answered as GET is, and nothing is held for it', async () => {
  const key = await platen.key();
  const id = accepted(await platen.convert('hang', [text], { key, headers: later }));
  const events = (method: string) =>
    fetch(`${platen.url}/v1/job/${id}/events`, { method, headers: { Authorization: `Bearer ${key}` } });
  for (let n = 0; n < 60; n++) {
    const head = await events('HEAD');
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream']);
  }
  const stream = await events('GET');
  assert.equal(stream.status, 200);
  await platen.get(`/v1/job/${id}`, key, { method: 'DELETE' });
  assert.match(await stream.text(), /event: deleted/);
});

test('events that nobody reads are given up before they fill the memory', async () => {
  const held = createHeldAnswers();
  const stream = new EventStream({ held }, 'one');
  const data = { text: 'x'.repeat(1000) };
  let sent = 0;
  while (!stream.isOver && sent < 10_000) {
    stream.send('progress', { data });
    sent += 1;
  }
  assert.ok(sent > 1000 && sent < 1500, `${sent} kB`);
  stream.send('progress', { data });
  await new Promise(setImmediate);
  for (let n = 0; n < 50; n++) held.acquire('one');
  assert.throws(() => held.acquire('one'), 'its place was free again');
});

test('an account has so many answers held, and no more', async () => {
  const key = await platen.key();
  const id = accepted(await platen.convert('hang', [text], { key, headers: later }));
  const headers = { Authorization: `Bearer ${key}` };
  // It does not end for any of them before all are answered.
  const answers = await Promise.all(
    Array.from({ length: 101 }, () => fetch(`${platen.url}/v1/job/${id}/events`, { headers })),
  );
  const held = answers.filter(({ status }) => status === 200);
  const refusals = await Promise.all(answers.filter((one) => !held.includes(one)).map(answerOf));
  assert.equal(held.length, 50);
  for (const refusal of refusals) refused(refusal, 503, 'server_busy');
  // By the same node, which counts those that it holds.
  const body = new FormData();
  body.append('file', new Blob([text.data]), text.name);
  for (const [path, init] of [
    ['convert/hang', { method: 'POST', body, headers: { ...headers, Prefer: 'respond-async, wait=5' } }],
    [`job/${id}`, { headers: { ...headers, Prefer: 'wait=5' } }],
  ] as const)
    refused(await answerOf(await fetch(`${platen.url}/v1/${path}`, init)), 503, 'server_busy');
  assert.equal((await platen.get(`/v1/job/${id}`, key, { method: 'DELETE' })).status, 200);
  for (const answer of held) assert.match(await answer.text(), /event: deleted/);
});

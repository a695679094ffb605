// The bounds of one account: conversions that wait or run, and bytes that are kept.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { converted, eventually, refused, startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };

test('an account has so many conversions at a time, and others have theirs', async () => {
  await using platen = await startPlaten({ maxRunningPerAccount: 3 }, { tools: withSaboteurs });
  const [busy, other] = [await platen.key(), await platen.key()];
  const stopped = new AbortController();
  const hung = Array.from({ length: 3 }, () =>
    platen.convert('hang', [text], { key: busy, signal: stopped.signal }).catch(() => null),
  );
  const { db } = platen.service;
  const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 3, 'three that wait or run');
  refused(await platen.convert('copy', [text], { key: busy }), 503, 'server_busy', { retry_after: 5 });
  stopped.abort();
  await Promise.all(hung);
  await eventually(async () => (await pending()).length === 0, 'they have ended');
  converted(await platen.convert('copy', [text], { key: busy }));
  converted(await platen.convert('copy', [text], { key: other }));
  assert.deepEqual(await platen.leftovers(), []);
});

/** An upload whose body can be paused and continued. */
function halfSent(url: string, key: string, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=b' };
  const call = request(`${url}/v1/convert/hang`, { method: 'POST', headers, signal });
  const answered = new Promise<number | undefined>((resolve) => {
    call.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => resolve(undefined));
  });
  call.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello');
  return { answered, finish: () => void call.end('\r\n--b--\r\n') };
}

test('an account has no more conversions than it may, however many uploads end at once', async () => {
  await using platen = await startPlaten({ maxRunningPerAccount: 3 }, { tools: withSaboteurs });
  const key = await platen.key();
  const stopped = new AbortController();
  const uploads = Array.from({ length: 7 }, () => halfSent(platen.url, key, stopped.signal));
  await eventually(async () => platen.service.uploads.now === 7, 'all have been let in');
  for (const upload of uploads) upload.finish();
  const statuses: (number | undefined)[] = [];
  for (const { answered } of uploads) void answered.then((status) => statuses.push(status));
  await eventually(async () => statuses.length === 4, 'those beyond are answered');
  assert.deepEqual(statuses, [503, 503, 503, 503]);
  const rows = await platen.service.db.selectFrom('jobs').select('state').execute();
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['pending', 'pending', 'pending'],
  );
  assert.equal(await platen.used(key), 3);
  stopped.abort();
  await Promise.all(uploads.map(({ answered }) => answered));
  await eventually(async () => (await platen.used(key)) === 0, 'the stopped conversion is refunded');
  assert.deepEqual(await platen.leftovers(), []);
});

test('an account that has reached its limit converts again when a result is deleted, or expires', async () => {
  const max_bytes = 10;
  await using platen = await startPlaten({ maxStoredBytesPerAccount: max_bytes }, { tools: withSaboteurs });
  const [key, other] = [await platen.key(), await platen.key()];
  const convert = () => platen.convert('copy', [text], { key });
  const first = converted(await convert());
  converted(await convert());
  const full = await convert();
  refused(full, 429, 'storage_limit_reached', { max_bytes, plan: 'business' });
  const wait = Number(full.body['retry_after']);
  assert.ok(wait > 0 && wait <= 3600, String(wait));
  assert.equal(full.headers.get('retry-after'), String(wait));
  assert.equal(await platen.used(key), 2);
  converted(await platen.convert('copy', [text], { key: other }));

  await platen.get(`/v1/job/${first}`, key, { method: 'DELETE' });
  converted(await convert());
  refused(await convert(), 429, 'storage_limit_reached');
  platen.clock.move(2 * hourMs);
  await eventually(async () => (await convert()).status === 200, 'results have expired');
});

/** A file of a kilobyte. */
const kilobyte = { name: 'a.txt', data: Buffer.from('x'.repeat(1024)) };

test('inputs of failed conversions are kept for an account up to a bound, the newest ones, and job and audit log say so', async () => {
  await using platen = await startPlaten({ maxRetainedBytesPerAccount: 2500 }, { tools: withSaboteurs });
  const { db, files } = platen.service;
  const key = await platen.key();
  const fail = async (headers = {}) => {
    const { body } = await platen.convert('crash', [kilobyte], { key, headers });
    return String(body['job_id']);
  };
  const ids = [await fail(), await fail(), await fail({ Prefer: 'respond-async' })];
  const kept = async () => {
    const names = await Promise.all(ids.map((id) => files.inputNames(id)));
    return ids.filter((_, n) => names[n]?.length === 1);
  };
  await eventually(async () => (await kept()).length === 2, 'the oldest input is deleted');
  assert.deepEqual(await kept(), ids.slice(1));
  const rows = await eventually(async () => {
    const found = await db.selectFrom('jobs').select(['expires_at', 'warnings', 'state']).orderBy('id').execute();
    return found[0]?.expires_at === null && found[2]?.state === 'failed' && found;
  }, 'the job says so');
  assert.match(String(rows[0]?.warnings), /input files were deleted early: 2\.4 KB/);
  assert.deepEqual(
    rows.slice(1).map(({ warnings }) => warnings),
    [null, null],
  );
  const audit = await eventually(async () => {
    const found = await db.selectFrom('audit').selectAll().where('event', '=', 'inputs_deleted_early').execute();
    return found.length > 0 && found;
  }, 'the audit log says so');
  assert.deepEqual(JSON.parse(audit[0]?.detail ?? ''), { number: '1', limit: '2.4 KB' });
});

test('unfinished uploads of an account go early above the same bound, never the newest or a finished one', async () => {
  await using platen = await startPlaten({ maxRetainedBytesPerAccount: 2500 }, { tools: withSaboteurs });
  const key = await platen.key();
  const create = async (bytes: number) => {
    const headers = { 'Upload-Length': String(bytes) };
    return (await platen.get('/v1/uploads', key, { method: 'POST', headers })).headers.get('location') ?? '';
  };
  const send = (at: string, offset: number, text: string) =>
    platen.get(at, key, {
      method: 'PATCH',
      body: new Blob([text]),
      headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    });
  const finished = await create(4);
  await send(finished, 0, 'done');
  const oldest = await create(1024);
  await send(oldest, 0, 'some');
  const others = [await create(1024), await create(1024)];
  const statusOf = async (at: string) => (await platen.get(at, key, { method: 'HEAD' })).status;
  assert.equal(await statusOf(oldest), 404);
  for (const at of [finished, ...others]) assert.equal(await statusOf(at), 200);
  const huge = await create(5000);
  for (const at of others) assert.equal(await statusOf(at), 404);
  for (const at of [finished, huge]) assert.equal(await statusOf(at), 200);
  assert.equal((await Array.fromAsync(platen.service.files.ids())).length, 1, 'their bytes are gone');
  const { db } = platen.service;
  const events = await db.selectFrom('audit').select('event').where('event', '=', 'uploads_deleted_early').execute();
  assert.equal(events.length, 2);
});

// Files that arrive in parts, and stored inputs: `file_id` instead of `file`.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ifAbsent } from '#core/absent.ts';
import { hourMs } from '#core/clock.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { sweep } from '#service/jobs/retention.ts';
import { pdf } from '../support/fixtures.ts';
import { converted, eventually, namesIn, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'notes.txt', data: Buffer.from('hello') };
const base64 = (name: string) => Buffer.from(name).toString('base64');
let platen: Platen;
before(async () => {
  platen = await startPlaten({}, { tools: withSaboteurs });
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const create = (key: string, bytes: number, name = 'notes.txt'): Promise<Answer> =>
  platen.get('/v1/uploads', key, {
    method: 'POST',
    headers: {
      'Upload-Length': String(bytes),
      'Upload-Metadata': `filename ${base64(name)}`,
      'Tus-Resumable': '1.0.0',
    },
  });

async function created(key: string, bytes: number, name?: string): Promise<string> {
  const answer = await create(key, bytes, name);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('tus-resumable'), '1.0.0');
  return answer.headers.get('location') ?? '';
}

const patch = (
  key: string,
  at: string,
  offset: number,
  data: Buffer<ArrayBuffer>,
  type = 'application/offset+octet-stream',
) =>
  platen.get(at, key, {
    method: 'PATCH',
    body: new Blob([data]),
    headers: { 'Upload-Offset': String(offset), 'Content-Type': type },
  });

const offsetOf = async (key: string, at: string): Promise<number> => {
  const { status, headers } = await platen.get(at, key, { method: 'HEAD' });
  assert.equal(status, 200);
  return Number(headers.get('upload-offset'));
};

const idOf = (at: string): string => at.slice('/v1/uploads/'.length);

const convert = (key: string, fields: Record<string, string>, headers = {}): Promise<Answer> =>
  platen.convert('copy', [], { key, fields, headers });

test('a file that arrives in parts is converted by its identifier', async () => {
  const key = await platen.key();
  const at = await created(key, 11, 'Résumé.txt');
  assert.equal((await patch(key, at, 0, Buffer.from('hello '))).headers.get('upload-offset'), '6');
  assert.equal(await offsetOf(key, at), 6);
  refused(await convert(key, { file_id: idOf(at) }), 404, 'file_not_found', { field: 'file_id' });
  refused(await patch(key, at, 3, Buffer.from('world')), 409, 'upload_conflict', { offset: 6 });
  assert.equal((await patch(key, at, 6, Buffer.from('world'))).status, 204);
  const job = converted(await convert(key, { file_id: idOf(at) }));
  assert.equal((await platen.download(job, key)).toString(), 'hello world');
  const [listed] = (await platen.get('/v1/jobs', key)).body['jobs'] as Record<string, unknown>[];
  assert.equal(listed?.['name'], 'Résumé-copied.txt');
  refused(await convert(await platen.key(), { file_id: idOf(at) }), 404, 'file_not_found');
});

test('an upload resumes after its connection was cut', async () => {
  const key = await platen.key();
  const data = Buffer.from(randomBytes(1_500_000).toString('hex'));
  const at = await created(key, data.length);
  for (const cut of [1_000_000, 700_000]) {
    const offset = await offsetOf(key, at);
    await sendAndCut(key, at, offset, data.subarray(offset, offset + cut));
    await eventually(async () => (await offsetOf(key, at)) === offset + cut, 'received bytes are kept');
  }
  const offset = await offsetOf(key, at);
  assert.equal(offset, 1_700_000);
  await patch(key, at, offset, Buffer.from(data.subarray(offset)));
  const job = converted(await convert(key, { file_id: idOf(at) }));
  assert.deepEqual(await platen.download(job, key), data);
});

/** Announces more than it sends, and breaks off when the service has written all that was sent. */
async function sendAndCut(key: string, at: string, offset: number, part: Buffer): Promise<void> {
  const call = request(`${platen.url}${at}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${key}`,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': part.length + 1000,
    },
  });
  const cut = once(call, 'error');
  call.write(part);
  await eventually(async () => (await partSizes()).includes(part.length), 'the part has been written');
  call.destroy(new Error('the line is cut'));
  await cut;
}

/** The sizes of the parts of uploads that are arriving. */
async function partSizes(): Promise<number[]> {
  const work = join(platen.data, 'work');
  return Promise.all(
    (await namesIn(work)).map(async (name) => (await stat(join(work, name)).catch(ifAbsent(null)))?.size ?? 0),
  );
}

test('a part that is longer than the rest of its upload is refused, and not read on', async () => {
  const key = await platen.key();
  const at = await created(key, 5);
  const call = request(`${platen.url}${at}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${key}`,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
  });
  call.on('error', () => {});
  const status = new Promise((resolve) => call.on('response', (response) => resolve(response.statusCode)));
  call.write('hello and so on, without an end');
  assert.equal(await status, 413);
  call.destroy();
  assert.equal(await offsetOf(key, at), 0, 'nothing of it is kept');
  refused(await patch(key, at, 0, Buffer.from('hello and more')), 413, 'payload_too_large', { max_bytes: 5 });
  assert.equal((await patch(key, at, 0, Buffer.from('hello'))).status, 204);
  const job = converted(await convert(key, { file_id: idOf(at) }));
  assert.equal((await platen.download(job, key)).toString(), 'hello');
});

test('as many files are named as may be sent', async () => {
  const key = await platen.key('business');
  const data = pdf('A page');
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    const at = await created(key, data.length, `page-${n}.pdf`);
    assert.equal((await patch(key, at, 0, data)).status, 204);
    ids.push(idOf(at));
  }
  const named = (all: readonly string[]) => Object.fromEntries(all.map((id, n) => [`file_id[${n}]`, id]));
  converted(await platen.convert('merge-pdf', [], { key, fields: named(ids) }));
  refused(await platen.convert('merge-pdf', [], { key, fields: named([...ids, ...ids]) }), 413, 'too_many_parts', {
    limit: 'files',
    max: 20,
  });
});

test('uploads go with their account', async () => {
  const key = await platen.key();
  const at = await created(key, 10);
  await patch(key, at, 0, Buffer.from('hello'));
  const { db, files } = platen.service;
  const { account_id: accountId } = await db
    .selectFrom('uploads')
    .select('account_id')
    .where('id', '=', idOf(at))
    .executeTakeFirstOrThrow();
  const { id: part } = await db
    .selectFrom('upload_parts')
    .select('id')
    .where('upload_id', '=', idOf(at))
    .executeTakeFirstOrThrow();
  assert.equal((await files.inputNames(part)).length, 1);
  await deleteAccount(platen.service, accountId ?? '');
  assert.deepEqual(await files.inputNames(part), []);
});

test('the result of a job of one’s own is the input of the next', async () => {
  const key = await platen.key();
  const first = converted(await platen.convert('copy', [text], { key }));
  const second = converted(await convert(key, { file_id: first }));
  assert.equal((await platen.download(second, key)).toString(), 'hello');
  refused(await convert(await platen.key(), { file_id: first }), 404, 'file_not_found');
  const rejected = (await platen.convert('broken', [text], { key })).body['job_id'];
  refused(await convert(key, { file_id: String(rejected) }), 404, 'file_not_found');
  refused(await convert(key, { file_id: 'unknown' }), 404, 'file_not_found');
  const later = await convert(key, { file_id: first }, { Prefer: 'respond-async, wait=20', 'Idempotency-Key': 'a' });
  assert.equal(later.status, 200);
  const again = await convert(key, { file_id: first }, { Prefer: 'respond-async', 'Idempotency-Key': 'a' });
  assert.equal(again.body['job_id'], later.body['job_id']);
});

test('an upload that is removed while conversions of it begin is a file that is not found', async () => {
  const key = await platen.key();
  for (let round = 0; round < 5; round++) {
    const at = await created(key, 5);
    for (const [n, byte] of [...'hello'].entries()) await patch(key, at, n, Buffer.from(byte));
    const [removed, ...answers] = await Promise.all([
      platen.get(at, key, { method: 'DELETE' }),
      ...Array.from({ length: 6 }, () => convert(key, { file_id: idOf(at) })),
    ]);
    assert.equal(removed.status, 204);
    for (const answer of answers)
      if (answer.status !== 200) refused(answer, 404, 'file_not_found', { field: 'file_id' });
  }
});

test('a client that sends a few bytes now and then is cut off, and resumes later', { timeout: 30_000 }, async () => {
  const uploadPace = { windowMs: 300, bytesPerSecond: 10_000 };
  await using slow = await startPlaten({}, { tools: withSaboteurs, limits: { uploadPace } });
  const key = await slow.key();
  const headers = { Authorization: `Bearer ${key}` };
  const { headers: made } = await slow.get('/v1/uploads', key, {
    method: 'POST',
    headers: { 'Upload-Length': '1000000' },
  });
  const at = made.get('location') ?? '';
  const call = request(`${slow.url}${at}`, {
    method: 'PATCH',
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
  });
  const cut = new Promise((resolve) => call.on('error', resolve).on('close', resolve));
  const trickle = setInterval(() => call.write('x'), 20);
  await cut;
  clearInterval(trickle);
  await eventually(
    async () => Number((await slow.get(at, key, { method: 'HEAD' })).headers.get('upload-offset')) > 0,
    'received bytes are kept',
  );
});

test('a key that may only read uploads nothing', async () => {
  const key = await platen.key();
  const at = await created(key, 5);
  const rows = await platen.service.db.selectFrom('keys').select('prefix').execute();
  for (const { prefix } of rows)
    if (key.startsWith(prefix))
      await platen.service.db.updateTable('keys').set({ scopes: '["read"]' }).where('prefix', '=', prefix).execute();
  refused(await create(key, 5), 403, 'forbidden', { scope: 'convert' });
  refused(await patch(key, at, 0, Buffer.from('hello')), 403, 'forbidden', { scope: 'convert' });
  refused(await platen.get(at, key, { method: 'DELETE' }), 403, 'forbidden', { scope: 'convert' });
});

test('an unsuitable upload is refused', async () => {
  const key = await platen.key('starter');
  refused(await create(key, NaN), 400, 'bad_request', { code: 'invalid_upload' });
  for (const length of ['', '0x10', '1e3', '+5', '-5', '5.0', ' ', '5,5']) {
    const headers = { 'Upload-Length': length };
    const answer = await platen.get('/v1/uploads', key, { method: 'POST', headers });
    refused(answer, 400, 'bad_request', { code: 'invalid_upload' });
  }
  refused(await create(key, 1e12), 413, 'file_too_large', { file: 'notes.txt' });
  const at = await created(key, 5);
  refused(await patch(key, at, 0, Buffer.from('hello'), 'text/plain'), 415, 'unsupported_media_type');
  refused(await patch(await platen.key(), at, 0, Buffer.from('hello')), 404, 'file_not_found');
  refused(await platen.get(at, await platen.key(), { method: 'DELETE' }), 404, 'file_not_found');
  assert.equal((await platen.get(at, key, { method: 'DELETE' })).status, 204);
  assert.equal((await platen.get(at, key, { method: 'HEAD' })).status, 404);
  const options = await platen.get('/v1/uploads', undefined, { method: 'OPTIONS' });
  assert.deepEqual([options.status, options.headers.get('tus-version')], [204, '1.0.0']);
});

test('an unfinished upload is deleted after an hour, with its bytes', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  const headers = { 'Upload-Length': '5' };
  const at = (await other.get('/v1/uploads', key, { method: 'POST', headers })).headers.get('location') ?? '';
  const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  await other.get(at, key, { method: 'PATCH', body: new Blob(['hel']), headers: part });
  assert.equal((await Array.fromAsync(other.service.files.ids())).length, 1);
  await sweep(other.service);
  assert.equal((await Array.fromAsync(other.service.files.ids())).length, 1);
  other.clock.move(hourMs + 1);
  assert.equal((await other.get(at, key, { method: 'HEAD' })).status, 404);
  await sweep(other.service);
  assert.deepEqual(await Array.fromAsync(other.service.files.ids()), []);
  assert.deepEqual(await other.service.db.selectFrom('uploads').selectAll().execute(), []);
});

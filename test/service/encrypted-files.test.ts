// PLATEN_ENCRYPT=on: files in the data folder or the bucket are unreadable without their key, which is deleted with the file.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { headBytes, readHead, sealing, unsealing } from '#service/files/sealed-file.ts';
import { loadConfig } from '#config';
import { openFiles } from '#src/compose.ts';
import { converted, eventually, inFolder, refused, startAmongOthers, type Platen } from '../support/platen.ts';

const planted = 'planted-words-of-a-document ';
const text = { name: 'a.txt', data: Buffer.from(planted.repeat(12_000)) };
let platen: Platen;
let key: string;
before(async () => {
  platen = await startAmongOthers({ encrypt: 'on' });
  key = await platen.key();
});
after(() => platen[Symbol.asyncDispose]());

const keysOf = async (id: string) =>
  (await platen.service.db.selectFrom('file_keys').select('kind').where('id', '=', id).execute()).map(
    ({ kind }) => kind,
  );

async function filesBelow(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

test('a result is downloaded as it was made, whole and in any part', async () => {
  const job = converted(await platen.convert('copy', [text], { key }));
  const whole = await platen.download(job, key);
  assert.ok(whole.includes(planted));
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [10, 200_000],
    [131_072, whole.length - 1],
    [whole.length - 1, whole.length - 1],
  ] as const) {
    const response = await fetch(`${platen.url}/v1/download/${job}`, {
      headers: { Authorization: `Bearer ${key}`, Range: `bytes=${start}-${end}` },
    });
    assert.equal(response.status, 206);
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1)), `${start}-${end}`);
  }
});

test('nothing of it can be read where it is stored', inFolder, async () => {
  converted(await platen.convert('copy', [text], { key }));
  refused(await platen.convert('crash', [text], { key }), 500, 'conversion_failed');
  const stored = await filesBelow(join(platen.data, 'files'));
  assert.ok(stored.length >= 2);
  for (const bytes of stored) assert.ok(!bytes.includes(planted.slice(0, 16)));
});

test('the key goes with the file, and a shared copy keeps its own', async () => {
  const { files, db } = platen.service;
  const job = converted(await platen.convert('copy', [text], { key }));
  // The input is deleted a moment after the answer.
  await eventually(async () => (await keysOf(job)).join() === 'output', 'only the result has a key');
  const copy = `${job.slice(0, -4)}copy`;
  assert.equal(await files.copyOutput(job, copy), true);
  await platen.get(`/v1/job/${job}`, key, { method: 'DELETE' });
  assert.deepEqual(await keysOf(job), []);
  const shared = await files.readOutput(copy);
  assert.ok(shared !== null && (await buffer(shared)).includes(planted));
  await files.deleteOutput(copy);
  assert.deepEqual(await keysOf(copy), []);
  assert.equal(await files.copyOutput(job, copy), false);
  assert.deepEqual(await keysOf(copy), []);
  const left = await db.selectFrom('file_keys').select('id').where('id', '=', job).execute();
  assert.deepEqual(left, []);
});

test('a file that cannot be deleted now can still be read, and is deleted later', inFolder, async () => {
  const { files } = platen.service;
  const job = converted(await platen.convert('copy', [text], { key }));
  const path = join(platen.data, 'files', job, 'output');
  await rename(path, `${path}-away`);
  await mkdir(path);
  await assert.rejects(files.deleteOutput(job));
  assert.deepEqual(await keysOf(job), ['output'], 'its key is still there');
  await rm(path, { recursive: true });
  await rename(`${path}-away`, path);
  assert.ok((await platen.download(job, key)).includes(planted));
  await files.deleteOutput(job);
  assert.deepEqual(await keysOf(job), []);
});

test('a stored file that was changed is refused before anything of it is sent', inFolder, async () => {
  const job = converted(await platen.convert('copy', [text], { key }));
  const path = join(platen.data, 'files', job, 'output');
  const bytes = await readFile(path);
  bytes[headBytes + 3] = (bytes[headBytes + 3] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const answer = await platen.get(`/v1/download/${job}`, key);
  assert.equal(answer.status, 500);
  assert.equal(answer.headers.get('content-disposition'), null);
});

test('the input of a failed job is kept encrypted, and read back as it was sent', async () => {
  const answer = await platen.convert('crash', [text], { key });
  refused(answer, 500, 'conversion_failed');
  const job = String(answer.body['job_id']);
  assert.deepEqual(await keysOf(job), ['inputs']);
  const folder = await mkdtemp(join(tmpdir(), 'platen-input-'));
  await platen.service.files.copyInput(job, 0, join(folder, 'input'));
  assert.ok((await readFile(join(folder, 'input'))).equals(text.data));
  assert.deepEqual(await readdir(folder), ['input']);
  await rm(folder, { recursive: true });
});

test('encrypted files are read when encryption is off, and plain files when it is on', async () => {
  const { db } = platen.service;
  const config = platen.service.config;
  const sealed = converted(await platen.convert('copy', [text], { key }));
  const off = await openFiles({ ...config, encrypt: 'off' }, db);
  const read = await off.readOutput(sealed);
  assert.ok(read !== null && (await buffer(read)).includes(planted));

  const folder = await mkdtemp(join(tmpdir(), 'platen-plain-'));
  await writeFile(join(folder, 'plain'), text.data);
  const plain = `${sealed.slice(0, -4)}pln0`;
  await off.putOutput(plain, join(folder, 'plain'));
  assert.deepEqual(await keysOf(plain), []);
  const same = await platen.service.files.readOutput(plain);
  assert.ok(same !== null && (await buffer(same)).equals(text.data));
  await off.deleteOutput(plain);
  await rm(folder, { recursive: true });
});

test('a file that was cut, changed or put together otherwise is not read to its end', async () => {
  const secret = Buffer.alloc(32, 7);
  const plain = Buffer.from(planted.repeat(12_000));
  const sealed = await buffer(Readable.from([plain]).pipe(sealing(secret, plain.length)));
  const open = (bytes: Buffer) => {
    const head = readHead(bytes.subarray(0, headBytes), secret);
    return buffer(
      Readable.from([bytes.subarray(headBytes)]).pipe(unsealing(head, { start: 0, end: plain.length - 1 })),
    );
  };
  assert.ok((await open(sealed)).equals(plain));
  const segment = 65_536 + 16;
  const swapped = Buffer.concat([
    sealed.subarray(0, headBytes),
    sealed.subarray(headBytes + segment, headBytes + 2 * segment),
    sealed.subarray(headBytes, headBytes + segment),
    sealed.subarray(headBytes + 2 * segment),
  ]);
  const changed = Buffer.from(sealed);
  changed[headBytes + 5] = (changed[headBytes + 5] ?? 0) ^ 1;
  const shorter = Buffer.from(sealed);
  shorter.writeBigUInt64BE(10n, headBytes - 8);
  for (const bytes of [swapped, changed, shorter, sealed.subarray(0, headBytes + segment), sealed.subarray(0, -1)])
    await assert.rejects(open(bytes));
  assert.throws(() => readHead(sealed.subarray(0, 5), secret), /cut off/);
  // A head that claims an empty file is as wrong as any other.
  const empty = Buffer.from(sealed);
  empty.writeBigUInt64BE(0n, headBytes - 8);
  const openEmpty = (bytes: Buffer) =>
    buffer(
      Readable.from([bytes.subarray(headBytes, headBytes + 16)]).pipe(
        unsealing(readHead(bytes.subarray(0, headBytes), secret), { start: 0, end: -1 }),
      ),
    );
  await assert.rejects(openEmpty(empty));
  const really = await buffer(Readable.from([Buffer.alloc(0)]).pipe(sealing(secret, 0)));
  assert.equal((await openEmpty(really)).length, 0);
});

test('results that clients fetch from the bucket cannot be encrypted by the service', () => {
  const settings = {
    PLATEN_ENCRYPT: 'on',
    PLATEN_DOWNLOADS: 'redirect',
    PLATEN_FILES: 's3://bucket/?region=us-east-1',
  };
  assert.throws(() => loadConfig(settings), /PLATEN_DOWNLOADS must be proxy/);
});

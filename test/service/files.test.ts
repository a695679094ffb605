// The contract of every file store: the local folder, and a bucket of S3.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { isFailure } from '#core/failure.ts';
import { inParallel } from '#core/parallel.ts';
import type { Files } from '#service/files/files.ts';
import { createLocalFiles } from '#service/files/local.ts';
import { createS3Files } from '#service/files/s3.ts';
import { openBucket } from '#service/files/s3-objects.ts';
import { storageProblem } from '#service/storage.ts';
import { startS3, type S3Server } from '../support/s3.ts';

let folder: string;
let server: S3Server;
const places: Record<string, () => Files> = {
  folder: () => createLocalFiles(join(folder, 'files'), { error() {} }),
  bucket: () => createS3Files(server.bucket, { log: { error() {} } }),
};
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-files-'));
  await mkdir(join(folder, 'files'));
  server = await startS3();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

let n = 0;
async function file(data: string | Uint8Array): Promise<string> {
  const path = join(folder, `file-${n++}.pdf`);
  await writeFile(path, data);
  return path;
}

async function read(files: Files, id: string, range?: { start: number; end: number }): Promise<string | null> {
  const stream = await files.readOutput(id, range);
  return stream === null ? null : (await buffer(stream)).toString('latin1');
}

for (const [name, open] of Object.entries(places)) {
  test(`${name}: an output is moved in, read whole and in ranges, and deleted`, async () => {
    const files = open();
    const path = await file('0123456789');
    await files.putOutput('job-a', path);
    assert.equal(existsSync(path), false);
    assert.equal(await read(files, 'job-a'), '0123456789');
    assert.equal(await read(files, 'job-a', { start: 2, end: 4 }), '234');
    assert.equal(await read(files, 'job-a', { start: 9, end: 9 }), '9');
    await files.deleteOutput('job-a');
    assert.equal(await read(files, 'job-a'), null);
    await files.deleteOutput('job-a');
  });

  test(`${name}: a large output comes back byte for byte`, async () => {
    const files = open();
    const data = randomBytes(21 << 20);
    await files.putOutput('job-large', await file(data));
    const stream = await files.readOutput('job-large');
    assert.ok(stream !== null && (await buffer(stream)).equals(data));
    const local = await files.localOutput('job-large', await mkdtemp(join(folder, 'local-')));
    assert.ok(local !== null && (await readFile(local)).equals(data));
    await files.deleteOutput('job-large');
    assert.equal(await files.localOutput('job-large', folder), null);
  });

  test(`${name}: a copy outlives its original, with its preview`, async () => {
    const files = open();
    assert.equal(await files.copyOutput('job-none', 'copy-none'), false);
    await files.putOutput('job-b', await file('shared'));
    await files.putPreview('job-b', Buffer.from('picture'));
    await files.putPreview('job-b', Buffer.from('second page'), 2);
    assert.equal((await files.readPreview('job-b', 2))?.toString(), 'second page');
    assert.equal(await files.copyOutput('job-b', 'copy-b'), true);
    await files.deleteOutput('job-b');
    for (const page of [1, 2]) assert.equal(await files.readPreview('job-b', page), null);
    assert.equal(await read(files, 'copy-b'), 'shared');
    assert.equal((await files.readPreview('copy-b'))?.toString(), 'picture');
    await files.deleteOutput('copy-b');
  });

  test(`${name}: inputs keep their order and original names, and are deleted together`, async () => {
    const files = open();
    const names = Array.from({ length: 12 }, (_, i) => `Grüße ${i} "x"/../a.pdf`);
    const inputs = await Promise.all(names.map(async (name, i) => ({ name, path: await file(`input ${i}`) })));
    await files.putInputs('job-c', inputs);
    assert.equal(existsSync(inputs[0]?.path ?? ''), false);
    assert.deepEqual(await files.inputNames('job-c'), names);
    const copy = join(folder, 'copied');
    await files.copyInput('job-c', 11, copy);
    assert.equal(await readFile(copy, 'utf8'), 'input 11');
    await assert.rejects(files.copyInput('job-c', 12, copy), (error) => isFailure(error, 'not_found'));
    await files.deleteInputs('job-c');
    assert.deepEqual(await files.inputNames('job-c'), []);
    await files.deleteInputs('job-c');
  });

  test(`${name}: every job with files is listed once, one without is not`, async () => {
    const files = open();
    for (const id of ['job-d', 'job-e']) await files.putOutput(id, await file(id));
    await files.putPreview('job-d', Buffer.from('p'));
    await files.putInputs('job-e', [{ name: 'a', path: await file('a') }]);
    assert.deepEqual((await Array.fromAsync(files.ids())).sort(), ['job-d', 'job-e']);
    for (const id of ['job-d', 'job-e']) {
      await files.deleteOutput(id);
      await files.deleteInputs(id);
    }
    assert.deepEqual(await Array.fromAsync(files.ids()), []);
  });
}

test('bucket: more objects than one answer names are listed in order, once each, and deleted', async () => {
  const objects = openBucket(server.bucket);
  const keys = Array.from({ length: 1001 }, (_, k) => `many/${String(k).padStart(4, '0')}/output`);
  await inParallel(keys, async (key) => void (await objects.put(key, Buffer.from('x'))), 8);
  const listed = () => Array.fromAsync(objects.keys('many/'));
  assert.deepEqual(await listed(), keys);
  await objects.remove(keys);
  assert.deepEqual(await listed(), []);
});

test('a bucket that cannot be reached is not a file that is gone, and stores nothing', async () => {
  const files = places['bucket']?.() as Files;
  await files.putOutput('job-f', await file('kept'));
  await server.stop();
  await assert.rejects(files.readOutput('job-f'), (error) => isFailure(error, 'server_busy'));
  await assert.rejects(files.copyOutput('job-f', 'copy-f'), (error) => isFailure(error, 'server_busy'));
  const path = await file('new');
  await assert.rejects(files.putOutput('job-g', path), (error) => storageProblem(error) !== undefined);
  assert.ok(existsSync(path), 'a file that could not be stored still exists');
  await server.start();
  assert.equal(await read(files, 'job-f'), 'kept');
});

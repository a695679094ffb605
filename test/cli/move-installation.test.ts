// A whole installation moves from its data folder to PostgreSQL and a bucket, and back: nothing is lost, byte for byte.
import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Bucket } from '#core/bucket.ts';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { copied, refusal } from '../support/data-copy.ts';
import { pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startS3, type S3Server } from '../support/s3.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let postgres: Postgres;
let server: S3Server;
let mail: MailServer;
before(async () => {
  [postgres, server, mail] = await Promise.all([startPostgres(), startS3(), startMailServer()]);
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const document = { name: 'Ünïcode.pdf', data: pdf('one', 'two') };
const text = { name: 'Grüße.txt', data: Buffer.from('hello') };
const email = 'user-0@example.test';

interface Used {
  key: string;
  jobs: Record<'success' | 'rejected' | 'failed' | 'deleted' | 'expired', string>;
  shareUrl: string;
  cookies: Visitor['cookies'];
}

/** Jobs that have ended in every way, a share, previews, retained inputs, keys and a session. */
async function use(platen: Platen): Promise<Used> {
  const key = await platen.key('starter', 3);
  const rotate = async () =>
    converted(await platen.convert('rotate-pdf', [document], { key, fields: { rotation: '90' } }));
  const [success, deleted, expired] = [await rotate(), await rotate(), await rotate()];
  const broken = { name: 'broken.pdf', data: Buffer.from('%PDF-1.7 and nothing else') };
  const rejected = await platen.convert('rotate-pdf', [broken], { key, fields: { rotation: '90' } });
  const failed = await platen.convert('crash', [text], { key });
  await platen.get(`/v1/job/${deleted}`, key, { method: 'DELETE' });
  const who = await signIn(platen, mail, email);
  assert.equal((await who.fetch(`/dashboard/api/jobs/${success}/preview`)).status, 200);
  const { body } = await who.call('POST', '/shares', { job_id: success, hours: 24 });
  await platen.service.db.updateTable('jobs').set({ expires_at: 1 }).where('id', '=', expired).execute();
  const jobs = {
    success,
    deleted,
    expired,
    rejected: String(rejected.body['job_id']),
    failed: String(failed.body['job_id']),
  };
  return { key, jobs, shareUrl: new URL(String(body['url'])).pathname, cookies: who.cookies };
}

/** Everything that its users can see or fetch. */
async function seen(platen: Platen, { key, jobs, shareUrl, cookies }: Used) {
  refused(await platen.get(`/v1/download/${jobs.deleted}`, key), 410, 'job_deleted');
  refused(await platen.get(`/v1/download/${jobs.expired}`, key), 410, 'file_expired');
  refused(await platen.get(`/v1/download/${jobs.failed}`, key), 409, 'job_not_ready', { status: 'failed' });
  refused(await platen.get(`/v1/download/${jobs.rejected}`, key), 409, 'job_not_ready', { status: 'rejected' });
  const who = visitor(platen);
  for (const [name, value] of cookies) who.cookies.set(name, value);
  const bytes = async (response: Promise<Response>) => {
    const { status, body } = await response.then(async (got) => ({ status: got.status, body: await got.bytes() }));
    assert.equal(status, 200);
    return Buffer.from(body).toString('base64');
  };
  const { files } = platen.service;
  const input = join(platen.data, 'copied-input');
  await files.copyInput(jobs.failed, 0, input);
  return {
    quota: await platen.used(key),
    account: (await who.call('GET', '/me')).body['email'],
    result: (await platen.download(jobs.success, key)).toString('base64'),
    preview: await bytes(who.fetch(`/dashboard/api/jobs/${jobs.success}/preview`)),
    shared: await bytes(fetch(`${platen.url}${shareUrl}/download`)),
    sharedPreview: await bytes(fetch(`${platen.url}${shareUrl}/preview`)),
    inputs: [await files.inputNames(jobs.failed), await readFile(input, 'utf8')],
  };
}

const addressOf = ({ name, prefix, endpoint }: Bucket) => `s3://${name}/${prefix}?endpoint=${endpoint}`;

test('an installation moves to PostgreSQL and a bucket with all its files, and back', async () => {
  const parts = { tools: withSaboteurs };
  await using old = await startPlaten({ databaseUrl: undefined, files: undefined, smtpUrl: mail.url }, parts);
  const used = await use(old);
  const before = await seen(old, used);
  assert.deepEqual(before.inputs, [['Grüße.txt'], 'hello']);
  // As a process leaves it that was killed.
  const pending = converted(await old.convert('copy', [text], { key: used.key }));
  const left = { state: 'pending', completed_at: null, expires_at: null, lease_until: 1 } as const;
  await old.service.db.updateTable('jobs').set(left).where('id', '=', pending).execute();
  await old.running.stop();
  const secret = await readFile(join(old.data, 'secret'), 'utf8');
  const databaseUrl = await postgres.database();
  const files = { ...server.bucket, prefix: 'moved/' };
  const env = { PLATEN_DATABASE_URL: databaseUrl, PLATEN_FILES: addressOf(files), PLATEN_SECRET: secret };

  await copied({ data: old.data, from: 'sqlite', to: 'postgres', env });
  const stored = await copied<{ files: number }>({ data: old.data, from: 'folder', to: 'bucket', env });
  assert.ok(stored.files >= 6, 'results, previews, an input with its list, and a shared file with its preview');
  // As on another machine: only the copied files.
  {
    await using moved = await startPlaten({ databaseUrl, files, secret }, parts);
    await eventually(async () => (await moved.used(used.key)) === before.quota, 'the pending job is given back');
    assert.deepEqual(await seen(moved, used), before);
  }

  for (const to of ['bucket', 'folder'])
    assert.match(
      await refusal({ data: old.data, from: to === 'bucket' ? 'folder' : 'bucket', to, env }),
      /the target is not empty/,
    );
  const elsewhere = await mkdtemp(join(tmpdir(), 'platen-test-'));
  await copied({ data: elsewhere, from: 'postgres', to: 'sqlite', env });
  await copied({ data: elsewhere, from: 'bucket', to: 'folder', env });
  await using back = await startPlaten({ data: elsewhere, databaseUrl: undefined, files: undefined, secret }, parts);
  assert.deepEqual(await seen(back, used), before);
});

test('files are copied only where both places are named, and no service uses them', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-test-'));
  const env = { PLATEN_FILES: addressOf(server.bucket) };
  assert.match(await refusal({ data, from: 'folder', to: 'bucket', env }), /there are no files in/);
  assert.match(await refusal({ data, from: 'folder', to: 'bucket', env: {} }), /PLATEN_FILES must be set/);
  assert.match(await refusal({ data, from: 'folder', to: 'postgres', env }), /files between folder and bucket/);
  await using running = await startPlaten({ data, databaseUrl: undefined, files: undefined });
  assert.match(await refusal({ data, from: 'folder', to: 'bucket', env }), /already using this data directory/);
  assert.ok(running.url);
});

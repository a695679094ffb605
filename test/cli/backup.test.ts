// An installation is backed up while it runs, and restored into an empty place, with any kind of storage.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { runPlaten } from '../support/cli.ts';
import { signIn } from '../support/dashboard.ts';
import { startMailServer } from '../support/mail.ts';
import { converted, eventually, startPlaten, type Platen } from '../support/platen.ts';
import { startPostgres } from '../support/postgres.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-backup-'));
});
after(() => rm(folder, { recursive: true }));

const platen = (env: Record<string, string>, ...args: string[]) => runPlaten(args, { cwd: folder, env });

/** A link's address, and the key and job behind it. */
async function used(service: Platen, mail: Awaited<ReturnType<typeof startMailServer>>) {
  const key = await service.key('starter', 3);
  const job = converted(await service.convert('copy', [text], { key }));
  await service.convert('crash', [text], { key });
  const who = await signIn(service, mail, 'user-0@example.test');
  const share = await who.call('POST', '/shares', { job_id: job, hours: 24 });
  assert.equal(share.status, 201);
  return { key, job, share: new URL((share.body as { url: string }).url).pathname, who };
}

const own = { databaseUrl: undefined, files: undefined };

test('a backup made while the service works comes back whole: keys, jobs, files, links, sessions', async () => {
  await using mail = await startMailServer();
  await using old = await startPlaten({ smtpUrl: mail.url, ...own }, { tools: withSaboteurs });
  const { key, job, share } = await used(old, mail);
  const working = old.convert('slow', [text], { key });
  const made = await platen({}, 'backup', 'b.tgz', '--data', old.data);
  assert.equal(made.status, 0, made.stderr);
  converted(await working);
  assert.equal((await stat(join(folder, 'b.tgz'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['b.tgz']);
  const again = await platen({}, 'backup', 'b.tgz', '--data', old.data);
  assert.match(again.stderr, /b\.tgz exists already; --force/);

  const data = await mkdtemp(join(tmpdir(), 'platen-restored-'));
  const back = await platen({}, 'restore', 'b.tgz', '--data', data);
  assert.equal(back.status, 0, back.stderr);
  await using restored = await startPlaten({ smtpUrl: mail.url, data, ...own }, { tools: withSaboteurs });
  assert.equal((await restored.download(job, key)).toString(), 'hello');
  assert.equal((await fetch(`${restored.url}${share}`)).status, 200);
  assert.equal((await restored.get('/v1/quota', key)).status, 200);
  const failed = await restored.service.db.selectFrom('jobs').select('id').where('state', '=', 'failed').execute();
  const inputs = await Promise.all(failed.map(({ id }) => restored.service.files.inputNames(id)));
  assert.ok(
    inputs.some((names) => names.includes('a.txt')),
    'the input of a failed job is kept',
  );
  const running = await platen({}, 'restore', 'b.tgz', '--data', data);
  assert.match(running.stderr, /already using this data directory/);
});

test('a backup under load is one moment: every result it tells of is in it, and every count is exact', async () => {
  await using old = await startPlaten(own, { tools: withSaboteurs });
  const key = await old.key('business');
  const over = new AbortController();
  let calls = 0;
  const lane = async () => {
    while (!over.signal.aborted) {
      calls += 1;
      await old.convert(calls % 3 === 0 ? 'broken' : 'copy', [text], { key });
    }
  };
  const load = Promise.all(Array.from({ length: 4 }, lane));
  await eventually(async () => calls >= 20, 'twenty calls');
  const made = await platen({}, 'backup', 'load.tgz', '--data', old.data);
  over.abort();
  await load;
  assert.equal(made.status, 0, made.stderr);

  const data = await mkdtemp(join(tmpdir(), 'platen-restored-'));
  const back = await platen({}, 'restore', 'load.tgz', '--data', data);
  assert.equal(back.status, 0, back.stderr);
  await using restored = await startPlaten({ data, ...own }, { tools: withSaboteurs });
  const jobs = await restored.service.db.selectFrom('jobs').select(['id', 'state']).execute();
  assert.deepEqual(
    jobs.filter(({ state }) => state === 'pending'),
    [],
  );
  const kept = jobs.filter(({ state }) => state === 'success');
  assert.ok(kept.length > 0);
  for (const { id } of kept) assert.ok((await restored.download(id, key)).length > 0, id);
  const counted = jobs.filter(({ state }) => state === 'success' || state === 'rejected').length;
  assert.equal(await restored.used(key), counted);
  assert.ok((await restored.convert('copy', [text], { key })).status === 200);
});

test('uploads are left out, and nothing is reported before the archive is in its place', async () => {
  await using old = await startPlaten(own, { tools: withSaboteurs });
  const key = await old.key();
  const job = converted(await old.convert('copy', [text], { key }));
  const auth = { Authorization: `Bearer ${key}` };
  const started = await fetch(`${old.url}/v1/uploads`, {
    method: 'POST',
    headers: { ...auth, 'Upload-Length': '1000', 'Upload-Metadata': `filename ${btoa('a.txt')}` },
  });
  const upload = new URL(started.headers.get('location') ?? '', old.url);
  const sent = await fetch(upload, {
    method: 'PATCH',
    headers: { ...auth, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: 'the first half',
  });
  assert.equal(sent.status, 204);
  const parts = await old.service.db.selectFrom('upload_parts').select('id').execute();
  assert.equal(parts.length, 1);
  const made = await platen({}, 'backup', 'uploads.tgz', '--data', old.data);
  assert.equal(made.status, 0, made.stderr);
  assert.equal((JSON.parse(made.stdout) as { files: number }).files, 1);
  const { stdout: names } = await promisify(execFile)('tar', ['-tzf', join(folder, 'uploads.tgz')]);
  assert.ok(names.includes(job));
  assert.ok(parts.every(({ id }) => !names.includes(id)));

  await mkdir(join(folder, 'taken.tgz'));
  const failed = await platen({}, 'backup', 'taken.tgz', '--force', '--data', old.data);
  assert.equal(failed.status, 1);
  assert.equal(failed.stdout, '');
});

test('an installation without a single result comes back too', async () => {
  await using old = await startPlaten(own, { tools: withSaboteurs });
  const key = await old.key();
  assert.equal((await platen({}, 'backup', 'empty.tgz', '--data', old.data)).status, 0);
  const data = await mkdtemp(join(tmpdir(), 'platen-restored-'));
  const back = await platen({}, 'restore', 'empty.tgz', '--data', data);
  assert.equal(back.status, 0, back.stderr);
  await using restored = await startPlaten({ data, ...own }, { tools: withSaboteurs });
  assert.equal(await restored.used(key), 0);
});

test('a backup of a folder comes back in PostgreSQL, and nowhere where something is already', async () => {
  await using postgres = await startPostgres();
  await using mail = await startMailServer();
  await using old = await startPlaten({ smtpUrl: mail.url, ...own }, { tools: withSaboteurs });
  const { key, job } = await used(old, mail);
  assert.equal((await platen({}, 'backup', 'c.tgz', '--data', old.data)).status, 0);
  const databaseUrl = await postgres.database();
  const env = { PLATEN_DATABASE_URL: databaseUrl };
  const data = await mkdtemp(join(tmpdir(), 'platen-restored-'));
  assert.equal((await platen(env, 'restore', 'c.tgz', '--data', data)).status, 0);
  await using restored = await startPlaten({ smtpUrl: mail.url, ...own, data, databaseUrl }, { tools: withSaboteurs });
  assert.equal((await restored.download(job, key)).toString(), 'hello');
  const another = await mkdtemp(join(tmpdir(), 'platen-restored-'));
  assert.match((await platen(env, 'restore', 'c.tgz', '--data', another)).stderr, /the target is not empty/);
  await rm(another, { recursive: true });
});

test('a folder that is no backup is refused, and changes nothing', async () => {
  await writeFile(join(folder, 'no.tgz'), 'nothing');
  const data = join(folder, 'fresh');
  assert.match((await platen({}, 'restore', 'no.tgz', '--data', data)).stderr, /no\.tgz is not a readable archive/);
  assert.match((await platen({}, 'backup', 'x.tgz', '--data', join(folder, 'nowhere'))).stderr, /not a data directory/);
  assert.deepEqual(
    (await readdir(data)).filter((name) => name !== 'lock.db'),
    [],
  );
});

// A full disk: calls that only read are answered as ever, conversions are asked to retry, nothing is counted.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { z } from 'zod';
import { MiB } from '#core/bytes.ts';
import { hourMs } from '#core/clock.ts';
import { formats } from '#core/formats.ts';
import { defineTool } from '#conversion/tools/tool.ts';
import { sweep } from '#service/jobs/retention.ts';
import { storageProblem } from '#service/storage.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const execute = promisify(execFile);
const text = { name: 'a.txt', data: Buffer.from('hello') };
let disk: string;
let platen: Platen;
const logged: string[] = [];

/** Writes until this many bytes are left; disposing it removes the file. */
async function fill(left: number): Promise<AsyncDisposable> {
  const path = join(disk, 'filler');
  const { bavail, bsize } = await statfs(disk);
  await using file = await open(path, 'w');
  const block = Buffer.alloc(bsize);
  try {
    for (let n = bavail - Math.floor(left / bsize); n > 0; n--) await file.write(block);
  } catch (error) {
    // The service notes calls meanwhile, in the same room.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

let filledInTheMiddle: AsyncDisposable | undefined;
const fillsTheDisk = defineTool({
  id: 'fills-the-disk',
  summary: 'Leaves no room for its own result to be noted.',
  accepts: [formats.txt],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.txt, suffix: '' },
  errors: [],
  async run({ output }) {
    await writeFile(output, 'made');
    filledInTheMiddle = await fill(0);
  },
});

const canMount = await (async () => {
  if (process.getuid?.() !== 0) return false;
  disk = await mkdtemp(join(tmpdir(), 'platen-disk-'));
  return execute('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
})();
const options = { skip: !canMount };

before(async () => {
  if (!canMount) return;
  await mkdir(join(disk, 'data'));
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  platen = await startPlaten({ data: join(disk, 'data') }, { tools: [...withSaboteurs, fillsTheDisk] }, log);
});
after(async () => {
  if (!canMount) return;
  await platen[Symbol.asyncDispose]();
  await execute('umount', ['-R', disk]);
  await rm(disk, { recursive: true });
});

/** A refusal that leaves nothing, and tells the operator why. */
async function givenBack(key: string, got: Awaited<ReturnType<Platen['convert']>>, reason: RegExp): Promise<void> {
  refused(got, 503, 'server_busy', { plan: 'business' });
  assert.ok(Number(got.headers.get('retry-after')) > 0);
  assert.match(logged.join(''), reason);
  await eventually(async () => (await platen.used(key)) === 0, 'nothing is counted');
  const jobs = await platen.service.db.selectFrom('jobs').select('id').where('state', '!=', 'success').execute();
  assert.deepEqual(jobs, []);
  assert.deepEqual(await platen.leftovers(), []);
}

test('with no room for the upload, everything but conversions answers as before', options, async () => {
  const [key, fresh] = [await platen.key(), await platen.key()];
  const job = converted(await platen.convert('copy', [text], { key }));
  assert.equal((await platen.get('/ready')).status, 200);
  {
    await using _full = await fill(0);
    logged.length = 0;
    const got = await platen.convert('copy', [{ name: 'a.txt', data: Buffer.alloc(MiB, 97) }], { key: fresh });
    await givenBack(fresh, got, /no space left on the data folder's disk/);
    for (const path of ['/v1/quota', '/v1/tools', `/v1/job/${job}`])
      assert.equal((await platen.get(path, key)).status, 200, path);
    assert.equal((await platen.download(job, key)).toString(), 'hello');
    assert.equal((await platen.get('/health')).status, 200);
    // An answer of `/ready` is remembered for a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const ready = await platen.get('/ready');
    assert.equal(ready.status, 503);
    assert.deepEqual(
      [ready.body['status'], ready.body['storage'], ready.body['problem']],
      ['not ready', false, "no space left on the data folder's disk"],
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal((await platen.get('/ready')).status, 200);
  converted(await platen.convert('copy', [text], { key: fresh }));
});

test('with no room for a result, it is nobody’s document that is to blame', options, async () => {
  const big = pdf(...Array.from({ length: 4 }, () => randomBytes(MiB / 2).toString('hex')));
  const calls = [
    ['copy', { name: 'a.txt', data: Buffer.alloc(4 * MiB, 97) }, {}],
    ['rotate-pdf', { name: 'a.pdf', data: big }, { rotation: '90' }],
    [
      'office-to-pdf',
      { name: 'a.docx', data: await docx(...Array.from({ length: 300 }, () => randomBytes(250).toString('hex'))) },
      {},
    ],
  ] as const;
  for (const [tool, file, fields] of calls) {
    const key = await platen.key();
    logged.length = 0;
    await using _full = await fill(file.data.length + (tool === 'office-to-pdf' ? 40_000 : MiB));
    await givenBack(key, await platen.convert(tool, [file], { key, fields }), /no space left/);
  }
  assert.deepEqual((await readdir(join(platen.data, 'files'))).length, 2, 'the results of the conversions before');
});

test('with no room to note a job, there is none', options, async () => {
  const key = await platen.key();
  logged.length = 0;
  {
    await using _full = await fill(3 * 4096);
    await givenBack(key, await platen.convert('copy', [text], { key }), /no space left on the database's disk/);
  }
  converted(await platen.convert('copy', [text], { key }));
});

test('a result that cannot be noted any more is removed, and given back once there is room', options, async () => {
  const key = await platen.key();
  const files = await readdir(join(platen.data, 'files'));
  logged.length = 0;
  const got = await platen.convert('fills-the-disk', [text], { key });
  await filledInTheMiddle?.[Symbol.asyncDispose]();
  await givenBack(key, got, /no space left on the database's disk/);
  assert.deepEqual(await readdir(join(platen.data, 'files')), files);
});

test('a data folder whose free space is unknown accepts no conversions, and answers again when it is back', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  await rename(other.data, `${other.data}.away`);
  refused(await other.convert('copy', [text], { key }), 503, 'server_busy');
  assert.equal((await other.get('/ready')).body['storage'], false);
  await rename(`${other.data}.away`, other.data);
  converted(await other.convert('copy', [text], { key }));
});

test('an error of the disk or the database is reported by its cause, at any depth', () => {
  const failing = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
  assert.match(storageProblem(failing('EIO')) ?? '', /disk fails/);
  assert.match(storageProblem(new Error('broke', { cause: failing('EDQUOT') })) ?? '', /quota/);
  assert.match(storageProblem(new SuppressedError(new Error('x'), failing('EROFS'))) ?? '', /read-only/);
  for (const [errcode, words] of [
    [13, /no space/],
    [10 | (3 << 8), /fails to read/],
    [8, /read-only/],
    [5 | (2 << 8), /another process/],
  ] as const)
    assert.match(storageProblem(failing('ERR_SQLITE_ERROR', { errcode })) ?? '', words);
  assert.equal(storageProblem(failing('ENOENT')), undefined);
  assert.equal(storageProblem(failing('ERR_SQLITE_ERROR', { errcode: 19 })), undefined);
});

test('a disk that has become read-only is told apart', options, async () => {
  const key = await platen.key();
  const path = join(platen.data, 'work');
  logged.length = 0;
  await execute('mount', ['--bind', path, path]);
  await execute('mount', ['-o', 'remount,bind,ro', path]);
  try {
    await givenBack(key, await platen.convert('copy', [text], { key }), /the data folder's disk is read-only/);
  } finally {
    await execute('umount', [path]);
  }
  converted(await platen.convert('copy', [text], { key }));
});

test('expired results make room on a full disk, even if nothing can be written', options, async () => {
  const key = await platen.key();
  const old = { name: 'a.txt', data: Buffer.alloc(MiB, 97) };
  const [job, forgotten] = [
    converted(await platen.convert('copy', [old], { key })),
    converted(await platen.convert('copy', [text], { key })),
  ];
  await platen.service.db
    .updateTable('jobs')
    .set({ state: 'pending', created_at: 0 })
    .where('id', '=', forgotten)
    .execute();
  platen.clock.move(2 * hourMs);
  {
    await using _full = await fill(0);
    await sweep(platen.service);
    assert.ok((await statfs(disk)).bavail * 4096 >= MiB / 2);
    refused(await platen.get(`/v1/download/${job}`, key), 410, 'file_expired');
  }
  assert.equal(await platen.used(key), 1, 'the forgotten one is given back');
});

test('orders that waited while the disk was full are performed when there is room again', options, async () => {
  const key = await platen.key();
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    const { status, body } = await platen.convert('sleep', [text], { key, headers: { Prefer: 'respond-async' } });
    assert.equal(status, 202);
    ids.push(String(body['job_id']));
  }
  const pending = async () => {
    const { body } = await platen.get('/v1/jobs?status=pending&limit=100', key);
    return (body['jobs'] as unknown[]).length;
  };
  await eventually(async () => (await pending()) < 19, 'they run');
  {
    await using _full = await fill(0);
    // Some end meanwhile, and others begin.
    await new Promise((resolve) => setTimeout(resolve, 8000));
  }
  await eventually(async () => (await pending()) === 0, 'all have ended', 100);
  // One that was under way may have failed by the full disk just before there was room again: that is not counted.
  const states = await Promise.all(ids.map(async (id) => (await platen.get(`/v1/job/${id}`, key)).body['status']));
  const successes = states.filter((state) => state === 'success').length;
  assert.ok(successes >= ids.length - 4, states.join(' '));
  assert.equal(await platen.used(key), successes);
});

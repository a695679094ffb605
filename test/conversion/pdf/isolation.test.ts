// The processes that work on PDFs, seen from outside: their abilities if a document took them over.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '#config';
import type { Engines } from '#conversion/engines/index.ts';
import type { PdfJob } from '#conversion/engines/pdf/job.ts';
import { isFailure } from '#core/failure.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { kindsOfPage } from '../../support/pdf-builder.ts';

let folder: string;
let engines: Engines;
let document: string;
const problems: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  engines = composeEngines(loadConfig({}), folder, { warmProcesses: 1, warn: (problem) => problems.push(problem) });
  engines.pdf.warmUp();
  await engines.pdf.settled();
  document = join(folder, 'document.pdf');
  await writeFile(document, kindsOfPage['plain']?.() ?? '');
});
after(async () => {
  await engines.stop();
  await rm(folder, { recursive: true, force: true });
});

const begin = () => engines.pdf.begin(AbortSignal.timeout(20_000));

const statusOf = (pid: number | string) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
const fieldOf = (status: string, name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

/** Whether a process was started by this one, or by one that was. */
async function isOurs(pid: number): Promise<boolean> {
  for (let at = pid; at > 1; at = Number(fieldOf(await statusOf(at), 'PPid'))) if (at === process.pid) return true;
  return false;
}

/** Our forked children; those `withDocument` have a file in their folder. */
async function children({ withDocument }: { withDocument: boolean }): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || !(await isOurs(Number(name)))) continue;
    const files = await readdir(`/proc/${name}/root/out/job`).catch(() => null);
    if (files !== null && files.length > 0 === withDocument) found.push(Number(name));
  }
  return found;
}

test('a process for PDFs has no right, no network, no other files and no way to new programs', async () => {
  await using job: PdfJob = await begin();
  assert.equal((await job.open(document)).access, 'open');
  const [pid] = await children({ withDocument: true });
  assert.ok(pid !== undefined, problems.join(' '));
  const status = await statusOf(pid);
  assert.equal(fieldOf(status, 'NoNewPrivs'), '1');
  assert.equal(fieldOf(status, 'Seccomp'), '2');
  for (const set of ['CapEff', 'CapPrm', 'CapInh', 'CapAmb'])
    assert.equal(Number.parseInt(fieldOf(status, set), 16), 0, set);
  for (const space of ['net', 'mnt', 'pid', 'user', 'ipc', 'uts'])
    assert.notEqual(await readlink(`/proc/${pid}/ns/${space}`), await readlink(`/proc/self/ns/${space}`));
  const devices = (await readFile(`/proc/${pid}/net/dev`, 'utf8')).split('\n').slice(2).filter(Boolean);
  assert.deepEqual(
    devices.map((line) => line.split(':')[0]?.trim()),
    ['lo'],
  );
  const root = `/proc/${pid}/root`;
  assert.deepEqual(await readdir(`${root}/out`), ['job']);
  assert.deepEqual(await readdir(`${root}/proc`), []);
  assert.deepEqual(await readdir(`${root}/tmp`), []);
  assert.deepEqual(await readdir(`${root}/out/job`), ['f1']);
});

test('each job has a process of its own, which is gone with it', async () => {
  const one = await begin();
  const other = await begin();
  assert.equal((await one.open(document)).pages, 1);
  assert.equal((await other.open(document)).pages, 1);
  assert.equal((await children({ withDocument: true })).length, 2);
  await one[Symbol.asyncDispose]();
  assert.equal((await children({ withDocument: true })).length, 1);
  await other[Symbol.asyncDispose]();
  assert.equal((await children({ withDocument: true })).length, 0);
});

test('a cancelled job ends at once, at any point of its process', async () => {
  const stop = new AbortController();
  await using job = await engines.pdf.begin(stop.signal);
  await job.open(document);
  const turning = job.rotate(0, 90).then(() => job.write(0, join(folder, 'never.pdf')));
  stop.abort(new Error('the client has left'));
  await assert.rejects(turning, /the client has left/);
});

test('a process that dies costs its own job only', async () => {
  await using job = await begin();
  await job.open(document);
  const [pid] = await children({ withDocument: true });
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGKILL');
  await assert.rejects(job.rotate(0, 90), (error) => isFailure(error, 'conversion_failed'));
  await using next = await begin();
  assert.equal((await next.open(document)).access, 'open');
});

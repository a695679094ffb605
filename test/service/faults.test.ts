// Faults of the machine: no descriptors left, a clock that jumps, a damaged database, engines that are gone or return garbage.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { errors } from '#core/errors.ts';
import { dayMs, hourMs } from '#core/clock.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { runPlaten } from '../support/cli.ts';
import { nestFolders } from '../support/deep-folders.ts';
import { pdf } from '../support/fixtures.ts';
import { converted, eventually, refused, startPlaten, type Answer } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const execute = promisify(execFile);
const text = { name: 'a.txt', data: Buffer.from('hello') };
const postscript = { name: 'a.ps', data: Buffer.from('%!PS\nshowpage\n') };

const isDocumented = ({ status, body }: Answer) =>
  status === 200 || errors[String(body['error']) as keyof typeof errors]?.status === status;

/** Leaves this process so many descriptors, until `end`: by a program that is started while there are some. */
async function withFewDescriptors(spare: number): Promise<{ end(): Promise<void> }> {
  const prlimit = `prlimit --pid ${process.pid} --nofile`;
  const { stdout } = await execute('sh', ['-c', `${prlimit} --raw --noheadings -o SOFT,HARD`]);
  const [soft, hard] = stdout.trim().split(/\s+/);
  const raising = spawn('sh', ['-c', `read line; ${prlimit}=${soft}:${hard}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const held = await execute('sh', ['-c', `ls /proc/${process.pid}/fd | wc -l`]);
  await execute('sh', ['-c', `${prlimit}=${Number(held.stdout) + spare}:${hard}`]);
  return {
    async end() {
      const ended = once(raising, 'close');
      raising.stdin.end('\n');
      await ended;
    },
  };
}

test('a service without free descriptors refuses calls, and recovers when some are free again', async () => {
  await using platen = await startPlaten({ maxUploadsPerAccount: 100 }, { tools: withSaboteurs });
  const key = await platen.key();
  converted(await platen.convert('copy', [text], { key }));
  const few = await withFewDescriptors(12);
  try {
    const calls = Array.from({ length: 30 }, () => platen.convert('copy', [text], { key }).catch(() => null));
    const answers = (await Promise.all(calls)).filter((answer) => answer !== null);
    for (const answer of answers) assert.ok(isDocumented(answer), JSON.stringify(answer.body));
  } finally {
    await few.end();
  }
  await eventually(
    async () => (await platen.convert('copy', [text], { key }).catch(() => null))?.status === 200,
    'it converts',
  );
  assert.deepEqual(await platen.leftovers(), []);
  const jobs = await platen.service.db.selectFrom('jobs').select('state').execute();
  assert.deepEqual(
    jobs.filter(({ state }) => state === 'pending'),
    [],
  );
  const counted = jobs.filter(({ state }) => state === 'success' || state === 'rejected').length;
  assert.equal(await platen.used(key), counted);
});

test('a service starts beside folders that no path can name, and removes them', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-deep-'));
  const left = join(data, 'runs', 'run-killed', 'out');
  await mkdir(left, { recursive: true });
  nestFolders(left, 500);
  await using platen = await startPlaten({ data }, { tools: withSaboteurs });
  converted(await platen.convert('copy', [text], { key: await platen.key() }));
  assert.ok(!(await readdir(join(data, 'runs'))).includes('run-killed'));
});

test('a clock that jumps forward and back loses no result before its hour, and counting continues', async () => {
  await using platen = await startPlaten({}, { tools: withSaboteurs });
  const key = await platen.key('starter', 10);
  const first = converted(await platen.convert('copy', [text], { key }));
  platen.clock.move(-dayMs);
  const second = converted(await platen.convert('copy', [text], { key }));
  assert.notEqual(first, second);
  for (const job of [first, second]) assert.equal((await platen.download(job, key)).toString(), 'hello');
  platen.clock.move(dayMs + hourMs / 2);
  assert.equal((await platen.download(first, key)).toString(), 'hello');
  refused(await platen.get(`/v1/download/${second}`, key), 410, 'file_expired');
  converted(await platen.convert('copy', [text], { key }));
  assert.equal(await platen.used(key), 13);
});

test('a database that is damaged is told in a sentence, and nothing is written to it', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-damaged-'));
  {
    await using platen = await startPlaten(
      { data, databaseUrl: undefined, files: undefined },
      { tools: withSaboteurs },
    );
    const key = await platen.key();
    for (let n = 0; n < 3; n++) converted(await platen.convert('copy', [text], { key }));
    await platen.running.stop();
    const path = join(data, 'platen.db');
    const { size } = await stat(path);
    await using file = await open(path, 'r+');
    await file.write(Buffer.alloc(size - 100, 0x5a), 0, size - 100, 100);
    const { status, stderr } = await runPlaten(['serve', '--port', '0', '--data', data], { cwd: data });
    assert.equal(status, 1);
    assert.match(stderr, /^error: .*(malformed|damaged|not a database)/m);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
  await rm(data, { recursive: true, force: true });
});

test('engine output that is not a PDF is no result, and is not counted', async () => {
  const lies: Record<string, (output: string) => Promise<void>> = {
    'a page of HTML': (output) => writeFile(output, '<html>%PD'),
    'an empty file': (output) => writeFile(output, ''),
    nothing: async () => {},
    'another format': (output) => writeFile(output, Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  };
  const picture = {
    name: 'a.png',
    data: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .png()
      .toBuffer(),
  };
  for (const [what, lie] of Object.entries(lies)) {
    const imageToPdf = async (_input: string, output: string) => lie(output) as never;
    const engines = (own: Engines): Engines => ({ ...own, documents: { ...own.documents, imageToPdf } });
    await using platen = await startPlaten({}, { engines });
    const key = await platen.key();
    const answer = await platen.convert('image-to-pdf', [{ ...picture, data: new Uint8Array(picture.data) }], { key });
    assert.equal(answer.status, 500, `${what}: ${JSON.stringify(answer.body)}`);
    refused(answer, 500, 'conversion_failed', { status: 'failed' });
    assert.equal(await platen.used(key), 0);
    assert.deepEqual(await platen.leftovers(), []);
  }
});

test('an engine that is gone fails its own tools, and no other', async () => {
  const toPdf = () => Promise.reject(Object.assign(new Error('spawn gs ENOENT'), { code: 'ENOENT' }));
  const engines = (own: Engines): Engines => ({ ...own, ghostscript: { ...own.ghostscript, toPdf } });
  await using platen = await startPlaten({}, { engines });
  const key = await platen.key();
  refused(await platen.convert('ps-to-pdf', [postscript], { key }), 500, 'conversion_failed');
  const page = { name: 'a.pdf', data: pdf('one') };
  converted(await platen.convert('rotate-pdf', [page], { key, fields: { rotation: '90' } }));
  assert.equal(await platen.used(key), 1);
});

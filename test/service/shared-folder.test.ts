// The folder of results may be another disk than that of the workspaces: one that several nodes have mounted.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLocalFiles } from '#service/files/local.ts';

const memoryDisk = '/dev/shm';
const isAnotherDisk = await stat(memoryDisk).then(
  async ({ dev }) => dev !== (await stat(tmpdir())).dev,
  () => false,
);

test('results and inputs move to another disk', { skip: !isAnotherDisk }, async () => {
  const work = await mkdtemp(join(tmpdir(), 'platen-test-'));
  const shared = await mkdtemp(join(memoryDisk, 'platen-test-'));
  try {
    const files = createLocalFiles(shared);
    await mkdir(join(work, 'job'));
    const [output, input] = [join(work, 'job', 'result.txt'), join(work, 'job', 'input-0.txt')];
    await writeFile(output, 'result');
    await writeFile(input, 'input');
    await files.putOutput('job', output);
    await files.putInputs('job', [{ name: 'letter.txt', path: input }]);
    const stored = await files.readOutput('job');
    assert.ok(stored !== null);
    assert.equal(await text(stored), 'result');
    assert.deepEqual(await files.inputNames('job'), ['letter.txt']);
    assert.deepEqual(await readdir(join(work, 'job')), [], 'nothing stays behind');
    assert.deepEqual((await readdir(join(shared, 'job'))).sort(), ['inputs', 'output']);
    assert.equal((await stat(join(shared, 'job', 'output'))).mode & 0o077, 0);
  } finally {
    await rm(work, { recursive: true });
    await rm(shared, { recursive: true });
  }
});

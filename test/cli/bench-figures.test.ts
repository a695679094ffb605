// The report on the figures of a bench: they moved if they differ by more than earlier runs do.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { moved, withRun, type KeptFigures } from '#dev/bench-figures.ts';
import { eventually, namesIn } from '../support/platen.ts';

const figure = (value: number, unit = '×') => ({ name: 'rotate', unit, value });
const kept = (...values: number[]): KeptFigures =>
  values.reduce<KeptFigures>((all, value) => withRun(all, 'tools', 'here', [figure(value)]), {});

test('a figure inside the range of earlier runs has not moved, one outside has', () => {
  assert.deepEqual(moved(kept(1, 1.2, 1.1), 'tools', 'here', [figure(1.21)]), []);
  const [slower] = moved(kept(1, 1.2, 1.1), 'tools', 'here', [figure(1.4)]);
  assert.equal(slower?.value, 1.4);
  assert.equal(moved(kept(1, 1.2, 1.1), 'tools', 'here', [figure(0.9)]).length, 1);
});

test('a single earlier run is taken for noisy', () => {
  assert.deepEqual(moved(kept(1), 'tools', 'here', [figure(1.15)]), []);
  assert.equal(moved(kept(1), 'tools', 'here', [figure(1.3)]).length, 1);
});

test('on another machine milliseconds say nothing, ratios do', () => {
  const before = withRun(kept(1), 'office', 'here', [figure(10, 'ms')]);
  assert.deepEqual(moved(before, 'office', 'there', [figure(100, 'ms')]), []);
  assert.equal(moved(before, 'tools', 'there', [figure(2)]).length, 1);
});

test('five runs of a figure are kept, and those of another machine are forgotten', () => {
  const all = kept(1, 2, 3, 4, 5, 6);
  assert.deepEqual(all['tools']?.figures['rotate']?.values, [2, 3, 4, 5, 6]);
  assert.deepEqual(withRun(all, 'tools', 'there', [figure(9)])['tools']?.figures['rotate']?.values, [9]);
});

test('a figure that is the same on every run has moved by any difference, and only its last value is kept', () => {
  const exact = (value: number) => ({ ...figure(value, '%'), isExact: true });
  const all = [91.2, 93.456].reduce<KeptFigures>((kept, value) => withRun(kept, 'word', 'here', [exact(value)]), {});
  assert.deepEqual(all['word']?.figures['rotate']?.values, [93.46]);
  assert.deepEqual(moved(all, 'word', 'there', [exact(93.456)]), []);
  assert.equal(moved(all, 'word', 'there', [exact(93.44)]).length, 1);
});

test('a bench that is ended leaves no process and no folder', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'platen-ended-'));
  const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'bench', 'pdf-tools'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: scratch },
  });
  const ended = once(child, 'close');
  const own = async () => (await namesIn(scratch)).filter((name) => name.includes('/'));
  await eventually(async () => (await own()).length > 0, 'the bench has begun', 60);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [143, null]);
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('platen-bench-')),
    [],
  );
  assert.deepEqual(await processesWith(scratch), []);
  await rm(scratch, { recursive: true });
});

/** Processes that were started with a folder in their environment. */
async function processesWith(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/environ`, 'latin1').catch(() => '')] as const),
  );
  return environments.flatMap(([id, text]) => (text.includes(folder) ? [id] : []));
}

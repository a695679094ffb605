// Control groups, against a tree of plain files that behaves as the kernel's does: no machine of ours lets us have a real one.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MiB } from '#core/bytes.ts';
import { openCgroups } from '#conversion/process/cgroups.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { LimitExceeded } from '#conversion/process/watchdog.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cgroups-'));
});
after(() => rm(folder, { recursive: true }));

interface Tree extends Disposable {
  path: string;
  /** The contents of the files of each group before it was removed. */
  seen: Map<string, Record<string, string>>;
}

/** A tree in which a group that is killed can be removed, and whose groups report these events. */
function tree(name: string, { controllers = 'cpu memory pids', events = 'oom 0\noom_kill 0\n' } = {}): Tree {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'cgroup.controllers'), `${controllers}\n`);
  const seen: Tree['seen'] = new Map();
  const timer = setInterval(() => {
    for (const group of readdirSync(path).filter((entry) => entry.startsWith('platen-'))) {
      const inside = join(path, group);
      if (seen.has(group)) continue;
      if (!existsSync(join(inside, 'memory.events'))) writeFileSync(join(inside, 'memory.events'), events);
      if (!existsSync(join(inside, 'cgroup.kill'))) continue;
      const files = readdirSync(inside);
      seen.set(group, Object.fromEntries(files.map((file) => [file, readFileSync(join(inside, file), 'utf8').trim()])));
      for (const file of files) rmSync(join(inside, file));
    }
  }, 1);
  return { path, seen, [Symbol.dispose]: () => clearInterval(timer) };
}

const limits = { maxMemoryBytes: 300 * MiB, maxTemporaryBytes: 50 * MiB, maxProcesses: 40 };
const run = (path: string, script: string) =>
  createSandbox(folder, 'bubblewrap', folder, { cgroups: openCgroups(path) }).run(
    { program: 'sh', args: ['-c', script], limits, calls: 'processes', timeoutMs: 20_000 },
    () => false,
  );

test('a sandbox begins in a group of its own with its limits, and the group goes with it', async () => {
  using given = tree('whole');
  const { stdout } = await run(given.path, 'echo done; sleep 0.1');
  assert.equal(stdout.toString(), 'done\n');
  assert.equal(readFileSync(join(given.path, 'cgroup.subtree_control'), 'utf8'), '+memory +pids');
  const [group] = given.seen.values();
  assert.equal(given.seen.size, 1);
  assert.equal(group?.['memory.max'], String(350 * MiB));
  assert.deepEqual([group['memory.swap.max'], group['memory.oom.group'], group['pids.max']], ['0', '1', '48']);
  assert.equal(group['cgroup.procs'], '0', 'it put itself there before anything else');
  assert.deepEqual(
    readdirSync(given.path).filter((name) => name.startsWith('platen-')),
    [],
  );
});

test('a process that the kernel has killed for its memory is reported as such', async () => {
  using given = tree('full', { events: 'oom 1\noom_kill 1\n' });
  await assert.rejects(
    run(given.path, 'sleep 0.1'),
    (error: unknown) => error instanceof LimitExceeded && error.limit === 'memory',
  );
});

test('a folder that cannot serve is refused in a sentence when the service starts', () => {
  assert.throws(
    () => openCgroups(join(folder, 'nowhere')),
    /^Error: PLATEN_CGROUP: .* is no control group \(version 2\)/,
  );
  using given = tree('poor', { controllers: 'cpu pids' });
  assert.throws(() => openCgroups(given.path), /has no controller memory/);
});

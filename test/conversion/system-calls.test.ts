// System calls that a document's program may make, tried from inside the sandbox of every engine.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { compileProbe, linesOf, probeEngines, root } from '../support/probing.ts';

let folder: string;
let probe: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-calls-'));
  probe = await compileProbe(folder, 'call-probe');
});
after(() => rm(folder, { recursive: true, force: true }));

/** Needs of programs of more than one process. */
const processes = ['socket AF_UNIX', 'fork'];

test('no engine can make system calls that it does not need', async () => {
  const found = await probeEngines(folder, probe);

  // Those that fork never open a document, and each of their children gets a filter of its own.
  const forking = ['memfd_create', 'unshare', 'mount', ...processes, 'clone a user namespace'];
  assert.deepEqual(Object.fromEntries(found), {
    chromium: processes,
    'fork-server': [],
    'fork-server, which forks': forking,
    gs: [],
    'heif-dec': [],
    'heif-info': [],
    node: [],
    'pango-view': [],
    'pdf-server': [],
    'pdf-server, which forks': forking,
    soffice: processes,
  });
});

test('a process that was forked for a document can ask for less still', async () => {
  const { stdout } = await promisify(execFile)(probe, [join(root, '.runtime', 'filters', 'child.bpf')]);
  assert.deepEqual(linesOf(stdout), []);
});

test('without the filter these calls are allowed', async () => {
  const outside = { program: probe, args: [], timeoutMs: 20_000 };
  const { stdout } = await createSandbox(folder, 'off').run(outside, () => false);
  for (const name of [
    'memfd_create',
    'shmget',
    'keyctl',
    'add_key',
    'socket AF_NETLINK',
    'socket AF_INET',
    'fork',
    'ptrace',
    'ioctl TIOCSTI',
  ])
    assert.ok(linesOf(stdout).includes(name), name);
});

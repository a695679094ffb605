// The checks depend on the files alone: they pass in an unpacked archive, without git and without its hooks.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { removeTree } from '#core/remove-tree.ts';
import { root } from '../support/probing.ts';

const execute = promisify(execFile);
/** Artefacts of the setup are shared; files that no archive has stay behind. */
const shared = ['node_modules', '.runtime'];
const notInAnArchive = new Set(['.git', 'data', ...shared]);

test('in an unpacked archive the launcher runs, nothing counts as unused, and generated files are up to date', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'platen-archive-'));
  try {
    for (const name of await readdir(root))
      if (!notInAnArchive.has(name)) await cp(join(root, name), join(copy, name), { recursive: true });
    for (const name of shared) await symlink(join(root, name), join(copy, name));
    const { CI: _, ...env } = process.env;
    const run = (program: string, ...args: string[]) => execute(program, args, { cwd: copy, env });
    assert.match((await run('./platen', '--version')).stdout, /^\d+\.\d+\.\d+$/m);
    await run(join(copy, 'node_modules', '.bin', 'knip'), '--no-progress');
    await run('./platen', 'docs', '--check');
  } finally {
    await removeTree(copy);
  }
});

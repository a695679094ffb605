// ./platen bench without the packages of tests: it installs no system packages, and names the command that does.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const isDebian = /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** The launcher on a system that has every package but these. */
function platenWithout(packages: readonly string[], ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-set-up-'));
  try {
    for (const name of ['platen', 'setup']) cpSync(join(root, name), join(folder, name), { recursive: true });
    mkdirSync(join(folder, 'bin'));
    const states = packages.map((name) => `${name}) echo not-installed ;;`).join(' ');
    const query = `#!/bin/sh
case "$3" in *Version*) echo 9:9; exit ;; esac
shift 3
for name in "$@"; do case $name in ${states} *) echo installed ;; esac; done
`;
    writeFileSync(join(folder, 'bin', 'dpkg-query'), query, { mode: 0o755 });
    for (const name of ['apt-get', 'npm'])
      writeFileSync(join(folder, 'bin', name), '#!/bin/sh\necho "$0 was called" >&2\nexit 9\n', { mode: 0o755 });
    const env = { PATH: `${folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: folder };
    return spawnSync('sh', [join(folder, 'platen'), ...args], { cwd: folder, env, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const skip = !isDebian && 'nothing is installed here';

test('a bench without the packages of tests is refused, and names the command that installs them', { skip }, () => {
  const { status, stderr } = platenWithout(['poppler-utils', 'mupdf-tools'], 'bench', 'pdf-tools');
  assert.equal(status, 1);
  assert.match(stderr, /^platen: missing Debian packages: poppler-utils mupdf-tools$/m);
  assert.match(stderr, /^platen: they are installed by: {2}'\/\S+\/platen' setup --tests$/m);
  assert.doesNotMatch(stderr, /was called/);
});

test('fuzzing needs the engines alone', { skip }, () => {
  const { status, stderr } = platenWithout(['ghostscript', 'poppler-utils'], 'fuzz');
  assert.equal(status, 1);
  assert.match(stderr, /^platen: missing Debian packages: ghostscript$/m);
  assert.match(stderr, /setup$/m);
});

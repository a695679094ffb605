// Files for operators in deploy/ and setup/ agree with the code.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig, settings } from '#config';

const read = (path: string) => readFileSync(path, 'utf8');
const filesOf = (pattern: string) => globSync(pattern, { withFileTypes: true }).filter((entry) => entry.isFile());

test('deploy/ names no setting that the service does not know', () => {
  // PLATEN_ROOT is the launcher's own.
  const known = new Set(['PLATEN_ENV_FILE', 'PLATEN_ROOT', ...Object.values(settings).map(({ env }) => env)]);
  for (const entry of filesOf('deploy/**/*')) {
    const path = join(entry.parentPath, entry.name);
    for (const [name] of read(path).matchAll(/\bPLATEN_[A-Z_]+/g)) assert.ok(known.has(name), `${name} in ${path}`);
  }
});

test('the launcher reads the roles of a node as the service does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-roles-'));
  const file = join(folder, 'settings');
  const shared =
    'PLATEN_DATABASE_URL=postgres://h/d\nPLATEN_FILES=s3://bucket\nPLATEN_SECRET=12345678901234567890123456789012\n';
  const script = '. setup/roles.sh; for role in api worker; do if does $role; then echo $role; fi; done';
  try {
    for (const [line, environment] of [
      ['', ''],
      ['', 'api'],
      ['PLATEN_ROLES=worker', ''],
      ['PLATEN_ROLES=worker', 'api'],
      [`export PLATEN_ROLES = "api"  # takes requests`, ''],
      [`PLATEN_ROLES='api, worker'`, ''],
      ['PLATEN_ROLES=api\nPLATEN_ROLES=worker', ''],
      ['#PLATEN_ROLES=api', ''],
    ]) {
      writeFileSync(file, `${shared}${line}\n`);
      const env = { PLATEN_ENV_FILE: file, ...(environment === '' ? {} : { PLATEN_ROLES: environment }) };
      const said = execFileSync('sh', ['-c', script], { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
      assert.deepEqual(said.split('\n').filter(Boolean), [...loadConfig(env).roles], `${line} / ${environment}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const isDebian = /^ID=debian$/m.test(read('/etc/os-release'));

test(
  'packages that tests need are installed by setup --tests; pending triggers do not count, and dpkg is called once',
  {
    skip: !isDebian && 'nothing is installed here',
  },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-setup-'));
    try {
      mkdirSync(join(folder, '.runtime'));
      mkdirSync(join(folder, 'bin'));
      cpSync('setup', join(folder, 'setup'), { recursive: true });
      const asked = join(folder, 'asked');
      // Says the same state of every package.
      const query = `#!/bin/sh\necho >> ${asked}\ncase "$2 $3" in *Version*) echo 9:9; exit;; esac\nshift 2\nfor p in "$@"; do echo "$STATE"; done\n`;
      writeFileSync(join(folder, 'bin', 'dpkg-query'), query, { mode: 0o755 });
      writeFileSync(join(folder, 'status'), '');
      const script = `. setup/debian.sh; dpkg_status=${folder}/status apt=off; sleep 0.02; install_debian_packages engines compilers tests`;
      const check = (state: string) =>
        spawnSync('sh', ['-euc', script], {
          cwd: folder,
          env: { PATH: `${folder}/bin:${process.env['PATH']}`, STATE: state, PLATEN_ROOT: folder },
          encoding: 'utf8',
        });
      const missing = check('half-installed');
      assert.equal(missing.status, 1);
      assert.match(missing.stderr, /missing Debian packages: .*qpdf[^]*platen' setup --tests$/m);
      for (const state of ['installed', 'triggers-pending', 'triggers-awaited']) {
        rmSync(join(folder, '.runtime'), { recursive: true });
        mkdirSync(join(folder, '.runtime'));
        assert.equal(check(state).status, 0, state);
      }
      writeFileSync(asked, '');
      assert.equal(check('half-installed').status, 0);
      assert.equal(read(asked), '', 'no package has changed since');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('images leave out exactly the packages that only the build of the pages needs', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const code = filesOf('src/**/*.ts').map((entry) => read(join(entry.parentPath, entry.name)));
  const unused = Object.keys(dependencies).filter(
    (name) =>
      // Fonts are read by set-up, which makes others of them.
      !name.startsWith('@expo-google-fonts/') &&
      !code.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
  );
  const left = /for_pages='([^']*)'/.exec(read('setup/dashboard.sh'))?.[1]?.split(/\s+/);
  assert.deepEqual(left?.sort(), unused.sort());
});

const analyzer = '/usr/bin/systemd-analyze';

test('units of systemd are shut in: exposure below 3', { skip: !existsSync(analyzer) && 'there is no systemd' }, () => {
  for (const entry of filesOf('deploy/*.service')) {
    const unit = join(entry.parentPath, entry.name);
    const said = execFileSync(analyzer, ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.ok(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1]) < 3, said.slice(-200));
  }
});

// The package of the client in PHP: its own tests, and its contents.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', 'clients', 'php');
const php = 'php';
const hasPhp = spawnSync(php, ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0;
const skip = hasPhp ? false : 'php with curl is not installed';

test('every file of the PHP client is PHP', { skip }, async () => {
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.php'));
  assert.ok(files.includes('src/Tools.php'));
  for (const file of files) await execute(php, ['-d', 'error_reporting=-1', '-l', join(root, file)]);
});

test('the PHP client passes its own tests', { skip }, async () => {
  const { stdout } = await execute(php, [join(root, 'tests', 'test.php')]);
  assert.match(stdout, /^ok /m);
});

const isCommitted = spawnSync('git', ['cat-file', '-e', 'HEAD:clients/php'], { cwd: root }).status === 0;

test(
  'the archive of Composer has the classes, the licence and the documentation, and nothing else',
  { skip: isCommitted ? false : 'it is in no commit' },
  async () => {
    const listed = spawnSync('sh', ['-c', 'git archive HEAD:clients/php | tar t'], { cwd: join(root, '..', '..') });
    // `composer archive` leaves these out; the archive of a repository has them.
    const { archive } = JSON.parse(await readFile(join(root, 'composer.json'), 'utf8')) as {
      archive: { exclude: string[] };
    };
    const isLeftOut = (name: string) => archive.exclude.some((folder) => `/${name}`.startsWith(`${folder}/`));
    const files = String(listed.stdout)
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/') && !isLeftOut(name));
    assert.deepEqual(files.filter((name) => !/^src\/(Internal\/)?[A-Z]\w+\.php$/.test(name)).sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'autoload.php',
      'composer.json',
    ]);
    assert.ok(files.includes('src/Client.php') && files.includes('src/Tools.php'));
  },
);

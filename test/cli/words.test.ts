// Usage of the command line: wrong calls, typing errors, answers for people and for programs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { inOrder } from '#cli/convert/order.ts';
import { forPeople } from '#cli/for-people.ts';
import { tools as allTools } from '#conversion/tools/index.ts';
import { runPlaten, type Ran } from '../support/cli.ts';
import { pdf } from '../support/fixtures.ts';
import { startPlaten } from '../support/platen.ts';
import { onTerminal } from '../support/terminal.ts';

const execute = promisify(execFile);
let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-words-'));
});
after(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'call-'));
});

const platen = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runPlaten(args, { cwd: folder, env });

test('the version and the help are told without reading the code of any command', async () => {
  for (const word of ['--version', '--help']) {
    const { status } = await platen([word], { NODE_V8_COVERAGE: join(folder, word) });
    assert.equal(status, 0);
    const [name = ''] = await readdir(join(folder, word));
    const read = await readFile(join(folder, word, name), 'utf8');
    assert.match(read, /src\/cli\/program\.ts/);
    assert.doesNotMatch(read, /src\/(conversion|service|http)\/|src\/cli\/(serve|account)\.ts/);
  }
});

test('the launcher prints the version without starting Node', async () => {
  const launcher = join(import.meta.dirname, '..', '..', 'platen');
  const { stdout } = await platen(['--version']);
  for (const word of ['--version', '-V']) {
    const told = await execute(launcher, [word], { env: { PATH: '/usr/bin:/bin' } });
    assert.equal(told.stdout, stdout);
  }
});

test('the tools are listed with what they accept and produce', async () => {
  const { stdout } = await platen(['tools']);
  assert.match(stdout, /^merge-pdf: .+\n {2}\.pdf \(up to 20 files\) -> \.pdf$/m);
  const listed = JSON.parse((await platen(['tools', '--json'])).stdout) as { id: string; produced_ext: string }[];
  assert.deepEqual(
    listed.map(({ id }) => id),
    allTools.map(({ id }) => id),
  );
  assert.equal(listed.find(({ id }) => id === 'pdf-to-word')?.produced_ext, '.docx');
});

test('a wrong value of a field ends with status 2, and names the valid ones', async () => {
  await writeFile(join(folder, 'a.pdf'), pdf('A'));
  for (const [args, told] of [
    [['rotate-pdf', 'a.pdf', '--rotation', '91'], /^error: invalid_rotation: .*90, 180, 270/],
    [['rotate-pdf', 'a.pdf'], /^error: field_required: .*--rotation/],
    [['merge-pdf', 'a.pdf'], /^error: not_enough_files: /],
  ] as const) {
    const got = await platen(['convert', ...args]);
    assert.equal(got.status, 2);
    assert.match(got.stderr, told);
  }
  // An error of the document is no wrong call.
  assert.equal((await platen(['convert', 'extract-pages', 'a.pdf', '--ranges', '7'])).status, 1);
  assert.deepEqual(await readdir(folder), ['a.pdf']);
});

test('a key that the service does not take ends the whole batch at once, with status 2', async () => {
  await using service = await startPlaten();
  for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(folder, name), pdf(name));
  const call = ['convert', 'rotate-pdf', 'a.pdf', 'b.pdf', '--rotation', '90', '--jobs', '1'];
  const got = await platen([...call, '--url', service.url, '--key', 'platen_live_wrong']);
  assert.equal(got.status, 2);
  assert.match(got.stderr, /^error: invalid_api_key: The API key/);
  assert.equal(got.stderr.trim().split('\n').length, 1);
});

test('on a terminal a conversion ends with where its result is, its size, pages and time', async () => {
  await writeFile(join(folder, 'a.pdf'), pdf('A'));
  const said = await onTerminal(['convert', 'rotate-pdf', 'a.pdf', '--rotation', '90'], folder);
  assert.match(said, /a-rotated\.pdf: [\d.]+ (bytes|KB), 1 page, \d+ ms/);
});

test('a list of tools may precede the e-mail address of a new key', async () => {
  const data = ['--data', join(folder, 'data')];
  await platen(['account', 'create', 'ann@example.test', ...data]);
  const lists = [
    ['--tools', 'rotate-pdf,merge-pdf', 'ann@example.test'],
    ['--scope', 'convert', '--tools', 'rotate-pdf', 'merge-pdf', 'ann@example.test'],
    ['ann@example.test', '--tools', 'rotate-pdf', '--tools', 'merge-pdf'],
  ];
  for (const words of lists) {
    const { stdout, stderr } = await platen(['key', 'create', ...data, ...words]);
    assert.match(stdout, /^platen_live_/, stderr);
  }
  const keys = JSON.parse((await platen(['key', 'list', 'ann@example.test', ...data])).stdout) as { tools: string[] }[];
  assert.deepEqual(
    keys.map(({ tools }) => tools),
    lists.map(() => ['rotate-pdf', 'merge-pdf']),
  );
  const slip = await platen(['key', 'create', 'ann@example.test', '--tools', 'rotat-pdf', ...data]);
  assert.deepEqual([slip.status, /did you mean rotate-pdf\?/.test(slip.stderr)], [2, true], slip.stderr);
  assert.equal((await platen(['key', 'create', '--tools', 'rotate-pdf', ...data])).status, 2);
});

test('a list on a terminal has dates; for programs it keeps milliseconds', async () => {
  const data = ['--data', join(folder, 'data')];
  await platen(['account', 'create', 'ann@example.test', ...data]);
  const [account] = JSON.parse((await platen(['account', 'list', ...data])).stdout) as [{ created_at: number }];
  const date = new Date(account.created_at).toISOString();
  assert.match(await onTerminal(['account', 'list', ...data], folder), new RegExp(`created_at +${date}`));
  assert.equal(
    forPeople([{ name: 'ci', is_test: true, tools: ['a', 'b'], scopes: null, used: { last_at: null } }, { name: 'x' }]),
    'name          ci\nis_test       yes\ntools         a, b\nscopes        all\nused.last_at  -\n\nname  x',
  );
});

test('a folder that is no data folder is refused by every command that only reads one, and is not created', async () => {
  for (const call of [
    ['account', 'list'],
    ['account', 'show', 'ann@example.test'],
    ['key', 'list', 'ann@example.test'],
  ]) {
    const { status, stderr } = await platen([...call, '--data', join(folder, 'nowhere')]);
    assert.equal(status, 1);
    assert.match(stderr, /nowhere is not a data directory of Platen/);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a misspelt setting is told with the one that was meant', async () => {
  const { status, stderr } = await platen(['account', 'list'], { PLATEN_CONCURENCY: '2' });
  assert.equal(status, 1);
  assert.match(stderr, /PLATEN_CONCURENCY is not a setting; did you mean PLATEN_CONCURRENCY\?/);
});

test('the only administrator is not suspended, nor made a user, unless it is forced', async () => {
  const data = ['--data', join(folder, 'data')];
  await platen(['account', 'create', 'ann@example.test', '--role', 'admin', ...data]);
  for (const call of [
    ['suspend', 'ann@example.test'],
    ['set', 'ann@example.test', '--role', 'user'],
  ]) {
    const refused = await platen(['account', ...call, ...data]);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /ann@example\.test is the only administrator\..*--force/);
  }
  assert.equal((await platen(['account', 'suspend', 'ann@example.test', '--force', ...data])).status, 0);
});

test('a batch begins its large files first, and one at a time in the order they were named', async () => {
  const tasks = await Promise.all(
    [10, 3000, 200].map(async (bytes, n) => {
      const path = join(folder, `${n}.txt`);
      await writeFile(path, 'x'.repeat(bytes));
      return { sources: [{ path, name: `${n}.txt`, below: '', isFound: false }], target: `${n}.pdf` };
    }),
  );
  const targets = async (jobs: number) => (await inOrder(tasks, jobs)).map(({ target }) => target);
  assert.deepEqual(await targets(2), ['1.pdf', '2.pdf', '0.pdf']);
  assert.deepEqual(await targets(1), ['0.pdf', '1.pdf', '2.pdf']);
});

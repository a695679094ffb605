// ./platen convert in scripts: passwords that no list of processes shows, existing files, refusals as JSON, exit statuses.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { runPlaten } from '../support/cli.ts';
import { pdf } from '../support/fixtures.ts';
import { eventually, namesIn } from '../support/platen.ts';
import { onTerminal } from '../support/terminal.ts';

let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-calls-'));
});
after(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'call-'));
});

const convert = (args: readonly string[], env: Record<string, string> = {}) =>
  runPlaten(['convert', ...args], { cwd: folder, env });
const write = (name: string, data: string | Uint8Array) => writeFile(join(folder, name), data);

test('a password comes from a file or the environment as well, and one in the call comes first', async () => {
  await write('a.pdf', pdf('A'));
  await write('secret.txt', 'from-the-file\nnothing of this\n');
  assert.equal((await convert(['protect-pdf', 'a.pdf', '--password-file', 'secret.txt'])).status, 0);
  const open = ['unlock-pdf', 'a-protected.pdf', '-o', 'b.pdf', '--force'];
  const wrong = await convert(open, { PLATEN_PASSWORD: 'another' });
  assert.match(wrong.stderr, /^error: wrong_password: .*--password-file/);
  assert.equal((await convert(open, { PLATEN_PASSWORD: 'from-the-file' })).status, 0);
  assert.equal((await convert([...open, '--password', 'from-the-file'], { PLATEN_PASSWORD: 'another' })).status, 0);
  const both = await convert([...open, '--password', 'x', '--password-file', 'secret.txt']);
  assert.equal(both.status, 2);
  await write('empty.txt', '');
  assert.match((await convert([...open, '--password-file', 'empty.txt'])).stderr, /first line of empty\.txt is empty/);
  assert.match((await convert([...open, '--password-file', 'no.txt'])).stderr, /there is no no\.txt/);
});

test('a password is asked for on a terminal, twice for a new one, and is not shown', async () => {
  await write('a.pdf', pdf('A'));
  const typed = [
    ['password: ', 'typed-unseen\n'],
    ['password once more: ', 'typed-unseen\n'],
  ] as const;
  const said = await onTerminal(['convert', 'protect-pdf', 'a.pdf'], folder, typed);
  assert.doesNotMatch(said, /typed-unseen/);
  const open = ['convert', 'unlock-pdf', 'a-protected.pdf', '-o', 'b.pdf', '--password'];
  assert.match(await onTerminal(open, folder, [typed[0]]), /b\.pdf: /);
  const nobody = await convert(open.slice(1));
  assert.deepEqual([nobody.status, /no terminal to type/.test(nobody.stderr)], [2, true]);
});

test('converted files are skipped on request', async () => {
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await write(name, pdf(name));
  await write('a-rotated.pdf', 'mine');
  await write('b-rotated.pdf', '');
  const call = ['rotate-pdf', 'a.pdf', 'b.pdf', 'c.pdf', '--rotation', '90', '--skip-existing'];
  const got = await convert([...call, '--json']);
  assert.equal(got.status, 0, got.stderr);
  assert.match(got.stderr, /^2 of 3 converted, 1 skipped, in /m);
  const lines = got.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    lines.filter(({ skipped }) => skipped === true).map(({ output }) => output),
    ['a-rotated.pdf'],
  );
  assert.equal(await readFile(join(folder, 'a-rotated.pdf'), 'latin1'), 'mine');
  assert.equal((await convert([...call, '--force'])).status, 2);
});

test('a file that is named twice is merged twice', async () => {
  await write('a.pdf', pdf('A'));
  assert.equal((await convert(['merge-pdf', 'a.pdf', 'a.pdf', '-o', 'twice.pdf'])).status, 0);
  const counted = await convert(['split-pdf', 'twice.pdf', '--json']);
  assert.equal(counted.status, 0, counted.stderr);
});

test('with --json every refusal is a line of JSON, also that of the call itself', async () => {
  await write('a.pdf', pdf('A'));
  for (const [args, error, told] of [
    [['rotate-pdf', 'a.pdf', '--rotation', '91'], 'invalid_rotation', /90, 180, 270/],
    [['rotate-pdf', 'a.pdf', '--rotatoin', '90'], 'wrong_call', /unknown option '--rotatoin'/],
    [['merge-pdf', 'a.pdf'], 'not_enough_files', /at least 2/],
    [['rotate-pdf'], 'wrong_call', /missing required argument/],
    [['turn-pdf', 'a.pdf'], 'wrong_call', /turn-pdf/],
  ] as const) {
    const { status, stdout } = await convert([...args, '--json']);
    assert.equal(status, 2);
    const line = JSON.parse(stdout) as { error: string; message: string };
    assert.equal(line.error, error);
    assert.match(line.message, told);
  }
});

test('a missing file is no wrong call: status 1, and nothing is converted', async () => {
  await write('a.pdf', pdf('A'));
  for (const [name, call] of [
    ['nowhere.pdf', ['merge-pdf', 'a.pdf', 'nowhere.pdf']],
    ['no*.pdf', ['rotate-pdf', 'a.pdf', 'no*.pdf', '--rotation', '90']],
  ] as const) {
    const { status, stdout, stderr } = await convert([...call, '--json']);
    assert.equal(status, 1);
    assert.equal(stderr, `error: there is no ${name}\n`);
    assert.deepEqual(JSON.parse(stdout), { error: 'file_error', message: `there is no ${name}` });
  }
  assert.deepEqual(await readdir(folder), ['a.pdf']);
});

test('messages use the names that the user has typed, and a full disk is no fault of the file', async () => {
  await write('a.pdf', pdf('A'));
  const call = ['rotate-pdf', 'a.pdf', '--rotation', '90', '--json', '-o'];
  const nowhere = await convert([...call, '/proc/out.pdf']);
  assert.match(nowhere.stderr, /^error: file_error: there is no \/proc\/out\.pdf$/m);
  // The second step does not accept the result of the first.
  const locked = await convert(['protect-pdf+protect-pdf', 'a.pdf', '--password', 'secret-1']);
  assert.doesNotMatch(locked.stderr, /result|input-/);
  await runPlaten(['account', 'create', 'ann@example.test', '--data', 'data'], { cwd: folder });
  const backup = await runPlaten(['backup', 'nowhere/b.tgz', '--data', 'data'], { cwd: folder });
  assert.match(backup.stderr, /^error: there is no nowhere\/b\.tgz$/m);
  const full = await convert([...call, '/dev/full']);
  assert.equal(full.status, 3);
  assert.match(full.stderr, /no space is left on the disk/);
  assert.match(full.stdout, /"system_error":"ENOSPC"/);
  await using device = await open('/dev/full', 'w');
  const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
  const words = [main, 'convert', 'rotate-pdf', 'a.pdf', '--rotation', '90', '-o', '-'];
  const piped = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', device.fd, 'pipe'] });
  assert.ok(piped.stderr);
  const [said, [status]] = await Promise.all([text(piped.stderr), once(piped, 'close') as Promise<[number]>]);
  assert.deepEqual([status, /no space is left on the disk/.test(said), /\n {4}at /.test(said)], [3, true, false]);
});

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  test(`a conversion that is ended by ${signal} says so with status ${status}, and leaves nothing`, async () => {
    const scratch = join(folder, 'scratch');
    await mkdir(scratch);
    const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
    const words = [main, 'convert', 'rotate-pdf', '-', '--rotation', '90', '-o', 'out.pdf'];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
      cwd: folder,
      env: { ...process.env, TMPDIR: scratch },
    });
    const ended = once(child, 'close');
    // It waits for its standard input.
    await eventually(async () => (await namesIn(scratch)).some((name) => /input-0/.test(name)), 'reads its input');
    child.kill(signal);
    assert.deepEqual(await ended, [status, null]);
    assert.deepEqual(await readdir(folder), ['scratch']);
    assert.deepEqual(
      (await readdir(scratch)).filter((name) => name.startsWith('platen-')),
      [],
    );
  });

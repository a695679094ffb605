// Access that Landlock alone denies to a document's program, tried from inside the sandbox of every engine; and without Landlock.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Forks } from '#conversion/process/forks/forks.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { compileProbe, linesOf, probeEngines, root } from '../support/probing.ts';

const execute = promisify(execFile);
const confine = join(root, '.runtime', 'confine');
const native = join(root, 'src', 'conversion', 'process', 'native');
const version = Number(execFileSync(confine, { encoding: 'utf8' }));
const needs = (min: number) => ({
  skip: version < min && `this kernel has version ${version} of Landlock, and ${min} is tried`,
});
/** The version that the sandbox reads as the kernel's. */
const pretending = (wanted: number) => ({ PLATEN_TEST_LANDLOCK: String(wanted) });

let folder: string;
let probe: string;
let forks: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-landlock-'));
  probe = await compileProbe(folder, 'landlock-probe');
  const parts = ['forking.c', 'landlock.c', 'calls.c'].map((name) => join(native, name));
  forks = await compileProbe(folder, 'landlock-forks', [...parts, '-lseccomp']);
});
after(() => rm(folder, { recursive: true, force: true }));

/** `pipe ok` and `pipe EACCES`, by attempt. */
const outcomes = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );

/** The results of a lone program in its own folder, by the version of Landlock. */
const alone = (at: number) => ({
  file: 'ok',
  ...Object.fromEntries(denied.map((what) => [what, at >= 1 ? 'EACCES' : 'ok'])),
  // Before there was a right for it, nothing could be moved from folder to folder.
  move: at === 1 ? 'EXDEV' : 'ok',
  terminal: at >= 5 ? 'EACCES' : 'ENOTTY',
  signal: at >= 6 ? 'EPERM' : 'ok',
});
const denied = ['own program', 'another program', 'pipe', 'socket', 'link', 'device', 'first to go'];

test('no engine can write, execute or create files without need', needs(1), async () => {
  const [one, everything] = [alone(version), alone(0)];
  const several = { ...one, 'another program': 'ok', socket: 'ok', link: 'ok', 'first to go': 'ok' };
  const withPipes = { ...one, pipe: 'ok' };
  const found = await probeEngines(folder, probe);
  assert.deepEqual(Object.fromEntries([...found].map(([engine, lines]) => [engine, outcomes(lines)])), {
    chromium: several,
    'fork-server': one,
    gs: one,
    'heif-dec': one,
    'heif-info': one,
    node: one,
    'pango-view': one,
    'pdf-server': withPipes,
    soffice: several,
    // What forks confines its children: it opens no document itself, and Landlock would forbid their mounts.
    'fork-server, which forks': everything,
    'pdf-server, which forks': everything,
  });
});

test('it is Landlock that denies it, and an engine starts where there is none', async () => {
  for (const [engine, lines] of await probeEngines(folder, probe, pretending(0)))
    assert.deepEqual(outcomes(lines), alone(0), engine);
});

/** The attempts of a child of a forking program that succeeded. */
async function triedByChild(env: Record<string, string>): Promise<Record<string, string>> {
  const command = { program: forks, args: ({ root: place }: { root: string }) => [place], alsoRead: [forks] };
  const program = { ...command, env, limits: { maxCpuSeconds: Infinity } };
  const warnings: string[] = [];
  const supervised = new Forks(createSandbox(folder), program, {
    size: 1,
    quietMs: 0,
    warn: (problem: string) => void warnings.push(problem),
  });
  try {
    supervised.start();
    await supervised.settled();
    assert.deepEqual(warnings, []);
    await using child = await supervised.take();
    const tried: Record<string, string> = {};
    await new Promise<void>((resolve) => {
      child.listen(([what = '', outcome = '']) => (what === 'end' ? resolve() : (tried[what] = outcome)));
      child.say('try');
    });
    return tried;
  } finally {
    await supervised.stop();
  }
}

test('a process that was forked for a document writes its own folders only', needs(1), async () => {
  const own = { file: 'ok', 'temporary file': 'ok' };
  assert.deepEqual(await triedByChild({}), {
    ...own,
    pipe: 'EACCES',
    socket: 'EACCES',
    link: 'EACCES',
    device: 'EACCES',
  });
  assert.deepEqual(await triedByChild(pretending(0)), { ...own, pipe: 'ok', socket: 'ok', link: 'ok', device: 'ok' });
});

test('no program inherits open files of another', async () => {
  const secret = await open(join(folder, 'secret'), 'w+');
  const stdio = ['ignore', 'pipe', 'inherit', secret.fd] as const;
  const listed = ['/usr/bin/ls', '/proc/self/fd'];
  const { stdout } = spawnSync(confine, [folder, '--', ...listed], { stdio: [...stdio], encoding: 'utf8' });
  const bare = spawnSync('/usr/bin/ls', ['/proc/self/fd'], { stdio: [...stdio], encoding: 'utf8' });
  await secret.close();
  // The last one is the list itself.
  assert.deepEqual(stdout.trim().split('\n'), ['0', '1', '2', '3']);
  assert.ok(bare.stdout.trim().split('\n').length > 4, bare.stdout);
});

test('an older Landlock denies the access that it supports', needs(2), async () => {
  const elsewhere = join(folder, 'elsewhere');
  for (let pretended = 0; pretended <= version; pretended++) {
    const place = join(folder, `version-${pretended}`);
    await mkdir(place);
    await writeFile(elsewhere, 'something');
    const args = [place, '--', probe, place, elsewhere];
    const { stdout } = await execute(confine, args, { env: pretending(pretended) });
    assert.deepEqual(outcomes(linesOf(stdout)), {
      ...alone(pretended),
      'write elsewhere': pretended >= 1 ? 'EACCES' : 'ok',
      'truncate elsewhere': pretended >= 3 ? 'EACCES' : 'ok',
      TCP: pretended >= 4 ? 'EACCES' : 'ECONNREFUSED',
    });
  }
});

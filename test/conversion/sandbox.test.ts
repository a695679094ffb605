// A hostile program is confined by the sandbox; and, as a control, is not without one.
import assert from 'node:assert/strict';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { breakdownBehind } from '#core/breakdown.ts';
import { MiB } from '#core/bytes.ts';
import { DeadlinePassed } from '#core/deadline.ts';
import { isFailure } from '#core/failure.ts';
import { tryToEscape } from '#conversion/process/isolation-check.ts';
import { lineReader } from '#conversion/process/lines.ts';
import { OutputOverflow } from '#conversion/process/program.ts';
import { createSandbox, type Sandbox, type SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { LimitExceeded } from '#conversion/process/watchdog.ts';
import { nestingProgram } from '../support/deep-folders.ts';
import { runSaboteur } from '../support/saboteurs.ts';

let scratch: string;
let sandbox: Sandbox;
before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'platen-sandbox-test-'));
  sandbox = createSandbox(scratch);
});
after(async () => {
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('run-')),
    [],
    'no run leaves its folder',
  );
  await rm(scratch, { recursive: true });
});

const sh = (script: string, more: Partial<Parameters<Sandbox['run']>[0]> = {}) =>
  sandbox.run({ program: 'sh', args: ['-c', script], calls: 'processes', timeoutMs: 30_000, ...more }, () => true);

/** Sends a document to a program that waits for its path. */
async function finishWith(program: SandboxedProgram, input: string, timeoutMs = 5000) {
  const { input: place = '' } = await program.give({ input });
  return await program.finish({ stdin: `${place}\n`, timeoutMs });
}

test('no network, no environment, no neighbour, no system, no fork bomb', async () => {
  assert.deepEqual(await tryToEscape('bubblewrap'), {
    network: false,
    parentEnvironment: false,
    neighboursFile: false,
    writeToSystem: false,
    forkBomb: false,
  });
});

test('without the sandbox the same program reaches all of it', async () => {
  const escapes = await tryToEscape('off');
  assert.deepEqual(escapes, {
    network: true,
    parentEnvironment: true,
    neighboursFile: true,
    writeToSystem: true,
    forkBomb: true,
  });
});

test('a program has no rights, no way to new namespaces, and sees its own processes only', async () => {
  const { stdout } = await sh(
    'id -u; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status; unshare -U true && echo escaped; ls -d /proc/[0-9]* | wc -l; ls /home /root /srv 2>/dev/null',
  );
  const lines = stdout.toString().trim().split('\n');
  assert.ok(Number(lines[0]) > 60_000);
  assert.deepEqual(
    lines.slice(1, 4),
    ['CapBnd:\t0000000000000000', 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1'].sort((a, b) =>
      a.includes('CapEff') ? -1 : b.includes('CapEff') ? 1 : 0,
    ),
  );
  assert.ok(!lines.includes('escaped'));
  assert.ok(Number(lines[4]) < 12);
  assert.equal(lines.length, 5);
});

test('memory, output and time are bounded', async () => {
  await assert.rejects(
    sh('head -c 900000000 /dev/zero | tail -c 800000000 > /dev/null', { limits: { maxMemoryBytes: 100 * MiB } }),
    (error) => error instanceof LimitExceeded && error.limit === 'memory',
  );
  await assert.rejects(
    sh('yes > /out/x', { limits: { maxOutputBytes: 20 * MiB } }),
    (error) => error instanceof LimitExceeded && error.limit === 'output',
  );
  await assert.rejects(sh('yes', {}), OutputOverflow);
  assert.notEqual(
    (await sh('dd if=/dev/zero of=/out/x bs=1M count=50', { limits: { maxFileBytes: 10 * MiB } })).status,
    0,
  );
  assert.notEqual(
    (await sh('dd if=/dev/zero of=/tmp/x bs=1M count=50', { limits: { maxTemporaryBytes: 10 * MiB } })).status,
    0,
  );
  assert.notEqual((await sh('while :; do :; done', { limits: { maxCpuSeconds: 1 } })).status, 0);
});

test('files in the memory of a sandbox count as its memory, and files whose names are no text as its output', async () => {
  const limits = { maxMemoryBytes: 200 * MiB };
  for (const file of ['/tmp/x', '/tmp/y/z'])
    await assert.rejects(
      sh(`mkdir /tmp/y; head -c 400000000 /dev/zero > ${file}; sleep 5`, { limits, calls: 'browser' }),
      (error) => error instanceof LimitExceeded && error.limit === 'memory',
    );
  assert.equal((await sh('head -c 100000000 /dev/zero > /tmp/x; sleep 0.5', { limits })).status, 0);
  await assert.rejects(
    sh(String.raw`mkdir "/out/$(printf '\377')"; yes > "/out/$(printf '\377/\376')"`, {
      limits: { maxOutputBytes: 20 * MiB },
    }),
    (error) => error instanceof LimitExceeded && error.limit === 'output',
  );
});

test('an aborted run ends with all its children', async () => {
  const stop = new AbortController();
  const marker = `sleep 7${process.pid % 1000}.5`;
  const run = sh(`${marker} & ${marker} & setsid ${marker} & wait`, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 400);
  await assert.rejects(run, /enough/);
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
    assert.doesNotMatch(
      (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
      new RegExp(`^${marker}`),
    );
});

test('a link that is left in the place of a result is not followed', async () => {
  const output = join(scratch, 'stolen');
  const result = await sandbox.run(
    {
      program: 'sh',
      calls: 'processes',
      args: ['-c', 'ln -s /etc/passwd "$1"', 'sh', { write: output }],
      timeoutMs: 5000,
    },
    () => true,
  );
  assert.equal(result.status, 0);
  await assert.rejects(lstat(output), { code: 'ENOENT' });
});

test('folders nested past the longest path go with the program that has made them', async () => {
  const program = process.execPath;
  const nested = sandbox.run(
    { program, args: ['-e', nestingProgram(1000)], alsoRead: [program], timeoutMs: 20_000 },
    () => true,
  );
  // It may be ended while it is at it: no such folder is a result.
  await nested.catch((error: unknown) => assert.ok(error instanceof LimitExceeded));
  assert.deepEqual(
    (await readdir(scratch)).filter((name) => name.startsWith('run-')),
    [],
  );
});

test('messages of an engine are mapped by its table, a timeout names the engine and its limit', async () => {
  const signal = new AbortController().signal;
  const output = join(scratch, 'never');
  await assert.rejects(runSaboteur('echo broken document >&2; exit 1', output, signal), (error) =>
    isFailure(error, 'source_unreadable'),
  );
  await assert.rejects(
    runSaboteur('exit 1', output, signal),
    (error) => isFailure(error, 'conversion_failed') && error.fields['engine'] === 'saboteur',
  );
  const endedBy = async (script: string) =>
    breakdownBehind(await runSaboteur(script, output, signal).catch((e: unknown) => e))?.by;
  assert.equal(await endedBy('kill -SEGV $$'), 'signal 11');
  assert.equal(await endedBy('exit 255'), undefined, 'a status of no signal');
  await assert.rejects(
    runSaboteur('sleep 9', output, signal, 200),
    (error) => isFailure(error, 'conversion_timeout') && error.fields['timeout_ms'] === 200,
  );
});

test('a reader that refuses the output of a program ends the program, not the service', async () => {
  const onStdout = () => {
    throw new OutputOverflow('nonsense');
  };
  await assert.rejects(sh('echo x; sleep 5', { onStdout }), OutputOverflow);
});

test('a program that complains without end is ended, and so is one whose every line is empty', async () => {
  await assert.rejects(sh('yes >&2'), OutputOverflow);
  const talking = (script: string) => sandbox.start({ program: 'sh', calls: 'processes', args: () => ['-c', script] });
  for (const flood of ['yes ""', 'yes', 'yes >&2', 'cat /dev/zero']) {
    await using host = await talking(`read -r go; ${flood}`);
    let lines = 0;
    const ended = host.finish({
      keepsListening: true,
      timeoutMs: 10_000,
      onStdout: lineReader(() => lines++),
    });
    host.send('go\n');
    await assert.rejects(ended, (error) => !(error instanceof DeadlinePassed));
    assert.ok(lines <= 65_536, `${lines} lines`);
  }
});

test('the output and errors of a persistent process are counted anew for each of its tasks', async () => {
  await using host = await sandbox.start({
    program: 'sh',
    calls: 'processes',
    servesMany: true,
    args: () => ['-c', 'while read -r go; do head -c 3000000 /dev/zero >&2; head -c 900000 /dev/zero; echo; done'],
  });
  let answered = () => {};
  const ended = host.finish({
    timeoutMs: 20_000,
    keepsListening: true,
    onStdout: lineReader(() => answered()),
  });
  for (let n = 0; n < 6; n++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    host.send('go\n');
    await Promise.race([promise, ended]);
  }
  host.kill();
  assert.equal((await ended).endedBy, 'SIGKILL');
});

test('a file that only its owner may read reaches every sandbox that reads it, also several at once', async () => {
  const input = join(scratch, 'private.txt');
  const folder = join(scratch, 'private');
  await writeFile(input, 'for one pair of eyes', { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'part'), 'a part', { mode: 0o600 });
  const read = () =>
    sandbox.run(
      {
        program: 'sh',
        calls: 'processes',
        args: ['-c', 'cat "$1"; sleep 0.3; cat "$1" "$2/part"', 'sh', { read: input }, { read: folder }],
        timeoutMs: 5000,
      },
      () => true,
    );
  const waiting = await Promise.all(
    [1, 2].map(() =>
      sandbox.start({ program: 'sh', calls: 'processes', args: () => ['-c', 'read -r path; cat "$path"'] }),
    ),
  );
  const [first, second, ...others] = await Promise.all([
    ...[1, 2].map(read),
    ...waiting.map((process) => finishWith(process, input)),
  ]);
  for (const result of [first, second])
    assert.equal(result?.stdout.toString(), 'for one pair of eyesfor one pair of eyesa part');
  for (const result of others) assert.equal(result.stdout.toString(), 'for one pair of eyes');
  for (const process of waiting) await process[Symbol.asyncDispose]();
  for (const path of [input, join(folder, 'part')]) assert.equal((await lstat(path)).mode & 0o077, 0);
  assert.equal(await readFile(input, 'utf8'), 'for one pair of eyes');
});

test('a program may only write to its copy: the document does not change', async () => {
  const input = join(scratch, 'kept.txt');
  await writeFile(input, 'as it came', { mode: 0o600 });
  await using host = await sandbox.start({
    program: 'sh',
    calls: 'processes',
    args: () => ['-c', 'read -r go; echo changed > /out/job/in; cat /out/job/in'],
    home: import.meta.dirname,
  });
  await host.makeFolder(join(host.root, 'job'));
  await host.copyIn(input, join(host.root, 'job', 'in'));
  const { stdout } = await host.finish({ stdin: 'go\n', timeoutMs: 5000 });
  assert.equal(stdout.toString(), 'changed\n');
  assert.equal(await readFile(input, 'utf8'), 'as it came');
});

test('a process that waits gets one document, and leaves nothing', async () => {
  const input = join(scratch, 'document.txt');
  await writeFile(input, 'the document');
  {
    await using waiting = await sandbox.start({
      program: 'sh',
      calls: 'processes',
      args: () => ['-c', 'read -r path; cat "$path"'],
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { stdout } = await finishWith(waiting, input);
    assert.equal(stdout.toString(), 'the document');
  }
  await using slow = await sandbox.start({
    program: 'sh',
    calls: 'processes',
    args: () => ['-c', 'read -r path; sleep 60'],
  });
  await assert.rejects(finishWith(slow, input, 200), DeadlinePassed);
});

// Who has busy processors first.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { descendantsOf, processes } from '#core/processes.ts';
import { goFirst, goLast, type Priority } from '#conversion/process/priority.ts';
import { startProgram } from '#conversion/process/program.ts';
import { createSandbox, type SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { eventually } from '../support/platen.ts';

const scratch = await mkdtemp(join(tmpdir(), 'platen-priority-test-'));
after(() => rm(scratch, { recursive: true }));
const sandbox = createSandbox(scratch);

const start = (priority?: Priority): Promise<SandboxedProgram> =>
  sandbox.start({ program: 'cat', args: () => [], priority });

/** The process of the program itself, innermost in its sandbox. */
async function waiting({ pid = 0 }: SandboxedProgram): Promise<number> {
  let found: number | undefined;
  await eventually(async () => {
    found = descendantsOf(pid, await processes()).find(({ name }) => name === 'cat')?.pid;
    return found !== undefined;
  }, 'it waits for its input');
  return found ?? 0;
}

/** Fields of proc(5), from the one after the name on. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
const statOf = (pid: number): string[] => fieldsOf(readFileSync(`/proc/${pid}/stat`, 'latin1'));
const niceIn = (stat: string): number => Number(fieldsOf(stat)[16]);
const niceOf = (pid: number): number => niceIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
const [groupAt, sessionAt, terminalAt] = [2, 3, 4] as const;

const typical = getPriority();
const mayRaise = tryToRaise();

function tryToRaise(): boolean {
  try {
    setPriority(typical - 1);
    setPriority(typical);
    return true;
  } catch {
    return false;
  }
}

test('a program has its nice value from its first moment, all that it starts too', async () => {
  await using document = await start();
  const program = await waiting(document);
  assert.equal(niceOf(document.pid ?? 0), typical);
  assert.equal(niceOf(program), typical);
});

test('a program has the nice value that it is started with, independently of the service', async () => {
  const value = typical + 3;
  const started = startProgram(['cat', '/proc/self/stat'], { env: {}, nice: value });
  const { stdout } = await started.finish({ timeoutMs: 30_000 });
  assert.equal(niceIn(String(stdout)), value);
});

test('a nice value that is set while a program starts stays', async () => {
  for (let n = 0; n < 20; n++) {
    const started = startProgram(['sh', '-c', 'read -r go && cat /proc/self/stat'], { env: {}, nice: typical + 1 });
    await goLast(started.pid ?? 0);
    const { stdout } = await started.finish({ stdin: '\n', timeoutMs: 30_000 });
    assert.equal(niceIn(String(stdout)), 19);
  }
});

test('a prewarmed process comes last until it has its document', { skip: !mayRaise }, async () => {
  await using ahead = await start('ahead');
  const program = await waiting(ahead);
  assert.equal(niceOf(program), 19);
  ahead.goOn();
  await eventually(async () => niceOf(program) === typical, 'it has the priority of a document');
});

test('work that runs for too long comes last', async () => {
  await using document = await start();
  const program = await waiting(document);
  await goLast(document.pid ?? 0);
  assert.equal(niceOf(program), 19);
});

test('the documents of a command are like the other programs of its user', async () => {
  await using short = await start('short');
  assert.equal(niceOf(await waiting(short)), typical);
});

// Among sessions, nice values do not count (sched(7), autogroup).
test('a program is of the session of the service, in a process group of its own, without a terminal', async () => {
  await using document = await start();
  const program = statOf(await waiting(document));
  assert.equal(program[sessionAt], statOf(process.pid)[sessionAt]);
  assert.equal(program[groupAt], String(document.pid));
  assert.equal(program[terminalAt], '0');
});

/** Does work as the service does, whose priority cannot be given back by itself. */
async function asService(work: () => Promise<void>): Promise<void> {
  const threads = readdirSync('/proc/self/task').map(Number);
  try {
    goFirst();
    await work();
  } finally {
    for (const thread of threads) setPriority(thread, typical);
  }
}

test('the service comes first, its threads too, then short work, then documents', { skip: !mayRaise }, () =>
  asService(async () => {
    const threads = readdirSync('/proc/self/task').map(Number);
    assert.deepEqual(new Set(threads.map((thread) => getPriority(thread))), new Set([-10]));
    await using short = await start('short');
    await using document = await start('document');
    assert.deepEqual([niceOf(await waiting(short)), niceOf(await waiting(document))], [-5, 0]);
  }),
);

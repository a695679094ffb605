// The supervisor of programs that fork, alone: with a small program that speaks the protocol and forks nothing.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { anySignal, createEffort, whenGivingWay, withEffort } from '#core/effort.ts';
import { NoChild } from '#conversion/process/forks/child.ts';
import { nextState } from '#conversion/process/forks/states.ts';
import { Forks } from '#conversion/process/forks/forks.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { nestFolders } from '../support/deep-folders.ts';
import { compileProbe, root } from '../support/probing.ts';

const native = join(root, 'src', 'conversion', 'process', 'native');

/** Answers as native/forking.h says; `die` is a command that ends it, `shout` one that breaks the protocol. */
const program = `
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (...fields) => process.stdout.write(fields.join('\\t') + '\\n');
if (process.argv[2] === 'broken') { console.error('no namespaces here'); process.exit(3); }
mkdirSync(process.argv[3] + '/jobs');
say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id, ...rest] = line.split('\\t');
  if (verb === 'fork') say(id, process.argv[2] === 'unable' ? 'ended' : 'waiting', 'exit 1');
  else if (verb === 'warm') { mkdirSync(process.argv[3] + '/warmed-' + id); say(id, 'waiting'); }
  else if (verb === 'kill') say(id, 'ended', 'signal 9');
  else if (verb === 'die') process.exit(7);
  else if (verb === 'shout') process.stdout.write('x'.repeat(2 << 20));
  else say(id, verb, ...rest);
}
`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-forks-'));
  await writeFile(join(folder, 'program.mjs'), program);
});
after(() => rm(folder, { recursive: true }));

async function supervised(options: { behaviour?: string; size?: number; quietMs?: number } = {}) {
  const { behaviour = 'well', size = 1, quietMs = 0 } = options;
  const warnings: string[] = [];
  const forks = new Forks(
    createSandbox(folder, 'off'),
    {
      program: process.execPath,
      args: ({ root }) => [join(folder, 'program.mjs'), behaviour, root],
      alsoRead: [],
      limits: { maxCpuSeconds: Infinity },
    },
    { size, quietMs, warn: (problem) => warnings.push(problem) },
  );
  forks.start();
  await forks.settled();
  return { forks, warnings, [Symbol.asyncDispose]: () => forks.stop() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}

test('a document gets the child that waits, and another is prewarmed behind it', async () => {
  await using server = await supervised();
  const { forks } = server;
  await until(() => forks.status().ready === 1);
  await using child = await forks.take();
  assert.ok(existsSync(child.folder));
  await until(() => forks.status().ready === 1);
  assert.deepEqual(forks.status(), { mode: 'warm', ready: 1, busy: 1, spawned: 2, killed: 0 });
});

test('without an idle child, a document gets a new one, and only the output of that one', async () => {
  await using server = await supervised({ quietMs: 60_000 });
  const { forks } = server;
  await until(() => forks.status().ready === 1);
  await using first = await forks.take();
  await using second = await forks.take();
  const heard: string[][] = [];
  first.listen((fields) => heard.push(['first', ...fields]));
  second.listen((fields) => heard.push(['second', ...fields]));
  second.say('hello', 'a b');
  first.say('bye');
  await until(() => heard.filter(([, verb]) => verb !== 'waiting').length === 2);
  assert.deepEqual(
    heard.filter(([, verb]) => verb !== 'waiting'),
    [
      ['second', 'hello', 'a b'],
      ['first', 'bye'],
    ],
  );
  assert.equal(forks.status().busy, 2);
});

test('the next child is forked while a document is worked on, and prepares itself when it is quiet', async () => {
  await using server = await supervised({ quietMs: 20 });
  const { forks } = server;
  await until(() => forks.status().ready === 1);
  const first = await forks.take();
  await until(() => forks.status().ready === 1);
  await pause(60);
  const warmed = async () =>
    (await readdir(join(first.folder, '..', '..'))).filter((name) => name.startsWith('warmed-'));
  assert.deepEqual(await warmed(), []);
  await first[Symbol.asyncDispose]();
  while ((await warmed()).length === 0) await pause(5);
  await until(() => forks.status().ready === 1);
  assert.equal(forks.status().spawned, 2);
});

test('a child is gone with its folder once it is disposed, and a killed one is counted', async () => {
  await using server = await supervised();
  const { forks } = server;
  const child = await forks.take();
  child.countKilled();
  await child[Symbol.asyncDispose]();
  assert.deepEqual(await child.ended, { how: 'signal 9', hasBegun: true });
  await until(() => !existsSync(child.folder));
  assert.equal(forks.status().killed, 1);
  assert.equal(forks.status().busy, 0);
});

test('a child’s folder goes, however deep the folders in it are', async () => {
  await using server = await supervised();
  const child = await server.forks.take();
  nestFolders(child.folder, 500);
  await child[Symbol.asyncDispose]();
  await until(() => !existsSync(child.folder));
});

test('no more than its number are kept waiting', async () => {
  await using server = await supervised({ size: 2 });
  const { forks } = server;
  await until(() => forks.status().ready === 2);
  const children = [await forks.take(), await forks.take(), await forks.take()];
  for (const child of children) await child[Symbol.asyncDispose]();
  await until(() => forks.status().ready === 2);
  await pause(50);
  assert.equal(forks.status().ready, 2);
});

test('a program that ends takes its children with it, is reported, and is restarted', async () => {
  await using server = await supervised();
  const { forks, warnings } = server;
  await until(() => forks.status().ready === 1);
  const child = await forks.take();
  child.say('die');
  assert.deepEqual(await child.ended, { how: 'with the server', hasBegun: true });
  await until(() => warnings.length === 1);
  assert.equal(forks.isReady, false);
  assert.equal(forks.status().mode, 'starting');
  await assert.rejects(forks.take(), NoChild);
  await until(() => forks.isReady);
  await (await forks.take())[Symbol.asyncDispose]();
});

test('a program that breaks the protocol is ended like one that ends by itself', async () => {
  await using server = await supervised();
  const { forks, warnings } = server;
  const child = await forks.take();
  child.say('shout');
  assert.equal((await child.ended).how, 'with the server');
  await until(() => warnings.length === 1);
  assert.equal(forks.isReady, false);
});

async function hostile(warnings: string[]) {
  const sources = ['forking.c', 'calls.c', 'landlock.c'].map((name) => join(native, name));
  const program = await compileProbe(folder, 'hostile-forks', [...sources, '-lseccomp']);
  const forks = new Forks(
    createSandbox(folder),
    { program, args: ({ root: place }) => [place], alsoRead: [program], limits: { maxCpuSeconds: Infinity } },
    { size: 1, quietMs: 0, warn: (problem) => warnings.push(problem) },
  );
  forks.start();
  await forks.settled();
  return { forks, [Symbol.asyncDispose]: () => forks.stop() };
}

test('a child with too much output is ended, and its parent continues', async () => {
  const warnings: string[] = [];
  await using server = await hostile(warnings);
  for (const verb of ['shout', 'rattle']) {
    await using child = await server.forks.take();
    let heard = 0;
    child.listen(() => heard++);
    child.say(verb);
    assert.match((await child.ended).how, /signal/);
    assert.ok(heard <= 16_384, `${heard} lines`);
  }
  // Output for one command is not counted with the next.
  await using child = await server.forks.take();
  for (let n = 0; n < 4; n++) {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    let pages = 0;
    child.listen(([what]) => (what === 'end' ? resolve() : pages++));
    child.say('talk');
    await Promise.race([end, child.ended]);
    assert.equal(pages, 10_000);
  }
  assert.deepEqual(warnings, []);
});

test('a child over its memory limit is ended, and its parent continues', async () => {
  const warnings: string[] = [];
  await using server = await hostile(warnings);
  {
    await using greedy = await server.forks.take();
    greedy.say('grow');
    assert.equal((await greedy.ended).how, `memory ${256 << 20}`);
  }
  await using child = await server.forks.take();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  child.listen(([what]) => what === 'end' && resolve());
  child.say('talk');
  await end;
  assert.deepEqual(warnings, []);
});

test('a child whose conversion yields has the lowest priority, and others keep theirs', async () => {
  await using server = await hostile([]);
  const effort = createEffort();
  await using slow = await server.forks.take();
  const { signal } = new AbortController();
  using _giving = whenGivingWay(anySignal(withEffort(signal, effort)), () => slow.giveWay());
  await using other = await server.forks.take();
  const typical = 10;
  const slowed = () => priorities().filter((priority) => priority > typical);
  await until(() => priorities().length >= 3);
  assert.deepEqual(slowed(), []);
  effort.giveWay();
  await until(() => slowed().length > 0);
  assert.deepEqual(slowed(), [19]);
  assert.notEqual(slow.folder, other.folder);
});

/** The nice values of a hostile program and its children. */
function priorities(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [before = '', after = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
        return before.endsWith('(hostile-forks') ? [Number(after.split(' ')[16])] : [];
      } catch {
        return []; // it has ended
      }
    })
    .sort((one, next) => one - next);
}

test('a program that cannot start is cold, and tells why in its own last words', async () => {
  await using server = await supervised({ behaviour: 'broken' });
  const { forks, warnings } = server;
  assert.equal(forks.isReady, false);
  assert.deepEqual(warnings, ['no namespaces here']);
  assert.equal(forks.status().mode, 'cold');
  assert.equal(forks.status().problem, 'no namespaces here');
});

test('a program whose children cannot be isolated is ended, and cold from its second failure on', async () => {
  await using server = await supervised({ behaviour: 'unable' });
  const { forks, warnings } = server;
  await until(() => warnings.length === 2);
  assert.equal(forks.status().mode, 'cold');
});

test('a child that is being ended accepts no document, even if it reports to be ready', () => {
  assert.equal(nextState('prewarming', 'prepared'), 'waiting');
  assert.equal(nextState('busy', 'prepared'), 'busy');
  assert.equal(nextState('ending', 'prepared'), 'ending');
  assert.equal(nextState('ending', 'taken'), 'ending');
  assert.equal(nextState('gone', 'taken'), 'gone');
});

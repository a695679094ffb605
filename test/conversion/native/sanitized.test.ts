// The programs in C and C++, compiled so that every access to memory and every calculation is checked, with documents,
// patches, lines and commands that were made to break them.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildSanitized, sanitizerOptions } from '#dev/fuzz/native/build.ts';
import { NativeProcess } from '#dev/fuzz/native/process.ts';
import { keepNative, runNative } from '#dev/fuzz/native/run.ts';
import { samples } from '#dev/fuzz/native/samples.ts';
import { pdf } from '../../support/fixtures.ts';
import { richPdf } from '../../support/pdf-builder.ts';

let programs: Awaited<ReturnType<typeof buildSanitized>>;
let folder: string;
before(
  async () => {
    programs = await buildSanitized();
    folder = await mkdtemp(join(tmpdir(), 'platen-sanitized-'));
  },
  // Where they have never been compiled.
  { timeout: 600_000 },
);
after(() => rm(folder, { recursive: true }));

const documents = [
  ...samples,
  { name: 'fixture.pdf', bytes: Buffer.from(pdf('one', 'two')) },
  { name: 'rich.pdf', bytes: Buffer.from(richPdf()) },
];

test('no damaged PDF makes the program that works on PDFs read, write or calculate wrongly', async () => {
  const found: string[] = [];
  const kept = join(tmpdir(), 'platen-native-findings');
  const outcomes = await runNative({
    program: programs.pdfServer,
    documents,
    seed: 5,
    first: 0,
    last: 400,
    async onFinding(finding) {
      await keepNative(kept, finding);
      found.push(`case ${finding.case.number}, kept in ${kept}: ${finding.case.what}\n${finding.report}`);
    },
  });
  assert.deepEqual(found, []);
  for (const outcome of ['open', 'broken', 'restricted']) assert.ok((outcomes.get(outcome) ?? 0) > 0, outcome);
});

const hex = (text: string) => Buffer.from(text).toString('hex');

/** A process with `a.pdf` and `b.pdf` in its folder. */
async function serverOf(name: string, files: Readonly<Record<string, Uint8Array>>) {
  const own = join(folder, name);
  await mkdir(own);
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(own, file), bytes);
  return { own, server: new NativeProcess(programs.pdfServer, own) };
}

test('every command does its work under the sanitizers, and an inspector gets every answer', async () => {
  const { own, server } = await serverOf('verbs', { 'a.pdf': richPdf(), 'b.pdf': pdf('one', 'two') });
  await using _ = server;
  const patch = '{"obj:90 0 R":{"value":["u:\\ud83d\\ude00","b:00ff","/A#20B",-1.5e-3]}}';
  const requests = [
    'size 0',
    'trailer 0',
    'objects 0 1 100',
    'streams 0 decoded 1000000 21 0 22 0',
    'streams 0 stored 10 21 0',
    'lengths 0 21 0',
    `patch 0 ${patch.length}\n${patch}`,
    'flatten 0',
    'bands a.pdf 3 60',
    'measure 0',
    'write 0 talked.pdf packed',
    'reopen 0',
    'join',
    'end\n',
  ];
  const answers = await server.serve([
    ['open', '0', 'a.pdf'],
    ['open', '1', 'b.pdf', hex('password')],
    ['units', '0'],
    ['drawable', '0'],
    { talk: Buffer.from(requests.join('\n')) },
    ['unfold', '1', 'graph', 'streams'],
    ['rotate', '0', '90'],
    ['join'],
    ...['plain', 'packed', 'repacked'].map((how) => ['write', '2', `${how}.pdf`, how]),
    ['protect', '3', 'locked.pdf', hex('password'), hex('owner'), '1', '0'],
    ['open', '4', 'locked.pdf'],
    ['open', '4', 'locked.pdf', hex('password')],
    ['rewrite', 'a.pdf', 'rewritten.pdf'],
    ['render', 'a.pdf', 'png', '72', '1000000', '0:1 2:0.5'],
    ['render', 'b.pdf', 'jpg', '72', '1000000', '1:1'],
    ['render', 'b.pdf', 'png', '300', '1000', '0:1'],
  ]);
  assert.deepEqual(
    answers.map(([kind, ...rest]) => [kind, rest[0], ...(kind === 'opened' ? [rest[1]] : [])].join(' ')),
    [
      'opened open 3',
      'opened open 2',
      'units 1 1 1',
      ...Array.from({ length: 8 }, () => 'done ok'),
      'done ok',
      'opened locked 0',
      'opened restricted 10',
      ...Array.from({ length: 3 }, () => 'done ok'),
      'done large',
    ],
  );
  assert.ok((await readdir(own)).includes('page-002.jpg'));
});

test('a loop that an inspector has put into the page tree is found, not followed', async () => {
  const { server } = await serverOf('endless', { 'a.pdf': pdf('one') });
  await using _ = server;
  const [, pages = ''] = /\/Pages (\d+) 0 R/.exec(pdf('one').toString('latin1')) ?? [];
  const endlessPages = `{"obj:${pages} 0 R":{"value":{"/Type":"/Pages","/Count":1,"/Kids":["${pages} 0 R"]}}}`;
  const patch = `patch 0 ${endlessPages.length}\n${endlessPages}`;
  const answers = await server.serve([
    ['open', '0', 'a.pdf'],
    { talk: Buffer.from(['size 0', patch, 'flatten 0', 'join', 'end', ''].join('\n')) },
    ['join'],
  ]);
  assert.deepEqual(
    answers.map(([kind, how]) => `${kind} ${how}`),
    ['opened open', 'done ok', 'done failed'],
  );
});

/** From version 12 on, qpdf calls a document damaged whose objects have such numbers. */
const { stdout: versions } = await promisify(execFile)('qpdf', ['--version']);
const refusesOddNumbers = Number(/version (\d+)/.exec(versions)?.[1]) >= 12;

const odd = (from: RegExp, to: string) => Buffer.from(pdf('one').toString('latin1').replaceAll(from, to), 'latin1');

test('objects whose numbers are beyond all sense are not looked for, and a document that has some is numbered anew', async () => {
  const { own, server } = await serverOf('numbers', {
    'refers.pdf': odd(/\/Type \/Catalog/g, '/Type /Catalog /Odd 2147483647 0 R'),
    'has.pdf': odd(/\b5 0 (obj|R)/g, '2147483646 0 $1'),
  });
  await using _ = server;
  for (const [slot, name] of ['refers', 'has'].entries()) {
    const patches = ['9', '2147483647', '0'].map((number) => `{"obj:${number} 0 R":{"value":[1]}}`);
    const requests = patches.map((patch) => `patch ${slot} ${patch.length}\n${patch}`);
    const answers = await server.serve([
      ['open', String(slot), `${name}.pdf`],
      { talk: Buffer.from([`size ${slot}`, ...requests, 'end', ''].join('\n')) },
      ['unfold', String(slot), `${name}.json`, ''],
    ]);
    const heard = answers.map(([kind, how]) => `${kind} ${how}`);
    if (name === 'has' && refusesOddNumbers) {
      assert.deepEqual(heard, ['opened broken', 'done ok', 'done failed']);
      continue;
    }
    assert.deepEqual(heard, ['opened open', 'done ok', 'done ok']);
    const graph = JSON.parse(await readFile(join(own, `${name}.json`), 'latin1')) as {
      qpdf: [{ maxobjectid: number }, object];
    };
    assert.ok(graph.qpdf[0].maxobjectid < 100);
    assert.ok('obj:9 0 R' in graph.qpdf[1]);
  }
});

test('nothing is asked of a slot without a document', async () => {
  const { server } = await serverOf('slots', { 'a.pdf': pdf('one'), 'b.pdf': Buffer.from('no PDF') });
  await using _ = server;
  const answers = await server.serve([
    ['open', '1', 'a.pdf'],
    ['open', '2', 'b.pdf'],
    { talk: Buffer.from('size 0\nsize 2\nsize 63\nobjects 0 1 2\nend\n') },
    ['units', '0'],
    ['units', '2'],
    ['units', '-1'],
  ]);
  assert.deepEqual(
    answers.map(([kind, how]) => `${kind} ${how}`),
    ['opened open', 'opened broken', 'done ok', 'done failed', 'done failed', 'done failed'],
  );
});

/** How a process ends of which a sanitizer has something to report. */
const reported = 99;

/** The program of hostile children, spoken to as its supervisor does. */
async function childrenOf(name: string, how: 'forks' | 'forks-openly') {
  const root = join(folder, name);
  await mkdir(join(root, 'jobs'), { recursive: true });
  const options = Object.entries(sanitizerOptions).map(([key, value]) => [key, `${value}:exitcode=${reported}`]);
  const program = spawn(programs.hostileChildren, [root, how], {
    env: Object.fromEntries(options) as Record<string, string>,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  program.stdin.on('error', () => {});
  const lines: string[] = [];
  createInterface({ input: program.stdout }).on('line', (line) => lines.push(line));
  let isOver = false;
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  void ended.then(() => (isOver = true));
  const endingOf = (id: string) =>
    lines
      .find((line) => line.startsWith(`${id}\tended\t`))
      ?.split('\t')
      .slice(2)
      .join(' ');
  return {
    lines,
    ended,
    say: (...commands: (readonly string[])[]) =>
      program.stdin.write(commands.map((one) => `${one.join('\t')}\n`).join('')),
    raw: (text: string) => program.stdin.write(text),
    async fork(id: string) {
      await mkdir(join(root, 'jobs', id), { recursive: true });
      program.stdin.write(`fork\t${id}\t0\n`);
      await until(() => lines.includes(`${id}\twaiting`));
    },
    async endOf(id: string) {
      await until(() => endingOf(id) !== undefined || isOver);
      return endingOf(id);
    },
    /** No sanitizer has ended the parent, whose report would be on standard error, or a child, which has no report. */
    async assertSound() {
      program.stdin.end();
      assert.equal(await ended, 0);
      assert.deepEqual(
        lines.filter((line) => line.endsWith(`exit\t${reported}`)),
        [],
      );
    },
    async [Symbol.asyncDispose]() {
      program.stdin.end();
      await ended;
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  for (let n = 0; !condition(); n++) {
    assert.ok(n < 6000, 'it does not happen');
    await pause(5);
  }
}

for (const how of ['forks-openly', 'forks'] as const)
  test(`with any output and end of its children, the parent has no memory error (${how})`, async () => {
    await using children = await childrenOf(how, how);
    await until(() => children.lines.includes('ready'));
    const ids = Array.from({ length: 24 }, (_, n) => `child-${n}`);
    await Promise.all(ids.map((id) => children.fork(id)));
    const [endless = '', greedy = '', loud = '', closed = '', aborted = '', killed = '', ...others] = ids;
    children.say(
      ['slow', loud],
      ['endless', endless, '32000'],
      ['grow', greedy],
      ['shout', loud, '3000'],
      ['close', closed],
    );
    children.say(['abort', aborted], ['kill', killed], ['kill', killed], ['hello', killed]);
    for (const [n, id] of others.entries())
      children.say(
        ['bytes', id, String(n * 700)],
        ['long', id, String(16_360 + n)],
        ['endless', id, String(n)],
        ['hello', id, 'a\rb'],
      );
    assert.match((await children.endOf(endless)) ?? '', /^signal 9/);
    assert.equal(await children.endOf(greedy), `memory ${192 << 20}`);
    assert.equal(await children.endOf(loud), 'signal 9');
    assert.match((await children.endOf(aborted)) ?? '', /^signal/);
    assert.equal(await children.endOf(killed), 'signal 9');
    assert.equal(await children.endOf(closed), 'signal 9');
    // The output of each is reported under its own name.
    const known = new Set(['ready', ...ids]);
    assert.deepEqual(
      children.lines.filter((line) => !known.has(line.split('\t')[0] ?? '')),
      [],
    );
    await children.assertSound();
  });

test('with any input of a supervisor, a child gets only whole commands, and its parent continues', async () => {
  await using children = await childrenOf('commands', 'forks-openly');
  await until(() => children.lines.includes('ready'));
  await children.fork('one');
  await children.fork('two');
  children.raw('\n\t\n\t\t\t\t\nfork\nkill\nkill\tnobody\nslow\t\nhello\tnobody\tx\n\0\0\n');
  children.raw(`hello\tone\t${'y'.repeat(9000)}\n`);
  children.raw(`fork\t${'long-id'.repeat(20)}\t1\n`);
  children.raw('confine\ttwo\n');
  await until(() => children.lines.includes('two\tconfined\t1'));
  await until(() => children.lines.some((line) => line.startsWith('one\thello\tyyy')));
  // More than a child may get.
  children.raw(`hello\tone\t${'z'.repeat(40_000)}\n`);
  assert.equal(await children.endOf('one'), 'signal 9');
  for (let n = 0; n < 300; n++) children.raw(`fork\tmany-${n}\t0\n`);
  assert.equal(await children.endOf('many-299'), 'exit 1');
  await children.assertSound();
});

test('a memory error is found: a child that reads beyond its memory', async () => {
  await using children = await childrenOf('wrong', 'forks-openly');
  await children.fork('one');
  children.say(['wrong', 'one', '1']);
  assert.equal(await children.endOf('one'), 'exit 99');
  await assert.rejects(children.assertSound());
});

// The abilities of a hostile document in LibreOffice's warm processes: with macros and without, isolated and (as a control) not.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isFailure } from '#core/failure.ts';
import { descendantsOf, processes, type Process } from '#core/processes.ts';
import type { Trust } from '#conversion/engines/libreoffice/fork-server.ts';
import { startOffice, type Office } from '#conversion/engines/libreoffice/libreoffice.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { docx } from '../support/fixtures.ts';
import { macroDocument, trustInMacros } from '../support/macros.ts';

const execute = promisify(execFile);
let folder: string;
let trusting: Trust;
/** Isolated; macros run, by which a document can try anything. */
let office: Office;
const timeoutMs = 6000;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
  await chmod(folder, 0o711);
  trusting = await trustInMacros(folder);
  office = await started({ trust: trusting });
});
after(async () => {
  await office.stop();
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('run-')),
    [],
    'nothing is left',
  );
  await rm(folder, { recursive: true });
});

async function started(
  options: { trust?: Trust; kind?: 'bubblewrap' | 'off'; timeoutMs?: number } = {},
): Promise<Office> {
  const { kind = 'bubblewrap', ...others } = options;
  const made = startOffice(createSandbox(folder, kind), {
    warmProcesses: 1,
    timeoutMs,
    paper: 'a4',
    scratch: folder,
    warn: () => {},
    ...others,
  });
  made.warmUp();
  await made.settled();
  return made;
}

let n = 0;
async function textOf(by: Office, document: Buffer, extension = 'fodt', signal?: AbortSignal): Promise<string> {
  const input = join(folder, `in-${n++}.${extension}`);
  await writeFile(input, document);
  await by.convert({ input, output: `${input}.pdf`, to: 'pdf', family: 'writer', signal });
  const { stdout } = await execute('pdftotext', ['-raw', `${input}.pdf`, '-']);
  return stdout.trim();
}

/** Makes the attempts of a hostile document; the text reports those that succeeded. */
async function attempt(
  by: Office,
): Promise<{ text: string; connections: number; wrote: boolean; ranProgram: boolean }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [secret, written, touched] = ['secret', 'written', 'touched'].map((name) => join(folder, `${name}-${n}`));
  await writeFile(secret ?? '', 'canary', { mode: 0o644 });
  await chmod(folder, 0o777);
  const text = await textOf(
    by,
    macroDocument(`
told = "tried;"
Open "${secret}" For Input As #1
Line Input #1, found
told = told & "secret=" & found & ";"
Close #1
Open "/proc/self/status" For Input As #2
Line Input #2, state
told = told & "proc=" & Left(state, 5) & ";"
Close #2
told = told & "neighbours=" & Dir("/out/jobs/*", 16) & ";"
Open "${written}" For Output As #3
Print #3, "x"
Close #3
Shell("/usr/bin/touch", 0, "${touched}", True)
connector = CreateUnoService("com.sun.star.connection.Connector")
connector.connect("socket,host=127.0.0.1,port=${port}")
`),
  );
  await pause(100);
  await chmod(folder, 0o711);
  server.close();
  const exists = (path = '') =>
    readFile(path).then(
      () => true,
      () => false,
    );
  return { text, connections, wrote: await exists(written), ranProgram: await exists(touched) };
}

test('no macro runs, in any of the ways it could be started', async () => {
  await using own = disposable(await started());
  assert.match((await attempt(own.office)).text, /^no macro ran/);
});

test('a macro that does run reaches no file, no process, no network, no program', async () => {
  const { text, connections, wrote, ranProgram } = await attempt(office);
  assert.match(text, /the macro ran: tried;/);
  assert.doesNotMatch(text, /canary|proc=Name|neighbours=d/);
  assert.deepEqual({ connections, wrote, ranProgram }, { connections: 0, wrote: false, ranProgram: false });
});

test('without the sandbox the same macro reaches all of it', async () => {
  await using own = disposable(await started({ trust: trusting, kind: 'off' }));
  const { text, connections, wrote, ranProgram } = await attempt(own.office);
  assert.match(text, /secret=canary;proc=Name:;/);
  assert.deepEqual({ connections, wrote, ranProgram }, { connections: 1, wrote: true, ranProgram: true });
});

test('without the sandbox, documents that are converted at the same time have their own results', async () => {
  await using own = disposable(await started({ kind: 'off' }));
  const words = Array.from({ length: 12 }, (_, n) => `document${n}`);
  const texts = await Promise.all(words.map(async (word) => textOf(own.office, await docx(word), 'docx')));
  assert.deepEqual(texts, words);
});

const endless = macroDocument('Do\nLoop');

test('a document that never ends costs only itself, and its process ends with it', async () => {
  const hung = textOf(office, endless);
  hung.catch(() => {});
  await pause(300);
  assert.match(await textOf(office, await docx('meanwhile'), 'docx'), /meanwhile/);
  await assert.rejects(
    hung,
    (error) =>
      isFailure(error, 'conversion_timeout') &&
      error.fields['engine'] === 'libreoffice' &&
      error.fields['timeout_ms'] === timeoutMs,
  );
  await pause(300);
  assert.equal(office.status().busy, 0);
  assert.ok(office.status().killed >= 1);
  assert.equal((await officeChildren()).filter(({ cpu }) => cpu > 100).length, 0);
});

test('a child has no rights, namespaces of its own, a call filter, and no descriptor but its pipes and files of LibreOffice that nobody can write to', async () => {
  const stop = new AbortController();
  const hung = textOf(office, endless, 'fodt', stop.signal);
  hung.catch(() => {});
  const child = await busyChild();
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  assert.match(status, /NoNewPrivs:\t1[\s\S]*Seccomp:\t2/);
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) assert.match(status, new RegExp(`${set}:\\t0{16}`));
  assert.match(status, /NSpid:.*\t1\n/);
  for (const space of ['user', 'mnt', 'net', 'pid', 'ipc', 'uts'])
    assert.notEqual(
      await readlink(`/proc/${child.pid}/ns/${space}`),
      await readlink(`/proc/${child.parent}/ns/${space}`),
      space,
    );
  const limits = await readFile(`/proc/${child.pid}/limits`, 'utf8');
  assert.match(limits, /Max core file size\s+0\s+0/);
  assert.match(limits, /Max cpu time\s+120\s/);
  const open = await Promise.all(
    (await readdir(`/proc/${child.pid}/fd`)).map((fd) => readlink(`/proc/${child.pid}/fd/${fd}`).catch(() => '')),
  );
  assert.deepEqual(
    open.filter(
      (target) =>
        target !== '' &&
        !/^pipe:|^\/dev\/null$|\/out\/job\/|^\/job\/|^\/tmp\/|in-\d+|\/in\.|^\/usr\/(?:lib|share)\/libreoffice\//.test(
          target,
        ),
    ),
    [],
  );
  stop.abort(new Error('enough'));
  await assert.rejects(hung, /enough/);
});

test('a document that uses up all memory fails, and so does one whose process is killed', async () => {
  const greedy = macroDocument(
    'Dim kept(100000)\nDo\nn = n + 1\nkept(n) = String(20000000, "x")\nIf Err <> 0 Then Exit Do\nLoop\nDo\nLoop',
  );
  await assert.rejects(
    textOf(office, greedy),
    (error) => isFailure(error, 'conversion_failed') || isFailure(error, 'conversion_timeout'),
  );
  // A process with much memory needs a while to end.
  while ((await busyChildren()).length > 0) await pause(50);
  const hung = textOf(office, endless);
  hung.catch(() => {});
  const child = await busyChild();
  process.kill(child.pid, 'SIGKILL');
  await assert.rejects(
    hung,
    (error) => isFailure(error, 'conversion_failed') && error.fields['engine'] === 'libreoffice',
  );
  assert.match(await textOf(office, await docx('afterwards'), 'docx'), /afterwards/);
});

test('when the server dies its document is converted cold, and warm processes come back', async () => {
  await using own = disposable(await started({ timeoutMs: 50_000 }));
  const text = textOf(own.office, await docx('saved'), 'docx');
  await pause(5);
  for (const { pid, parent } of await servers()) if (parent === process.pid) process.kill(pid, 'SIGKILL');
  assert.match(await text, /saved/);
  for (let tries = 0; own.office.status().mode !== 'warm' && tries < 300; tries++) await pause(100);
  assert.equal(own.office.status().mode, 'warm');
  assert.match(await textOf(own.office, await docx('again'), 'docx'), /again/);
});

test('where warm processes cannot be had LibreOffice is started for each document, and that is told', async () => {
  const told: string[] = [];
  const own = startOffice(createSandbox(folder), {
    paper: 'a4',
    scratch: folder,
    warmProcesses: 1,
    timeoutMs: 60_000,
    warn: (problem) => told.push(problem),
    trust: { profile: join(folder, 'missing'), loadOptions: [] },
  });
  own.warmUp();
  await own.settled();
  assert.equal(own.status().mode, 'cold');
  assert.match(told[0] ?? '', /ENOENT/);
  assert.match(await textOf(own, await docx('cold'), 'docx'), /cold/);
  await own.stop();
});

const disposable = (made: Office) => ({ office: made, [Symbol.asyncDispose]: () => made.stop() });

/** The child that has a document. */
async function busyChild(): Promise<Process> {
  for (;;) {
    const [child] = await busyChildren();
    if (child !== undefined) return child;
    await pause(50);
  }
}

/** Those with a document in their folder, or not gone since they had one. */
async function busyChildren(): Promise<Process[]> {
  const busy: Process[] = [];
  for (const child of await officeChildren())
    if ((await readdir(`/proc/${child.pid}/root/out/job`).catch((): string[] => [])).includes('in.fodt'))
      busy.push(child);
  return busy;
}

/** Processes of this test's servers: those forked by a process of the same name, somewhere below this one. */
async function officeChildren(): Promise<Process[]> {
  const all = await processes();
  const byPid = new Map(all.map((found) => [found.pid, found]));
  return descendantsOf(process.pid, all).filter(
    ({ name, parent }) => name === 'fork-server' && byPid.get(parent)?.name === 'fork-server',
  );
}

/** Children of this process: the outermost of each sandbox. */
const servers = async () => (await processes()).filter(({ parent }) => parent === process.pid);

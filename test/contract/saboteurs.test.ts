// Documents that need minutes or gigabytes: the service still answers everybody else, and them.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { errors } from '#core/errors.ts';
import { answerOf, eventually, type Answer } from '../support/platen.ts';
import { saboteurs, type Saboteur } from '../support/saboteur-documents.ts';

// Far above the delays on a busy machine, far below those that one of these documents causes.
const longestQuotaMs = 2_000;
const longestDelaySeconds = 1;
const maxGrowth = 96 << 20;
const longestAnswerMs = 95_000;

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
let data: string;
let server: ChildProcess;
let url: string;
let headers: Record<string, string>;
let processesBefore: number;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'platen-saboteurs-'));
  const words = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'];
  server = spawn(process.execPath, [...words, main, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PLATEN_WARM_PROCESSES: '1',
      PLATEN_CONVERT_RATE_PER_MINUTE: '0',
      PLATEN_IP_RATE_PER_MINUTE: '0',
      PLATEN_MAX_UPLOADS_PER_ACCOUNT: '100',
      PLATEN_MIN_FREE_BYTES: '0',
    },
  });
  let output = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await eventually(async () => output.includes('first API key'), 'the service listens', 60);
  const key = (await readFile(join(data, 'first-key'), 'utf8')).trim();
  url = /listens on (http:\S+)/.exec(output)?.[1] ?? '';
  headers = { authorization: `Bearer ${key}` };
  const office = async () =>
    ((await (await fetch(`${url}/health`)).json()) as { engines: { libreoffice: { mode: string } } }).engines
      .libreoffice.mode;
  await eventually(async () => (await office()) === 'warm', 'LibreOffice has started', 60);
  processesBefore = await whenQuiet(processes);
});
after(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'close');
  await rm(data, { recursive: true, force: true });
});

/** A number, once it has been the same for two seconds: processes that wait for documents are started one by one. */
async function whenQuiet(count: () => Promise<number>): Promise<number> {
  let found = await count();
  for (let since = performance.now(); performance.now() - since < 2_000;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await count();
    if (now !== found) since = performance.now();
    found = now;
  }
  return found;
}

async function descendants(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  const below = await Promise.all(children.map(descendants));
  return [...children, ...below.flat()];
}

/** How many there are, without inspectors: one that is killed is replaced while another is started for a waiting document. */
async function processes(): Promise<number> {
  const commands = await Promise.all(
    (await descendants(server.pid ?? 0)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => !command.includes('inspector/worker')).length;
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** The longest delay of the service's event loop since the last call of this. */
async function longestDelay(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/platen_event_loop_delay_seconds\{quantile="1"\} (\S+)/.exec(metrics)?.[1]);
}

/** Looks at the service every 20 ms until it is told to stop. */
function watch(): () => Promise<{ quotaMs: number; bytes: number }> {
  const over = new AbortController();
  const watching = (async () => {
    const worst = { quotaMs: 0, bytes: 0 };
    while (!over.signal.aborted) {
      const began = performance.now();
      const got = await fetch(`${url}/v1/quota`, { headers });
      await got.arrayBuffer();
      assert.equal(got.status, 200);
      worst.quotaMs = Math.max(worst.quotaMs, performance.now() - began);
      worst.bytes = Math.max(worst.bytes, await residentBytes());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return worst;
  })();
  return async () => {
    over.abort();
    return watching;
  };
}

async function send(
  { tool, file, copies = 1, fields = {} }: Saboteur,
  document: Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (let n = 0; n < copies; n++) body.append('file', new Blob([document]), file);
  const signal = AbortSignal.timeout(longestAnswerMs);
  return answerOf(await fetch(`${url}/v1/convert/${tool}`, { method: 'POST', headers, body, signal }));
}

for (const saboteur of saboteurs)
  test(`${saboteur.what}: ${saboteur.tool} answers, and nobody else waits`, async () => {
    const document = await saboteur.make();
    const bytesBefore = await residentBytes();
    await longestDelay();
    const stop = watch();
    const { status, body } = await send(saboteur, document).finally(stop);
    const { quotaMs, bytes } = await stop();
    const delay = await longestDelay();

    assert.notEqual(status, 500, JSON.stringify(body));
    if (status !== 200) assert.ok(Object.hasOwn(errors, String(body['error'])), JSON.stringify(body));
    if (saboteur.converts === true) assert.equal(status, 200, JSON.stringify(body));
    if (saboteur.refusal !== undefined) assert.equal(body['error'], saboteur.refusal);
    assert.ok(quotaMs < longestQuotaMs, `somebody waited ${Math.round(quotaMs)} ms`);
    assert.ok(delay < longestDelaySeconds, `the service did not answer for ${delay} s`);
    assert.ok(bytes - bytesBefore < maxGrowth, `it grew by ${(bytes - bytesBefore) >> 20} MiB`);
  });

test('nothing is left of them: no file, and no process', async () => {
  await eventually(async () => (await readdir(join(data, 'work'))).length === 0, 'its work folder is empty');
  assert.ok((await whenQuiet(processes)) <= processesBefore);
  const runs = await readdir(join(data, 'runs'), { recursive: true, withFileTypes: true });
  // LibreOffice keeps files of its own in the folder of the process that waits.
  const left = runs.filter((entry) => entry.isFile() && !/\/(home|warm)(\/|$)/.test(entry.parentPath));
  assert.deepEqual(
    left.map(({ parentPath, name }) => join(parentPath, name)),
    [],
  );
});

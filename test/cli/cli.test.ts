// The commands as a user types them; and a service that is killed in the middle of its work.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ocrLanguages } from '#core/ocr.ts';
import { docx, fodt, pdf } from '../support/fixtures.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-'));
});
const servers: ChildProcess[] = [];
after(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

interface Ran {
  status: number;
  stdout: string;
  stderr: string;
}

function platen(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, ...args],
      { cwd: folder, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test('a document is converted without a server', async () => {
  await writeFile(join(folder, 'letter.docx'), await docx('Dear reader'));
  assert.equal((await platen('convert', 'office-to-pdf', 'letter.docx', '-o', 'letter.pdf')).status, 0);
  assert.match(await readFile(join(folder, 'letter.pdf'), 'latin1'), /^%PDF-/);
});

test('a refusal is one line with its code, and JSON when asked for', async () => {
  await writeFile(join(folder, 'a.pdf'), pdf('x'));
  const got = await platen('convert', 'office-to-pdf', 'a.pdf', '-o', 'x.pdf', '--json');
  assert.equal(got.status, 1);
  assert.match(got.stderr.trim().split('\n').at(-1) ?? '', /^error: unsupported_content: /);
  const { milliseconds: _, message, ...told } = JSON.parse(got.stdout) as Record<string, unknown>;
  assert.match(String(message), /not a .*a\.pdf|a\.pdf.* office-to-pdf accepts /);
  assert.deepEqual(told, {
    input: 'a.pdf',
    error: 'unsupported_content',
    file: 'a.pdf',
    detected_type: 'pdf',
    bytes: pdf('x').length,
  });
  assert.match((await platen('convert', 'merge-pdf', 'a.pdf', '-o', 'x.pdf')).stderr, /error: not_enough_files: /);
});

test('wrong usage ends with status 2', async () => {
  for (const args of [
    [],
    ['dance'],
    ['convert'],
    ['convert', 'no-tool', 'a', '-o', 'b'],
    ['convert', 'merge-pdf'],
    ['convert', 'rotate-pdf', 'a.pdf', '--quiet', '--json'],
    ['convert', 'office-to-pdf', '-', '-'],
    ['convert', 'rotate-pdf', 'a.pdf', '--jobs', '0'],
    ['convert', 'merge-pdf', '--color', 'red', 'a.pdf', '-o', 'b'],
    ['account', 'dance'],
    ['serve', '--port', 'x'],
    ['key', 'create', '--nonsense'],
  ])
    assert.equal((await platen(...args)).status, 2, args.join(' '));
  assert.match((await platen('convert', '--help')).stdout, /Tools:[^]*office-to-pdf/);
  assert.match((await platen('convert', 'ofice-to-pdf', 'a')).stderr, /no tool 'ofice-to-pdf'\n.*office-to-pdf/);
  assert.match((await platen('sevre')).stderr, /Did you mean serve/);
  assert.match((await platen('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('an error of the system is a sentence with a remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const data = ['--data', join(folder, 'sentences')];
  const got = await platen('serve', '--port', String(port), ...data);
  taken.close();
  assert.equal(got.status, 1);
  assert.match(got.stderr, new RegExp(`^error: another program listens on port ${port} already; `, 'm'));
});

test('accounts and keys are made, changed and removed', async () => {
  const data = ['--data', join(folder, 'accounts')];
  assert.equal(
    (JSON.parse((await platen('account', 'create', 'Ann@example.test', ...data)).stdout) as { plan: string }).plan,
    'dev',
  );
  const key = (await platen('key', 'create', 'ann@example.test', ...data)).stdout.trim();
  assert.match(key, /^platen_live_[0-9a-z]{39}$/);
  await platen('account', 'set', 'ann@example.test', '--plan', 'starter', '--used', '7', '--role', 'admin', ...data);
  const shown = JSON.parse((await platen('account', 'show', 'ann@example.test', ...data)).stdout) as {
    plan: string;
    role: string;
    quota: { used: number };
  };
  assert.deepEqual([shown.plan, shown.role, shown.quota.used], ['starter', 'admin', 7]);
  const listed = JSON.parse((await platen('key', 'list', 'ann@example.test', ...data)).stdout) as { prefix: string }[];
  assert.ok(key.startsWith(listed[0]?.prefix ?? '?'));
  assert.equal((await platen('key', 'revoke', listed[0]?.prefix ?? '', ...data)).status, 0);
  assert.equal((await platen('key', 'revoke', listed[0]?.prefix ?? '', ...data)).status, 1);
  assert.equal((await platen('account', 'create', 'bob@example.test', '--plan', 'gold', ...data)).status, 1);
  assert.equal((await platen('account', 'delete', 'ann@example.test', ...data)).status, 0);
  assert.deepEqual(JSON.parse((await platen('account', 'list', ...data)).stdout), []);
});

test('the first start prints a sign-in link for the dashboard, and the command line prints further ones', async () => {
  const data = join(folder, 'dashboard');
  const { child, url, output } = await serve(data);
  try {
    const signIn = async (link: string) => {
      const headers = { 'content-type': 'application/json', origin: url };
      const body = JSON.stringify({ token: link.split('#')[1] });
      const answer = await fetch(`${url}/dashboard/api/sign-in/link`, { method: 'POST', headers, body });
      const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
      const me = await fetch(`${url}/dashboard/api/me`, { headers: { cookie: cookie.join('; ') } });
      return (await me.json()) as { email: string; role: string };
    };
    assert.match(output, /mails are written to the log and to .*outbox/);
    // Standard output is no terminal here, and ends in a log.
    assert.doesNotMatch(output, /platen_live_/);
    assert.match(output, /first API key is in \S+\/first-key,/);
    assert.equal((await stat(join(data, 'first-key'))).mode & 0o777, 0o600);
    assert.match(output, /20 files a minute, as the specification .*\n\n +PLATEN_CONVERT_RATE_PER_MINUTE=0/);
    const first = /http:\S+\/dashboard\/link#\S+/.exec(output)?.[0] ?? '';
    const { email, role } = await signIn(first);
    assert.deepEqual([email, role], ['admin@platen.local', 'admin']);
    await platen('account', 'set', email, '--email', 'ops@example.test', '--data', data);
    const { stdout } = await platen('account', 'sign-in', 'ops@example.test', '--data', data);
    assert.ok(stdout.startsWith(url), 'it leads to the service that runs');
    assert.equal((await signIn(stdout.trim())).email, 'ops@example.test');
    assert.equal((await platen('account', 'sign-in', email, '--data', data)).status, 1);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});

test('doctor lists every limit, those that can be set with their variables', async () => {
  const { status, stdout } = await platen('doctor', '--limits');
  assert.equal(status, 0);
  assert.match(stdout, /^ {2}PLATEN_QUEUE_SIZE +\d+$/m);
  assert.match(stdout, /^a request:\n {2}maxRequestBytes +\d+$/m);
  assert.match(stdout, /^ghostscript:(\n .+)*\n {2}timeoutMs +30000$/m);
  const { stdout: json } = await platen('doctor', '--limits', '--json');
  assert.equal((JSON.parse(json) as Record<string, Record<string, number>>)['ghostscript']?.['timeoutMs'], 30_000);
});

test('doctor finds every engine and tries the isolation', async () => {
  const { status, stdout } = await platen('doctor', '--json');
  assert.equal(status, 0, stdout);
  const found = new Map(
    (JSON.parse(stdout) as { what: string; found: string }[]).map((line) => [line.what, line.found]),
  );
  assert.match(found.get('Tesseract') ?? '', /^5\./);
  const languages = (found.get('languages of OCR') ?? '').split(' ');
  assert.deepEqual(
    ocrLanguages.filter((code) => !languages.includes(code)),
    [],
  );
  assert.equal(found.get('isolation'), 'documents are isolated');
  assert.match(found.get('landlock') ?? '', /^(version [1-9]\d* is in force|this kernel has none)/);
});

test('doctor --quick shows settings, versions and fonts, and neither converts nor tries the isolation', async () => {
  const { status, stdout } = await platen('doctor', '--quick', '--json');
  assert.equal(status, 0, stdout);
  const found = (JSON.parse(stdout) as { what: string }[]).map(({ what }) => what);
  for (const what of ['node', 'settings', 'LibreOffice', 'font Carlito']) assert.ok(found.includes(what), what);
  for (const what of ['isolation', 'libreoffice, warm']) assert.ok(!found.includes(what), what);
});

test('doctor prints each line as it is known; --strict counts known vulnerabilities', async () => {
  const bin = await mkdtemp(join(folder, 'bin-'));
  const update = 'Inst libgs10 [10.0-1] (10.0-2 Debian-Security:12/stable-security [amd64])';
  await writeFile(join(bin, 'apt-get'), `#!/bin/sh\necho '${update}'\n`, { mode: 0o755 });
  await writeFile(join(bin, 'apt-cache'), '#!/bin/sh\necho libgs10\n', { mode: 0o755 });
  const doctor = async (...args: string[]) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'doctor', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    });
    const ended = once(child, 'close');
    const chunks = await Array.fromAsync(child.stdout.setEncoding('utf8'), String);
    const [status] = (await ended) as [number];
    return { status, chunks };
  };
  const { status, chunks } = await doctor();
  assert.match(chunks[0] ?? '', /^ok {3}node /);
  assert.doesNotMatch(chunks[0] ?? '', /isolation/);
  assert.match(chunks.join(''), /^ok {3}isolation [^]*^OLD {2}libgs10 +10\.0-1 has known holes/m);
  assert.equal(status, 0);
  assert.equal((await doctor('--strict')).status, 1);
  assert.equal((await platen('doctor', '--strict', '--quick')).status, 2);
});

async function serve(
  data: string,
  perMinute = 20,
): Promise<{ child: ChildProcess; url: string; key: string | undefined; output: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, 'serve', '--port', '0', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        PLATEN_CONCURRENCY: '10',
        PLATEN_WARM_PROCESSES: '0',
        PLATEN_CONVERT_RATE_PER_MINUTE: String(perMinute),
        PLATEN_MAX_UPLOADS_PER_ACCOUNT: '10',
      },
    },
  );
  servers.push(child);
  const isFirst = !existsSync(join(data, 'platen.db'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  // The first start prints a sign-in link last.
  const last = isFirst ? /dashboard\/link#\S+\s/ : /outbox/;
  for (let tries = 0; tries < 600 && !last.test(output); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const key = await readFile(join(data, 'first-key'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  return { child, url: /http:\/\/[\d.:]+/.exec(output)?.[0] ?? '', key, output };
}

test('killed in the middle of ten conversions, the service comes back exact and clean', async () => {
  const data = join(folder, 'killed');
  const first = await serve(data, 0);
  assert.ok(first.key !== undefined, first.output);
  assert.match(first.output, /curl -sS http/);
  const headers = { Authorization: `Bearer ${first.key}` };
  const long = fodt('Long', 'text', '<text:p>word word word word</text:p>'.repeat(20_000));
  const calls = Array.from({ length: 10 }, () => {
    const body = new FormData();
    body.append('file', new Blob([long]), 'long.fodt');
    return fetch(`${first.url}/v1/convert/office-to-pdf`, { method: 'POST', body, headers }).then(
      () => 'answered',
      () => 'cut',
    );
  });
  const used = async (url: string) =>
    ((await (await fetch(`${url}/v1/quota`, { headers })).json()) as { used: number }).used;
  for (let tries = 0; tries < 100 && (await used(first.url)) < 10; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await used(first.url), 10);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(['cut']));

  const second = await serve(data, 0);
  try {
    assert.doesNotMatch(second.output, /first API key/);
    assert.equal(await used(second.url), 0);
    assert.deepEqual(await readdir(join(data, 'work')), []);
    // The folders of the processes that wait are empty.
    const runs = await readdir(join(data, 'runs'), { recursive: true, withFileTypes: true });
    assert.deepEqual(
      runs.filter((entry) => !entry.isDirectory()),
      [],
    );
    const jobs = (await readdir(join(data, 'files'))).toSorted();
    assert.equal(jobs.length, 10);
    for (const job of jobs) {
      const got = await fetch(`${second.url}/v1/job/${job}`, { headers });
      assert.deepEqual([got.status, ((await got.json()) as { status: string }).status], [409, 'failed']);
    }
    const kept = await platen('job', 'input', jobs[0] ?? '', '-o', join(folder, 'kept.fodt'), '--data', data);
    assert.equal(kept.status, 0, kept.stderr);
    assert.deepEqual(await readFile(join(folder, 'kept.fodt')), long);
    const other = await platen('serve', '--port', '0', '--data', data);
    assert.match(other.stderr, /another Platen is already using this data directory/);
  } finally {
    second.child.kill('SIGTERM');
    const [status] = (await once(second.child, 'close')) as [number];
    assert.equal(status, 0);
  }
});

test('a key for tests is made with its limits, which the list shows', async () => {
  const data = ['--data', join(folder, 'limits')];
  await platen('account', 'create', 'limits@example.test', ...data);
  const make = (...options: string[]) => platen('key', 'create', 'limits@example.test', ...options, ...data);
  const made = await make(
    '--name',
    'ci',
    '--test',
    '--expires',
    '2099-12-31',
    '--scope',
    'convert',
    '--tools',
    'rotate-pdf',
    'merge-pdf',
  );
  assert.match(made.stdout, /^platen_test_\S+\n$/, made.stderr);
  const [key] = JSON.parse((await platen('key', 'list', 'limits@example.test', ...data)).stdout) as object[];
  assert.partialDeepStrictEqual(key, {
    name: 'ci',
    is_test: true,
    scopes: ['convert'],
    tools: ['rotate-pdf', 'merge-pdf'],
    expires_at: Date.UTC(2100, 0, 1),
  });
  assert.match((await make('--expires', '2020-01-01')).stderr, /has passed/);
  assert.match((await make('--expires', 'tomorrow')).stderr, /2027-12-31/);
  assert.match((await make('--tools', 'rotate')).stderr, /no tool called rotate/);
});

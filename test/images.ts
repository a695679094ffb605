// Tries the images of deploy/Dockerfile with podman, on loopback: what the worker's has, a conversion in it, then one that is
// sent to an API container and done by a worker container, with PostgreSQL and S3 between them.
// deploy/build-images.sh builds them and ends with this.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { docx } from './support/fixtures.ts';
import { eventually } from './support/platen.ts';
import { startPostgres } from './support/postgres.ts';
import { startS3 } from './support/s3.ts';

const execute = promisify(execFile);
const seccomp = join(import.meta.dirname, '..', 'deploy', 'seccomp.json');

/** As in the compose files: nothing to write but /data and /tmp, no capability and no way to one. */
const shut = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--network=host'];
const mayIsolate = [`--security-opt=seccomp=${seccomp}`, '--security-opt=unmask=ALL'];

const say = (text: string) => process.stdout.write(`${text}\n`);

await using cleanup = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'platen-images-'));
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
// The user of the container is another one.
await chmod(folder, 0o777);
await writeFile(join(folder, 'letter.docx'), await docx('Dear reader of images'), { mode: 0o644 });

await inTheWorker();
await throughTheCluster();

async function inTheWorker(): Promise<void> {
  const run = (...args: string[]) =>
    execute('podman', ['run', '--rm', ...shut, ...mayIsolate, '-v', `${folder}:/io`, 'platen', ...args]);
  say((await run('doctor')).stdout.trim());
  await run('convert', 'office-to-pdf', '/io/letter.docx', '-o', '/io/letter.pdf');
  await requireLetter(await readFile(join(folder, 'letter.pdf')), 'the image converts');
}

async function throughTheCluster(): Promise<void> {
  const postgres = cleanup.use(await startPostgres());
  const s3 = cleanup.use(await startS3());
  const shared = {
    PLATEN_DATABASE_URL: await postgres.database(),
    PLATEN_FILES: `s3://${s3.bucket.name}?endpoint=${s3.bucket.endpoint}&region=${s3.bucket.region}`,
    PLATEN_SECRET: randomBytes(32).toString('hex'),
    PLATEN_HOST: '127.0.0.1',
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  };
  const api = await startNode('platen-api', [], shared);
  const worker = await startNode('platen-worker', mayIsolate, shared);
  const keyFile = /first API key is in (\S+),/.exec(api.output())?.[1];
  assert.ok(keyFile !== undefined, `the first node names the file with its key:\n${api.output()}`);
  const key = await api.read(keyFile);
  const headers = { Authorization: `Bearer ${key}` };

  const form = new FormData();
  form.set('file', new Blob([await readFile(join(folder, 'letter.docx'))]), 'letter.docx');
  const began = performance.now();
  const answer = await fetch(`${api.url}/v1/convert/office-to-pdf`, { method: 'POST', body: form, headers });
  const job = (await answer.json()) as { job_id?: string };
  assert.equal(answer.status, 200, JSON.stringify(job));
  say(`converted by the worker in ${Math.round(performance.now() - began)} ms`);
  const result = await fetch(`${api.url}/v1/download/${job.job_id}`, { headers });
  await requireLetter(Buffer.from(await result.arrayBuffer()), 'the cluster converts');

  const refused = await fetch(`${worker.url}/v1/convert/office-to-pdf`, { method: 'POST', body: form, headers });
  assert.equal(refused.status, 404, 'a worker accepts no requests');
  await refused.body?.cancel();
  // For a moment, a process that has just ended is a zombie: a second is enough to wait for it.
  await eventually(async () => (await worker.zombies()) === 0, 'no ended process of a sandbox is left', 1);
  for (const { url, stop } of [api, worker]) {
    assert.match(await (await fetch(`${url}/metrics`)).text(), /^platen_conversions_waiting /m);
    const stopped = performance.now();
    assert.equal(await stop(), 0, 'it ends by itself on SIGTERM');
    say(`stopped in ${Math.round(performance.now() - stopped)} ms`);
  }
}

interface Started {
  url: string;
  output: () => string;
  /** A file of the container, without the ends of its lines. */
  read(path: string): Promise<string>;
  zombies(): Promise<number>;
  /** @returns its exit status */
  stop: () => Promise<number | null>;
}

async function startNode(image: string, options: string[], env: Record<string, string>): Promise<Started> {
  const port = await freePort();
  const name = `${image}-${process.pid}`;
  const variables = Object.entries({ ...env, PLATEN_PORT: String(port) }).map(
    ([key, value]) => `--env=${key}=${value}`,
  );
  const began = performance.now();
  const child = spawn('podman', ['run', '--rm', `--name=${name}`, ...shut, ...options, ...variables, image]);
  cleanup.defer(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (said += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  await ready(url, child, () => said);
  say(`${image} is ready after ${Math.round(performance.now() - began)} ms`);
  await execute('podman', ['healthcheck', 'run', name]);
  return {
    url,
    output: () => said,
    read: async (path) => (await execute('podman', ['exec', name, 'cat', path])).stdout.trim(),
    async zombies() {
      const script = 'cat /proc/[0-9]*/stat 2>/dev/null | grep -c ") Z " || true';
      return Number((await execute('podman', ['exec', name, 'sh', '-c', script])).stdout);
    },
    async stop() {
      const closed = once(child, 'close');
      await execute('podman', ['stop', '--time', '60', name]);
      const [status] = (await closed) as [number | null];
      return status;
    },
  };
}

async function ready(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(200);
  }
  throw new Error(`not ready:\n${said()}`);
}

async function requireLetter(pdf: Buffer, what: string): Promise<void> {
  await writeFile(join(folder, 'result.pdf'), pdf);
  const { stdout } = await execute('pdftotext', [join(folder, 'result.pdf'), '-']);
  assert.match(stdout, /Dear reader of images/, what);
  say(`${what}: a PDF of ${pdf.length} bytes with the text`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

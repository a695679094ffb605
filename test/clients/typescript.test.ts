// The package @platen/client: its published files, its consumers, and its size.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ConnectionError, Platen, verifyWebhook } from '#client';
import { packageFiles } from '#reference/clients/packages.ts';
import { packages } from '../../clients/build/packages.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { textOf } from '../support/printing.ts';
import { startPlaten } from '../support/platen.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
let folder: string;
/** The package as it is served, unpacked. */
let own: string;
let archive: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-client-'));
  own = join(folder, 'package');
  archive = join(folder, packageFiles.typescript);
  await writeFile(archive, (await packages())[packageFiles.typescript] ?? '');
  await execute('tar', ['xzf', archive], { cwd: folder });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
after(() => rm(folder, { recursive: true }));

test('the package has the right files', async () => {
  const { stdout } = await execute('tar', ['tzf', archive]);
  const modules = ['batch', 'catalogue', 'connection', 'errors', 'events', 'index', 'input', 'job', 'platen'];
  modules.push('in-parts', 'progress', 'result', 'tools', 'upload', 'webhook');
  const made = modules.flatMap((name) =>
    ['cjs', 'esm'].flatMap((kind) => [`${kind}/${name}.js`, `${kind}/${name}.d.ts`]),
  );
  assert.deepEqual(
    stdout.trim().split('\n'),
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'dist/cjs/package.json',
      ...made.map((name) => `dist/${name}`),
    ]
      .map((name) => `package/${name}`)
      .sort(),
  );
});

test('package checkers find nothing', async () => {
  const published = await execute(bin('publint'), ['--strict', own]);
  assert.match(published.stdout, /All good/);
  const types = await execute(bin('attw'), [archive, '--no-emoji', '--format', 'ascii']);
  assert.match(types.stdout, /No problems found/);
});

interface Chunk {
  code: string;
  fileName: string;
  imports: string[];
  isEntry: boolean;
}

test('a page that converts is given at most eight kilobytes of it, and one that verifies webhooks less', async () => {
  const sizeOf = async (code: string): Promise<number> => {
    const entry = join(folder, 'entry.js');
    await writeFile(entry, code);
    const made = await build({
      root: folder,
      logLevel: 'silent',
      configFile: false,
      build: { write: false, minify: true, lib: { entry, formats: ['es'] }, target: 'es2022' },
    });
    const [{ output }] = made as unknown as [{ output: Chunk[] }];
    // The initial load of the page: the entry, and the chunks that it imports.
    const loaded = new Set(output.filter(({ isEntry }) => isEntry));
    for (const { imports } of loaded)
      for (const chunk of output) if (imports.includes(chunk.fileName)) loaded.add(chunk);
    return gzipSync([...loaded].map(({ code }) => code).join('')).byteLength;
  };
  const client = JSON.stringify(join(own, 'dist/esm/index.js'));
  const all = await sizeOf(`export * from ${client};`);
  assert.ok(all <= 8 * 1024, `${all} bytes`);
  const verifying = await sizeOf(`export { verifyWebhook } from ${client};`);
  assert.ok(verifying < all / 2, `${verifying} of ${all} bytes`);
});

test('the first sample of its page runs unchanged, for import and for require', async () => {
  await using platen = await startPlaten({ warmProcesses: 1 });
  const page = await readFile(join(own, 'README.md'), 'utf8');
  const [, sample = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
  const place = join(folder, 'place');
  await mkdir(join(place, 'node_modules/@platen'), { recursive: true });
  await symlink(own, join(place, 'node_modules/@platen/client'));
  await writeFile(join(place, 'report.docx'), await docx('Quarterly report'));
  await writeFile(join(place, 'convert.mjs'), sample);
  const env = { PATH: process.env['PATH'], PLATEN_URL: platen.url, PLATEN_API_KEY: await platen.key() };
  await execute(process.execPath, ['convert.mjs'], { cwd: place, env });
  assert.equal((await readFile(join(place, 'report.pdf'))).toString('latin1', 0, 5), '%PDF-');
  const required = `const { Platen } = require('@platen/client'); new Platen().quota().then(({ plan }) => console.log(plan));`;
  await writeFile(join(place, 'quota.cjs'), required);
  assert.equal((await execute(process.execPath, ['quota.cjs'], { cwd: place, env })).stdout, 'business\n');
});

test('files keep their order, whether they are sent or there already', async () => {
  await using platen = await startPlaten();
  const client = new Platen({ url: platen.url, apiKey: await platen.key() });
  const [a, b] = ['A', 'B'].map((text) => ({ name: `${text}.pdf`, data: pdf(text) }));
  assert.ok(a !== undefined && b !== undefined);
  const [there, alsoThere] = [await client.upload(a), await client.upload(b)];
  for (const files of [
    [there, alsoThere],
    [there, b],
    [a, alsoThere],
  ]) {
    const path = join(folder, 'merged.pdf');
    await (await client.mergePdf(files)).save(path);
    assert.match(await textOf(path), /A[^]*B/);
  }
});

test('a download whose file is replaced is restarted, and a stream of it ends', async () => {
  const answers: { status: number; headers: Record<string, string>; body: string; cut?: boolean }[] = [];
  const server = createServer((_request, response) => {
    const { status, headers, body, cut } = answers.shift() ?? { status: 500, headers: {}, body: '' };
    response.writeHead(status, { 'Content-Length': cut === true ? body.length + 1 : body.length, ...headers });
    response.write(body, () => (cut === true ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = async () => {
    answers.unshift({ status: 200, headers: {}, body: JSON.stringify({ job_id: 'j', size_bytes: 6 }) });
    return new Platen({ url, apiKey: 'k', retries: 2 }).result('j');
  };
  const first = { status: 200, headers: { ETag: '"a"' }, body: 'aaaaa', cut: true };
  try {
    answers.push(first, { status: 200, headers: { ETag: '"b"' }, body: 'bbbbbb' });
    assert.equal(new TextDecoder().decode(await (await result()).bytes()), 'bbbbbb');
    answers.push(first, { status: 206, headers: { ETag: '"a"', 'Content-Range': 'bytes 0-5/6' }, body: 'aaaaaa' });
    answers.push({ status: 200, headers: { ETag: '"c"' }, body: 'cccccc' });
    assert.equal(new TextDecoder().decode(await (await result()).bytes()), 'cccccc');
    answers.push(first, { status: 200, headers: { ETag: '"b"' }, body: 'bbbbbb' });
    await assert.rejects(new Response((await result()).stream()).text(), ConnectionError);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('an unsendable input fails at once', async () => {
  assert.throws(() => new Platen({ url: 'localhost:8080', apiKey: 'k' }), TypeError);
  assert.throws(() => new Platen({ url: 'http://127.0.0.1:9', apiKey: 'a\nb' }), TypeError);
  const client = new Platen({ url: 'http://127.0.0.1:9', apiKey: 'k' });
  await assert.rejects(client.officeToPdf('missing.docx'), {
    code: 'file_unreadable',
    message: /missing\.docx cannot be read: ENOENT/,
  });
  await assert.rejects(verifyWebhook('{}', {}, 'whsec_'), TypeError);
});

// GET /clients/…: the packages of the clients, for package managers.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { installing, packageFiles } from '#reference/clients/packages.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
before(async () => {
  platen = await startPlaten({ warmProcesses: 0 });
});
after(() => platen[Symbol.asyncDispose]());

const get = (path: string, init: RequestInit = {}) => fetch(`${platen.url}/clients/${path}`, init);

test('every package is served without a key, with its type and its checksum', async () => {
  const types = { tgz: 'application/gzip', whl: 'application/octet-stream', zip: 'application/zip' };
  const sums = await get('SHA256SUMS');
  assert.equal(sums.headers.get('content-type'), 'text/plain; charset=utf-8');
  const listed = new Map(
    (await sums.text())
      .trim()
      .split('\n')
      .map((line) => line.split('  ').toReversed() as [string, string]),
  );
  assert.deepEqual([...listed.keys()].sort(), Object.values(packageFiles).sort());
  for (const [name, sum] of listed) {
    const answer = await get(name);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), types[name.split('.').at(-1) as keyof typeof types]);
    assert.equal(
      createHash('sha256')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('hex'),
      sum,
    );
    assert.equal(
      (await get(name, { method: 'HEAD' })).headers.get('content-length'),
      answer.headers.get('content-length'),
    );
  }
});

test('the index of Composer has the address of the service', async () => {
  const { packages } = (await (await get('packages.json')).json()) as {
    packages: { 'platen/client': Record<string, { dist: { url: string; shasum: string } }> };
  };
  const [{ dist } = { dist: { url: '', shasum: '' } }] = Object.values(packages['platen/client']);
  assert.equal(dist.url, `${platen.url}/clients/${packageFiles.php}`);
  const archive = new Uint8Array(await (await fetch(dist.url)).arrayBuffer());
  assert.equal(createHash('sha1').update(archive).digest('hex'), dist.shasum);
});

test('another name, and the folder itself, are JSON errors', async () => {
  for (const path of ['', 'platen-client-0.0.1.tgz', '../package.json', '%2e%2e/current']) {
    const answer = await get(path);
    assert.equal(answer.status, 404);
    assert.equal(((await answer.json()) as { error: string }).error, 'not_found');
  }
});

test('the pages of the clients print the commands with the address of the service', async () => {
  for (const [id, lines] of Object.entries(installing)) {
    const page = await (await fetch(`${platen.url}/docs/clients/${id}`)).text();
    const text = page
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&gt;', '>');
    for (const line of lines) assert.ok(text.includes(line.replaceAll('http://127.0.0.1:8080', platen.url)), line);
  }
});

// Inputs that are fetched from a URL: accepted and refused ones; nothing is left of either.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { converted, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const MiB = 1024 * 1024;
const answers: Record<string, (response: ServerResponse) => void> = {
  '/report%20one.txt': (response) => void response.end('hello'),
  '/named': (response) =>
    void response
      .setHeader('Content-Disposition', `attachment; filename="plain.txt"; filename*=UTF-8''R%C3%A9sum%C3%A9.txt`)
      .end('hello'),
  '/moved': (response) => void response.writeHead(302, { Location: '/report%20one.txt' }).end(),
  '/missing': (response) => void response.writeHead(404).end('no'),
  '/large': (response) => void response.setHeader('Content-Length', 500 * MiB).write('x'),
  '/endless': (response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', send);
    send();
  },
  '/cut': (response) => {
    response.setHeader('Content-Length', 1000).write('some');
    setTimeout(() => response.destroy(), 50);
  },
};

let calls = 0;
const server = createServer((request, response) => {
  calls += 1;
  (answers[request.url ?? ''] ?? answers['/missing'])?.(response);
});
let platen: Platen;
let at: string;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  platen = await startPlaten({ fetchesInputs: 'on', webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});

const convert = (key: string, fields: Record<string, string>, headers = {}): Promise<Answer> =>
  platen.convert('copy', [], { key, fields, headers });

const nameOf = async (key: string): Promise<unknown> => {
  const [job] = (await platen.get('/v1/jobs', key)).body['jobs'] as Record<string, unknown>[];
  return job?.['name'];
};

test('a file is fetched from its address, and named as the answer or the address says', async () => {
  const key = await platen.key();
  const job = converted(await convert(key, { file_url: `${at}/report%20one.txt` }));
  assert.equal((await platen.download(job, key)).toString(), 'hello');
  assert.equal(await nameOf(key), 'report one-copied.txt');
  converted(await convert(key, { file_url: `${at}/named` }));
  assert.equal(await nameOf(key), 'Résumé-copied.txt');
  const later = await convert(key, { file_url: `${at}/named` }, { Prefer: 'respond-async, wait=20' });
  assert.equal(later.status, 200, JSON.stringify(later.body));
});

test('an address that does not give the file is refused, with its reason, and nothing is counted', async () => {
  const key = await platen.key();
  for (const [path, reason] of [
    ['/moved', 'redirect'],
    ['/missing', 'status'],
    ['/large', 'too_large'],
    ['/endless', 'too_large'],
    ['/cut', 'unreachable'],
  ] as const)
    refused(await convert(key, { file_url: at + path }), 422, 'source_unreachable', { field: 'file_url', reason });
  const { body } = await convert(key, { file_url: `${at}/missing` });
  assert.equal(body['status'], 404);
  assert.equal((await platen.get('/v1/quota', key)).body['used'], 0);
});

test('addresses inside are not called, however they are written', async () => {
  const key = await platen.key();
  const before = calls;
  for (const address of [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
    'ftp://example.com/a.txt',
    'http://0x0a000001/',
    'no address',
  ])
    refused(await convert(key, { 'file_url[0]': address }), 422, 'source_unreachable', {
      field: 'file_url[0]',
      reason: 'refused_address',
    });
  assert.equal(calls, before);
});

test('without PLATEN_FETCH_FILE_URLS, the field is not known', async () => {
  await using other = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const before = calls;
  const answer = await other.convert('copy', [], { key: await other.key(), fields: { file_url: `${at}/named` } });
  refused(answer, 400, 'not_enough_files');
  assert.equal(calls, before);
});

// Clients that block others by holding connections: bodies that never end, answers that nobody reads, connections without a request.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { connect, Socket as TcpSocket, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '#config';
import { silentLog } from '#core/log.ts';
import { boundConnections } from '#http/connections.ts';
import { createProbes } from '#http/probes.ts';
import { converted, eventually, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

/** A connection that never closes its own side. */
async function opened({ url }: Pick<Platen, 'url'>, from = '127.0.0.1'): Promise<Socket & { text(): string }> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), localAddress: from, allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return Object.assign(socket, { text: () => text });
}

const isEnded = ({ destroyed, readableEnded }: Socket): boolean => destroyed || readableEnded;

const head = (method: string, path: string, ...lines: string[]) =>
  `${method} ${path} HTTP/1.1\r\nHost: platen\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** Sends a byte now and then, ignoring responses, until that is no longer possible. */
async function trickle(platen: Pick<Platen, 'url'>, first: string, byte = '-'): Promise<string> {
  const socket = await opened(platen);
  socket.write(first);
  const drip = setInterval(() => socket.write(byte), 100);
  try {
    await eventually(async () => socket.destroyed, 'the connection is ended', 20);
    return socket.text();
  } finally {
    clearInterval(drip);
    socket.destroy();
  }
}

const long = 'Content-Length: 1000';
const json = ['Content-Type: application/json', 'Sec-Fetch-Site: same-origin', long];
const form = ['Content-Type: application/x-www-form-urlencoded', long];
const bodies: Record<string, string> = {
  'JSON of the dashboard': head('POST', '/dashboard/api/sign-in', ...json),
  'JSON in chunks':
    head('POST', '/dashboard/api/sign-in', ...json.slice(0, 2), 'Transfer-Encoding: chunked') + '3e8\r\n',
  'a form': head('POST', '/s/0123456789abcdefghjkmnpqrs', ...form),
  'another form': head('POST', '/unsubscribe/x', ...form),
  'a type that nobody reads': head('POST', '/dashboard/api/sign-out', 'Sec-Fetch-Site: same-origin', long),
  'what was asked to go on': head('POST', '/dashboard/api/sign-in', ...json, 'Expect: 100-continue'),
  'what was expected to be something else': head('POST', '/dashboard/api/sign-in', ...json, 'Expect: rain'),
  'a body where there is none': head('GET', '/v1/quota', long),
  'a body of a wrong method': head('POST', '/v1/quota', long),
  'a body for nothing': head('POST', '/nowhere', long),
  'a body for an address that cannot be read': head('POST', '/%zz', long),
  'a body for a probe': head('GET', '/health', long),
  'an upload without a key': head('POST', '/v1/convert/copy', 'Content-Type: multipart/form-data; boundary=b', long),
  'an upload from another site': head('POST', '/dashboard/api/convert/copy', 'Sec-Fetch-Site: cross-site', long),
};

test('a body that never ends is ended, whether or not anybody reads it', { concurrency: true }, async (t) => {
  await using platen = await startPlaten({}, { tools: withSaboteurs, limits: { bodyMs: 1_000, headMs: 1_000 } });
  await using probes = createProbes(platen.service).http;
  const worker = { url: await probes.listen({ port: 0, host: '127.0.0.1' }) };
  await Promise.all([
    ...Object.entries(bodies).map(([what, first]) =>
      t.test(what, async () => assert.match(await trickle(platen, first), /^HTTP\/1\.1 \d{3} /)),
    ),
    t.test('a head', async () => {
      assert.match(await trickle(platen, 'GET /v1/quota HTTP/1.1\r\nHost: platen\r\nX-Long: '), /^HTTP\/1\.1 400 /);
    }),
    t.test('a body for a probe of a worker', async () => {
      assert.match(await trickle(worker, head('GET', '/health', long)), /^HTTP\/1\.1 200 /);
    }),
  ]);
});

test('an upload may take longer than other bodies', async () => {
  await using platen = await startPlaten({}, { tools: withSaboteurs, limits: { bodyMs: 500 } });
  const parts = [
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    'hello',
    '\r\n--b--\r\n',
  ];
  const socket = await opened(platen);
  const key = `Authorization: Bearer ${await platen.key()}`;
  const type = 'Content-Type: multipart/form-data; boundary=b';
  socket.write(head('POST', '/v1/convert/copy', key, type, `Content-Length: ${parts.join('').length}`));
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  await eventually(async () => socket.text() !== '', 'it is answered');
  assert.match(socket.text(), /^HTTP\/1\.1 200 /);
  socket.destroy();
});

/** One request over a connection of its own: the status and the error of its answer. */
async function asked(platen: Platen, path: string, from = '127.0.0.1', ...lines: string[]): Promise<string> {
  const socket = await opened(platen, from);
  socket.write(head('GET', path, ...lines));
  await eventually(async () => socket.destroyed || socket.text().includes('\r\n\r\n'), `${path} is answered`);
  socket.destroy();
  return `${socket.text().slice(9, 12)} ${/"error":"(\w+)"/.exec(socket.text())?.[1] ?? ''}`.trim();
}

const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello';
const end = '\r\n--b--\r\n';

/** Uploads that wait for their end, over a connection each. */
async function uploading(platen: Platen, count: number, from: string, ...lines: string[]) {
  const key = `Authorization: Bearer ${await platen.key()}`;
  const type = 'Content-Type: multipart/form-data; boundary=b';
  const before = platen.service.uploads.now;
  const sockets = await Promise.all(Array.from({ length: count }, () => opened(platen, from)));
  for (const socket of sockets)
    socket.write(
      head('POST', '/v1/convert/copy', key, type, `Content-Length: ${(file + end).length}`, ...lines) + file,
    );
  await eventually(async () => platen.service.uploads.now === before + count, 'they are let in');
  return {
    /** They end well, over connections that stay. */
    async finish() {
      for (const socket of sockets) socket.write(end);
      await eventually(
        async () => sockets.every((socket) => socket.text().startsWith('HTTP/1.1 200 ')),
        'all are converted',
      );
    },
    [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()),
  };
}

test('connections are limited per address, and others have theirs', async () => {
  await using platen = await startPlaten({ connectionsPerAddress: 3 }, { tools: withSaboteurs });
  using uploads = await uploading(platen, 3, '127.0.0.2');
  assert.equal(await asked(platen, '/v1/tools', '127.0.0.2'), '503 server_busy');
  assert.equal(await asked(platen, '/health', '127.0.0.2'), '200');
  assert.equal(await asked(platen, '/v1/tools', '127.0.0.3'), '401 missing_bearer_token');
  const many = await Promise.all(Array.from({ length: 40 }, () => opened(platen, '127.0.0.2')));
  await eventually(async () => many.filter(isEnded).length >= 20, 'it has no more than a few beside');
  assert.equal(await asked(platen, '/v1/tools', '127.0.0.3'), '401 missing_bearer_token');
  for (const socket of many) socket.destroy();
  await uploads.finish();
  const isIn = async () => (await asked(platen, '/v1/tools', '127.0.0.2')) === '401 missing_bearer_token';
  await eventually(isIn, 'a connection that has nothing more to say makes room');
});

test('of the connections of an address, the one makes room whose client was heard of longest ago', async () => {
  await using platen = await startPlaten({ connectionsPerAddress: 2 }, { tools: withSaboteurs });
  const [used, idle] = [await opened(platen, '127.0.0.2'), await opened(platen, '127.0.0.2')];
  await sleep(200);
  used.write(head('GET', '/v1/tools'));
  await eventually(async () => used.text() !== '', 'it is answered');
  await sleep(1100);
  assert.equal(await asked(platen, '/v1/tools', '127.0.0.2'), '401 missing_bearer_token');
  await eventually(async () => isEnded(idle), 'the idle one has made room');
  assert.ok(!isEnded(used));
  for (const socket of [used, idle]) socket.destroy();
});

test('connections that wait for their client make room when there are too many, and those that work do not', async (t) => {
  const waiting = {
    'nothing at all': '',
    'a head': 'GET / HTTP/1.1\r\n',
    'a body': bodies['JSON of the dashboard'] ?? '',
  };
  for (const [what, first] of Object.entries(waiting))
    await t.test(what, async () => {
      await using platen = await startPlaten({ maxConnections: 8 }, { tools: withSaboteurs });
      using uploads = await uploading(platen, 2, '127.0.0.1');
      const sockets = await Promise.all(Array.from({ length: 6 }, () => opened(platen)));
      for (const socket of sockets) socket.write(first);
      const isIn = async () => (await asked(platen, '/v1/tools')) === '401 missing_bearer_token';
      await eventually(isIn, 'a new one is let in');
      for (const socket of sockets) socket.destroy();
      await uploads.finish();
    });
});

test('a download that nobody reads makes room, and one that is read slowly does not', async () => {
  await using platen = await startPlaten({ maxConnections: 3 }, { tools: withSaboteurs, limits: { answerMs: 1_000 } });
  const key = await platen.key();
  const large = { name: 'large.txt', data: Buffer.alloc(40 << 20, 'x') };
  const got = await platen.convert('copy', [large], { key, fields: { text: 'a' } });
  const download = head('GET', `/v1/download/${converted(got)}`, `Authorization: Bearer ${key}`);
  // The connection of that call can make room by then.
  await sleep(1100);
  const [slow, ...others] = await Promise.all([opened(platen), opened(platen), opened(platen)]);
  const readers = [slow, ...others];
  for (const socket of readers) socket.pause().write(download);
  const reading = setInterval(() => slow.read(1 << 20), 100);
  try {
    const isIn = async () => (await asked(platen, '/v1/tools')) === '401 missing_bearer_token';
    assert.equal(await isIn(), false);
    await eventually(isIn, 'a new one is let in', 20);
    assert.ok(!isEnded(slow));
    for (const socket of others) socket.resume();
    await eventually(async () => others.some(isEnded), 'one has made room');
  } finally {
    clearInterval(reading);
    for (const socket of readers) socket.destroy();
  }
});

test('probes are answered though all connections are taken, and there are hundreds beyond them', async () => {
  await using platen = await startPlaten(
    { maxConnections: 4, metricsToken: 'a-token-of-metrics' },
    { tools: withSaboteurs },
  );
  using uploads = await uploading(platen, 4, '127.0.0.1');
  const beyond = await Promise.all(Array.from({ length: 300 }, () => opened(platen)));
  for (const path of ['/health', '/ready', '/%68ealth']) assert.equal(await asked(platen, path), '200', path);
  assert.equal(await asked(platen, '/metrics', '127.0.0.1', 'Authorization: Bearer a-token-of-metrics'), '200');
  for (const path of ['/v1/tools', '/', '/dashboard/api/front', '/nowhere', '/health/nowhere'])
    assert.match(await asked(platen, path), /^503/, path);
  assert.ok(beyond.filter(isEnded).length >= 150, 'the oldest have made room');
  for (const socket of beyond) socket.destroy();
  await uploads.finish();
  const isIn = async () => (await asked(platen, '/v1/tools')) === '401 missing_bearer_token';
  await eventually(isIn, 'the service is open again');
});

test('behind a proxy, the requests of an address are bounded, and connections of the proxy are not', async () => {
  const [proxy, client, other] = ['127.0.0.9', 'X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 203.0.113.8'];
  await using platen = await startPlaten(
    { connectionsPerAddress: 2, trustProxy: ['127.0.0.9/32'] },
    { tools: withSaboteurs },
  );
  using uploads = await uploading(platen, 2, proxy, client);
  assert.equal(await asked(platen, '/v1/tools', proxy, client), '503 server_busy');
  assert.equal(await asked(platen, '/ready', proxy, client), '200');
  using _others = await uploading(platen, 2, proxy, other);
  assert.equal(await asked(platen, '/v1/tools', proxy, 'X-Forwarded-For: 203.0.113.9'), '401 missing_bearer_token');
  await uploads.finish();
  assert.equal(await asked(platen, '/v1/tools', proxy, client), '401 missing_bearer_token');
});

test('requests that wait behind another are not counted any more once their client has gone', async () => {
  await using platen = await startPlaten({ connectionsPerAddress: 8 }, { tools: withSaboteurs });
  const socket = await opened(platen, '127.0.0.2');
  const lines = [`Authorization: Bearer ${await platen.key()}`, 'Content-Type: multipart/form-data; boundary=b'];
  const hang = head('POST', '/v1/convert/hang', ...lines, `Content-Length: ${(file + end).length}`) + file + end;
  socket.write(hang + head('GET', '/v1/tools').repeat(6));
  const { db } = platen.service;
  const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 1, 'it is being converted');
  assert.equal(await asked(platen, '/docs', '127.0.0.2'), '200');
  socket.destroy();
  await eventually(async () => (await pending()).length === 0, 'it has been stopped');
  using uploads = await uploading(platen, 8, '127.0.0.2');
  await uploads.finish();
});

test('a connection that has gone before it is looked at harms nobody, and a proxy is known by any way to write its address', () => {
  for (const [address, isOf] of [
    [undefined, 'nobody'],
    ['203.0.113.7', 'a client'],
    ['10.1.2.3', 'a proxy'],
    ['::ffff:10.1.2.3', 'a proxy'],
    ['fe80::1%eth0', 'a proxy'],
  ] as const) {
    const server = new EventEmitter();
    const trustProxy = ['loopback', '10.0.0.0/8', 'fe80::/10'];
    boundConnections(server as Server, loadConfig({}, { connectionsPerAddress: 1, trustProxy }), {
      answerMs: 1_000,
      log: silentLog,
    });
    const sockets = Array.from({ length: 1 + 1 + 16 + 1 }, () => new TcpSocket());
    for (const socket of sockets) {
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      server.emit('connection', socket);
    }
    assert.equal(sockets.at(-1)?.destroyed, isOf === 'a client' || isOf === 'nobody', `${address}: ${isOf}`);
  }
});

// Who keeps others out by holding connections: bodies that never end, answers that nobody takes, connections without a request.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createProbes } from '#http/probes.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
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

const head = (method: string, path: string, ...lines: string[]) =>
  `${method} ${path} HTTP/1.1\r\nHost: platen\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** Sends a byte now and then, whatever comes back, until that is no longer possible. */
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

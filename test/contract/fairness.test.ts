// Upload slots are shared: one account cannot take them all, and nobody holds one by sending a few bytes now and then.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { converted, eventually, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
const windowMs = 1500;
let platen: Platen;
before(async () => {
  const uploadPace = { windowMs, bytesPerSecond: 1024 };
  platen = await startPlaten(
    { maxUploads: 12, maxUploadsPerAccount: 4 },
    { tools: withSaboteurs, limits: { uploadPace } },
  );
});
after(() => platen[Symbol.asyncDispose]());

interface Slow {
  socket: Socket;
  /** The response until the connection was closed. */
  answer: Promise<Answer>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const noUploads = () => eventually(async () => platen.service.uploads.now === 0, 'every place is given back');

/** Begins an upload of one large file. */
function begin(key: string): Slow {
  const { hostname, port } = new URL(platen.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (chunk: string) => (received += chunk));
  const answer = new Promise<Answer>((resolve) => {
    socket.on('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, headers: new Headers(), body: body === '' ? {} : (JSON.parse(body) as Answer['body']) });
    });
  });
  socket.write(
    `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 10000000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
  );
  return { socket, answer };
}

/** Sends so many bytes every 50 ms. */
function drip({ socket }: Slow, bytes: number): Disposable {
  const timer = setInterval(() => socket.write('x'.repeat(bytes)), 50);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

test('a drip is refused with JSON and its connection closed, while others convert', async () => {
  const [slow, other] = [await platen.key(), await platen.key()];
  const upload = begin(slow);
  using _dripping = drip(upload, 1);
  await eventually(async () => platen.service.uploads.now === 1, 'the drip has a place');
  converted(await platen.convert('copy', [text], { key: other }));
  refused(await upload.answer, 400, 'bad_request', { code: 'upload_too_slow', plan: 'business' });
  assert.equal(await platen.used(slow), 0);
  assert.deepEqual(await platen.leftovers(), []);
  await noUploads();
});

test('one that was fast and becomes a drip is refused too: the last window counts, not the average', async () => {
  const upload = begin(await platen.key());
  upload.socket.write('x'.repeat(1 << 20));
  using _dripping = drip(upload, 1);
  refused(await upload.answer, 400, 'bad_request', { code: 'upload_too_slow' });
});

test('a slow upload that is fast enough is converted', async () => {
  const key = await platen.key();
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const pieces = Array.from({ length: 60 }, () => 'x'.repeat(80)); // 1600 bytes a second, for two windows
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const piece of [head, ...pieces, '\r\n--b--\r\n']) {
        controller.enqueue(Buffer.from(piece));
        await pause(50);
      }
      controller.close();
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  converted(await platen.get('/v1/convert/copy', key, init));
  await noUploads();
});

test('one account has so many places, and two of them leave room for a third', async () => {
  const [first, second, third] = [await platen.key(), await platen.key(), await platen.key()];
  const uploads = [first, second].flatMap((key) => Array.from({ length: 6 }, () => begin(key)));
  const dripping = uploads.map((upload) => drip(upload, 200));
  await eventually(async () => platen.service.uploads.now === 8, 'four places of each');
  refused(await platen.convert('copy', [text], { key: first }), 503, 'server_busy', { plan: 'business' });
  converted(await platen.convert('copy', [text], { key: third }));
  for (const one of dripping) one[Symbol.dispose]();
  for (const { socket } of uploads) socket.destroy();
  await noUploads();
  converted(await platen.convert('copy', [text], { key: first }));
  assert.deepEqual([await platen.used(first), await platen.used(second)], [1, 0]);
  assert.deepEqual(await platen.leftovers(), []);
});

test('places come back after successes, refusals and clients that leave', async () => {
  const key = await platen.key();
  for (let round = 0; round < 6; round++) {
    converted(await platen.convert('copy', [text], { key }));
    refused(await platen.convert('copy', [], { key }), 400, 'not_enough_files');
    const upload = begin(key);
    await eventually(async () => platen.service.uploads.now === 1, 'the upload has a place');
    upload.socket.resetAndDestroy();
    await noUploads();
  }
  const metrics = await platen.get('/metrics');
  assert.match(String(metrics.body['text']), /^platen_uploads_running 0$/m);
});

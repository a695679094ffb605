// HTTP as nobody's client writes it, by raw sockets: one documented answer or an ended connection, and nothing else.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { errors } from '#core/errors.ts';
import { converted, eventually, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

/** Long enough for a client that is not slow on purpose, on a busy machine. */
const headMs = 2_000;
let platen: Platen;
let key: string;
before(async () => {
  const uploadPace = { windowMs: 1_000, bytesPerSecond: 1024 };
  platen = await startPlaten({}, { tools: withSaboteurs, limits: { headMs, uploadPace } });
  key = await platen.key();
});
after(() => platen[Symbol.asyncDispose]());

interface Exchange {
  /** The responses one by one: the status line, and the JSON body. */
  answers: { status: number; error: string | undefined }[];
  isClosed: boolean;
}

/** Longer than any of the service's own limits here; after an answer a moment is enough. */
const silence = { before: 20_000, after: 1_500 };

/** Writes pieces with pauses; ends when the service ends the connection, or has said nothing for long. */
async function exchange(
  pieces: readonly (string | Buffer)[],
  { pauseMs = 0, url = platen.url } = {},
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  let got = '';
  let isClosed = false;
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const silent = Promise.withResolvers<void>();
  let timer = setTimeout(silent.resolve, silence.before + pieces.length * pauseMs);
  socket.setEncoding('latin1').on('data', (text: string) => {
    got += text;
    clearTimeout(timer);
    timer = setTimeout(silent.resolve, silence.after + pieces.length * pauseMs);
  });
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => resolve((isClosed = true) as unknown as void)),
  );
  for (const piece of pieces) {
    if (isClosed) break;
    socket.write(piece);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await Promise.race([closed, silent.promise]);
  clearTimeout(timer);
  socket.destroy();
  const answers = got
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .filter((text) => text.startsWith('HTTP/1.1'))
    .map((text) => ({
      status: Number(text.slice(9, 12)),
      error: /"error":"(\w+)"/.exec(text)?.[1],
    }));
  return { answers, isClosed };
}

const head = (method: string, path: string, ...lines: string[]) =>
  `${method} ${path} HTTP/1.1\r\nHost: platen\r\nAuthorization: Bearer ${key}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const quota = () => head('GET', '/v1/quota');
const form = 'Content-Type: multipart/form-data; boundary=b';
const upload = (...lines: string[]) => head('POST', '/v1/convert/copy', form, ...lines);
const part = (disposition: string, content = 'hello') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text, 'latin1').toString(16)}\r\n${text}\r\n`;
const body = `${part('name="file"; filename="a.txt"')}--b--\r\n`;

const isDocumented = ({ status, error }: Exchange['answers'][number]) =>
  status < 400 ||
  error === 'misdirected_request' ||
  // Malformed HTTP is told with the status that HTTP has for it.
  (error !== undefined &&
    error in errors &&
    [400, 417, 431, errors[error as keyof typeof errors].status].includes(status));

/** Requests that mean one thing to one server and another to the next: nothing of them may be taken for a second request. */
const ambiguous: Record<string, () => string> = {
  'two lengths': () => upload(`Content-Length: ${body.length}`, 'Content-Length: 0') + body + quota(),
  'a list of lengths': () => upload(`Content-Length: ${body.length}, 0`) + body + quota(),
  'a length and chunks': () => upload('Content-Length: 5', 'Transfer-Encoding: chunked') + `0\r\n\r\n${quota()}`,
  'chunks that are not the last encoding': () => upload('Transfer-Encoding: chunked, identity') + `0\r\n\r\n${quota()}`,
  'chunks in disguise': () => upload('Transfer-Encoding: xchunked') + `0\r\n\r\n${quota()}`,
  'a space before the colon': () => upload('Transfer-Encoding : chunked') + `0\r\n\r\n${quota()}`,
  'a folded header': () => upload('X-Long: a\r\n Content-Length: 40') + quota(),
  'a negative length': () => upload('Content-Length: -1') + quota(),
  'a length with a sign': () => upload('Content-Length: +5') + quota(),
  'a length in hexadecimal': () => upload('Content-Length: 0x10') + quota(),
  'a line that ends with a line feed': () => upload('X-One: a\nTransfer-Encoding: chunked') + quota(),
  'a carriage return within a line': () => upload('X-One: a\rContent-Length: 5') + quota(),
  'a zero byte in a header': () => upload('X-One: a\0b') + quota(),
  'a chunk without a size': () => upload('Transfer-Encoding: chunked') + `\r\nhello\r\n0\r\n\r\n${quota()}`,
  'a chunk of a negative size': () => upload('Transfer-Encoding: chunked') + `-5\r\nhello\r\n0\r\n\r\n${quota()}`,
  'a chunk whose size overflows': () =>
    upload('Transfer-Encoding: chunked') + `FFFFFFFFFFFFFFFFF\r\nhello\r\n${quota()}`,
  'a chunk that is longer than it says': () =>
    upload('Transfer-Encoding: chunked') + `2\r\nhello\r\n0\r\n\r\n${quota()}`,
  'two hosts': () => `GET /v1/quota HTTP/1.1\r\nHost: a\r\nHost: b\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  'no host': () => `GET /v1/quota HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
};

test('a request that can be read in two ways gets one refusal at most, and smuggles nothing in', async (t) => {
  for (const [what, request] of Object.entries(ambiguous))
    await t.test(what, async () => {
      const before = await platen.used(key);
      const { answers } = await exchange([request()]);
      assert.ok(answers.length <= 1, JSON.stringify(answers));
      for (const answer of answers) {
        assert.ok(answer.status >= 400, `answered ${answer.status}`);
        assert.ok(isDocumented(answer), JSON.stringify(answer));
      }
      assert.equal(await platen.used(key), before);
    });
});

const large: Record<string, () => string> = {
  'ten thousand headers': () => head('GET', '/v1/quota', ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: a`)),
  'a header of a megabyte': () => head('GET', '/v1/quota', `X-One: ${'a'.repeat(1 << 20)}`),
  'an address of a megabyte': () => head('GET', `/v1/job/${'a'.repeat(1 << 20)}`),
  'a method of a megabyte': () => head('G'.repeat(1 << 20), '/v1/quota'),
  'a chunk extension of a megabyte': () =>
    `${upload('Transfer-Encoding: chunked')}5;${'a'.repeat(1 << 20)}\r\nhello\r\n0\r\n\r\n`,
  'ten thousand trailers': () =>
    `${upload('Transfer-Encoding: chunked')}${chunk(body)}0\r\n${Array.from({ length: 10_000 }, (_, n) => `X-${n}: a\r\n`).join('')}\r\n`,
  'a preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': () => 'GET /v1/quota\r\n',
  'a record of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a proxy request': () => head('GET', 'http://169.254.169.254/latest/meta-data'),
  'a tunnel': () => head('CONNECT', '169.254.169.254:80'),
  'an upgrade': () => head('GET', '/v1/quota', 'Connection: Upgrade', 'Upgrade: websocket'),
};

for (const [what, request] of Object.entries(large))
  test(`${what}: a documented answer or an ended connection, and the service keeps working`, async () => {
    const { answers, isClosed } = await exchange([Buffer.from(request(), 'latin1')]);
    assert.ok(answers.length > 0 || isClosed, 'neither answered nor ended');
    for (const answer of answers) assert.ok(isDocumented(answer), JSON.stringify(answer));
    converted(await platen.convert('copy', [{ name: 'a.txt', data: Buffer.from('hello') }], { key }));
  });

test('file names in every encoding and disguise are taken as names, or refused', async () => {
  const names = [
    'filename="na\xefve.txt"',
    'filename="\xff\xfe\x00a.txt"',
    'filename*=utf-16\'\'%FE%FF%00a.txt; filename="a.txt"',
    "filename*0*=UTF-8''a; filename*1*=%20b.txt",
    'filename="a\\"b.txt"',
    'filename="..\\..\\..\\etc\\passwd.txt"',
    'filename="../../../etc/passwd.txt"',
    'filename="%2e%2e%2fa.txt"',
    `filename="${'a'.repeat(60_000)}.txt"`,
    'filename="\u202etxt.exe.txt"',
    'filename="a.txt\r\nX-Header: b"',
    'filename="con.txt"; filename="b.txt"',
    'filename=a.txt',
    'filename=""',
  ];
  for (const name of names) {
    const sent = `${part(`name="file"; ${name}`)}--b--\r\n`;
    const request = upload(`Content-Length: ${Buffer.byteLength(sent, 'latin1')}`, 'Connection: close') + sent;
    const { answers } = await exchange([Buffer.from(request, 'latin1')]);
    assert.equal(answers.length, 1, name);
    for (const answer of answers)
      assert.ok(answer.status === 200 || isDocumented(answer), `${name}: ${JSON.stringify(answer)}`);
  }
  assert.deepEqual(await platen.leftovers(), []);
});

test('a request that comes byte by byte is understood, and one that never ends is ended', async () => {
  // With the usual limits of time.
  await using usual = await startPlaten({}, { tools: withSaboteurs });
  const request = upload(`Content-Length: ${body.length}`, 'Connection: close').replace(key, await usual.key());
  const whole = await exchange([...Array.from(request.match(/.{1,16}/gs) ?? []), ...(body.match(/.{1,8}/gs) ?? [])], {
    pauseMs: 1,
    url: usual.url,
  });
  assert.deepEqual(
    whole.answers.map(({ status }) => status),
    [200],
  );

  const slow: Record<string, (string | Buffer)[]> = {
    'a head': [`GET /v1/quota HTTP/1.1\r\nHost: a\r\n`, ...Array.from({ length: 60 }, (_, n) => `X-${n}: a\r\n`)],
    'a body': [upload(`Content-Length: 1000`), ...Array.from({ length: 60 }, () => '-')],
    'nothing at all': [''],
  };
  for (const [what, pieces] of Object.entries(slow)) {
    const { isClosed, answers } = await exchange(pieces, { pauseMs: 50 });
    assert.ok(isClosed, `${what}: ${JSON.stringify(answers)}`);
    for (const answer of answers) assert.ok([400, 408].includes(answer.status), `${what}: ${answer.status}`);
  }
});

test('many requests in one packet are answered one by one, in their order', async () => {
  const { answers } = await exchange([quota() + head('GET', '/v1/nothing') + head('HEAD', '/v1/quota') + quota()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200, 200],
  );
});

test('after all of it no place is taken, and nothing is left', async () => {
  await eventually(async () => platen.service.uploads.now === 0, 'no upload has a place');
  assert.deepEqual(await platen.leftovers(), []);
});

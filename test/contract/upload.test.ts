// The body: accepted ones, ones refused in mid-stream, and that every client receives the refusal.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { MiB } from '#core/bytes.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { receiveUpload } from '#transport/upload.ts';
import { docx, fodt, ole, pdf, zip } from '../support/fixtures.ts';
import { converted, refused, startAmongOthers, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const execute = promisify(execFile);
const text = { name: 'a.txt', data: Buffer.from('hello') };
let platen: Platen;
let folder: string;
before(async () => {
  platen = await startAmongOthers();
  folder = await mkdtemp(join(tmpdir(), 'platen-upload-'));
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Sends a body written by hand. */
async function send(tool: string, key: string, parts: readonly string[], end = '--b--\r\n'): Promise<Answer> {
  const body = parts.map((part) => `--b\r\n${part}\r\n`).join('') + end;
  return platen.get(`/v1/convert/${tool}`, key, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });
}
const filePart = (content: string, disposition: string) =>
  `Content-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n${content}`;
const fieldPart = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

test('files are taken under any field name, in the order of the body', async () => {
  const key = await platen.key();
  const files = ['file', 'file[]', 'file[0]', 'file[1]', 'document'].map((field, n) => ({
    field,
    name: `${n}.pdf`,
    data: pdf(`page number ${n}`),
  }));
  const job = converted(await platen.convert('merge-pdf', files, { key }));
  const path = join(folder, 'merged.pdf');
  await writeFile(path, await platen.download(job, key));
  const { stdout } = await execute('pdftotext', [path, '-']);
  assert.deepEqual(stdout.match(/number \d/g), ['number 0', 'number 1', 'number 2', 'number 3', 'number 4']);
});

test('a part named file without a file name is a file', async () => {
  const key = await platen.key();
  const got = await send('copy', key, [filePart('%!PS', 'name="file"')]);
  refused(got, 415, 'unsupported_content', { file: 'file', detected_type: 'ps', bytes: 4 });
});

test('file names in UTF-8 and RFC 5987 are honoured, folders and control characters dropped', async () => {
  const key = await platen.key();
  for (const [disposition, name] of [
    ['name="file"; filename="naïve.bin"', 'naïve.bin'],
    ['name="file"; filename*=UTF-8\'\'%E2%82%AC%20rates.bin', '€ rates.bin'],
    ['name="file"; filename="_ rates.bin"; filename*=UTF-8\'\'%E2%82%AC%20rates.bin', '€ rates.bin'],
    ['name="file"; filename*=UTF-8\'\'%E2%82%AC%20rates.bin; filename="_ rates.bin"', '€ rates.bin'],
    ['name="file"; filename="the %22last%22 one.bin"', 'the "last" one.bin'],
    ['name="file"; filename="../../etc/pass\u0007wd"', 'passwd'],
    ['name="file"; filename="C:\\\\temp\\\\a.bin"', 'a.bin'],
    ['name="file"; filename=""', 'file'],
  ] as const)
    refused(await send('copy', key, [filePart('%!PS', disposition)]), 415, 'unsupported_content', { file: name });
});

test('a broken body is refused: cut short, a field twice, a forbidden name', async () => {
  const key = await platen.key();
  refused(await send('copy', key, [filePart('x', 'name="file"; filename="a.txt"')], ''), 400, 'bad_request', {
    code: 'malformed_multipart',
    plan: 'business',
  });
  refused(await send('copy', key, [fieldPart('mode', 'fast'), fieldPart('mode', 'slow')]), 400, 'bad_request', {
    code: 'duplicate_field',
    field: 'mode',
  });
  refused(await send('copy', key, [fieldPart('__proto__', 'x')]), 400, 'bad_request', { code: 'forbidden_field_name' });
  assert.equal(await platen.used(key), 0);
  assert.deepEqual(await platen.leftovers(), []);
});

test('too many files, fields or parts are refused at the bound', async () => {
  const key = await platen.key();
  const files = Array.from({ length: 21 }, (_, n) => filePart('x', `name="f${n}"; filename="${n}.txt"`));
  const fields = Array.from({ length: 11 }, (_, n) => fieldPart(`f${n}`, 'x'));
  refused(await send('copy', key, files), 413, 'too_many_parts', { limit: 'files', max: 20 });
  refused(await send('copy', key, fields), 413, 'too_many_parts', { limit: 'fields', max: 10 });
  const skipped = Array.from({ length: 33 }, () => 'X: y\r\n\r\nz');
  refused(await send('copy', key, skipped), 413, 'too_many_parts', { limit: 'parts', max: 32 });
});

test('the number of files is compared with the limits of the tool', async () => {
  const key = await platen.key();
  refused(await platen.convert('merge-pdf', [{ name: 'a.pdf', data: pdf('one') }], { key }), 400, 'not_enough_files', {
    min: 2,
    provided: 1,
  });
  refused(await platen.convert('copy', [], { key, fields: { mode: 'fast' } }), 400, 'not_enough_files', {
    min: 1,
    provided: 0,
  });
  refused(await platen.convert('copy', [text, text], { key }), 400, 'too_many_files', { max: 1, provided: 2 });
});

test('fields are checked after the count and before the content', async () => {
  const key = await platen.key();
  const empty = { name: 'empty.txt', data: new Uint8Array() };
  refused(await platen.convert('wide', [empty], { key }), 400, 'field_required', { field: 'kind', plan: 'business' });
  refused(await platen.convert('wide', [empty], { key, fields: { kind: '' } }), 400, 'field_required', {
    field: 'kind',
  });
  refused(await platen.convert('wide', [empty], { key, fields: { kind: 'b' } }), 400, 'invalid_format', {
    field: 'kind',
    allowed: ['a'],
  });
  refused(await platen.convert('wide', [empty], { key, fields: { kind: 'a' } }), 422, 'empty_file', {
    file: 'empty.txt',
  });
  converted(await platen.convert('copy', [text], { key, fields: { mode: '', unknown: 'x' } }));
});

test('content decides, not the name', async () => {
  const key = await platen.key();
  const wrong = async (data: Uint8Array<ArrayBuffer>, name: string, detected: string) =>
    refused(await platen.convert('office-to-pdf', [{ name, data }], { key }), 415, 'unsupported_content', {
      file: name,
      detected_type: detected,
      bytes: data.length,
    });
  await wrong(pdf('x'), 'a.docx', 'pdf');
  await wrong(await zip({ 'Index/Document.iwa': '' }), 'a.numbers', 'iwork_numbers');
  await wrong(await zip({ 'Index/Slide-1.iwa': '' }), 'a.key', 'iwork_keynote');
  await wrong(await zip({ 'Index/Document.iwa': '' }), 'a.zip', 'iwork');
  await wrong(await zip({ 'a.txt': 'x' }), 'a.docx', 'zip');
  const cut = Buffer.from('PK\u0003\u0004 and nothing more');
  await wrong(cut, 'a.docx', 'zip_corrupt');
  const { body } = await platen.convert('office-to-pdf', [{ name: 'a.docx', data: cut }], { key });
  assert.match(String(body['message']), /"a\.docx" is damaged or truncated.*Save the document again/);
  await wrong(Buffer.from('<html><body>x'), 'a.doc', 'html');
  await wrong(Buffer.from('just text'), 'a.md', 'text');
  await wrong(Buffer.from([0, 1, 2, 3]), 'a.docx', 'unknown');
  await wrong(Buffer.from('\u0089PNG\r\n', 'latin1'), 'a.docx', 'image_corrupt');
  converted(
    await platen.convert('office-to-pdf', [{ name: 'really-a-word-file.pdf', data: await docx('x') }], { key }),
  );
  assert.equal(await platen.used(key), 1);
});

test('image-to-pdf names an image format that it does not take', async () => {
  const key = await platen.key();
  const svg = { name: 'a.svg', data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
  refused(await platen.convert('image-to-pdf', [svg], { key }), 415, 'unsupported_format', {
    received: 'svg',
    accepted: ['png', 'jpeg', 'webp', 'gif', 'tiff'],
  });
  refused(
    await platen.convert('image-to-pdf', [{ name: 'a.pdf', data: pdf('x') }], { key }),
    415,
    'unsupported_content',
    { detected_type: 'pdf' },
  );
});

test('locked documents are refused at once and not counted', async () => {
  const key = await platen.key();
  const odt = await zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
  });
  for (const file of [
    { name: 'a.docx', data: ole('EncryptedPackage', 'EncryptionInfo') },
    { name: 'a.odt', data: odt },
  ])
    refused(await platen.convert('office-to-pdf', [file], { key }), 422, 'password_protected', {
      file: file.name,
      plan: 'business',
    });
  const path = join(folder, 'open.pdf');
  await writeFile(path, pdf('secret'));
  const locked = join(folder, 'locked.pdf');
  await execute('qpdf', ['--encrypt', 'user', 'owner', '256', '--', path, locked]);
  const restricted = join(folder, 'restricted.pdf');
  await execute('qpdf', ['--encrypt', '', 'owner', '256', '--print=none', '--', path, restricted]);
  const { readFile } = await import('node:fs/promises');
  const [a, b] = [
    { name: 'locked.pdf', data: await readFile(locked) },
    { name: 'restricted.pdf', data: await readFile(restricted) },
  ];
  refused(await platen.convert('merge-pdf', [b, a], { key }), 422, 'password_protected', { file: 'locked.pdf' });
  assert.equal(await platen.used(key), 0);
  converted(await platen.convert('merge-pdf', [b, b], { key }));
});

test('a file over the limit of the plan is refused in mid-stream, with the plan that allows it', async () => {
  const key = await platen.key('dev');
  const big = { name: 'big.txt', data: Buffer.alloc(10 * MiB + 1, 97) };
  const got = await platen.convert('copy', [big], { key });
  refused(got, 413, 'file_too_large', { max_bytes: 10 * MiB, file: 'big.txt', plan: 'dev' });
  assert.equal((got.body['upgrade'] as { plan: string }).plan, 'starter');
  converted(await platen.convert('copy', [{ name: 'just.txt', data: Buffer.alloc(10 * MiB, 97) }], { key }));
  assert.equal(await platen.used(key), 1);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a request over the limit is refused from its declared length, and in mid-stream without one', async () => {
  const key = await platen.key();
  const path = join(folder, 'huge');
  await writeFile(path, '');
  await truncate(path, 111 * MiB);
  const url = `${platen.url}/v1/convert/merge-pdf`;
  const words = ['-s', '-H', `Authorization: Bearer ${key}`, '-F', `a=@${path}`, '-F', `b=@${path}`, url];
  const curl = async (...more: string[]) => {
    const { stdout } = await execute('curl', [...more, ...words, '-w', '\n%{http_code}']);
    const [body = '', status] = stdout.split('\n');
    return { status: Number(status), headers: new Headers(), body: JSON.parse(body) as Record<string, unknown> };
  };
  refused(await curl(), 413, 'payload_too_large', { max_bytes: 230_686_720, plan: 'business' });
  refused(await curl('-H', 'Transfer-Encoding: chunked'), 413, 'payload_too_large', { max_bytes: 230_686_720 });
});

test('a declared length over the limit is refused before any of the body is sent', async () => {
  const key = await platen.key();
  const { hostname, port } = new URL(platen.url);
  await using socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(
    `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${220 * MiB + 1}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [string];
  assert.match(answer, /^HTTP\/1.1 413 /);
});

test('a file that is too large is offered the cheapest plan that accepts it, not just a larger one', async () => {
  const plan = { quota: 100, renews: 'monthly', max_files: 1, max_merge_files: 2, share_days: 1 };
  const plansFile = join(folder, 'plans.json');
  await writeFile(
    plansFile,
    JSON.stringify({
      small: { ...plan, price_eur_month: 1, max_bytes: MiB },
      middle: { ...plan, price_eur_month: 2, max_bytes: 2 * MiB },
      large: { ...plan, price_eur_month: 3, max_bytes: 8 * MiB },
    }),
  );
  await using other = await startPlaten({ plansFile }, { tools: withSaboteurs });
  const key = await other.key('small');
  const offered = async (bytes: number) => {
    const got = await other.convert('copy', [{ name: 'a.txt', data: Buffer.alloc(bytes, 'a') }], { key });
    refused(got, 413, 'file_too_large', { max_bytes: MiB });
    return (got.body['upgrade'] as { plan: string } | undefined)?.plan;
  };
  assert.deepEqual(
    [await offered(MiB + 1), await offered(4 * MiB), await offered(9 * MiB)],
    ['middle', 'large', undefined],
  );
});

test('an upload that falls silent is ended', async () => {
  const limits = { ...requestLimits, maxFileBytes: MiB, idleMs: 50, pace: { windowMs: 60_000, bytesPerSecond: 1 } };
  const server = createServer((request, response) => {
    receiveUpload(request, {
      limits,
      pathOf: (n) => join(folder, `silent-${n}`),
      hash: false,
      tooLarge: (file) => new Failure('file_too_large', { file, max_bytes: MiB }),
      signal: new AbortController().signal,
    }).catch((error: unknown) => response.end(isFailure(error) ? JSON.stringify(error.fields) : String(error)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await using socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [string];
    assert.match(answer, /"code":"malformed_multipart"/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('every client receives the refusal while it is still sending', async () => {
  const key = await platen.key('dev');
  const path = join(folder, 'sending');
  await writeFile(path, '');
  await truncate(path, 60 * MiB);
  const url = `${platen.url}/v1/convert/copy`;
  const codes: Record<string, unknown> = {};
  const curl = await execute('curl', ['-s', '-H', `Authorization: Bearer ${key}`, '-F', `file=@${path}`, url]);
  codes['curl'] = (JSON.parse(curl.stdout) as Record<string, unknown>)['error'];
  const expecting = await execute('curl', [
    '-s',
    '-H',
    'Expect: 100-continue',
    '-H',
    'Authorization: Bearer wrong',
    '-F',
    `file=@${path}`,
    url,
  ]);
  codes['curl expecting 100'] = (JSON.parse(expecting.stdout) as Record<string, unknown>)['error'];
  const php = `$c = curl_init($argv[1]); curl_setopt_array($c, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . $argv[2]], CURLOPT_POSTFIELDS => ['file' => new CURLFile($argv[3])]]); $r = curl_exec($c); echo $r === false ? curl_error($c) : $r;`;
  codes['php'] = (JSON.parse((await execute('php', ['-r', php, url, key, path])).stdout) as Record<string, unknown>)[
    'error'
  ];
  codes['fetch'] = (await platen.convert('copy', [{ name: 'x', data: Buffer.alloc(60 * MiB) }], { key })).body['error'];
  codes['fetch without a key'] = (
    await platen.convert('copy', [{ name: 'x', data: Buffer.alloc(60 * MiB) }], { key: 'nobody' })
  ).body['error'];
  assert.deepEqual(codes, {
    curl: 'file_too_large',
    'curl expecting 100': 'invalid_api_key',
    php: 'file_too_large',
    fetch: 'file_too_large',
    'fetch without a key': 'invalid_api_key',
  });
});

test('a client that expects 100-continue gets it, then the answer', async () => {
  const key = await platen.key();
  const path = join(folder, 'note.txt');
  await writeFile(path, 'hello');
  const { stdout } = await execute('curl', [
    '-s',
    '-i',
    '-H',
    'Expect: 100-continue',
    '-H',
    `Authorization: Bearer ${key}`,
    '-F',
    `file=@${path}`,
    `${platen.url}/v1/convert/copy`,
  ]);
  assert.match(stdout, /^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 OK/);
});

test('a client that goes away in the middle of its upload leaves nothing', async () => {
  const key = await platen.key();
  const { hostname, port } = new URL(platen.url);
  const socket = connect(Number(port), hostname);
  const head = `--b\r\n${filePart('some bytes', 'name="file"; filename="a.txt"')}`;
  socket.write(
    `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${head}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await platen.leftovers()).length, 1);
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(await platen.leftovers(), []);
  assert.equal(await platen.used(key), 0);
});

test('a flat OpenDocument named .txt is still an OpenDocument', async () => {
  const key = await platen.key();
  const job = converted(
    await platen.convert('office-to-pdf', [{ name: 'a.txt', data: fodt('Heading', 'Body') }], { key }),
  );
  const path = join(folder, 'flat.pdf');
  await writeFile(path, await platen.download(job, key));
  const { stdout } = await execute('pdftotext', [path, '-']);
  assert.match(stdout, /^Heading\s+Body/);
});

test('documents made to keep the detection busy are answered at once', async () => {
  const key = await platen.key();
  const comments = { name: 'c.html', data: Buffer.from(`${'<!--a-->\n'.repeat(2000)}<x>`) };
  refused(await platen.convert('office-to-pdf', [comments], { key }), 415, 'unsupported_content');
  const manifest = await zip({ 'META-INF/manifest.xml': 'media-type="a" full-path='.repeat(40_000) });
  refused(
    await platen.convert('office-to-pdf', [{ name: 'm.odt', data: manifest }], { key }),
    415,
    'unsupported_content',
  );
  const loop = ole('PowerPoint Document', 'Current User');
  loop.writeUInt32LE(0xffffffff, 1024 + 2 * 128 + 116);
  loop.writeUInt32LE(16, 1024 + 2 * 128 + 120);
  loop.writeUInt32LE(2, 512 + 8);
  loop.writeUInt32LE(2, 1024 + 116);
  const got = await platen.convert('office-to-pdf', [{ name: 'loop.ppt', data: loop }], { key });
  refused(got, 422, 'source_unreadable');
});

test('clients that leave at any moment of an upload give their place back', async () => {
  const key = await platen.key();
  const { hostname, port } = new URL(platen.url);
  for (let n = 0; n < 120; n++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b`,
    );
    await new Promise((resolve) => setTimeout(resolve, n % 4));
    socket.resetAndDestroy();
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(await platen.leftovers(), []);
  converted(await platen.convert('copy', [text], { key }));
});

test('an unreadable request is answered in JSON too', async () => {
  const { hostname, port } = new URL(platen.url);
  const raw = (request: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket
        .setEncoding('utf8')
        .on('data', (chunk: string) => (answer += chunk))
        .on('close', () => resolve(answer));
      setTimeout(() => socket.destroy(), 500);
    });
  assert.match(await raw('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400[\s\S]*"error":"bad_request"/);
  assert.match(await raw('GET /v1/job/%zz HTTP/1.1\r\nHost: x\r\n\r\n'), /"error":"not_found"/);
  assert.match(
    await raw('GET /v1/quota HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n'),
    /^HTTP\/1\.1 417[\s\S]*"error":"bad_request"/,
  );
  const key = await platen.key();
  const odd = await platen.get('/v1/convert/copy', key, {
    method: 'POST',
    body: 'x',
    headers: { 'Content-Type': 'multipart/form-data; x="; boundary=b"' },
  });
  assert.ok(odd.status === 415 || odd.status === 400, JSON.stringify(odd.body));
  refused(await platen.get(`/v1/job/${'a'.repeat(300)}`, key), 404, 'job_not_found');
});

test('no more uploads are taken at once than the operator allows', async () => {
  await using other = await startPlaten({ maxUploads: 1 }, { tools: withSaboteurs });
  const key = await other.key();
  const big = { name: 'a.txt', data: Buffer.alloc(4 * MiB, 97) };
  const answers = await Promise.all(Array.from({ length: 12 }, () => other.convert('copy', [big], { key })));
  const busy = answers.find(({ status }) => status === 503);
  assert.ok(busy !== undefined);
  refused(busy, 503, 'server_busy', { plan: 'business' });
});

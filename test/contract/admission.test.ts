// Refusals of POST /v1/convert before it reads the body, and the errors of the other endpoints.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { after, before, test } from 'node:test';
import { addMonths, dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { converted, eventually, refused, startAmongOthers, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';
import { isPostgres } from '../support/test-database.ts';

const text = { name: 'a.txt', data: new Uint8Array([104, 105]) };
let platen: Platen;
before(async () => {
  platen = await startAmongOthers();
});
after(() => platen[Symbol.asyncDispose]());

test('a call without a key, with a wrong key or with a mistyped key is refused', async () => {
  refused(await platen.get('/v1/quota'), 401, 'missing_bearer_token');
  refused(await platen.get('/v1/quota', 'platen_live_nonsense'), 401, 'invalid_api_key');
  const key = await platen.key();
  refused(await platen.get('/v1/quota', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`), 401, 'invalid_api_key');
  refused(await platen.convert('copy', [text], { key: 'x' }), 401, 'invalid_api_key');
  assert.equal((await platen.get('/v1/quota')).headers.get('www-authenticate'), 'Bearer');
});

test('a revoked key is refused', async () => {
  const key = await platen.key();
  await platen.service.db.updateTable('keys').set({ revoked_at: 1 }).where('prefix', '=', key.slice(0, 18)).execute();
  refused(await platen.get('/v1/quota', key), 401, 'invalid_api_key');
});

test('a key whose account has no plan is told so', async () => {
  refused(await platen.get('/v1/tools', await platen.key('none')), 401, 'account_not_provisioned');
});

test('an unknown tool, an unknown address and a wrong method are told apart', async () => {
  const key = await platen.key();
  refused(await platen.convert('pdf-to-gold', [text], { key }), 404, 'tool_not_found', { plan: 'business' });
  refused(await platen.get('/v1/nothing', key), 404, 'not_found');
  // Where to read more.
  const { body } = await platen.get('/v1/nothing', key);
  assert.match(String(body['message']), / More: http:\/\/[\w.:]+\/docs\/errors\/not_found$/);
  const wrong = await platen.get('/v1/quota', key, { method: 'DELETE' });
  refused(wrong, 405, 'method_not_allowed', { allowed: ['GET', 'HEAD'] });
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD');
  refused(await platen.get('/v1/convert/copy', key, { method: 'OPTIONS' }), 405, 'method_not_allowed', {
    allowed: ['POST'],
  });
});

test('HEAD is answered wherever GET is, and a trailing slash is the same address', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [text], { key }));
  for (const path of [
    '/v1/tools',
    '/v1/quota',
    `/v1/job/${job}`,
    `/v1/download/${job}`,
    '/health',
    '/ready',
    '/docs',
  ]) {
    const [head, slashed] = [await platen.get(path, key, { method: 'HEAD' }), await platen.get(`${path}/`, key)];
    assert.deepEqual([head.status, head.body['text'] ?? ''], [200, ''], path);
    assert.equal(slashed.status, 200, `${path}/`);
  }
  assert.equal((await platen.get(`/v1/job/${'0'.repeat(36)}`, key, { method: 'HEAD' })).status, 404);
});

test('a field that the tool does not have is ignored, and named in warnings', async () => {
  const key = await platen.key();
  const got = await platen.convert('copy', [text], { key, fields: { mode: 'fast', moed: 'slow' } });
  const job = converted(got);
  const warnings = ['The field "moed" was ignored: copy does not have it (it has mode, text). Did you mean "mode"?'];
  assert.deepEqual(got.body['warnings'], warnings);
  assert.deepEqual((await platen.get(`/v1/job/${job}`, key)).body['warnings'], warnings);
});

test('a refusal names the field, its bound, and a suitable tool', async () => {
  const key = await platen.key();
  const page = [{ name: 'a.pdf', data: pdf('one', 'two') }];
  const message = async (tool: string, fields: Record<string, string>, files = page) =>
    String((await platen.convert(tool, files, { key, fields })).body['message']);
  assert.match(
    await message('watermark-pdf', { text: 'x'.repeat(51) }),
    /field "text" exceeds its maximum length of 50. Shorten it/,
  );
  assert.match(await message('extract-pages', { ranges: '2-1' }), /"2-1" is neither a page nor a range/);
  assert.match(await message('extract-pages', { ranges: '0-1' }), /start at 1; "0-1" is not valid/);
  assert.match(await message('extract-pages', { ranges: '2-9' }), /has 2 pages, but "2-9" goes past/);
  assert.match(await message('extract-pages', { ranges: '1-' }), /"1-" selects the whole document, all 2 pages/);
  const photo = [{ name: 'a.heic', data: Buffer.from('000000186674797068656963000000006d696631', 'hex') }];
  assert.match(await message('image-to-pdf', {}, photo), /heic-to-pdf/);
  const image = [
    {
      name: 'a.png',
      data: await sharp({ create: { width: 4, height: 3, channels: 3, background: '#369' } })
        .png()
        .toBuffer(),
    },
  ];
  assert.match(await message('office-to-pdf', {}, image), /image-to-pdf/);
  // A slip of the name, and one that is like no other.
  assert.match(await message('ofice-to-pdf', {}), /Did you mean office-to-pdf\?/);
  assert.doesNotMatch(await message('dance', {}), /Did you mean/);
  for (const [invented, meant] of [
    ['docx-to-pdf', 'office-to-pdf'],
    ['excel-to-pdf', 'office-to-pdf'],
    ['jpg-to-pdf', 'image-to-pdf'],
    ['pdf-to-docx', 'pdf-to-word'],
    ['pdf-to-png', 'pdf-to-image'],
    ['eps2pdf', 'ps-to-pdf'],
  ] as const)
    assert.match(await message(invented, {}), new RegExp(`Did you mean ${meant}\\?`), invented);
});

test('a browser at an address without a page gets a page with ways on; programs and the API answer JSON', async () => {
  const ask = (path: string, accept: string) => fetch(platen.url + path, { headers: { accept } });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of ['/nowhere', '/docs/nowhere', '/tools/word-to-gold']) {
    const page = await ask(path, browser);
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path);
    const text = await page.text();
    assert.match(text, /<h1>Page not found<\/h1>[^]*href="\/"[^]*href="\/docs"/);
    const other = await ask(path, '*/*');
    assert.equal(((await other.json()) as { error: string }).error, 'not_found');
    for (const { headers } of [page, other]) assert.match(headers.get('vary') ?? '', /^Accept(,|$)/);
  }
  for (const path of ['/v1/nowhere', '/dashboard/api/nowhere'])
    assert.equal(((await (await ask(path, browser)).json()) as { error: string }).error, 'not_found', path);
});

test('the tools are listed with their bounds and extensions', async () => {
  const { body } = await platen.get('/v1/tools', await platen.key());
  const tools = body['tools'] as { id: string; min_files: number; max_files: number; accepted_exts: string[] }[];
  const merge = tools.find(({ id }) => id === 'merge-pdf');
  assert.deepEqual(merge, { id: 'merge-pdf', min_files: 2, max_files: 20, accepted_exts: ['.pdf'] });
  assert.equal(tools.find(({ id }) => id === 'office-to-pdf')?.accepted_exts.length, 25);
  assert.deepEqual(tools.find(({ id }) => id === 'image-to-pdf')?.accepted_exts, [
    '.png',
    '.jpg',
    '.jpeg',
    '.webp',
    '.gif',
    '.tiff',
    '.tif',
  ]);
});

test('a body that is no form is refused with the received and the accepted types', async () => {
  const key = await platen.key();
  for (const [type, body] of [
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/form-data', 'x'],
    ['application/pdf', 'x'],
  ] as const) {
    const got = await platen.get('/v1/convert/copy', key, { method: 'POST', body, headers: { 'Content-Type': type } });
    refused(got, 415, 'unsupported_media_type', {
      received: type,
      accepted: ['multipart/form-data'],
      plan: 'business',
    });
  }
  const without = await platen.get('/v1/convert/copy', key, { method: 'POST', body: new Uint8Array([1]) });
  refused(without, 415, 'unsupported_media_type', { received: '' });
});

test('a compressed body is refused with its encoding, before any of it is read', async () => {
  const key = await platen.key();
  const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
  for (const encoding of ['gzip', 'br', 'Deflate', 'identity, gzip']) {
    // Nothing of the declared body ever comes.
    const { hostname, port } = new URL(platen.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(
      `POST /v1/convert/copy HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Encoding: ${encoding}\r\nContent-Length: 1000\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    assert.match(answer, /^HTTP\/1\.1 415 /);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
    assert.deepEqual(
      [body['error'], body['received'], body['accepted'], body['plan']],
      ['unsupported_media_type', encoding, ['identity'], 'business'],
    );
  }
  const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhi\r\n--b--\r\n';
  const plain = { method: 'POST', body, headers: { ...type, 'Content-Encoding': 'Identity' } };
  converted(await platen.get('/v1/convert/copy', key, plain));
});

test('a trial that is used up names a plan with more conversions, and GET /quota still answers', async () => {
  const key = await platen.key('dev', 330);
  const got = await platen.convert('copy', [text], { key });
  refused(got, 429, 'quota_exceeded', { quota_period_end: null, period_end: null, plan: 'dev' });
  assert.deepEqual(Object.keys(got.body['upgrade'] as object), [
    'plan',
    'price_eur_month',
    'quota',
    'url',
    'max_bytes',
  ]);
  assert.equal((got.body['upgrade'] as { plan: string }).plan, 'starter');
  const { status, body } = await platen.get('/v1/quota', key);
  assert.equal(status, 200);
  assert.deepEqual(
    [body['status'], body['used'], body['soft_cap_limit'], body['period_end']],
    ['hard_cap', 330, 330, null],
  );
});

test('a used-up month says when it ends', async () => {
  const key = await platen.key('starter', 1100);
  const end = addMonths(platen.clock.now(), 1);
  const got = await platen.convert('copy', [text], { key });
  refused(got, 429, 'quota_exceeded');
  assert.ok(Math.abs((got.body['quota_period_end'] as number) - end) < 60_000);
  assert.equal('upgrade' in got.body, false);
});

test('a tenth above the quota is tolerated, then nothing', async () => {
  const key = await platen.key('starter', 1099);
  const got = await platen.convert('copy', [text], { key });
  assert.equal((got.body['quota'] as { status: string }).status, 'hard_cap');
  refused(await platen.convert('copy', [text], { key }), 429, 'quota_exceeded');
  assert.equal(
    ((await platen.get('/v1/quota', await platen.key('starter', 1000))).body as { status: string }).status,
    'soft_cap',
  );
});

test('trial credits expire after twelve months', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key('dev');
  const expires = (await other.get('/v1/quota', key)).body['credits_expire_at'] as number;
  other.clock.moveTo(expires - 1000 * 60);
  converted(await other.convert('copy', [text], { key }));
  other.clock.moveTo(expires + 1);
  refused(await other.convert('copy', [text], { key }), 402, 'credits_expired', { expired_at: expires, plan: 'dev' });
  assert.equal((await other.get('/v1/quota', key)).status, 200);
});

test('the counter begins anew on the anniversary, also on the 31st', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  other.clock.moveTo(Date.UTC(2027, 0, 31, 12));
  const key = await other.key('starter', 1100);
  assert.equal(
    (await other.get('/v1/quota', key)).body['quota_period_end'],
    Date.UTC(2027, 1, 28, 12) + (((await other.get('/v1/quota', key)).body['quota_period_end'] as number) % 1000),
  );
  other.clock.moveTo(Date.UTC(2027, 1, 28, 11));
  refused(await other.convert('copy', [text], { key }), 429, 'quota_exceeded');
  other.clock.moveTo(Date.UTC(2027, 1, 28, 13));
  converted(await other.convert('copy', [text], { key }));
  const { body } = await other.get('/v1/quota', key);
  assert.equal(body['used'], 1);
  assert.equal(new Date(body['quota_period_end'] as number).getUTCDate(), 31);
});

test('too many calls a minute are refused with the time to wait; they are counted by key and by address', async () => {
  await using other = await startPlaten({ convertRate: 3, ipRate: 6 }, { tools: withSaboteurs });
  const key = await other.key();
  for (let n = 0; n < 3; n++) {
    const got = await other.convert('copy', [text], { key });
    assert.match(got.headers.get('ratelimit') ?? '', new RegExp(`^"convert";r=${2 - n};t=\\d+$`));
    assert.equal(got.headers.get('ratelimit-policy'), '"convert";q=3;w=60');
  }
  const got = await other.convert('copy', [text], { key });
  refused(got, 429, 'rate_limited', { limit: 3, plan: 'business' });
  assert.equal(got.headers.get('retry-after'), String(got.body['retry_after']));
  assert.equal(await other.used(key), 3);
  converted(await other.convert('copy', [text], { key: await other.key() }));

  for (let n = 0; n < 3; n++) await other.convert('copy', [text], { key: 'nobody' });
  for (let n = 0; n < 2; n++) await other.get('/v1/quota', key);
  refused(await other.get('/v1/quota'), 429, 'rate_limited', { limit: 6 });
  refused(await other.convert('copy', [text], { key: 'nobody' }), 429, 'rate_limited', { limit: 6 });
});

test('behind a trusted proxy each client has its own rate', async () => {
  await using trusting = await startPlaten({ ipRate: 2, trustProxy: 1 });
  await using strict = await startPlaten({ ipRate: 2 });
  for (let n = 0; n < 5; n++) {
    const headers = { 'X-Forwarded-For': `203.0.113.${n}` };
    refused(await trusting.get('/v1/quota', undefined, { headers }), 401, 'missing_bearer_token');
    if (n >= 2) refused(await strict.get('/v1/quota', undefined, { headers }), 429, 'rate_limited');
    else await strict.get('/v1/quota', undefined, { headers });
  }
});

test('a full queue is refused with a time to come back, and nothing is counted', async () => {
  await using other = await startPlaten({ concurrency: 1, queueSize: 1 }, { tools: withSaboteurs });
  const key = await other.key();
  const accepted = [other.convert('slow', [text], { key }), other.convert('slow', [text], { key })];
  await new Promise((resolve) => setTimeout(resolve, 400));
  const got = await other.convert('slow', [text], { key });
  refused(got, 503, 'server_busy');
  // Two conversions at the pace that is assumed before any has ended.
  assert.equal(got.body['retry_after'], 4);
  assert.equal(got.headers.get('retry-after'), '4');
  for (const answer of await Promise.all(accepted)) converted(answer);
  assert.equal(await other.used(key), 2);
});

test('a job that finds no worker in time leaves nothing behind', async () => {
  await using other = await startPlaten({ concurrency: 1, queueWaitMs: 1000 }, { tools: withSaboteurs });
  const key = await other.key();
  const first = other.convert('slower', [text], { key });
  await eventually(async () => other.service.dispatcher.running === 1, 'the only slot is taken');
  refused(await other.convert('slow', [text], { key }), 503, 'server_busy');
  converted(await first);
  assert.equal(await other.used(key), 1);
  assert.deepEqual(
    (await other.service.db.selectFrom('jobs').select('state').execute()).map(({ state }) => state),
    ['success'],
  );
});

test('too little disk is refused before the upload', async () => {
  await using other = await startPlaten({ minFreeBytes: Number.MAX_SAFE_INTEGER });
  refused(await other.convert('merge-pdf', [text], { key: await other.key() }), 503, 'server_busy');
});

test('a job can be read by its own key only', async () => {
  const [owner, stranger] = [await platen.key(), await platen.key()];
  const job = converted(await platen.convert('copy', [text], { key: owner }));
  for (const path of [`/v1/job/${job}`, `/v1/download/${job}`])
    refused(await platen.get(path, stranger), 403, 'forbidden');
  refused(await platen.get(`/v1/job/${job}`, stranger, { method: 'DELETE' }), 403, 'forbidden');
  refused(await platen.get('/v1/job/nothing', owner), 404, 'job_not_found');
  refused(
    await platen.get(`/v1/download/${job.replace(/.$/, (c) => (c === '0' ? '1' : '0'))}`, owner),
    404,
    'job_not_found',
  );
  refused(await platen.get('/v1/job/nothing', owner, { method: 'DELETE' }), 404, 'job_not_found');
});

test('a result is gone after an hour, its row after thirty days', async () => {
  await using other = await startPlaten({}, { tools: withSaboteurs });
  const key = await other.key();
  const job = converted(await other.convert('copy', [text], { key }));
  other.clock.move(hourMs - 60_000);
  assert.equal((await other.get(`/v1/download/${job}`, key)).status, 200);
  other.clock.move(61_000);
  refused(await other.get(`/v1/download/${job}`, key), 410, 'file_expired');
  const { sweep } = await import('#service/jobs/retention.ts');
  await sweep(other.service);
  refused(await other.get(`/v1/job/${job}`, key), 410, 'file_expired');
  refused(await other.get(`/v1/job/${job}/events`, key), 410, 'file_expired');
  const [listed] = (await other.get('/v1/jobs?status=expired', key)).body['jobs'] as Record<string, unknown>[];
  assert.deepEqual([listed?.['job_id'], listed?.['status']], [job, 'expired']);
  assert.deepEqual(await Array.fromAsync(other.service.files.ids()), []);
  other.clock.move(30 * dayMs);
  await sweep(other.service);
  refused(await other.get(`/v1/job/${job}`, key), 404, 'job_not_found');
});

test('merge-pdf accepts the number of files that the plan allows', async () => {
  const files = [1, 2, 3].map((n) => ({ name: `${n}.pdf`, data: pdf(`page ${n}`) }));
  refused(await platen.convert('merge-pdf', files, { key: await platen.key('dev') }), 402, 'plan_limit_files', {
    max_allowed: 2,
    plan: 'dev',
  });
  converted(await platen.convert('merge-pdf', files.slice(0, 2), { key: await platen.key('dev') }));
  converted(await platen.convert('merge-pdf', files, { key: await platen.key('starter') }));
});

test('metrics show the longest event-loop delay since the last scrape, and the memory', async () => {
  const value = async (name: string) => {
    // Of the node that runs here: others have delays of their own.
    const text = await (await fetch(`${platen.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const delay = (quantile: string) => value(`platen_event_loop_delay_seconds{quantile="${quantile}"}`);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await delay('1');
  await pause(100);
  const until = performance.now() + 300;
  while (performance.now() < until);
  await pause(50);
  const longest = await delay('1');
  assert.ok(longest > 0.25 && longest < 5, `${longest} s`);
  await pause(300);
  const usual = await delay('0.5');
  assert.ok(usual >= 0 && usual < 0.2, `${usual} s`);
  assert.ok((await delay('0.99')) >= 0);
  assert.ok((await value('process_resident_memory_bytes')) > 20 << 20);
});

test('health, readiness and metrics answer without a key', async () => {
  assert.deepEqual((await platen.get('/health')).body, {
    status: 'ok',
    sandbox: 'bubblewrap',
    // Other nodes convert.
    engines: isPostgres ? {} : { libreoffice: { mode: 'cold', ready: 0, busy: 0, spawned: 0, killed: 0 } },
  });
  assert.match(String((await platen.get('/metrics')).body['text']), /platen_office_started_total 0/);
  assert.equal((await platen.get('/ready')).status, 200);
  // Conversions of previous tests end by themselves, on any node.
  await eventually(
    async () => /platen_conversions_running 0/.test(String((await platen.get('/metrics')).body['text'])),
    'nothing is running',
  );
  refused(await platen.get('/metrics', undefined, { headers: { 'X-Forwarded-For': '203.0.113.1' } }), 404, 'not_found');
});

test('CORS is off by default and answers configured origins', async () => {
  const origin = 'https://app.example.test';
  assert.equal(
    (await platen.get('/v1/quota', undefined, { headers: { Origin: origin } })).headers.get(
      'access-control-allow-origin',
    ),
    null,
  );
  await using open = await startPlaten({ corsOrigins: [origin] });
  const preflight = await open.get('/v1/convert/merge-pdf', undefined, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  // Pages upload files in parts too.
  const upload = await open.get('/v1/uploads', undefined, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  });
  assert.equal(upload.status, 204);
  assert.equal(upload.headers.get('access-control-allow-origin'), origin);
  const allowed = (upload.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
  for (const name of ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'last-event-id'])
    assert.ok(allowed.includes(name), name);
  const key = await open.key();
  const answer = await open.get('/v1/quota', key, { headers: { Origin: origin } });
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
  for (const name of ['tus-resumable', 'upload-length', 'upload-offset', 'upload-expires', 'location', 'etag'])
    assert.ok(exposed.includes(name), name);
  // A request that is no preflight is answered as without CORS.
  const tus = await open.get('/v1/uploads', undefined, { method: 'OPTIONS' });
  assert.deepEqual([tus.status, tus.headers.get('tus-version')], [204, '1.0.0']);
  refused(await open.get('/v1/convert/copy', key, { method: 'OPTIONS' }), 405, 'method_not_allowed');
});

test('an office document comes back as a PDF with its name', async () => {
  const key = await platen.key();
  const got = await platen.convert('office-to-pdf', [{ name: 'Résumé №1.docx', data: await docx('Hello from Word') }], {
    key,
  });
  const job = converted(got);
  assert.deepEqual(Object.keys(got.body), ['job_id', 'status', 'download_url', 'size_bytes', 'quota']);
  assert.equal(got.body['download_url'], `/v1/download/${job}`);
  const response = await fetch(`${platen.url}/v1/download/${job}`, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('content-length'), String(got.body['size_bytes']));
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="Resume No1.pdf"; filename\*=UTF-8''R%C3%A9sum%C3%A9%20%E2%84%961\.pdf$/,
  );
  assert.equal(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});

test('downloads answer HEAD and ranges', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [{ name: 'a.txt', data: Buffer.from('0123456789') }], { key }));
  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${platen.url}/v1/download/${job}`, { method, headers: { Authorization: `Bearer ${key}`, ...headers } });
  const head = await get({}, 'HEAD');
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
  for (const [range, status, body, contentRange] of [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ] as const) {
    const got = await get({ Range: range });
    assert.deepEqual(
      [got.status, await got.text(), got.headers.get('content-range')],
      [status, body, contentRange],
      range,
    );
  }
});

test('a range outside of the file is 416, with an error that tells how long the file is', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [{ name: 'a.txt', data: Buffer.from('0123456789') }], { key }));
  for (const range of ['bytes=-0', 'bytes=10-']) {
    const got = await platen.get(`/v1/download/${job}`, key, { headers: { Range: range } });
    refused(got, 416, 'range_not_satisfiable', { size_bytes: 10 });
    assert.equal(got.headers.get('content-range'), 'bytes */10');
    assert.equal(got.headers.get('content-disposition'), null);
  }
});

test('a file that the client has already is not sent again', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [text], { key }));
  const get = (tag: string) => platen.get(`/v1/download/${job}`, key, { headers: { 'If-None-Match': tag } });
  const etag = (await get('"another"')).headers.get('etag') ?? '';
  for (const tag of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    const { status, body } = await get(tag);
    assert.deepEqual([status, body['text'] ?? ''], [304, ''], tag);
  }
});

test('If-Range: a range is only sent of the same file, otherwise the whole file', async () => {
  const key = await platen.key();
  const job = converted(await platen.convert('copy', [{ name: 'a.txt', data: Buffer.from('0123456789') }], { key }));
  const get = (ifRange: string) =>
    platen.get(`/v1/download/${job}`, key, { headers: { Range: 'bytes=2-4', 'If-Range': ifRange } });
  const etag = (await platen.get(`/v1/download/${job}`, key)).headers.get('etag') ?? '';
  const same = await get(etag);
  assert.deepEqual([same.status, same.body['text']], [206, '234']);
  const other = await get('"another file"');
  assert.deepEqual([other.status, other.body['text']], [200, '0123456789']);
  assert.equal(other.headers.get('content-range'), null);
});

test('when a key was last used is noted to the minute', async () => {
  const key = await platen.key();
  const { db, background } = platen.service;
  const lastUsed = async () => {
    // Of the node that runs here: others write theirs later.
    await fetch(`${platen.url}/v1/quota`, { headers: { Authorization: `Bearer ${key}` } });
    await background.idle(10_000);
    const rows = await db.selectFrom('keys').select(['prefix', 'last_used_at']).execute();
    return rows.find(({ prefix }) => key.startsWith(prefix))?.last_used_at ?? 0;
  };
  const first = await lastUsed();
  assert.ok(first > 0);
  assert.equal(await lastUsed(), first, 'not with every request');
  platen.clock.move(minuteMs);
  assert.ok((await lastUsed()) >= first + minuteMs);
});

// Access is denied without a sign-in, to other accounts, to other sites, and to non-administrators.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, startAmongOthers, type Platen } from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;
let eve: Visitor;
let objects: Record<'jobId' | 'keyId' | 'shareId' | 'webhookId' | 'messageId' | 'accountId', string>;

const document = { name: 'secret.pdf', data: pdf('Only Ada reads this') };

before(async () => {
  mail = await startMailServer();
  platen = await startAmongOthers({ smtpUrl: mail.url });
  ada = await signIn(platen, mail, 'ada@example.test');
  eve = await signIn(platen, mail, 'eve@example.test');
  await ada.call('POST', '/first-key');
  const jobId = converted(await ada.convert('rotate-pdf', [document], { rotation: '90' }));
  const keyId = (await ada.call('GET', '/keys')).body['keys'] as { id: string }[];
  const share = await ada.call('POST', '/shares', { job_id: jobId, hours: 1 });
  const webhook = await ada.call('POST', '/webhooks', { url: 'https://192.0.2.1/' });
  const webhookId = String(webhook.body['id']);
  const message = await ada.call('POST', `/webhooks/${webhookId}/test`);
  const account = await platen.service.db.selectFrom('accounts').selectAll().where('email', 'like', 'ada%').execute();
  objects = {
    jobId,
    keyId: keyId[0]?.id ?? '',
    shareId: String(share.body['id']),
    webhookId,
    messageId: String(message.body['id']),
    accountId: account[0]?.id ?? '',
  };
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

/** Every address of the dashboard's JSON, read from its source so that a new one is not forgotten. */
const routes = globSync('src/dashboard/routes/**/*.ts', { cwd: join(import.meta.dirname, '..', '..') }).flatMap(
  (file) => {
    const source = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
    const found = source.matchAll(/app\.(get|post|patch|delete)(?:<\w+|<\{[^']*\})?>?\(\s*'(\/dashboard\/api[^']*)'/g);
    return [...found].map(([, method = '', path = '']) => ({ method: method.toUpperCase(), path }));
  },
);
// The result of a trial is known by its identifier alone.
const trials = ['/trials/:tool', '/trials/:id', '/trials/:id/download', '/trials/:id/preview'];
const open = [
  '/front',
  '/session',
  ...trials,
  '/sign-in',
  '/sign-in/inspect',
  '/sign-in/link',
  '/sign-in/provider',
  '/sign-out',
];
const isOpen = (path: string) => open.includes(path.replace('/dashboard/api', ''));
const filled = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: keyof typeof objects) => objects[name]).replace('/dashboard/api', '');
const bodies: Record<string, object> = {
  '/shares': { job_id: '', hours: 1 },
  '/keys': { name: 'a key' },
  '/webhooks': { url: 'https://192.0.2.1/' },
};

test('every address is tried', () => {
  assert.ok(routes.length > 25, String(routes.length));
  for (const name of Object.keys(objects))
    assert.ok(
      routes.some(({ path }) => path.includes(`:${name}`)),
      name,
    );
});

test('a visitor who is not signed in learns nothing', async () => {
  for (const { method, path } of routes.filter((route) => !isOpen(route.path))) {
    const body = method === 'GET' ? undefined : (bodies[filled(path)] ?? {});
    const { status } = await visitor(platen).call(method, filled(path), body);
    assert.equal(status, 401, `${method} ${path}`);
  }
  assert.deepEqual((await visitor(platen).call('GET', '/session')).body, { me: null });
  const convert = await visitor(platen).convert('rotate-pdf', [document], { rotation: '90' });
  assert.equal(convert.status, 401);
  const pipeline = await visitor(platen).pipeline([{ tool: 'rotate-pdf', rotation: 90 }], [document]);
  assert.equal(pipeline.status, 401);
});

test('another account’s objects are answered as if they did not exist', async () => {
  for (const { method, path } of routes.filter((route) => /:(jobId|keyId|shareId|webhookId)/.test(route.path))) {
    const body = path.endsWith('/deliveries/redeliver') ? { since: 0 } : undefined;
    const { status } = await eve.call(
      method,
      filled(path),
      path.includes(':keyId') && method === 'PATCH' ? { name: 'mine' } : body,
    );
    assert.equal(status, 404, `${method} ${path}`);
  }
  assert.equal((await eve.call('POST', '/shares', { job_id: objects.jobId, hours: 1 })).status, 404);
  assert.deepEqual((await eve.call('GET', '/jobs')).body['jobs'], []);
  assert.deepEqual((await eve.call('GET', '/keys')).body['keys'], []);
  assert.deepEqual((await eve.call('GET', '/shares')).body['shares'], []);
  assert.deepEqual((await eve.call('GET', '/webhooks')).body['webhooks'], []);
  assert.deepEqual((await eve.call('GET', '/usage')).body['cells'], []);
  const { activity } = (await eve.call('GET', '/activity')).body as { activity: { event: string }[] };
  assert.deepEqual(activity.map(({ event }) => event).sort(), ['account_created', 'signed_in']);
  assert.equal((await ada.call('GET', `/jobs/${objects.jobId}`)).status, 200, 'all of it is still there');
});

test('administration is for administrators', async () => {
  for (const { method, path } of routes.filter((route) => route.path.includes('/admin/'))) {
    const { status, body } = await eve.call(method, filled(path), method === 'GET' ? undefined : {});
    assert.equal(status, 403, `${method} ${path}`);
    assert.equal(body['error'], 'not_allowed');
  }
});

test('other sites can neither read nor change anything', async () => {
  for (const { method, path } of routes) {
    const body = method === 'GET' ? undefined : {};
    for (const site of ['cross-site', 'same-site']) {
      const { status } = await ada.call(method, filled(path), body, { 'sec-fetch-site': site });
      assert.equal(status, 403, `${method} ${path} from ${site}`);
    }
  }
  // A browser that does not say where a request comes from, still says its origin.
  const headers = { 'content-type': 'application/json', origin: 'https://evil.test', 'sec-fetch-site': '' };
  const old = await fetch(`${platen.url}/dashboard/api/keys`, {
    method: 'POST',
    headers: { ...headers, cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; ') },
    body: '{"name":"x"}',
  });
  assert.equal(old.status, 403);
  for (const path of ['convert/rotate-pdf', 'pipelines']) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const upload = await ada.fetch(`/dashboard/api/${path}`, { method: 'POST', headers, body: new FormData() });
    assert.equal(upload.status, 403, path);
  }
  const answer = await ada.call('GET', '/me');
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
});

test('nothing of the sign-in library is reachable beside its ways in', async () => {
  for (const path of [
    '/get-session',
    '/list-sessions',
    '/update-user',
    '/delete-user',
    '/magic-link/verify?token=x',
    '/ok',
  ])
    assert.notEqual((await ada.fetch(`/dashboard/auth${path}`)).status, 200, path);
});

test('no address leads elsewhere', async () => {
  for (const path of ['//evil.test/', '/dashboard//evil.test', '/dashboard/?next=https://evil.test', '/\\evil.test']) {
    const { status, headers } = await ada.fetch(path);
    const location = headers.get('location');
    assert.ok(
      location === null || /^\/(dashboard|tools\/[a-z-]+)$/.test(location),
      `${path}: ${status} to ${location}`,
    );
  }
});

test('pages have a strict policy, and their files are compressed and kept', async () => {
  const page = await ada.fetch('/dashboard');
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.ok(!policy.includes('unsafe'));
  const body = await page.text();
  const nonce = /csp-nonce" content="([^"]+)"/.exec(body)?.[1] ?? '';
  assert.ok(nonce.length > 20 && policy.includes(nonce));
  assert.notEqual(await (await ada.fetch('/dashboard')).text(), body, 'each page has its own');

  const script = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
  const asset = await ada.fetch(script, { headers: { 'accept-encoding': 'br' } });
  assert.equal(asset.headers.get('content-encoding'), 'br');
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
  assert.equal((await ada.fetch('/dashboard/nowhere')).status, 404);
  assert.equal((await ada.call('GET', '/nowhere')).body['error'], 'not_found');
});

test('a wrong value is reported in a sentence, with its field', async () => {
  const cases: [string, string, object, string][] = [
    ['POST', '/sign-in', { email: 'not an address' }, 'email'],
    ['POST', '/keys', { name: ' ' }, 'name'],
    ['POST', '/keys', { name: 'x'.repeat(61) }, 'name'],
    ['POST', '/shares', { job_id: objects.jobId, hours: 0 }, 'hours'],
    ['POST', '/shares', { job_id: objects.jobId, hours: 1, password: 'abc' }, 'password'],
    ['PATCH', '/settings', { language: 'xx' }, 'language'],
    ['DELETE', '/account', { email: 'someone@else.test' }, 'email'],
  ];
  for (const [method, path, body, field] of cases) {
    const answer = await ada.call(method, path, body);
    assert.equal(answer.status, 400, `${method} ${path}`);
    assert.equal(answer.body['error'], 'invalid_input');
    assert.equal(answer.body['field'], field);
    assert.match(String(answer.body['message']), /\w+ .*/);
  }
});

test('a browser without Fetch Metadata is judged by its origin', async () => {
  const ask = async (method: string, headers: Record<string, string>) => {
    const init = method === 'GET' ? { method, headers } : { method, headers, body: '{"email":"new@example.test"}' };
    const answer = await fetch(`${platen.url}/dashboard/api/sign-in`, init);
    return answer.status;
  };
  const json = { 'content-type': 'application/json' };
  assert.equal(await ask('POST', { ...json, origin: platen.url }), 202);
  assert.equal(await ask('POST', { ...json, origin: 'https://evil.test' }), 403);
  assert.equal(await ask('POST', { ...json, origin: 'null' }), 403);
  assert.equal(await ask('POST', json), 403, 'a change without any origin');
  assert.equal(await ask('GET', {}), 200);
  // An address that somebody typed may be read, but changes nothing.
  assert.equal(await ask('GET', { 'sec-fetch-site': 'none' }), 200);
  assert.equal(await ask('POST', { ...json, 'sec-fetch-site': 'none' }), 403);
});

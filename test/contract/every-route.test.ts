// The errors that every endpoint of the API can answer, at each of them.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { ErrorCode } from '#core/errors.ts';
import { refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';

let platen: Platen;

before(async () => {
  platen = await startPlaten();
});

after(() => platen[Symbol.asyncDispose]());

const routes = [
  ['GET', '/v1/tools'],
  ['GET', '/v1/quota'],
  ['POST', '/v1/convert/rotate-pdf'],
  ['POST', '/v1/pipelines'],
  ['GET', '/v1/job/x'],
  ['GET', '/v1/job/x/events'],
  ['GET', '/v1/jobs'],
  ['DELETE', '/v1/job/x'],
  ['GET', '/v1/download/x'],
  ['POST', '/v1/uploads'],
  ['PATCH', '/v1/uploads/x'],
  ['DELETE', '/v1/uploads/x'],
  ['GET', '/v1/webhooks'],
  ['POST', '/v1/webhooks'],
  ['GET', '/v1/webhooks/x'],
  ['PATCH', '/v1/webhooks/x'],
  ['DELETE', '/v1/webhooks/x'],
  ['POST', '/v1/webhooks/x/rotate'],
  ['POST', '/v1/webhooks/x/test'],
  ['GET', '/v1/webhooks/x/deliveries'],
  ['POST', '/v1/webhooks/x/deliveries/redeliver'],
  ['POST', '/v1/webhooks/x/deliveries/x/redeliver'],
] as const;

/** The error of every endpoint, called with `key`. */
async function everywhere(status: number, code: ErrorCode, key?: string, on = platen): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [method, path] of routes) {
    const answer = await on.get(path, key, { method });
    refused(answer, status, code);
    answers.push(answer);
  }
  return answers;
}

test('every endpoint needs a key', async () => {
  await everywhere(401, 'missing_bearer_token');
  await everywhere(401, 'invalid_api_key', 'platen_live_nonsense');
});

test('every endpoint needs an account with a plan', async () => {
  await everywhere(401, 'account_not_provisioned', await platen.key('none'));
});

test('every endpoint has a rate limit', async () => {
  await using limited = await startPlaten({ ipRate: 1, convertRate: 1 });
  const key = await limited.key();
  await limited.get('/v1/tools', key);
  await limited.get('/v1/convert/rotate-pdf', key, { method: 'POST' });
  await everywhere(429, 'rate_limited', key, limited);
});

/** A request whose URL is sent unchanged; fetch would normalise it. */
const written = (url: string, path: string, { method = 'GET', headers = {} } = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const body = isJson ? (JSON.parse(text) as Answer['body']) : { text };
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: response.statusCode ?? 0, headers: new Headers(Object.fromEntries(answered)), body });
      });
    });
    call.on('error', reject).end();
  });

/** Spellings of URLs that no router reads as another one. */
const ways: Record<string, (path: string) => string> = {
  'a code for a letter': (path) => path.replace('v', '%76'),
  'codes for all letters': (path) => path.replaceAll(/[a-z0-9]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'a host before it': (path) => `http://platen.example${path}`,
  'another scheme and a name before it': (path) => `HTTPS://me@platen.example:1${path}`,
  'a slash behind it': (path) => `${path}/`,
  'a query behind it': (path) => `${path}?v1`,
};

test('a route is the same however its address is written', async (t) => {
  const origin = 'https://app.example.test';
  for (const [what, way] of Object.entries(ways))
    await t.test(what, async () => {
      await using limited = await startPlaten({
        ipRate: 6,
        corsOrigins: [origin],
        publicUrl: 'https://platen.example',
      });
      const ask = (path: string, more: Parameters<typeof written>[2] = {}) =>
        written(limited.url, way(path), { ...more, headers: { host: 'platen.example', ...more.headers } });
      const page = { headers: { accept: 'text/html', origin } };
      refused(await ask('/v1/quota'), 401, 'missing_bearer_token');
      const nothing = await ask('/v1/nothing', page);
      refused(nothing, 404, 'not_found');
      assert.match(String(nothing.body['message']), / More: /, 'programs are told where to read more');
      assert.equal(nothing.headers.get('access-control-allow-origin'), origin);
      const wrong = await ask('/v1/job/x', { method: 'POST' });
      refused(wrong, 405, 'method_not_allowed');
      assert.equal(wrong.headers.get('allow'), 'GET, HEAD, DELETE');
      refused(await ask('/v1/convert/copy', { method: 'POST' }), 401, 'missing_bearer_token');
      const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } };
      assert.equal((await ask('/v1/quota', preflight)).status, 204, 'it is not counted');
      refused(await ask('/dashboard/api/nothing', { headers: { accept: 'text/html' } }), 404, 'not_found');
      assert.equal((await ask('/dashboard/api/front', page)).headers.get('access-control-allow-origin'), null);
      assert.equal((await ask('/health', { headers: { host: 'probe.example.com' } })).status, 200);
      refused(await ask('/v1/quota', { headers: { host: 'evil.example.com' } }), 421, 'misdirected_request');
      for (let n = 0; n < 2; n++) await ask('/v1/quota');
      refused(await ask('/v1/quota'), 429, 'rate_limited');
      refused(await ask('/v1/nothing'), 429, 'rate_limited');
    });
});

test('every endpoint answers 503 while the database cannot be read, and 500 for an unknown error', async () => {
  const key = await platen.key();
  const { db } = platen.service;
  const failing = (error: Error) =>
    new Proxy(db, {
      get: () => {
        throw error;
      },
    });
  try {
    platen.service.db = failing(Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 }));
    await everywhere(503, 'server_busy', key);
    platen.service.db = failing(new Error('a secret of the service'));
    for (const { body } of await everywhere(500, 'internal_error', key))
      if (JSON.stringify(body).includes('secret')) throw new Error('the cause is shown to the client');
  } finally {
    platen.service.db = db;
  }
});

// The errors that every endpoint of the API can answer, at each of them.
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
  ['GET', '/v1/job/x'],
  ['DELETE', '/v1/job/x'],
  ['GET', '/v1/download/x'],
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

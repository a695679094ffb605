// Signing in by an operator's identity provider (OpenID Connect).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import type { Config } from '#config';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { startMailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

type Person = { sub: string; email: string; email_verified?: boolean | string; name: string };

/** A provider whose next visitor is `person`. */
async function startProvider(person: Person) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) =>
    Object.assign(token.payload, person),
  );
  server.service.on('beforeUserinfo', (answer: { body: unknown }) => void (answer.body = person));
  const settings: Partial<Config> = {
    oidcIssuer: server.issuer.url ?? '',
    oidcClientId: 'platen',
    oidcClientSecret: 'not-a-secret',
    oidcName: 'Example ID',
  };
  return { settings, [Symbol.asyncDispose]: () => server.stop() };
}

const person = { sub: 'ada', email: 'ada@example.test', email_verified: true, name: 'Ada' };

/** The steps of a browser: the button, the provider, the way back. @returns where it ends */
async function walk(platen: Platen, who: Visitor): Promise<string> {
  const { status, body } = await who.call('POST', '/sign-in/provider');
  assert.equal(status, 200, JSON.stringify(body));
  const atProvider = await fetch(String(body['url']), { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? '');
  assert.equal(back.origin, platen.url);
  const answer = await who.fetch(back.pathname + back.search, { headers: { 'sec-fetch-site': 'cross-site' } });
  return answer.headers.get('location') ?? '';
}

test('a user of the provider gets a new account, or the one with this e-mail address', async () => {
  await using provider = await startProvider(person);
  await using mail = await startMailServer();
  await using platen = await startPlaten({ ...provider.settings, smtpUrl: mail.url });
  const ada = visitor(platen);
  assert.equal((await ada.call('GET', '/sign-in')).body['provider'], 'Example ID');
  assert.match(await walk(platen, ada), /\/dashboard\/$/);
  assert.equal((await ada.call('GET', '/me')).body['email'], 'ada@example.test');
  const byMail = await signIn(platen, mail, 'ada@example.test');
  assert.equal((await byMail.call('GET', '/me')).body['created_at'], (await ada.call('GET', '/me')).body['created_at']);
  assert.equal((await platen.service.db.selectFrom('accounts').select('id').execute()).length, 1);

  const again = visitor(platen);
  await walk(platen, again);
  assert.equal((await again.call('GET', '/me')).status, 200);
});

test('an address that the provider has not verified opens nothing, however it says so', async () => {
  const { email_verified: _, ...silent } = person;
  for (const who of [{ ...person, email_verified: false }, { ...person, email_verified: 'false' }, silent]) {
    await using provider = await startProvider(who);
    await using platen = await startPlaten(provider.settings);
    const eve = visitor(platen);
    assert.match(await walk(platen, eve), /\/dashboard\/sign-in\?error=email_not_verified/);
    assert.equal((await eve.call('GET', '/me')).status, 401);
  }
});

test('an operator can trust the addresses of a provider that does not say', async () => {
  const { email_verified: _, ...silent } = person;
  await using provider = await startProvider(silent);
  await using platen = await startPlaten({ ...provider.settings, oidcTrustAddresses: 'on' });
  const ada = visitor(platen);
  await walk(platen, ada);
  assert.equal((await ada.call('GET', '/me')).body['email'], 'ada@example.test');
});

test('a closed server makes no account for who comes from the provider', async () => {
  await using provider = await startProvider(person);
  await using platen = await startPlaten({ ...provider.settings, signUp: 'closed' });
  const eve = visitor(platen);
  assert.match(await walk(platen, eve), /\/dashboard\/sign-in\?error=sign_up_closed/);
  assert.equal((await eve.call('GET', '/me')).status, 401);
  assert.deepEqual(await platen.service.db.selectFrom('accounts').select('id').execute(), []);
});

test('a provider that is away does not keep anybody from signing in by mail', async () => {
  await using mail = await startMailServer();
  const settings = { oidcIssuer: 'http://127.0.0.1:9', oidcClientId: 'platen', oidcClientSecret: 'x' };
  await using platen = await startPlaten({ ...settings, smtpUrl: mail.url });
  const { status, body } = await visitor(platen).call('POST', '/sign-in/provider');
  assert.equal(status, 502);
  assert.equal(body['error'], 'provider_away');
  await signIn(platen, mail, 'ada@example.test');
});

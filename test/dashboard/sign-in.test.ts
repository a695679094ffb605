// Signing in by mail: one link, once, for fifteen minutes, and nothing told about who has an account.
import assert from 'node:assert/strict';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { loadSecret } from '#service/accounts/signed.ts';
import { signIn, tokenOf, visitor, type Visitor } from '../support/dashboard.ts';
import { linkIn, startMailServer } from '../support/mail.ts';
import { eventually, startPlaten } from '../support/platen.ts';
import { isPostgres } from '../support/test-database.ts';

test('a new address gets a free account with 300 conversions, and its first key once', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ada = await signIn(platen, mail, 'Ada@Example.test'.toLowerCase());
  const me = (await ada.call('GET', '/me')).body;
  assert.equal(me['email'], 'ada@example.test');
  assert.equal((me['quota'] as { quota: number }).quota, 300);
  assert.equal((me['quota'] as { plan: string }).plan, 'dev');
  assert.equal(me['has_had_key'], false);

  const [first, second] = await Promise.all([ada.call('POST', '/first-key'), ada.call('POST', '/first-key')]);
  const keys = [first.body['key'], second.body['key']].filter((key) => key !== null);
  assert.equal(keys.length, 1);
  const quota = await platen.get('/v1/quota', keys[0] as string);
  assert.equal(quota.body['quota'], 300);
  assert.equal((await ada.call('POST', '/first-key')).body['key'], null);
});

test('a link works once', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const someone = visitor(platen);
  await someone.call('POST', '/sign-in', { email: 'ada@example.test' });
  const token = tokenOf(linkIn(await mail.next('ada@example.test')));
  assert.equal((await someone.call('POST', '/sign-in/link', { token })).status, 200);
  const again = await visitor(platen).call('POST', '/sign-in/link', { token });
  assert.equal(again.status, 410);
  assert.equal(again.body['error'], 'link_ended');
  assert.equal((await visitor(platen).call('POST', '/sign-in/link', { token: 'made-up' })).status, 410);
});

test('a link lives fifteen minutes', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ask = async (email: string) => {
    await visitor(platen).call('POST', '/sign-in', { email });
    return tokenOf(linkIn(await mail.next(email)));
  };
  const [inTime, late] = [await ask('in-time@example.test'), await ask('late@example.test')];
  const now = Date.now();
  try {
    mock.timers.enable({ apis: ['Date'], now: now + 14 * 60_000 });
    assert.equal((await visitor(platen).call('POST', '/sign-in/link', { token: inTime })).status, 200);
    mock.timers.setTime(now + 15 * 60_000 + 5000);
    assert.equal((await visitor(platen).call('POST', '/sign-in/link', { token: late })).status, 410);
  } finally {
    mock.timers.reset();
  }
});

test('nothing tells whether an address is known, welcome or new', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url, signUp: 'closed' });
  await platen.key(); // user-0@example.test
  const ask = (email: string) => visitor(platen).call('POST', '/sign-in', { email });
  const [known, unknown] = [await ask('user-0@example.test'), await ask('nobody@example.test')];
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  const { text } = await mail.next('user-0@example.test');
  await platen.service.background.idle(5000);
  assert.equal(mail.mails.length, 1, 'only the known address gets a mail');

  await using open = await startPlaten({ smtpUrl: mail.url });
  await visitor(open).call('POST', '/sign-in', { email: 'nobody@example.test' });
  const toNew = await mail.next('nobody@example.test');
  const withoutLink = (words = '') => words.replace(/http\S+/, '');
  assert.equal(withoutLink(toNew.text), withoutLink(text), 'the mail to a new address says the same');
});

test('sign-up can be limited to domains', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url, signUpDomains: ['example.test'] });
  await visitor(platen).call('POST', '/sign-in', { email: 'eve@elsewhere.test' });
  await visitor(platen).call('POST', '/sign-in', { email: 'eve@example.test.elsewhere.test' });
  await signIn(platen, mail, 'ada@example.test');
  assert.deepEqual(
    mail.mails.map(({ to }) => to?.[0]?.address),
    ['ada@example.test'],
  );
});

test('an account of the command line signs in with its key', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url, signUp: 'closed' });
  await platen.key('growth', 7);
  const who = await signIn(platen, mail, 'user-0@example.test');
  const { quota, has_had_key } = (await who.call('GET', '/me')).body as {
    quota: Record<string, unknown>;
    has_had_key: boolean;
  };
  assert.equal(quota['plan'], 'growth');
  assert.equal(quota['used'], 7);
  assert.equal(has_had_key, true);
});

test('signing out ends the session on the server', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ada = await signIn(platen, mail, 'ada@example.test');
  const kept = new Map(ada.cookies);
  assert.equal((await ada.call('POST', '/sign-out')).status, 200);
  const thief = visitor(platen);
  for (const [name, value] of kept) thief.cookies.set(name, value);
  assert.equal((await thief.call('GET', '/me')).status, 401);
});

test('session cookies cannot be read by scripts, and leave only for the dashboard', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url, publicUrl: 'https://pdf.example.test' });
  const someone = visitor(platen);
  await someone.call('POST', '/sign-in', { email: 'ada@example.test' });
  const link = linkIn(await mail.next('ada@example.test'));
  assert.match(link, /^https:\/\/pdf\.example\.test\/dashboard\/link#/);
  const response = await someone.call('POST', '/sign-in/link', { token: tokenOf(link) });
  const session = response.headers.getSetCookie().find((cookie) => cookie.includes('session_token')) ?? '';
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/dashboard'])
    assert.ok(session.includes(attribute), `${attribute} in ${session}`);
});

test('a session is no API key, and a key is no session', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ada = await signIn(platen, mail, 'ada@example.test');
  const key = String((await ada.call('POST', '/first-key')).body['key']);
  assert.equal((await ada.fetch('/v1/quota')).status, 401);
  assert.equal((await visitor(platen).call('GET', '/me', undefined, { authorization: `Bearer ${key}` })).status, 401);
});

test('sign-in mails and links are limited in number, and nobody is told that a mailbox has had enough', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url, ipRate: 300 });
  const ask = async (email: string) => (await visitor(platen).call('POST', '/sign-in', { email })).status;
  for (let n = 0; n < 12; n++) assert.equal(await ask('ada@example.test'), 202);
  await platen.service.background.idle(5000);
  assert.equal(mail.mails.length, 10);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++) statuses.push(await ask(`stranger-${n}@example.test`));
  assert.deepEqual(new Set(statuses.slice(0, 18)), new Set([202]));
  assert.deepEqual(statuses.slice(18), [429, 429]);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => visitor(platen).call('POST', '/sign-in/link', { token: `guess${n}` })),
  );
  assert.ok(guesses.some(({ status }) => status === 429));
});

test('a link says whose account it opens, and looking does not use it up', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ada = visitor(platen);
  await ada.call('POST', '/sign-in', { email: 'ada@example.test' });
  const token = tokenOf(linkIn(await mail.next('ada@example.test')));
  for (let n = 0; n < 2; n++)
    assert.equal((await ada.call('POST', '/sign-in/inspect', { token })).body['email'], 'ada@example.test');
  assert.equal((await ada.call('POST', '/sign-in/link', { token })).status, 200);
  assert.equal((await ada.call('POST', '/sign-in/inspect', { token })).status, 410);
});

test('using a session extends it, with a new cookie', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const ada = await signIn(platen, mail, 'ada@example.test');
  const aDayLess = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await platen.service.db.updateTable('sessions').set({ expires_at: aDayLess }).execute();
  const answer = await ada.call('GET', '/me');
  assert.ok(
    answer.headers.getSetCookie().some((cookie) => cookie.includes('session_token') && /max-age=604800/i.test(cookie)),
  );
});

test('all other browsers can be signed out', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const [here, there] = [
    await signIn(platen, mail, 'ada@example.test'),
    await signIn(platen, mail, 'ada@example.test'),
  ];
  assert.equal((await here.call('POST', '/sessions/end')).status, 200);
  assert.equal((await there.call('GET', '/me')).status, 401);
  assert.equal((await here.call('GET', '/me')).status, 200);
});

test('a secret that was cut short is not used', async () => {
  const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
  const folder = await mkdtemp(`${tmpdir()}/platen-secret-`);
  await writeFile(`${folder}/secret`, '');
  await assert.rejects(loadSecret(folder, undefined), /too short/);
  await rm(`${folder}/secret`);
  const made = await Promise.all([loadSecret(folder, undefined), loadSecret(folder, undefined)]);
  assert.equal(made[0], made[1]);
  assert.ok(made[0].length >= 32);
  await rm(folder, { recursive: true });
});

test('mails speak the language of the browser, and of the account afterwards', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  const french = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' };
  const ada = visitor(platen);
  await ada.call('POST', '/sign-in', { email: 'ada@example.test' }, french);
  const first = await mail.next('ada@example.test');
  assert.equal(first.subject, 'Votre lien de connexion à Platen');
  assert.match(first.html ?? '', /<html lang="fr">/);
  await ada.call('POST', '/sign-in/link', { token: tokenOf(linkIn(first)) }, french);
  assert.equal((await ada.call('GET', '/me')).body['language'], 'fr');
  await visitor(platen).call('POST', '/sign-in', { email: 'ada@example.test' });
  assert.equal((await mail.next('ada@example.test')).subject, 'Votre lien de connexion à Platen');
  assert.equal((await ada.call('PATCH', '/settings', { language: 'de' })).status, 200);
  await visitor(platen).call('POST', '/sign-in', { email: 'ada@example.test' });
  assert.equal((await mail.next('ada@example.test')).subject, 'Ihr Link zum Anmelden bei Platen');
});

test('a mail server that is away for a moment loses no sign-in mail', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  mail.isBroken = true;
  assert.equal((await visitor(platen).call('POST', '/sign-in', { email: 'ada@example.test' })).status, 202);
  setTimeout(() => void (mail.isBroken = false), 500);
  assert.match(linkIn(await mail.next('ada@example.test')), /\/dashboard\/link#/);
});

// The library can look into SQLite only: both databases have the same columns.
test('the tables are those of the sign-in library', { skip: isPostgres }, async () => {
  await using platen = await startPlaten();
  const missing = await getMigrations(await platen.service.signIn.options());
  assert.deepEqual(missing.toBeCreated, []);
  assert.deepEqual(missing.toBeAdded, []);
  assert.deepEqual(missing.toBeAddedIndexes, []);
});

test('a sign-in mail that could not be sent survives a restart, and nobody can read it meanwhile', async () => {
  await using mail = await startMailServer();
  const email = 'waits@example.test';
  mail.isBroken = true;
  await using old = await startPlaten({ smtpUrl: mail.url });
  assert.equal((await visitor(old).call('POST', '/sign-in', { email })).status, 202);
  const { db } = old.service;
  const kept = await eventually(() => db.selectFrom('outbox').selectAll().executeTakeFirst(), 'the mail is kept');
  assert.ok(!Buffer.from(kept.sealed, 'base64').includes(email) && !kept.sealed.includes(email));
  await db.updateTable('outbox').set({ next_at: 0 }).execute();
  const { data, url } = old;
  await old.running.stop();

  mail.isBroken = false;
  await using next = await startPlaten({ data, smtpUrl: mail.url, publicUrl: url });
  const token = tokenOf(linkIn(await mail.next(email)));
  assert.equal((await visitor(next).call('POST', '/sign-in/link', { token })).status, 200);
  await eventually(
    async () => (await next.service.db.selectFrom('outbox').select('id').execute()).length === 0,
    'it is forgotten once it is sent',
  );
  assert.equal(mail.mails.length, 1);
});

test('a mail that is of no use any more is forgotten', async () => {
  await using mail = await startMailServer();
  mail.isBroken = true;
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await visitor(platen).call('POST', '/sign-in', { email: 'late@example.test' });
  const { db, waitingMails, mailer } = platen.service;
  await eventually(() => db.selectFrom('outbox').select('id').executeTakeFirst(), 'the mail is kept');
  platen.clock.move(16 * 60_000);
  mail.isBroken = false;
  await waitingMails.sendDue((one) => mailer.send(one));
  assert.deepEqual(await db.selectFrom('outbox').select('id').execute(), []);
});

test('a new secret ends no session while the previous one is still set', async () => {
  await using mail = await startMailServer();
  const [old, now] = ['an-old-secret-of-thirty-two-letters', 'a-new-secret-of-thirty-two-letters!'];
  const data = await mkdtemp(join(tmpdir(), 'platen-secrets-'));
  const own = { data, smtpUrl: mail.url, databaseUrl: undefined, files: undefined };
  const email = 'rotation@example.test';
  let cookies: Visitor['cookies'];
  let link: string;
  let shared: string;
  {
    await using before = await startPlaten({ ...own, secret: old });
    const who = await signIn(before, mail, email);
    cookies = who.cookies;
    await who.call('POST', '/address', { email: 'rotated@example.test' });
    link = linkIn(await mail.next('rotated@example.test'));
    shared = before.service.signer.pseudonym(email);
    // The folder is the next one's.
    await before.running.stop();
    await cp(data, `${data}-kept`, { recursive: true });
  }
  const kept = { ...own, data: `${data}-kept` };
  {
    await using during = await startPlaten({ ...kept, secret: now, previousSecret: old });
    const who = visitor(during);
    for (const [name, value] of cookies) who.cookies.set(name, value);
    assert.equal((await who.call('GET', '/me')).body['email'], email);
    assert.ok(during.service.signer.pseudonyms(email).includes(shared), 'used credits are still known');
    assert.equal((await who.call('POST', '/address/confirm', { token: tokenOf(link) })).status, 200);
    await during.running.stop();
    await cp(kept.data, `${data}-last`, { recursive: true });
  }
  await using after = await startPlaten({ ...own, data: `${data}-last`, secret: now });
  const who = visitor(after);
  for (const [name, value] of cookies) who.cookies.set(name, value);
  assert.equal((await who.call('GET', '/me')).status, 401);
});

// The owner's side of an account: keys, statistics, address, settings, the end; and the administrator's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount, getAccount } from '#service/accounts/accounts.ts';
import { rememberSpentCredits, restoreSpentCredits } from '#service/accounts/trial-credits.ts';
import { signIn, tokenOf, visitor, type Visitor } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { linkIn, startMailServer, type MailServer } from '../support/mail.ts';
import { converted, eventually, startAmongOthers, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let accounts = 0;
before(async () => {
  mail = await startMailServer();
  platen = await startAmongOthers({ smtpUrl: mail.url });
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const address = () => `owner-${accounts++}@example.test`;
const text = { name: 'a.txt', data: Buffer.from('hello') };
const items = async (who: Visitor, path: string, name: string) =>
  (await who.call('GET', path)).body[name] as Record<string, unknown>[];

test('a key is made with a name, shown once, counted, and revoked', async () => {
  const ada = await signIn(platen, mail, address());
  const { status, body } = await ada.call('POST', '/keys', { name: ' invoices ' });
  assert.equal(status, 201);
  const key = String(body['key']);
  converted(await platen.convert('copy', [text], { key, fields: { text: 'a' } }));

  const [listed] = await items(ada, '/keys', 'keys');
  assert.equal(listed?.['name'], 'invoices');
  assert.equal(listed?.['conversions'], 1);
  assert.equal(typeof listed?.['last_used_at'], 'number');
  assert.ok(!JSON.stringify(listed).includes(key), 'the key itself is not shown again');

  assert.equal((await ada.call('DELETE', `/keys/${String(listed?.['id'])}`)).status, 200);
  assert.equal((await platen.get('/v1/quota', key)).body['error'], 'invalid_api_key');
  const jobs = await items(ada, '/jobs', 'jobs');
  assert.equal(jobs[0]?.['key'], 'invoices', 'its jobs stay to be seen');
});

test('the days show successful, rejected and failed conversions', async () => {
  const ada = await signIn(platen, mail, address());
  const fields = { text: 'a' };
  converted(await ada.convert('copy', [text], fields));
  converted(await ada.convert('copy', [text], fields));
  await ada.convert('broken', [text]);
  await ada.convert('crash', [text]);
  const cells = await items(ada, '/usage', 'cells');
  const total = (outcome: string) =>
    cells.filter((cell) => cell['outcome'] === outcome).reduce((sum, cell) => sum + Number(cell['conversions']), 0);
  assert.deepEqual([total('success'), total('rejected'), total('failed')], [2, 1, 1]);
  const jobs = await items(ada, '/jobs', 'jobs');
  const rejected = jobs.find((job) => job['state'] === 'rejected')?.['error'] as Record<string, string>;
  assert.ok(rejected['message'] !== '' && rejected['fix'] !== '', 'the error is explained');
  assert.equal((await items(ada, '/jobs?state=rejected', 'jobs')).length, 1);
  assert.equal((await items(ada, '/jobs?tool=copy', 'jobs')).length, 2);
  const first = await ada.call('GET', '/jobs?limit=3');
  assert.equal(first.body['has_more'], true);
  const last = (first.body['jobs'] as { id: string }[]).at(-1)?.id ?? '';
  assert.equal((await items(ada, `/jobs?before=${last}`, 'jobs')).length, 1);
});

test('plans have prices where somebody could buy them', async () => {
  for (const publicUrl of [undefined, 'http://127.0.0.1']) {
    await using service = await startPlaten({ smtpUrl: mail.url, publicUrl });
    const { body } = await (await signIn(service, mail, address())).call('GET', '/plans');
    assert.equal((body['plans'] as object[]).length, 4);
    assert.equal(body['has_prices'], publicUrl !== undefined);
  }
});

test('conversions of the dashboard count as one key towards the rate', async () => {
  await using limited = await startPlaten({ smtpUrl: mail.url, convertRate: 2 }, { tools: withSaboteurs });
  const ada = await signIn(limited, mail, address());
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await ada.convert('copy', [text], { text: 'a' })).status);
  assert.deepEqual(statuses, [200, 200, 429]);
});

test('the address changes when the new one has proved itself, once', async () => {
  const from = address();
  const to = address();
  const ada = await signIn(platen, mail, from);
  assert.equal((await ada.call('POST', '/address', { email: to })).status, 202);
  const token = tokenOf(linkIn(await mail.next(to)));
  assert.equal((await ada.call('GET', '/me')).body['email'], from, 'nothing changes before');
  const forged = `${token.slice(0, -2)}xx`;
  assert.equal((await ada.call('POST', '/address/confirm', { token: forged })).status, 403);
  assert.equal((await visitor(platen).call('POST', '/address/confirm', { token })).status, 401);
  const victim = await signIn(platen, mail, address());
  const lured = await victim.call('POST', '/address/confirm', { token });
  assert.equal(lured.body['error'], 'not_your_link', 'nobody sets the e-mail address of a stranger’s account');
  const elsewhere = await signIn(platen, mail, from);
  assert.equal((await ada.call('POST', '/address/confirm', { token })).body['email'], to);
  assert.equal((await elsewhere.call('GET', '/me')).status, 401, 'other sessions end');
  assert.match((await mail.next(from)).subject ?? '', /has changed/, 'the old address is told');
  assert.equal((await ada.call('GET', '/me')).body['email'], to);
  assert.equal((await ada.call('POST', '/address/confirm', { token })).status, 403, 'it works once');
  const again = await signIn(platen, mail, to);
  assert.equal((await again.call('GET', '/me')).body['email'], to);
});

test('an address of another account is neither taken nor told', async () => {
  const theirs = address();
  await signIn(platen, mail, theirs);
  const eve = await signIn(platen, mail, address());
  const before = mail.mails.length;
  assert.equal((await eve.call('POST', '/address', { email: theirs })).status, 202);
  await platen.service.background.idle(5000);
  assert.equal(mail.mails.length, before);
});

test('deleting the account deletes all its data at once', async () => {
  const email = address();
  const ada = await signIn(platen, mail, email);
  const key = String((await ada.call('POST', '/first-key')).body['key']);
  const job = converted(await ada.convert('rotate-pdf', [{ name: 'a.pdf', data: pdf('x') }], { rotation: '90' }));
  const share = await ada.call('POST', '/shares', { job_id: job, hours: 1 });
  assert.equal((await ada.call('DELETE', '/account', { email })).status, 200);

  assert.equal((await ada.call('GET', '/me')).status, 401);
  assert.equal((await platen.get('/v1/quota', key)).body['error'], 'invalid_api_key');
  assert.equal((await fetch(String(share.body['url']))).status, 404);
  for (const id of [job, String(share.body['id'])])
    assert.equal(await platen.service.files.localOutput(id, platen.data), null);
  const { db } = platen.service;
  const left = await db.selectFrom('accounts').select('id').where('email', '=', email).execute();
  assert.deepEqual(left, []);
  assert.deepEqual(await db.selectFrom('users').select('id').where('email', '=', email).execute(), []);
  for (const table of ['jobs', 'shares', 'usage', 'audit', 'keys', 'notices'] as const) {
    const orphans = await db
      .selectFrom(table)
      .select('account_id')
      .where('account_id', 'not in', db.selectFrom('accounts').select('id'))
      .execute();
    assert.deepEqual(orphans, [], table);
  }
  const anew = await signIn(platen, mail, email);
  assert.deepEqual(await items(anew, '/jobs', 'jobs'), [], 'who comes back begins anew');
  const { quota } = (await anew.call('GET', '/me')).body as { quota: { used: number } };
  assert.equal(quota.used, 1, 'but with the trial credits that were left');
  const kept = JSON.stringify(await db.selectFrom('spent_credits').selectAll().execute());
  assert.ok(!kept.includes(email), 'the address itself is gone');
});

test('trial credits are not had anew by way of another address', async () => {
  const [one, two] = [address(), address()];
  const ada = await signIn(platen, mail, one);
  await platen.service.db.updateTable('accounts').set({ used: 200 }).where('email', '=', one).execute();
  await ada.call('POST', '/address', { email: two });
  await ada.call('POST', '/address/confirm', { token: tokenOf(linkIn(await mail.next(two))) });
  await mail.next(one);
  await ada.call('DELETE', '/account', { email: two });
  for (const email of [one, two]) {
    const again = await signIn(platen, mail, email);
    const { quota } = (await again.call('GET', '/me')).body as { quota: { used: number } };
    assert.equal(quota.used, 200, email);
  }
});

test('deleting the account stops its conversions', async () => {
  const email = address();
  const ada = await signIn(platen, mail, email);
  const running = ada.convert('hang', [text]);
  await eventually(async () => (await items(ada, '/jobs?state=pending', 'jobs')).length > 0, 'the job begins');
  await ada.call('DELETE', '/account', { email });
  assert.equal((await running).status, 410);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a server for some domains accepts no other e-mail address for an account either', async () => {
  await using closed = await startPlaten({ smtpUrl: mail.url, signUpDomains: ['example.test'] });
  const ada = await signIn(closed, mail, address());
  const { status, body } = await ada.call('POST', '/address', { email: 'ada@elsewhere.test' });
  assert.equal(status, 400);
  assert.match(String(body['message']), /example\.test/);
});

test('the last administrator stays', async () => {
  await using own = await startPlaten({ smtpUrl: mail.url });
  const email = address();
  const admin = await signIn(own, mail, email);
  await own.service.db.updateTable('accounts').set({ role: 'admin' }).execute();
  const { status, body } = await admin.call('DELETE', '/account', { email });
  assert.deepEqual([status, body['error']], [409, 'last_administrator']);
});

test('jobs are found by name and identifier, and a client that disconnected is told from a failure', async () => {
  const ada = await signIn(platen, mail, address());
  const job = converted(await ada.convert('copy', [{ ...text, name: '100%_sure.txt' }], { text: 'a' }));
  for (const search of ['100%', 'SURE', job])
    assert.equal((await items(ada, `/jobs?search=${encodeURIComponent(search)}`, 'jobs')).length, 1, search);
  assert.equal((await items(ada, '/jobs?search=100__', 'jobs')).length, 0);

  const leave = new AbortController();
  const body = new FormData();
  body.append('file', new Blob([text.data]), text.name);
  const call = ada.fetch('/dashboard/api/convert/hang', { method: 'POST', body, signal: leave.signal });
  call.catch(() => {});
  await eventually(async () => (await items(ada, '/jobs?state=pending', 'jobs')).length > 0, 'the job begins');
  leave.abort();
  const failed = await eventually(async () => (await items(ada, '/jobs?state=failed', 'jobs'))[0], 'the job ends');
  assert.equal((failed['error'] as { code: string }).code, 'client_gone');
});

test('an administrator sees accounts and changes plans, and it is written down', async () => {
  const email = address();
  const admin = await signIn(platen, mail, email);
  await platen.service.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', email).execute();
  const theirs = address();
  const bob = await signIn(platen, mail, theirs);

  const [found] = await items(admin, `/admin/accounts?search=${theirs.slice(0, 8).toUpperCase()}`, 'accounts');
  assert.equal(found?.['email'], theirs);
  assert.deepEqual(await items(admin, '/admin/accounts?search=%25%25', 'accounts'), [], 'a % is a % in a search');
  const path = `/admin/accounts/${String(found?.['id'])}`;
  assert.equal((await admin.call('PATCH', path, { plan: 'growth' })).status, 200);
  assert.equal((await admin.call('PATCH', path, { plan: 'diamond' })).status, 400);
  assert.equal(((await bob.call('GET', '/me')).body['plan'] as { name: string }).name, 'growth');
  const [changed] = await items(bob, '/activity', 'activity');
  assert.deepEqual([changed?.['event'], changed?.['actor']], ['plan_changed', email]);
  assert.deepEqual(changed?.['detail'], { from: 'dev', to: 'growth' });

  const own = await platen.service.db.selectFrom('accounts').select('id').where('email', '=', email).execute();
  assert.equal((await admin.call('PATCH', `/admin/accounts/${own[0]?.id}`, { role: 'user' })).status, 400);
  const health = (await admin.call('GET', '/admin/health')).body;
  assert.equal(health['isolation'], 'bubblewrap');
});

/** An administrator and somebody else, with the path of the other's account. */
async function adminAndOther() {
  const [email, theirs] = [address(), address()];
  const admin = await signIn(platen, mail, email);
  await platen.service.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', email).execute();
  const other = await signIn(platen, mail, theirs);
  const [found] = await items(admin, `/admin/accounts?search=${theirs}`, 'accounts');
  return { admin, email, other, theirs, path: `/admin/accounts/${String(found?.['id'])}` };
}

test('a suspended account is let in nowhere until it is resumed', async () => {
  const { admin, other, path } = await adminAndOther();
  const { key } = (await other.call('POST', '/keys', { name: 'k' })).body as { key: string };
  const job = converted(await platen.convert('copy', [text], { key, fields: { text: 'a' } }));
  const own = converted(await other.convert('copy', [text], { text: 'a' }));
  const link = (await other.call('POST', '/shares', { job_id: own, hours: 24 })).body as { url: string };
  const shared = () => fetch(platen.url + new URL(link.url).pathname);
  assert.equal((await shared()).status, 200);

  assert.equal((await admin.call('PATCH', path, { suspended: true })).status, 200);
  const refused = await platen.convert('copy', [text], { key, fields: { text: 'a' } });
  assert.deepEqual(
    [refused.status, refused.body['error'], refused.body['suspended']],
    [401, 'account_not_provisioned', true],
  );
  assert.equal((await platen.get(`/v1/job/${job}`, key)).status, 401);
  const { status, body } = await other.call('GET', '/me');
  assert.deepEqual([status, body['error']], [403, 'account_suspended']);
  assert.equal((await shared()).status, 404);

  assert.equal((await admin.call('PATCH', path, { suspended: false })).status, 200);
  assert.equal((await platen.get(`/v1/job/${job}`, key)).status, 200);
  assert.equal((await shared()).status, 200);
  const events = (await items(other, '/activity', 'activity')).map(({ event }) => event);
  assert.deepEqual(events.slice(0, 2), ['account_resumed', 'account_suspended']);
});

test('nobody can lock themselves out', async () => {
  const { admin, email } = await adminAndOther();
  const [own] = await items(admin, `/admin/accounts?search=${email}`, 'accounts');
  const path = `/admin/accounts/${String(own?.['id'])}`;
  assert.equal((await admin.call('PATCH', path, { suspended: true })).status, 400);
  assert.equal((await admin.call('DELETE', path, { email })).status, 400);
  assert.equal((await admin.call('GET', '/me')).status, 200);
});

test('an administrator creates accounts, and invited people sign in by their link', async () => {
  const { admin, theirs } = await adminAndOther();
  const email = address();
  const created = await admin.call('POST', '/admin/accounts', { email, plan: 'growth', language: 'de', invite: true });
  assert.equal(created.status, 201);
  const invited = visitor(platen);
  const invitation = await mail.next(email);
  assert.match(invitation.subject ?? '', /Anmelden/);
  assert.equal((await invited.call('POST', '/sign-in/link', { token: tokenOf(linkIn(invitation)) })).status, 200);
  assert.equal(((await invited.call('GET', '/me')).body['plan'] as { name: string }).name, 'growth');
  const again = await admin.call('POST', '/admin/accounts', { email: theirs.toUpperCase(), plan: 'dev' });
  assert.deepEqual([again.status, again.body['error']], [409, 'address_taken']);
  assert.equal((await admin.call('POST', '/admin/accounts', { email: address(), plan: 'diamond' })).status, 400);
});

test('an administrator deletes an account with everything of it, and that stays written down', async () => {
  const { admin, email, other, theirs, path } = await adminAndOther();
  const { key } = (await other.call('POST', '/keys', { name: 'k' })).body as { key: string };
  const job = converted(await platen.convert('copy', [text], { key, fields: { text: 'a' } }));
  assert.equal((await admin.call('DELETE', path, { email: 'somebody@else.test' })).status, 400);
  assert.equal((await admin.call('DELETE', path, { email: theirs })).status, 200);
  assert.equal((await admin.call('GET', path)).status, 404);
  assert.equal((await other.call('GET', '/me')).status, 401);
  assert.equal((await platen.get(`/v1/job/${job}`, key)).body['error'], 'invalid_api_key');
  const [event] = await items(admin, `/admin/audit?search=${email}&event=account_deleted`, 'events');
  assert.deepEqual(event?.['detail'], { account: path.split('/').at(-1) });
});

test('the audit logs of all accounts are searched together, page by page', async () => {
  const { admin, email, other, theirs } = await adminAndOther();
  for (let n = 0; n < 60; n++) await other.call('POST', '/sessions/end');
  const found = await items(admin, `/admin/audit?search=${theirs}&event=signed_out_elsewhere`, 'events');
  assert.deepEqual([found.length, found[0]?.['account']], [50, theirs]);
  const rest = `/admin/audit?search=${theirs}&event=signed_out_elsewhere&before=${String(found.at(-1)?.['id'])}`;
  assert.equal((await items(admin, rest, 'events')).length, 10);
  const ofOthers = await items(admin, `/admin/audit?search=${theirs}`, 'events');
  assert.ok(ofOthers.every(({ account }) => account !== email));
  assert.equal((await other.call('GET', '/admin/audit')).status, 403);
});

test('an administrator sees the disk and the outcomes of conversions, and tests e-mails', async () => {
  const { admin, email, other } = await adminAndOther();
  converted(await other.convert('copy', [text], { text: 'a' }));
  const { disk, stored } = (await admin.call('GET', '/admin/health')).body as Record<string, Record<string, number>>;
  assert.ok((disk?.['free_bytes'] ?? 0) > 0 && (disk?.['total_bytes'] ?? 0) > (disk?.['free_bytes'] ?? 0));
  assert.ok((stored?.['results'] ?? 0) > 0);
  const tools = await items(admin, '/admin/outcomes', 'tools');
  assert.ok(tools.some(({ tool, success }) => tool === 'copy' && Number(success) > 0));

  assert.deepEqual((await admin.call('POST', '/admin/mail-test')).body, { sent_to: email, is_written_to_files: false });
  assert.match((await mail.next(email)).subject ?? '', /test e-mail/);
  for (const path of ['/admin/engines', '/admin/outcomes', '/admin/health'])
    assert.equal((await other.call('GET', path)).status, 403, path);
});

test('an administrator sees the engines with their versions, and why a test e-mail is not sent', async () => {
  await using own = await startPlaten({ smtpUrl: 'smtp://127.0.0.1:1' });
  const { db, clock, plans, signIn: sessions } = own.service;
  const email = address();
  await createAccount(db, clock, plans, { email, plan: 'dev', role: 'admin' });
  const admin = visitor(own);
  await admin.call('POST', '/sign-in/link', { token: tokenOf(await sessions.createLink(email)) });
  const engines = await items(admin, '/admin/engines', 'engines');
  assert.ok(
    engines.some(
      ({ name, version, ok }) => /libreoffice/i.test(String(name)) && /^\d/.test(String(version)) && ok === true,
    ),
  );
  const { status, body } = await admin.call('POST', '/admin/mail-test');
  assert.deepEqual([status, body['error']], [502, 'mail_not_sent']);
  assert.match(String(body['message']), /ECONNREFUSED/);
});

test('the tools of the playground carry their forms', async () => {
  const ada = await signIn(platen, mail, address());
  const tools = await items(ada, '/tools', 'tools');
  const protect = tools.find(({ id }) => id === 'protect-pdf') as { fields: { name: string; required: boolean }[] };
  assert.deepEqual(
    protect.fields.map(({ name, required }) => [name, required]),
    [
      ['password', true],
      ['prevent_print', false],
      ['prevent_copy', false],
    ],
  );
});

test('without the dashboard there is none', async () => {
  await using bare = await startPlaten({ dashboard: 'off' });
  for (const path of ['/', '/dashboard', '/dashboard/api/me', '/s/0123456789abcdefghjkmnpqrs'])
    assert.equal((await bare.get(path)).status, 404, path);
});

test('trial credits that an address has used are never forgotten for fewer', async () => {
  const { db, signer, clock, plans } = platen.service;
  const account = await createAccount(db, clock, plans, { email: 'spent@example.test', plan: 'dev' });
  for (const used of [200, 100]) await rememberSpentCredits(db, signer, { ...account, used });
  await restoreSpentCredits(db, clock, signer, account);
  assert.equal((await getAccount(db, account.id))?.used, 200);
});

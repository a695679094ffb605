// Calls without a result as the owner sees them: their files, and the reason.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { deleteOldRows } from '#service/jobs/old-rows.ts';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;
let key: string;
before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url }, { tools: withSaboteurs });
  ada = await signIn(platen, mail, 'ada@example.test');
  key = String((await ada.call('POST', '/keys', { name: 'invoices' })).body['key']);
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const listed = async (path: string, name: string) => {
  await platen.service.background.idle(10_000);
  return (await ada.call('GET', path)).body[name] as Record<string, unknown>[];
};
const letter = { name: 'letter.pdf', data: pdf('Dear Ada') };

test('a rejected job has the name of its file; jobs are found by it, by code and by key', async () => {
  const scan = { name: 'scan.txt', data: Buffer.from('x') };
  assert.equal((await platen.convert('broken', [scan], { key })).status, 422);
  converted(await platen.convert('copy', [scan], { key, fields: { text: 'a' } }));
  const [done, rejected] = await listed('/jobs', 'jobs');
  assert.equal(rejected?.['state'], 'rejected');
  assert.equal(rejected['name'], 'scan.txt');
  assert.equal(done?.['input'], 'scan.txt');
  const code = (rejected['error'] as { code: string }).code;
  assert.deepEqual(
    (await listed(`/jobs?code=${code}`, 'jobs')).map(({ id }) => id),
    [rejected['id']],
  );
  assert.equal((await listed('/jobs?search=scan.txt', 'jobs')).length, 2);
  const [own] = await listed('/keys', 'keys');
  assert.equal((await listed(`/jobs?key=${String(own?.['id'])}`, 'jobs')).length, 2);
  assert.equal((await listed('/jobs?key=dashboard', 'jobs')).length, 0);
});

test('the file of a failed job is converted again with other options, counted once, and never by somebody else', async () => {
  const used = async () => ((await ada.call('GET', '/me')).body['quota'] as { used: number }).used;
  const before = await used();
  const failing = await platen.convert('moody', [{ name: 'note.txt', data: Buffer.from('dear') }], { key });
  assert.equal(failing.status, 500);
  const [failed] = await listed('/jobs?state=failed', 'jobs');
  const path = `/jobs/${String(failed?.['id'])}`;
  assert.deepEqual((await ada.call('GET', path)).body['inputs'], ['note.txt']);
  const eve = await signIn(platen, mail, 'eve@example.test');
  assert.equal((await eve.call('POST', `${path}/again`, { fields: { mood: 'good' } })).status, 404);
  const wrong = await ada.call('POST', `${path}/again`, { fields: { mood: 'odd' } });
  assert.deepEqual([wrong.status, wrong.body['error'], wrong.body['plan']], [400, 'invalid_format', 'dev']);
  const [refused] = await listed('/refusals?key=dashboard', 'refusals');
  assert.deepEqual([refused?.['tool'], refused?.['code']], ['moody', 'invalid_format'], 'as any other call is');
  await platen.service.db.deleteFrom('refusals').execute();
  assert.equal(await used(), before);
  const again = await ada.call('POST', `${path}/again`, { fields: { mood: 'good', unknown: 'x' } });
  assert.equal(again.status, 200, JSON.stringify(again.body));
  const [made] = await listed('/jobs?state=success&tool=moody', 'jobs');
  assert.deepEqual(
    [made?.['id'], made?.['warnings']],
    [again.body['job_id'], []],
    'fields of another tool are left out',
  );
  const done = await ada.fetch(`/dashboard/api/jobs/${String(again.body['job_id'])}/download`);
  assert.equal(await done.text(), 'dear');
  assert.equal(await used(), before + 1);
  assert.deepEqual((await ada.call('GET', path)).body['inputs'], ['note.txt'], 'and once more, if need be');
  await ada.call('DELETE', path);
  assert.equal((await ada.call('POST', `${path}/again`, { fields: { mood: 'good' } })).body['error'], 'input_gone');
  assert.deepEqual(await platen.leftovers(), []);
});

test('converting again counts among the calls that an account has at a time', async () => {
  const failing = await platen.convert('moody', [{ name: 'busy.txt', data: Buffer.from('dear') }], { key });
  assert.equal(failing.status, 500);
  const [failed] = await listed('/jobs?state=failed', 'jobs');
  const path = `/jobs/${String(failed?.['id'])}/again`;
  const { id } = await platen.service.db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', 'ada%')
    .executeTakeFirstOrThrow();
  const { uploads } = platen.service;
  const others: Disposable[] = [];
  for (
    let slot = uploads.acquire(id, { evenWhenFull: true });
    slot !== null;
    slot = uploads.acquire(id, { evenWhenFull: true })
  )
    others.push(slot);
  const refusal = await ada.call('POST', path, { fields: { mood: 'good' } });
  assert.deepEqual([refusal.status, refusal.body['error']], [503, 'server_busy']);
  for (const slot of others) slot[Symbol.dispose]();
  assert.equal((await ada.call('POST', path, { fields: { mood: 'good' } })).status, 200);
  assert.equal(uploads.now, 0);
});

test('converting again needs room for its own tool only', async () => {
  const failing = await platen.convert('moody', [{ name: 'short.txt', data: Buffer.from('dear') }], { key });
  assert.equal(failing.status, 500);
  const [failed] = await listed('/jobs?state=failed', 'jobs');
  const path = `/jobs/${String(failed?.['id'])}/again`;
  const { dispatcher } = platen.service;
  const isFull = dispatcher.isFull.bind(dispatcher);
  dispatcher.isFull = (caller) => caller?.tool !== 'moody';
  const again = await ada.call('POST', path, { fields: { mood: 'good' } });
  dispatcher.isFull = (caller) => caller?.tool === 'moody';
  const refused = await ada.call('POST', path, { fields: { mood: 'good' } });
  dispatcher.isFull = isFull;
  assert.deepEqual([again.status, refused.status, refused.body['error']], [200, 503, 'server_busy']);
});

test('errors are counted by day and code', async () => {
  const before = await ada.call('GET', '/errors');
  await platen.convert('broken', [{ name: 'a.txt', data: Buffer.from('x') }], { key });
  const { body } = await ada.call('GET', '/errors');
  const today = Math.floor(platen.clock.now() / dayMs) * dayMs;
  assert.equal(body['until'], today);
  const broken = (cells: unknown) =>
    (cells as { day: number; code: string; jobs: number }[]).find(
      ({ day, code }) => day === today && code === 'source_unreadable',
    )?.jobs ?? 0;
  assert.equal(broken(body['cells']), broken(before.body['cells']) + 1);
});

test('refusals that the pages retry by themselves are not listed', async () => {
  const { limits } = platen.service;
  const convert = limits.convert;
  limits.convert = async () => ({ exceeded: true, limit: 1, remaining: 0, resetSeconds: 7, windowSeconds: 60 });
  const [asked, called] = [
    await ada.convert('rotate-pdf', [letter]),
    await platen.convert('rotate-pdf', [letter], { key }),
  ];
  limits.convert = convert;
  for (const { status } of [asked, called]) assert.equal(status, 429);
  const refusals = await listed('/refusals', 'refusals');
  assert.deepEqual(
    refusals.map(({ code, key: name }) => [code, name]),
    [['rate_limited', 'invoices']],
  );
  await platen.service.db.deleteFrom('refusals').execute();
});

test('refused calls are counted by day, tool, code and key, and go after 30 days', async () => {
  const turn = (rotation: string) => platen.convert('rotate-pdf', [letter], { key, fields: { rotation } });
  for (const rotation of ['45', '46', '47']) assert.equal((await turn(rotation)).status, 400);
  assert.equal((await platen.convert('no-such-tool', [letter], { key })).status, 404);
  assert.equal((await ada.convert('rotate-pdf', [letter], { rotation: '45' })).status, 400);
  const refusals = await listed('/refusals', 'refusals');
  assert.equal(refusals.length, 3, 'a flood of calls is one row');
  const brief = refusals.map(({ tool, code, key: name, calls }) => [tool, code, name, calls].join(' '));
  assert.deepEqual(brief.sort(), [
    ' tool_not_found invoices 1',
    'rotate-pdf invalid_rotation  1',
    'rotate-pdf invalid_rotation invoices 3',
  ]);
  assert.equal((await listed('/refusals?key=dashboard', 'refusals')).length, 1);
  assert.equal((await ada.convert('rotate-pdf', [letter])).status, 400);
  assert.equal((await platen.convert('rotate-pdf', [letter], { key })).status, 400);
  const advice = (await listed('/refusals?code=field_required', 'refusals')).map(({ key: name, message }) => [
    name,
    message,
  ]);
  assert.deepEqual(
    advice.sort(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['invoices', 'Send the field as a multipart part with that name.'],
      [null, 'Fill in the field.'],
    ],
    'people and programs do different things about it',
  );
  await platen.service.db.deleteFrom('refusals').where('code', '=', 'field_required').execute();
  assert.equal((await listed('/refusals?code=tool_not_found', 'refusals')).length, 1);

  platen.clock.move(29 * dayMs);
  await deleteOldRows(platen.service, new AbortController().signal);
  assert.equal((await platen.service.db.selectFrom('refusals').selectAll().execute()).length, 3);
  platen.clock.move(2 * dayMs);
  await deleteOldRows(platen.service, new AbortController().signal);
  assert.equal((await platen.service.db.selectFrom('refusals').selectAll().execute()).length, 0);
});

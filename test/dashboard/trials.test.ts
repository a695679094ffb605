// Conversions without an account: the rights of a visitor, and their limits.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { sweep } from '#service/jobs/retention.ts';
import { loadPlans, unlimited, type Plan } from '#service/accounts/plans.ts';
import { trialTerms } from '#service/trials/terms.ts';
import { networkOf } from '#service/trials/visitor.ts';
import { runPlaten } from '../support/cli.ts';
import { visitor, type Visitor } from '../support/dashboard.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { answerOf, startPlaten, type Answer, type File, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let platen: Platen;
before(async () => {
  platen = await startPlaten({ tries: 4, maxUploadsPerAccount: 16, trustProxy: 1 }, { tools: withSaboteurs });
});
after(() => platen[Symbol.asyncDispose]());

const page = (): File => ({ name: 'page.pdf', data: Buffer.from(pdf('one')) });

async function attempt(who: Visitor, tool = 'rotate-pdf', file = page(), headers = {}): Promise<Answer> {
  const body = new FormData();
  if (tool === 'rotate-pdf') body.append('rotation', '90');
  body.append('file', new Blob([file.data]), file.name);
  return answerOf(await who.fetch(`/dashboard/api/trials/${tool}`, { method: 'POST', body, headers }));
}

const resultOf = ({ body }: Answer) => `/dashboard/api/trials/${String(body['job_id'])}`;
const trialOf = async (who: Visitor) =>
  (await who.call('GET', '/front')).body['trial'] as Record<string, number> | null;
const nextDay = () => platen.clock.moveTo((Math.floor(platen.clock.now() / dayMs) + 1) * dayMs + 1000);

test('a stranger converts a file, and no account, key or job knows of it', async () => {
  const stranger = visitor(platen);
  assert.deepEqual((await trialOf(stranger))?.['left'], 4);
  const answer = await attempt(stranger);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body['name'], 'page-rotated.pdf');
  assert.equal(answer.body['left'], 3);
  const file = await stranger.fetch(`${resultOf(answer)}/download`);
  assert.equal(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  assert.equal((await stranger.fetch(`${resultOf(answer)}/preview`)).headers.get('content-type'), 'image/jpeg');
  for (const table of ['accounts', 'keys', 'jobs', 'usage', 'sessions'] as const)
    assert.deepEqual(await platen.service.db.selectFrom(table).selectAll().execute(), [], table);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a result is gone after ten minutes, or when the stranger deletes it', async () => {
  nextDay();
  const stranger = visitor(platen);
  const [kept, deleted] = [await attempt(stranger), await attempt(stranger)];
  assert.equal((await stranger.fetch(resultOf(deleted), { method: 'DELETE' })).status, 200);
  assert.equal((await stranger.fetch(`${resultOf(deleted)}/download`)).status, 410);
  platen.clock.move(9 * minuteMs);
  await sweep(platen.service);
  assert.equal((await stranger.fetch(`${resultOf(kept)}/download`)).status, 200);
  platen.clock.move(minuteMs + 1);
  assert.equal((await stranger.fetch(`${resultOf(kept)}/download`)).status, 410);
  await sweep(platen.service);
  assert.equal(await platen.service.files.readOutput(String(kept.body['job_id'])), null, 'the file is deleted');
  assert.deepEqual(await platen.service.db.selectFrom('trials').selectAll().execute(), []);
});

test('an address has so many a day, exactly, and begins anew the next day', async () => {
  nextDay();
  const stranger = visitor(platen);
  const answers = await Promise.all(Array.from({ length: 7 }, () => attempt(stranger)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 4);
  const refused = answers.filter(({ body }) => body['error'] === 'rate_limited');
  assert.equal(refused.length, 3);
  assert.equal(refused[0]?.body['limit'], 4);
  assert.equal((await trialOf(stranger))?.['left'], 0);
  nextDay();
  assert.equal((await attempt(stranger)).status, 200);
});

test('refusals and failures of the service are not counted; a broken file is', async () => {
  nextDay();
  const stranger = visitor(platen);
  const text = { name: 'x.txt', data: Buffer.from('x') };
  assert.equal((await attempt(stranger, 'rotate-pdf', text)).status, 415);
  assert.equal((await attempt(stranger, 'crash', text)).status, 500);
  await platen.service.background.idle(5000);
  assert.equal((await trialOf(stranger))?.['left'], 4);
  assert.equal((await attempt(stranger, 'broken', text)).status, 422);
  await platen.service.background.idle(5000);
  assert.equal((await trialOf(stranger))?.['left'], 3);
  const unfinished = platen.service.db.selectFrom('trials').selectAll().where('size_bytes', 'is', null);
  assert.deepEqual(await unfinished.execute(), []);
});

test('the limits are those of the plan dev where others reach the service, and other sites cannot use it', async () => {
  nextDay();
  const stranger = visitor(platen);
  const large = { name: 'large.pdf', data: Buffer.alloc(11 * 1024 * 1024) };
  const answer = await attempt(stranger, 'rotate-pdf', large);
  assert.equal(answer.body['error'], 'file_too_large');
  assert.equal(answer.body['plan'], 'dev');
  const foreign = await attempt(stranger, 'rotate-pdf', page(), { 'sec-fetch-site': 'cross-site' });
  assert.equal(foreign.body['error'], 'not_same_origin');
});

test('where trying is off, the front page says so and nothing is converted', async () => {
  await using closed = await startPlaten({ tries: 0 });
  const stranger = visitor(closed);
  assert.equal(await trialOf(stranger), null);
  assert.equal((await attempt(stranger)).body['error'], 'not_offered');
});

test('by default one can try without a limit where only the machine itself can ask', () => {
  const own = { tries: undefined, host: '127.0.0.1', publicUrl: undefined, trustProxy: false };
  const here = { host: '127.0.0.1:8080' };
  const perDay = (config: Parameters<typeof trialTerms>[0]['config'], headers: Record<string, string>) =>
    trialTerms({ config, plans: loadPlans(undefined) }, headers)?.perDay ?? 0;
  assert.equal(perDay(own, here), unlimited);
  assert.equal(perDay({ ...own, tries: 5 }, here), 5);
  assert.equal(perDay({ ...own, tries: 0 }, here), 0);
  assert.equal(perDay({ ...own, host: '0.0.0.0' }, here), 0);
  assert.equal(perDay({ ...own, publicUrl: 'https://example.com' }, here), 0);
  assert.equal(perDay({ ...own, trustProxy: 1 }, here), 0);
  assert.equal(perDay({ ...own, host: '0.0.0.0', tries: 5 }, here), 5);
  // A proxy that the service was told nothing of, and a name that leads here.
  assert.equal(perDay(own, { ...here, 'x-forwarded-for': '203.0.113.9' }), 0);
  assert.equal(perDay(own, { host: 'convert.example.com' }), 0);
});

test('on one’s own machine large and many files are taken without an account, and the pages know whose it is', async () => {
  await using own = await startPlaten();
  const here = visitor(own);
  const front = (await here.call('GET', '/front')).body;
  assert.equal(front['isOwnMachine'], true);
  const { per_day: perDay, left, plan } = front['trial'] as { per_day: number; left: number; plan: Plan };
  assert.deepEqual([perDay, left], [unlimited, unlimited]);
  assert.deepEqual([plan.max_bytes, plan.max_merge_files], [200 * 1024 * 1024, 20]);
  const body = new FormData();
  for (let n = 0; n < 20; n++) body.append('file', new Blob([page().data]), `${n}.pdf`);
  assert.equal((await here.fetch('/dashboard/api/trials/merge-pdf', { method: 'POST', body })).status, 200);

  await using known = await startPlaten({ publicUrl: 'https://convert.example.com', tries: 5 });
  const elsewhere = (await visitor(known).call('GET', '/front')).body;
  assert.equal(elsewhere['isOwnMachine'], false);
  assert.equal((elsewhere['trial'] as { plan: Plan }).plan.max_merge_files, 2);
});

test('a damaged document is called damaged by the API, without an account and at the command line', async () => {
  nextDay();
  const whole = await docx('Quarterly report', 'All is well.');
  const cut = { name: 'report.docx', data: Buffer.from(whole.subarray(0, whole.length - 30)) };
  const damaged = /"report\.docx" is damaged or truncated: its content cannot be unpacked/;
  const byKey = await platen.convert('office-to-pdf', [cut], { key: await platen.key() });
  const stranger = await attempt(visitor(platen), 'office-to-pdf', cut);
  const path = join(platen.data, cut.name);
  await writeFile(path, cut.data);
  const typed = await runPlaten(['convert', 'office-to-pdf', path, '-o', `${path}.pdf`], { cwd: platen.data });
  await rm(path);
  for (const text of [byKey.body['message'], stranger.body['message'], typed.stderr])
    assert.match(String(text), damaged);
  assert.deepEqual([byKey.status, stranger.status, typed.status], [415, 415, 1]);
});

test('the addresses of one household count as one', () => {
  assert.equal(networkOf('2001:db8:0:12::1'), networkOf('2001:0db8::12:a:b:c:d'));
  assert.notEqual(networkOf('2001:db8:0:12::1'), networkOf('2001:db8:0:13::1'));
  assert.equal(networkOf('::ffff:10.0.0.1'), '10.0.0.1');
});

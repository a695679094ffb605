// Keys that end, keys that may not do everything, and keys for tests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { dayMs } from '#core/clock.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey, createOneMoreKey, type NewKey } from '#service/accounts/keys.ts';
import sharp from 'sharp';
import { pdf } from '../support/fixtures.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';
import { wordParts } from '../support/word.ts';

const run = promisify(execFile);
let platen: Platen;
let folder: string;
let accounts = 0;
before(async () => {
  platen = await startPlaten();
  folder = await mkdtemp(join(tmpdir(), 'platen-keys-'));
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const file = { name: 'letter.pdf', data: pdf('Dear Ada', 'Yours') };
const rotated = { fields: { rotation: '90' } };

/** A new account with these keys. */
async function keys(...limits: Partial<NewKey>[]): Promise<string[]> {
  const { service, clock } = platen;
  const email = `keys-${accounts++}@example.test`;
  const { id } = await createAccount(service.db, clock, service.plans, { email, plan: 'business' });
  const made: string[] = [];
  for (const more of limits) {
    const prefix = service.config.keyPrefix;
    made.push((await createKey(service.db, clock, id, { name: 'k', prefix, ...more })).key);
  }
  return made;
}

const key = async (limits: Partial<NewKey>): Promise<string> => (await keys(limits))[0] ?? '';

test('an account has a hundred active keys and no more, however many are asked for at once', async () => {
  const { service, clock } = platen;
  const email = `keys-${accounts++}@example.test`;
  const { id } = await createAccount(service.db, clock, service.plans, { email, plan: 'business' });
  const one = { name: 'k', prefix: service.config.keyPrefix };
  for (let n = 0; n < 96; n++) await createKey(service.db, clock, id, one);
  await createKey(service.db, clock, id, { ...one, expiresAt: clock.now() });
  const made = await Promise.all(Array.from({ length: 8 }, () => createOneMoreKey(service.db, clock, id, one)));
  assert.equal(made.filter((key) => key !== null).length, 4);
});

test('a key with an expiry works until then, and is unknown afterwards', async () => {
  const own = await key({ expiresAt: platen.clock.now() + dayMs });
  assert.equal((await platen.get('/v1/quota', own)).status, 200);
  platen.clock.move(dayMs);
  const answer = await platen.get('/v1/quota', own);
  refused(answer, 401, 'invalid_api_key');
  assert.match(String(answer.body['message']), /expired/);
});

test('a key that may only read downloads nothing of others and converts nothing; one that may only convert downloads nothing', async () => {
  const [reading = '', converting = ''] = await keys({ scopes: ['read'] }, { scopes: ['convert'] });
  const answer = await platen.convert('rotate-pdf', [file], { key: reading, ...rotated });
  refused(answer, 403, 'forbidden');
  assert.equal(answer.body['scope'], 'convert');
  assert.equal(answer.body['plan'], 'business', 'as every refusal at the door');
  assert.equal(await platen.used(reading), 0);

  const job = converted(await platen.convert('rotate-pdf', [file], { key: converting, ...rotated }));
  for (const path of ['/v1/jobs', `/v1/job/${job}`, `/v1/download/${job}`]) {
    const read = await platen.get(path, converting);
    refused(read, 403, 'forbidden');
    assert.equal(read.body['scope'], 'read');
  }
  assert.equal((await platen.get(`/v1/job/${job}`, converting, { method: 'DELETE' })).status, 200);
  assert.equal((await platen.get('/v1/tools', reading)).status, 200);
});

test('a key for some tools converts with these alone', async () => {
  const own = await key({ tools: ['rotate-pdf'] });
  converted(await platen.convert('rotate-pdf', [file], { key: own, ...rotated }));
  const answer = await platen.convert('compress-pdf', [file], { key: own });
  refused(answer, 403, 'forbidden');
  assert.deepEqual(answer.body['tools'], ['rotate-pdf']);
  refused(await platen.convert('no-such-tool', [file], { key: own }), 404, 'tool_not_found');
});

const textOf = async (name: string, data: Buffer, ...options: string[]): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, data);
  return (await run('pdftotext', [...options, path, '-'])).stdout.replace(/\s/g, '');
};

test('a test key produces marked results that are not counted, with the quota of a live key', async () => {
  const [testKey = '', live = ''] = await keys({ isTest: true }, {});
  assert.match(testKey, /^platen_test_/);
  const result = async (tool: string, fields: Record<string, string> = {}, input = file) => {
    const answer = await platen.convert(tool, [input], { key: testKey, fields });
    return { body: answer.body, data: await platen.download(converted(answer), testKey) };
  };
  const turned = await result('rotate-pdf', { rotation: '180' });
  assert.match(await textOf('turned.pdf', turned.data), /TEST/);
  assert.deepEqual(turned.body['quota'], (await platen.get('/v1/quota', live)).body);

  const locked = await result('protect-pdf', { password: 'secret-word' });
  assert.match(await textOf('locked.pdf', locked.data, '-upw', 'secret-word'), /TEST/);

  const word = await result('pdf-to-word');
  const docx = join(folder, 'letter.docx');
  await writeFile(docx, word.data);
  assert.match((await wordParts(docx, 'docProps/core.xml'))[0] ?? '', /<cp:keywords>TEST</);

  const pages = await result('split-pdf');
  const zip = join(folder, 'pages.zip');
  await writeFile(zip, pages.data);
  assert.match((await run('unzip', ['-z', zip])).stdout, /TEST/);
  await run('unzip', ['-t', zip]);

  const marked = converted(await platen.convert('rotate-pdf', [file], { key: live, ...rotated }));
  assert.doesNotMatch(await textOf('real.pdf', await platen.download(marked, live)), /TEST/);
  assert.equal(await platen.used(live), 1, 'only the conversion of the live key is counted');
});

test('a photo of a test key has TEST across it', async () => {
  const [from, to] = [join(folder, 'photo.png'), join(folder, 'photo.heic')];
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toFile(from);
  await run('heif-enc', ['-o', to, from]);
  const photo = { name: 'photo.heic', data: await readFile(to) };
  const [testKey = '', live = ''] = await keys({ isTest: true }, {});
  const darkest = async (own: string) => {
    const job = converted(await platen.convert('heic-to-jpg', [photo], { key: own }));
    const { channels } = await sharp(await platen.download(job, own)).stats();
    return Math.min(...channels.map(({ min }) => min));
  };
  assert.ok((await darkest(live)) > 200, 'white');
  assert.ok((await darkest(testKey)) < 200, 'no longer white');
});

test('an account has 50 conversions with test keys a day, independently of its quota', async () => {
  const [own = '', other = ''] = await keys({ isTest: true }, { isTest: true });
  const { service, clock } = platen;
  const day = Math.floor(clock.now() / dayMs);
  const latest = service.db.selectFrom('keys').select('account_id').orderBy('id', 'desc').limit(1);
  await service.db.updateTable('accounts').set({ test_day: day, test_used: 49 }).where('id', '=', latest).execute();
  refused(
    await platen.convert('rotate-pdf', [file], { key: own, fields: { rotation: '45' } }),
    400,
    'invalid_rotation',
  );
  converted(await platen.convert('rotate-pdf', [file], { key: own, ...rotated }));
  const answer = await platen.convert('rotate-pdf', [file], { key: other, ...rotated });
  refused(answer, 429, 'quota_exceeded');
  assert.equal(answer.body['quota_period_end'], (day + 1) * dayMs);
  platen.clock.move(dayMs);
  converted(await platen.convert('rotate-pdf', [file], { key: own, ...rotated }));
});

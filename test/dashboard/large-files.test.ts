// Large files of the pages: uploads resume after a cut connection, and leave nothing behind.
import assert from 'node:assert/strict';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MiB } from '#core/bytes.ts';
import { newId } from '#core/ids.ts';
import { browse, type Browsing } from '../support/browser.ts';
import { startCutLine } from '../support/cut-line.ts';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let browsing: Browsing;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url, tries: 5, trustProxy: 1 }, { tools: withSaboteurs });
  browsing = await browse();
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

/** A text of so many bytes. */
async function textOf(bytes: number): Promise<string> {
  const path = join(tmpdir(), `${newId(Date.now())}.txt`);
  await using file = await open(path, 'wx');
  const part = Buffer.from('A line of a long text.\n'.repeat(50_000));
  for (let left = bytes; left > 0; left -= part.length)
    await file.writeFile(part.subarray(0, Math.min(left, part.length)));
  return path;
}

const noUploads = () =>
  eventually(
    async () => (await platen.service.db.selectFrom('uploads').select('id').execute()).length === 0,
    'the upload is removed',
  );

test('an upload of 200 MB resumes in the browser after two cuts of its connection', { timeout: 110_000 }, async () => {
  const bytes = 200 * MiB;
  const path = await textOf(bytes);
  await using line = await startCutLine(platen.url, [50 * MiB, 130 * MiB]);
  const ada = await signIn(platen, mail, 'ada@example.test');
  await ada.call('POST', '/first-key');
  await platen.service.db.updateTable('accounts').set({ plan: 'business' }).execute();
  const { page, context } = browsing;
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: line.url })));
  await page.goto(`${line.url}/dashboard/playground`);
  await page.locator('.drop input').setInputFiles(path);
  await page.locator('label.tool', { hasText: 'copy' }).first().click();
  await page.getByRole('button', { name: 'Convert' }).click();
  await browsing.ready('1 of 1 ready');
  assert.equal(line.cuts, 2);
  assert.ok(line.sentBytes < 1.3 * bytes, `${line.sentBytes} bytes were sent`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download/ }).click(),
  ]);
  assert.equal((await stat(await download.path())).size, bytes);
  await noUploads();
  await rm(path);
});

test('a visitor sends a large file in parts, too', { timeout: 60_000 }, async () => {
  const path = await textOf(9 * MiB);
  const context = await browsing.browser.newContext();
  const page = await context.newPage();
  await page.goto(platen.url);
  const inParts = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.locator('.drop input').setInputFiles(path);
  await page.locator('label.tool', { hasText: 'copy' }).first().click();
  await page.getByRole('button', { name: 'Convert' }).click();
  await inParts;
  await page.getByRole('status').getByText('1 of 1 ready').waitFor();
  await noUploads();
  await context.close();
  await rm(path);
});

const create = (who: Visitor, at: string, bytes: number) =>
  who.fetch(`/dashboard/api${at}`, { method: 'POST', headers: { 'Upload-Length': String(bytes) } });

test('an upload of the pages is its sender’s alone', async () => {
  const ada = await signIn(platen, mail, 'first@example.test');
  const made = await create(ada, '/uploads', 5);
  assert.equal(made.status, 201);
  const at = made.headers.get('location') ?? '';
  assert.match(at, /^\/dashboard\/api\/uploads\/[0-9a-z]+$/);
  const eve = await signIn(platen, mail, 'eve@example.test');
  assert.equal((await eve.fetch(at, { method: 'HEAD' })).status, 404);
  assert.equal((await eve.fetch(at, { method: 'DELETE' })).status, 404);
  assert.equal((await visitor(platen).fetch(at, { method: 'HEAD' })).status, 401);
  assert.equal(
    (await visitor(platen).fetch(at.replace('/uploads', '/trials/uploads'), { method: 'HEAD' })).status,
    404,
  );
  refused(await eve.convert('copy', [], { file_id: at.split('/').at(-1) ?? '' }), 404, 'file_not_found');
  assert.equal((await ada.fetch(at, { method: 'DELETE' })).status, 204);
});

test('a visitor uploads at most three files of the largest size, and none from another page', async () => {
  const { max_bytes: max } = platen.service.plans.get('dev') ?? assert.fail();
  const eve = visitor(platen);
  assert.equal((await create(eve, '/trials/uploads', max + 1)).status, 413);
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await create(eve, '/trials/uploads', max));
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal((await create(eve, '/trials/uploads', 1)).status, 503);
  for (const { headers } of made) await eve.fetch(headers.get('location') ?? '', { method: 'DELETE' });
  const foreign = await eve.fetch('/dashboard/api/trials/uploads', {
    method: 'POST',
    headers: { 'Upload-Length': '1', 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(foreign.status, 403);
});

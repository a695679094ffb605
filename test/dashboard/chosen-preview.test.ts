// The first page of a chosen office document, drawn before it is converted: for whom, of what, and that nothing stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { signIn, visitor, type Visitor } from '../support/dashboard.ts';
import { docx, flatPages, fods, pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ tries: 4, smtpUrl: mail.url, warmProcesses: 1 });
  ada = await signIn(platen, mail, 'ada@example.test');
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const post = (who: Visitor, path: string, name: string, body: Uint8Array<ArrayBuffer>, headers = {}) =>
  who.fetch(`/dashboard/api/${path}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body,
  });

/** Width and height of the picture. */
async function sizeOf(response: Response): Promise<[number, number]> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/jpeg');
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return [width, height];
}

test('letters, sheets and slides are drawn for accounts and visitors; nothing is stored or counted', async () => {
  const [width, height] = await sizeOf(await post(ada, 'preview', 'Letter.DOCX', await docx('Dear Ada')));
  assert.ok(width < height, `${width} × ${height}`);
  await sizeOf(await post(visitor(platen), 'preview/trial', 'budget.fods', fods(['Rent', 700])));
  const slide = await post(visitor(platen), 'preview/trial', 'talk.fodp', flatPages('presentation', 'one', 'two'));
  const [wide, low] = await sizeOf(slide);
  assert.ok(wide > low, `${wide} × ${low}`);
  assert.deepEqual(await platen.service.workspaces.remaining(), []);
  assert.deepEqual(await Array.fromAsync(platen.service.files.ids()), []);
  for (const table of ['jobs', 'trials', 'usage'] as const)
    assert.deepEqual(await platen.service.db.selectFrom(table).selectAll().execute(), [], table);
});

test('there is no picture of a damaged document, of another kind of file, or of a name that says nothing', async () => {
  for (const [name, bytes] of [
    ['broken.docx', (await docx('Dear Ada')).subarray(0, 600)],
    ['plan.docx', pdf('one')],
    ['plan.pdf', pdf('one')],
    ['', await docx('Dear Ada')],
  ] as const)
    assert.equal((await post(ada, 'preview', name, Buffer.from(bytes))).status, 204, name);
  assert.deepEqual(await platen.service.workspaces.remaining(), []);
  assert.deepEqual(await Array.fromAsync(platen.service.files.ids()), []);
});

test('strangers, other sites and large files are refused before the body is read', async () => {
  const letter = await docx('Dear Ada');
  assert.equal((await post(visitor(platen), 'preview', 'letter.docx', letter)).status, 401);
  for (const path of ['preview', 'preview/trial'])
    assert.equal((await post(ada, path, 'letter.docx', letter, { 'sec-fetch-site': 'cross-site' })).status, 403, path);
  const large = await post(ada, 'preview', 'letter.docx', Buffer.alloc(10 * 1024 * 1024 + 1));
  assert.equal(large.status, 413);
  await using closed = await startPlaten({ tries: 0 });
  assert.equal((await post(visitor(closed), 'preview/trial', 'letter.docx', letter)).status, 403);
});

test('one sender has a picture only so often', async () => {
  await using slow = await startPlaten({ tries: 1, convertRate: 2 });
  const asked = async () => (await post(visitor(slow), 'preview/trial', 'plan.pdf', pdf('one'))).status;
  assert.deepEqual([await asked(), await asked(), await asked()], [204, 204, 429]);
});

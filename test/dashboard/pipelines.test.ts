// Several tools in a row for an account that is signed in, as the playground calls them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, refused, startAmongOthers, type File, type Platen } from '../support/platen.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;

before(async () => {
  mail = await startMailServer();
  platen = await startAmongOthers({ smtpUrl: mail.url });
  ada = await signIn(platen, mail, 'ada@example.test');
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const file = (name: string, data: File['data']): File => ({ name, data });
const used = async () => ((await ada.call('GET', '/me')).body['quota'] as { used: number }).used;

test('a letter becomes a PDF with a password in one call, which counts as two conversions and belongs to no key', async () => {
  const letter = file('letter.docx', await docx('Dear Ada'));
  const answer = await ada.pipeline(
    [{ tool: 'office-to-pdf' }, { tool: 'protect-pdf', password: 'between us' }],
    [letter],
  );
  const id = converted(answer);
  assert.equal(answer.body['name'], 'letter-protected.pdf');
  assert.equal(typeof answer.body['expires_at'], 'number');
  assert.equal(await used(), 2);
  const { body: job } = await ada.call('GET', `/jobs/${id}`);
  assert.deepEqual([job['tool'], job['key'], job['state']], ['pipeline', null, 'success']);

  const result = await ada.fetch(`/dashboard/api/jobs/${id}/download`);
  const bytes = Buffer.from(await result.arrayBuffer());
  assert.match(bytes.toString('latin1'), /^%PDF-[\s\S]*\/Encrypt/);
  const locked = file('locked.pdf', bytes);
  refused(await ada.convert('unlock-pdf', [locked], { password: 'wrong' }), 422, 'wrong_password');
  converted(await ada.convert('unlock-pdf', [locked], { password: 'between us' }));
});

test('steps that do not fit together are refused and cost nothing; a field says in which step it is', async () => {
  const before = await used();
  const page = [file('page.pdf', pdf('one'))];
  const turn = { tool: 'rotate-pdf', rotation: '90' };
  refused(await ada.pipeline([], page), 400, 'invalid_steps', { step: null, reason: 'count' });
  refused(await ada.pipeline([turn, { tool: 'nothing' }], page), 400, 'invalid_steps', { step: 1, reason: 'tool' });
  refused(await ada.pipeline([turn, { tool: 'heic-to-jpg' }], page), 400, 'invalid_steps', {
    step: 1,
    reason: 'content',
  });
  const short = await ada.pipeline([turn, { tool: 'protect-pdf', password: 'abc' }], page);
  refused(short, 400, 'password_too_short', { step: 1, field: 'password' });
  assert.equal(await used(), before);
});

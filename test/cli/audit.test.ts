// ./platen audit: the proof that a job is gone.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runPlaten } from '../support/cli.ts';
import { signIn, type Visitor } from '../support/dashboard.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { converted, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

let mail: MailServer;
let platen: Platen;
let ada: Visitor;
before(async () => {
  mail = await startMailServer();
  // The command opens the database and the files of the service.
  platen = await startPlaten({ smtpUrl: mail.url, databaseUrl: undefined, files: undefined }, { tools: withSaboteurs });
  ada = await signIn(platen, mail, 'ada@example.test');
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const audit = async (job: string) => {
  const { status, stdout } = await runPlaten(['audit', job, '--data', platen.data], { cwd: platen.data });
  return { status, ...(JSON.parse(stdout) as { content: string[]; is_in_storage: boolean; state: string | null }) };
};

const planted = 'planted-name-of-a-secret';

test('the stored data of a job is found, including shared copies, and nothing once it is deleted', async () => {
  const file = { name: `${planted}.txt`, data: Buffer.from('hello') };
  const job = converted(await ada.convert('copy', [file], { text: 'a' }));
  const share = await ada.call('POST', '/shares', { job_id: job, hours: 1 });
  assert.equal(share.status, 201);

  const before = await audit(job);
  assert.deepEqual([before.status, before.state, before.is_in_storage], [1, 'success', true]);
  assert.equal(before.content.filter((name) => /^files\/[^/]+$/.test(name)).length, 2, before.content.join(' '));

  assert.equal((await ada.call('DELETE', `/jobs/${job}`)).status, 200);
  const gone = await audit(job);
  assert.deepEqual([gone.status, gone.state, gone.content, gone.is_in_storage], [0, 'deleted', [], false]);
});

test('with its account, a job is gone from every table, and its names from the bytes of the database', async () => {
  const bob = await signIn(platen, mail, 'bob@example.test');
  const job = converted(await bob.convert('copy', [{ name: `${planted}.txt`, data: Buffer.from('x') }], { text: 'a' }));
  assert.equal((await bob.call('DELETE', '/account', { email: 'bob@example.test' })).status, 200);
  assert.equal((await ada.call('DELETE', '/account', { email: 'ada@example.test' })).status, 200);
  const gone = await audit(job);
  assert.deepEqual([gone.status, gone.state, gone.content, gone.is_in_storage], [0, null, [], false]);
  await platen.running.stop();
  for (const name of await readdir(platen.data)) {
    const bytes = name.startsWith('platen.db') ? await readFile(join(platen.data, name)) : Buffer.alloc(0);
    assert.ok(!bytes.includes(planted), name);
  }
});

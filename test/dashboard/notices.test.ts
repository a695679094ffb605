// E-mails about the quota: each once a period, on any node, even if the mail server was down.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { sweepNotices, queueUsageNotices } from '#service/accounts/notices.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { eventually, namesIn, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };

const subjects = (mail: MailServer) => mail.mails.map(({ subject }) => subject);
const convert = (platen: Platen, key: string) => platen.convert('copy', [text], { key, fields: { text: 'a' } });
/** Time for a mail that must not come. */
const settled = async (platen: Platen) => {
  await sweepNotices(platen.service);
  await platen.service.background.idle(5000);
};

test('80 %, the end and the last 30 days are told once each', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url }, { tools: withSaboteurs });
  const key = await platen.key('dev', 238);

  await convert(platen, key);
  await settled(platen);
  assert.deepEqual(subjects(mail), [], '239 of 300 are less than 80 %');

  await convert(platen, key);
  const warning = await mail.next('user-0@example.test');
  assert.equal(warning.subject, 'You have used 80 % of your conversions');
  assert.match(warning.text ?? '', /240 of your 300/);
  await convert(platen, key);
  await settled(platen);

  await platen.service.db.updateTable('accounts').set({ used: 299 }).execute();
  await convert(platen, key);
  const end = await mail.next('user-0@example.test');
  assert.equal(end.subject, 'You have used all of your conversions');
  assert.match(end.text ?? '', /up to 330/);
  await convert(platen, key);
  await settled(platen);

  const account = await platen.service.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  platen.clock.moveTo((account.credits_expire_at ?? 0) - 31 * dayMs);
  await settled(platen);
  assert.equal(mail.mails.length, 2);
  platen.clock.move(2 * dayMs);
  await settled(platen);
  await settled(platen);
  assert.deepEqual(
    subjects(mail)
      .map((subject) => subject?.replace(/ on .*/, ''))
      .slice(2),
    ['Your trial ends'],
  );
});

test('a new month brings new notices', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url }, { tools: withSaboteurs });
  const key = await platen.key('starter', 799);
  await convert(platen, key);
  await mail.next('user-0@example.test');
  platen.clock.move(32 * dayMs);
  await settled(platen);
  assert.equal(mail.mails.length, 1, 'nothing is used in the new month');
  await convert(platen, key);
  await platen.service.db.updateTable('accounts').set({ used: 799 }).execute();
  await convert(platen, key);
  await mail.next('user-0@example.test');
  assert.equal(mail.mails.length, 2);
});

test('many processes that check at once send one e-mail', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('dev', 300);
  const account = await platen.service.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? sweepNotices(platen.service) : queueUsageNotices(platen.service, account.id),
    ),
  );
  await settled(platen);
  assert.deepEqual(subjects(mail), ['You have used all of your conversions'], 'without another one about 80 %');
});

test('a notice that could not be sent is sent later', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('dev', 300);
  mail.isBroken = true;
  await settled(platen);
  await settled(platen);
  assert.equal(mail.mails.length, 0);
  mail.isBroken = false;
  platen.clock.move(10 * 60_000);
  await settled(platen);
  platen.clock.move(10 * 60_000);
  await settled(platen);
  assert.equal(mail.mails.length, 1);
});

test('an outdated notice is not sent', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('starter', 1000);
  await platen.key('starter', 850);
  mail.isBroken = true;
  await settled(platen);
  const { db } = platen.service;
  await db.updateTable('accounts').set({ plan: 'growth' }).where('used', '=', 1000).execute();
  await db.updateTable('accounts').set({ usage_notice: 0 }).where('used', '=', 850).execute();
  mail.isBroken = false;
  platen.clock.move(10 * 60_000);
  await settled(platen);
  assert.deepEqual(subjects(mail), []);
});

test('a notice that becomes true again is sent', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('starter', 1000);
  const { db } = platen.service;
  mail.isBroken = true;
  await settled(platen);
  await db.updateTable('accounts').set({ used: 10 }).execute();
  mail.isBroken = false;
  platen.clock.move(10 * 60_000);
  await settled(platen);
  assert.deepEqual(subjects(mail), []);
  await db.updateTable('accounts').set({ used: 1000 }).execute();
  await settled(platen);
  assert.deepEqual(subjects(mail), ['You have used all of your conversions']);
});

test('a trial that is over long since brings no mail', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('dev', 300);
  platen.clock.move(420 * dayMs);
  await settled(platen);
  assert.deepEqual(subjects(mail), []);
});

test('a stop lets the mails on their way arrive, so that the next start does not send them again', async () => {
  await using mail = await startMailServer();
  const platen = await startPlaten({ smtpUrl: mail.url });
  await platen.key('dev', 300);
  mail.delayMs = 700;
  platen.service.background.run(() => sweepNotices(platen.service), 'it failed');
  await eventually(async () => mail.isReceiving, 'the mail is on its way');
  await platen[Symbol.asyncDispose]();
  assert.equal(mail.mails.length, 1);
});

test('only the warning can be unsubscribed, by one click or on a page', async () => {
  await using mail = await startMailServer();
  await using platen = await startPlaten({ smtpUrl: mail.url }, { tools: withSaboteurs });
  const key = await platen.key('starter', 799);
  await convert(platen, key);
  const warning = await mail.next('user-0@example.test');
  const header = (name: string) => warning.headers.find((one) => one.key === name)?.value ?? '';
  const link = /<(.*)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');

  const page = await fetch(link);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<form method="post"/);
  const notice = async () =>
    (await platen.service.db.selectFrom('accounts').select('usage_notice').executeTakeFirstOrThrow()).usage_notice;
  assert.equal(await notice(), 1, 'looking changes nothing');
  const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  assert.equal((await fetch(link, click)).status, 200);
  assert.equal(await notice(), 0);
  assert.equal((await fetch(`${link}x`, click)).status, 410);

  await platen.service.db.updateTable('accounts').set({ used: 999 }).execute();
  await convert(platen, key);
  const end = await mail.next('user-0@example.test');
  assert.equal(end.subject, 'You have used all of your conversions');
  assert.ok(!end.headers.some(({ key: name }) => name === 'list-unsubscribe'));

  platen.clock.move(32 * dayMs);
  await convert(platen, key);
  await platen.service.db.updateTable('accounts').set({ used: 850 }).execute();
  await settled(platen);
  assert.equal(mail.mails.length, 2, 'no warning any more');
});

test('an account without the mail server still gets its mail into the outbox', async () => {
  await using platen = await startPlaten();
  await platen.key('dev', 300);
  await sweepNotices(platen.service);
  const outbox = join(platen.data, 'outbox');
  const mail = await eventually(async () => {
    const [name] = await namesIn(outbox);
    // The name comes before the bytes.
    return name !== undefined && ((await readFile(join(outbox, name), 'utf8')) || undefined);
  }, 'a mail in the outbox');
  assert.match(mail, /^To: user-0@example.test/m);
  assert.match(mail, /\/dashboard\/plan/);
});

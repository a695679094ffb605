// Sending e-mails: attempts, the queue in the database, and refusals of a mail server.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hourMs, minuteMs } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import { createSealing } from '#core/sealing.ts';
import { createBackground } from '#service/background.ts';
import { openSqlite } from '#service/database/sqlite.ts';
import { pauseMs } from '#core/pauses.ts';
import type { Mail } from '#service/email/mail.ts';
import { createMailer } from '#service/email/mailer.ts';
import { createOutbox } from '#service/outbox/outbox.ts';
import { createWaitingMails } from '#service/email/waiting-mails.ts';
import { eventually } from '../support/platen.ts';

const mailTo = (to: string): Mail => ({ to, subject: 'A link', text: 'A link', html: '<p>A link</p>' });

test('a process that ends makes one last attempt at once, and no further one', async () => {
  const background = createBackground(silentLog);
  let attempts = 0;
  const mailer = createMailer(() => {
    attempts++;
    return Promise.reject(new Error('out of order'));
  }, background);
  mailer.queue(mailTo('ada@example.test'));
  await eventually(async () => attempts === 1, 'the first attempt');
  await background.end(60_000);
  assert.equal(attempts, 2);
});

test('a recipient that is refused holds up nobody, and is not written to again; a server that is away ends the round', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-mails-'));
  const { db } = await openSqlite(join(folder, 'platen.db'));
  try {
    let now = hourMs;
    const clock = { now: () => now };
    const waiting = createWaitingMails(createOutbox({ db, clock }), clock, createSealing('mails', 'secret'), silentLog);
    const saying: Record<string, object | undefined> = {
      'nobody@example.test': { command: 'RCPT TO', responseCode: 550 },
      'later@example.test': { command: 'RCPT TO', responseCode: 450 },
      'away@example.test': { code: 'ECONNREFUSED', command: 'CONN' },
      'ada@example.test': undefined,
    };
    const tried: string[] = [];
    const transport = async ({ to }: Mail) => {
      tried.push(to);
      if (saying[to] !== undefined) throw Object.assign(new Error('no'), saying[to]);
    };
    const add = async (...names: string[]) => {
      for (const name of names) await waiting.add(mailTo(`${name}@example.test`), hourMs);
      now += 5 * minuteMs;
      await waiting.sendDue(transport);
      return tried.splice(0).map((to) => to.split('@')[0]);
    };
    assert.deepEqual(await add('nobody', 'later', 'ada'), ['nobody', 'later', 'ada']);
    assert.equal((await db.selectFrom('outbox').select('id').execute()).length, 1, 'the one that may be taken later');
    assert.deepEqual(await add(), ['later']);
    await db.deleteFrom('outbox').execute();
    assert.deepEqual(await add('away', 'ada'), ['away']);
    assert.equal((await db.selectFrom('outbox').select('id').execute()).length, 2);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
});

test('an e-mail that another secret has sealed holds up no other, and is kept for a process that can open it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-mails-'));
  const { db } = await openSqlite(join(folder, 'platen.db'));
  try {
    let now = hourMs;
    const clock = { now: () => now };
    const mailsWith = (secret: string) =>
      createWaitingMails(createOutbox({ db, clock }), clock, createSealing('mails', secret), silentLog);
    const sent: string[] = [];
    const transport = async ({ to }: Mail) => void sent.push(to);
    await mailsWith('another secret').add(mailTo('else@example.test'), hourMs);
    now += 1;
    await mailsWith('secret').add(mailTo('ada@example.test'), hourMs);
    now += 5 * minuteMs;
    await mailsWith('secret').sendDue(transport);
    assert.deepEqual(sent, ['ada@example.test']);
    now += 5 * minuteMs;
    await mailsWith('another secret').sendDue(transport);
    assert.deepEqual(sent, ['ada@example.test', 'else@example.test']);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
});

test('the delay between attempts doubles each time, up to a bound', () => {
  const pauses = [0, 1, 2, 3, 4, 60].map((attempts) => pauseMs(attempts, { firstMs: 500, maxMs: 6000 }));
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 6000, 6000]);
});

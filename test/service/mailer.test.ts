import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '#core/log.ts';
import { createBackground } from '#service/background.ts';
import { createMailer } from '#service/email/mailer.ts';
import { eventually } from '../support/platen.ts';

const mail = { to: 'ada@example.test', subject: 'A link', text: 'A link', html: '<p>A link</p>' };

test('a process that ends makes one last attempt at once, and none after that', async () => {
  const background = createBackground(silentLog);
  let attempts = 0;
  const mailer = createMailer(() => {
    attempts++;
    return Promise.reject(new Error('out of order'));
  }, background);
  mailer.queue(mail);
  await eventually(async () => attempts === 1, 'the first attempt');
  await background.end(60_000);
  assert.equal(attempts, 2);
});

// Webhooks: made and changed by the API, signed, sent again until they are accepted, switched off when they are gone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { dayMs, hourMs } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { createSealing } from '#core/sealing.ts';
import { sweep } from '#service/jobs/retention.ts';
import { addDelivery } from '#service/webhooks/announce.ts';
import { noteAttempt } from '#service/webhooks/deliver.ts';
import { events } from '#reference/pages/events.ts';
import { startReceiver, type Message, type Receiver } from '../support/receiver.ts';
import { eventually, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'notes.txt', data: Buffer.from('hello') };
const later = { Prefer: 'respond-async' };
let platen: Platen;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  platen = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const send = (key: string, method: string, path: string, body?: object): Promise<Answer> =>
  platen.get(`/v1/webhooks${path}`, key, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

async function made(key: string, fields: object = {}): Promise<{ id: string; secret: string; path: string }> {
  const path = receiver.path();
  const { status, body } = await send(key, 'POST', '', { url: `${receiver.url}${path}`, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: String(body['id']), secret: String(body['secret']), path };
}

const convertLater = async (key: string, tool = 'copy', fields: Record<string, string> = {}): Promise<string> => {
  const got = await platen.convert(tool, [text], { key, fields, headers: later });
  assert.equal(got.status, 202, JSON.stringify(got.body));
  return String(got.body['job_id']);
};

const deliveriesOf = async (key: string, id: string) =>
  (await send(key, 'GET', `/${id}/deliveries`)).body['deliveries'] as Record<string, unknown>[];

/** The body of a message, with the fields that its page shows. */
function bodyOf({ body }: Message) {
  const message = JSON.parse(body) as { type: keyof typeof events; timestamp: string; data: Record<string, unknown> };
  assert.deepEqual(Object.keys(message).sort(), ['data', 'timestamp', 'type']);
  for (const name of Object.keys(events[message.type].data))
    assert.ok(name in message.data, `${message.type}: ${name}`);
  return message;
}

test('webhooks are listed, changed and removed, and their secret is shown once', async () => {
  const key = await platen.key();
  const { id, secret } = await made(key, { events: ['job.failed'] });
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  const [listed] = (await send(key, 'GET', '')).body['webhooks'] as Record<string, unknown>[];
  assert.deepEqual(Object.keys(listed ?? {}), ['id', 'url', 'events', 'enabled', 'created_at']);
  assert.deepEqual(listed?.['events'], ['job.failed']);
  const changed = await send(key, 'PATCH', `/${id}`, { enabled: false, events: ['job.succeeded', 'job.expired'] });
  assert.deepEqual([changed.body['enabled'], changed.body['events']], [false, ['job.succeeded', 'job.expired']]);
  assert.deepEqual((await send(key, 'GET', `/${id}`)).body, changed.body);
  refused(await send(await platen.key(), 'GET', `/${id}`), 404, 'webhook_not_found');
  assert.deepEqual((await send(key, 'DELETE', `/${id}`)).body, { status: 'deleted' });
  refused(await send(key, 'DELETE', `/${id}`), 404, 'webhook_not_found');
  refused(await send(key, 'PATCH', `/${id}`, {}), 404, 'webhook_not_found');
});

test('the permissions of a key apply to webhooks', async () => {
  const key = await platen.key();
  const { id } = await made(key);
  const limit = (scopes: string[]) =>
    platen.service.db
      .updateTable('keys')
      .set({ scopes: JSON.stringify(scopes) })
      .execute();
  await limit(['read']);
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/rotate`],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/deliveries/redeliver`],
    ['POST', `/${id}/deliveries/x/redeliver`],
  ] as const)
    refused(await send(key, method, path), 403, 'forbidden', { scope: 'convert' });
  await limit(['convert']);
  for (const path of ['', `/${id}`, `/${id}/deliveries`])
    refused(await send(key, 'GET', path), 403, 'forbidden', { scope: 'read' });
  await limit(['convert', 'read']);
  for (const [method, path] of [
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/redeliver'],
    ['POST', '/deliveries/x/redeliver'],
  ] as const)
    refused(await send(key, method, `/unknown${path}`), 404, 'webhook_not_found');
  refused(await send(key, 'PATCH', `/${id}`, { events: [] }), 400, 'bad_request', {
    code: 'invalid_body',
    field: 'events',
  });
  refused(await send(key, 'PATCH', `/${id}`, { url: 'http://[::1]/' }), 400, 'invalid_webhook_url');
});

test('a webhook that cannot be is refused', async () => {
  const key = await platen.key();
  const make = (body: object) => send(key, 'POST', '', body);
  refused(await make({ url: 'ftp://example.com' }), 400, 'invalid_webhook_url', { reason: 'syntax' });
  refused(await make({ url: 'https://me:secret@example.com' }), 400, 'invalid_webhook_url', { reason: 'syntax' });
  refused(await make({ url: 'http://10.0.0.1/' }), 400, 'invalid_webhook_url', { reason: 'refused_address' });
  refused(await make({}), 400, 'bad_request', { code: 'invalid_body', field: 'url' });
  refused(await make({ url: 'https://example.com', more: 1 }), 400, 'bad_request', {
    code: 'invalid_body',
    field: 'more',
  });
  refused(await make({ url: 'https://example.com', events: ['job.done'] }), 400, 'bad_request', {
    code: 'invalid_body',
  });
  for (let n = 0; n < 20; n++) assert.equal((await make({ url: 'https://example.com' })).status, 201);
  refused(await make({ url: 'https://example.com' }), 400, 'bad_request', { code: 'too_many_webhooks', max: 20 });
});

test('a webhook is stored and shown as it will be called', async () => {
  const key = await platen.key();
  const { port } = new URL(receiver.url);
  const written = `HTTP://127.1:${port}/a/../b?x=y#fragment`;
  const { body } = await send(key, 'POST', '', { url: written });
  assert.equal(body['url'], `http://127.0.0.1:${port}/b?x=y`);
  const changed = await send(key, 'PATCH', `/${String(body['id'])}`, { url: `http://0x7f000001:${port}` });
  assert.equal(changed.body['url'], `http://127.0.0.1:${port}/`);
});

test('an account has twenty webhooks and no more, however many are asked for at once', async () => {
  const key = await platen.key();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => send(key, 'POST', '', { url: `${receiver.url}/many/${n}` })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 20);
  for (const answer of answers)
    if (answer.status !== 201) refused(answer, 400, 'bad_request', { code: 'too_many_webhooks', max: 20 });
  assert.equal(((await send(key, 'GET', '')).body['webhooks'] as unknown[]).length, 20);
});

test('the end of an asynchronous job is sent, signed, with the answer of GET /job', async () => {
  const key = await platen.key();
  const { id, secret, path } = await made(key);
  const job = await convertLater(key);
  const message = await receiver.next(path);
  assert.equal(message.headers['content-type'], 'application/json');
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
  const { type, data, timestamp } = bodyOf(message);
  assert.equal(type, 'job.succeeded');
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.deepEqual(data, (await platen.get(`/v1/job/${job}`, key)).body);
  await convertLater(key, 'broken');
  const rejected = bodyOf(await receiver.next(path));
  assert.equal(rejected.type, 'job.rejected');
  assert.equal((rejected.data['outcome'] as Record<string, unknown>)['error'], 'source_unreadable');
  await convertLater(key, 'crash');
  assert.equal(bodyOf(await receiver.next(path)).type, 'job.failed');
  const found = await eventually(async () => {
    const all = await deliveriesOf(key, id);
    return all.every((one) => one['state'] === 'delivered') && all;
  }, 'all are delivered');
  assert.deepEqual(
    found.map((one) => [one['type'], one['status'], one['attempts'], one['answer']]),
    ['job.failed', 'job.rejected', 'job.succeeded'].map((name) => [name, 200, 1, 'thanks']),
  );
});

test('a job names another address of the same origin', async () => {
  const key = await platen.key();
  const { path } = await made(key);
  const own = receiver.path();
  await convertLater(key, 'copy', { webhook_url: `${receiver.url}${own}` });
  assert.equal(bodyOf(await receiver.next(own)).type, 'job.succeeded');
  assert.equal(receiver.of(path).length, 0);
  const other = (webhook_url: string) =>
    platen.convert('copy', [text], { key, fields: { webhook_url }, headers: later });
  refused(await other('http://127.0.0.1:1/'), 400, 'invalid_webhook_url', { reason: 'not_a_webhook' });
  refused(await other('nonsense'), 400, 'invalid_webhook_url', { reason: 'syntax' });
  refused(await other('http://192.168.0.1/'), 400, 'invalid_webhook_url', { reason: 'refused_address' });
});

test('the secret before signs beside the new one for a day', async () => {
  const key = await platen.key();
  const { id, secret, path } = await made(key);
  const rotated = String((await send(key, 'POST', `/${id}/rotate`)).body['secret']);
  assert.notEqual(rotated, secret);
  const tested = await send(key, 'POST', `/${id}/test`);
  assert.deepEqual([tested.status, tested.body['type'], tested.body['state']], [202, 'test', 'waiting']);
  const message = await receiver.next(path);
  assert.equal(message.headers['webhook-id'], tested.body['id']);
  for (const one of [secret, rotated]) new Webhook(one).verify(message.body, message.headers as Record<string, string>);
});

test('receivers that fail, hang, lie, flood or break off get their message again, with the same identifier', async () => {
  const key = await platen.key();
  for (const [mode, status] of [
    ['fails', 500],
    ['redirects', 302],
    ['breaks', null],
    ['lies', 200],
    ['floods', 200],
  ] as const) {
    const { id, path } = await made(key);
    receiver.behave(path, mode);
    await send(key, 'POST', `/${id}/test`);
    const first = await receiver.next(path);
    const [row] = await eventually(async () => {
      const all = await deliveriesOf(key, id);
      return all[0]?.['attempts'] === 1 && all;
    }, `${mode}: the attempt is written down`);
    assert.equal(row?.['status'], status, mode);
    assert.ok(String(row?.['answer']).length <= 1024);
    if (status === 200) continue;
    assert.equal(row?.['state'], 'waiting');
    const metrics = String((await platen.get('/metrics')).body['text']);
    assert.match(metrics, /^platen_outbox_items\{kind="webhook"\} [1-9]/m);
    assert.match(metrics, /^platen_outbox_oldest_seconds\{kind="webhook"\} \d/m);
    receiver.behave(path, 'accepts');
    await platen.service.db.updateTable('outbox').set({ next_at: 0 }).where('kind', '=', 'webhook').execute();
    const second = await receiver.next(path);
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  }
});

test('a webhook that answers 410 is switched off', async () => {
  const key = await platen.key();
  const { id, path } = await made(key);
  receiver.behave(path, 'is gone');
  await send(key, 'POST', `/${id}/test`);
  await eventually(async () => (await send(key, 'GET', `/${id}`)).body['enabled'] === false, 'it is switched off');
  const [row] = await deliveriesOf(key, id);
  assert.deepEqual([row?.['state'], row?.['status']], ['failed', 410]);
});

test('undelivered events can be sent again, one or all of a period', async () => {
  const key = await platen.key();
  const { id, path } = await made(key);
  receiver.behave(path, 'is gone');
  await send(key, 'POST', `/${id}/test`);
  await eventually(async () => (await send(key, 'GET', `/${id}`)).body['enabled'] === false, 'it is switched off');
  receiver.behave(path, 'accepts');
  await send(key, 'PATCH', `/${id}`, { enabled: true });
  const first = await receiver.next(path);
  const again = await send(key, 'POST', `/${id}/deliveries/${String(first.headers['webhook-id'])}/redeliver`);
  assert.equal(again.status, 202);
  assert.equal((await receiver.next(path)).body, first.body);
  const { db } = platen.service;
  const left = db.selectFrom('outbox').select('id').where('kind', '=', 'webhook');
  await eventually(async () => (await left.execute()).length === 0, 'the second delivery is written down');
  await db.updateTable('deliveries').set({ state: 'failed' }).where('webhook_id', '=', id).execute();
  const range = await send(key, 'POST', `/${id}/deliveries/redeliver`, { since: Date.now() - hourMs });
  assert.deepEqual([range.status, range.body], [202, { redelivered: 1 }]);
  await receiver.next(path);
  refused(await send(key, 'POST', `/${id}/deliveries/unknown/redeliver`), 404, 'delivery_not_found');
  refused(await send(key, 'POST', `/${id}/deliveries/redeliver`, {}), 400, 'bad_request', { code: 'invalid_body' });
  refused(await send(key, 'GET', `/${id}/deliveries?limit=x`), 400, 'bad_request', { code: 'invalid_query' });
});

test('results that expire and quotas that end are events, too', async () => {
  await using other = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const key = await other.key('starter', 799);
  const path = receiver.path();
  const body = JSON.stringify({
    url: `${receiver.url}${path}`,
    events: ['job.expired', 'quota.warning', 'quota.exhausted'],
  });
  await other.get('/v1/webhooks', key, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  const got = await other.convert('copy', [text], { key, headers: { Prefer: 'respond-async, wait=20' } });
  assert.equal(got.status, 200);
  const warning = bodyOf(await receiver.next(path));
  assert.equal(warning.type, 'quota.warning');
  assert.equal(warning.data['used'], 800);
  const left = other.service.db.selectFrom('outbox').select('id').where('kind', '=', 'webhook');
  await eventually(async () => (await left.execute()).length === 0, 'it is not due again when the clock has moved');
  other.clock.move(hourMs + 1000);
  await sweep(other.service);
  const expired = bodyOf(await receiver.next(path));
  assert.deepEqual([expired.type, expired.data['job_id']], ['job.expired', got.body['job_id']]);
});

test('an endpoint that fails for three days is switched off, and its owner gets a mail', async () => {
  const mails: string[] = [];
  await using other = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const key = await other.key();
  const path = receiver.path();
  receiver.behave(path, 'fails');
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: `${receiver.url}${path}` });
  const { id } = (await other.get('/v1/webhooks', key, { method: 'POST', body, headers })).body;
  other.service.mailer.queue = ({ subject }) => void mails.push(subject);
  for (let day = 0; day < 4; day++) {
    await other.get(`/v1/webhooks/${String(id)}/test`, key, { method: 'POST' });
    await receiver.next(path);
    await eventually(
      async () =>
        (await other.service.db.selectFrom('deliveries').select('id').where('attempts', '=', 0).execute()).length === 0,
      'the attempt is written down',
    );
    other.clock.move(dayMs);
  }
  await eventually(
    async () => (await other.get(`/v1/webhooks/${String(id)}`, key)).body['enabled'] === false,
    'it is off',
  );
  await eventually(async () => mails.length > 0, 'the mail is queued');
  assert.deepEqual(mails, ['A webhook was turned off']);
});

const outboxRow = (id: unknown) =>
  platen.service.db.selectFrom('outbox').selectAll().where('id', '=', String(id)).executeTakeFirst();
const deliveryRow = (id: unknown) =>
  platen.service.db.selectFrom('deliveries').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow();

test('a message is not sent again while its receiver still has time to answer, and soon after it has failed', async () => {
  const key = await platen.key();
  const hanging = await made(key);
  receiver.behave(hanging.path, 'hangs');
  const { id } = (await send(key, 'POST', `/${hanging.id}/test`)).body;
  await receiver.next(hanging.path);
  const held = await outboxRow(id);
  assert.ok(held && held.next_at > held.created_at + 10_000, 'an attempt may take ten seconds');
  const failing = await made(key);
  receiver.behave(failing.path, 'fails');
  const failed = (await send(key, 'POST', `/${failing.id}/test`)).body['id'];
  await receiver.next(failing.path);
  await eventually(async () => {
    const [row, { last_at: lastAt }] = [await outboxRow(failed), await deliveryRow(failed)];
    return row !== undefined && lastAt !== null && row.next_at - lastAt < 10_000;
  }, 'it is due after the first pause');
});

test('a delivered message stays delivered after a second attempt', async () => {
  const key = await platen.key();
  const { id, path } = await made(key);
  const sent = (await send(key, 'POST', `/${id}/test`)).body['id'];
  await receiver.next(path);
  const { service } = platen;
  await eventually(async () => (await deliveryRow(sent)).state === 'delivered', 'it is delivered');
  const webhook = await service.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (const isLast of [false, true]) {
    const late = { status: 500, durationMs: 1, answer: 'no' };
    await noteAttempt(service, webhook, await deliveryRow(sent), late, isLast);
    const { state, status } = await deliveryRow(sent);
    assert.deepEqual([state, status], ['delivered', 200]);
  }
});

test('a message that nobody has accepted in time has failed', async () => {
  const key = await platen.key();
  const { id, path } = await made(key);
  receiver.behave(path, 'fails');
  const sent = String((await send(key, 'POST', `/${id}/test`)).body['id']);
  await eventually(async () => (await deliveryRow(sent)).attempts === 1, 'the attempt is written down');
  assert.equal((await deliveryRow(sent)).state, 'waiting');
  await platen.service.db.updateTable('outbox').set({ expires_at: 0 }).where('id', '=', sent).execute();
  await eventually(async () => (await deliveryRow(sent)).state === 'failed', 'it has failed');
  assert.equal(await outboxRow(sent), undefined);
});

test('the URL of a job is called once, independently of the events of its webhooks', async () => {
  const key = await platen.key();
  await made(key, { events: ['quota.warning'] });
  const own = receiver.path();
  await convertLater(key, 'copy', { webhook_url: `${receiver.url}${own}` });
  assert.equal(bodyOf(await receiver.next(own)).type, 'job.succeeded');
  const { path, secret } = await made(key);
  const called = async (webhook_url: string) => {
    const job = await convertLater(key, 'copy', { webhook_url });
    const [{ account_id: account } = { account_id: '' }] = await platen.service.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', job)
      .execute();
    const message = await receiver.next(new URL(webhook_url).pathname);
    assert.equal(bodyOf(message).data['job_id'], job);
    const rows = platen.service.db.selectFrom('deliveries').select('url').where('account_id', '=', account);
    return { message, urls: (await rows.orderBy('id', 'desc').limit(2).execute()).map(({ url }) => url) };
  };
  const twice = await called(`${receiver.url}${own}`);
  assert.deepEqual(new Set(twice.urls), new Set([`${receiver.url}${own}`, null]), 'the other one at its own address');
  assert.equal(bodyOf(await receiver.next(path)).data['job_id'], bodyOf(twice.message).data['job_id']);
  const { message, urls } = await called(`${receiver.url}${path}`);
  assert.equal(urls.filter((url) => url === `${receiver.url}${path}`).length, 1);
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
  assert.equal(receiver.of(own).length, 2);
});

test('secrets are sealed by a new secret of the service, and the receiver is not blamed if it cannot unseal one', async () => {
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
  const options = { webhookAllow: ['127.0.0.0/8'] };
  await using old = await startPlaten({ ...options, secret: first }, { tools: withSaboteurs });
  const key = await old.key();
  const path = receiver.path();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: `${receiver.url}${path}` });
  const webhook = (await old.get('/v1/webhooks', key, { method: 'POST', body, headers })).body;
  const { data } = old;
  await old.running.stop();

  const next = await startPlaten({ ...options, data, secret: second, previousSecret: first }, { tools: withSaboteurs });
  const rowOf = ({ service: { db } }: Platen) => db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  const opens = (secret: string, sealed: string) => {
    try {
      return createSealing('platen webhooks', secret).open(sealed, String(webhook['id']));
    } catch {
      return undefined;
    }
  };
  const opened = await eventually(async () => opens(second, (await rowOf(next)).sealed_secret), 'it is sealed again');
  assert.equal(opened, webhook['secret']);
  await next.running.stop();

  await using last = await startPlaten({ ...options, data, secret: third }, { tools: withSaboteurs });
  await last.get(`/v1/webhooks/${String(webhook['id'])}/test`, key, { method: 'POST' });
  const delivery = await eventually(
    () => last.service.db.selectFrom('deliveries').selectAll().where('attempts', '=', 1).executeTakeFirst(),
    'the attempt is written down',
  );
  assert.deepEqual(
    [delivery.state, delivery.status, delivery.answer],
    ['waiting', null, 'this service cannot open its secret'],
  );
  await eventually(async () => {
    const row = await last.service.db.selectFrom('outbox').select('next_at').executeTakeFirst();
    return row !== undefined && row.next_at < (delivery.last_at ?? 0) + 10_000;
  }, 'it is due after the first pause');
  assert.equal((await rowOf(last)).failing_since, null);
  assert.equal(receiver.of(path).length, 0);
});

test('a webhook is tried out a hundred times an hour, and deliveries are kept for thirty days', async () => {
  await using other = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const { db } = other.service;
  const key = await other.key();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: `${receiver.url}${receiver.path()}` });
  const { id } = (await other.get('/v1/webhooks', key, { method: 'POST', body, headers })).body;
  const tryOut = () => other.get(`/v1/webhooks/${String(id)}/test`, key, { method: 'POST' });
  assert.equal((await tryOut()).status, 202);
  const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 98 }, () => ({ ...row, state: 'delivered' as const, id: newId(row.created_at) }));
  await db.insertInto('deliveries').values(more).execute();
  assert.equal((await tryOut()).status, 202);
  const { status, body: answer } = await tryOut();
  assert.deepEqual([status, answer['error'], answer['limit']], [429, 'rate_limited', 100]);
  other.clock.move(hourMs + 1000);
  assert.equal((await tryOut()).status, 202);
  const count = async () => (await db.selectFrom('deliveries').select('id').execute()).length;
  other.clock.move(30 * dayMs - hourMs / 2);
  await sweep(other.service);
  assert.equal(await count(), 1);
});

test('an account whose message comes last is not held up by eight whose receivers hang', async () => {
  await using other = await startPlaten({ webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const { service, clock } = other;
  const paths: string[] = [];
  for (let n = 0; n < 9; n++) {
    const path = receiver.path();
    receiver.behave(path, 'hangs');
    paths.push(path);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: `${receiver.url}${path}` });
    const { status } = await other.get('/v1/webhooks', await other.key(), { method: 'POST', body, headers });
    assert.equal(status, 201);
  }
  const webhooks = await service.db.selectFrom('webhooks').selectAll().orderBy('id').execute();
  await service.db.transaction().execute(async (trx) => {
    for (const [n, webhook] of webhooks.entries())
      for (let message = 0; message < (n === 8 ? 1 : 8); message++) {
        const id = await addDelivery(service, trx, webhook, { type: 'test', data: {} });
        const age = n === 8 ? 0 : 1000;
        await trx
          .updateTable('outbox')
          .set({ next_at: clock.now() - age })
          .where('id', '=', id)
          .execute();
      }
  });
  const [last = '', ...others] = paths.toReversed();
  await receiver.next(last);
  const before = others.reduce((sum, path) => sum + receiver.of(path).length, 0);
  assert.ok(before < 32, `it has one of 32 places, of which the others have ${before}`);
});

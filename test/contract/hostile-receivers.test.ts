// Receivers that never end: their responses are bounded before they are parsed, for webhooks and for fetched files.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { hostileKinds, startHostileReceiver, type HostileKind } from '../support/hostile-receivers.ts';
import { eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const MiB = 1024 * 1024;
/** The buffers of a connection on both sides, and the bytes that have been read. */
const bufferedBytes = 24 * MiB;

let platen: Platen;
before(async () => {
  platen = await startPlaten({ fetchesInputs: 'on', webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

/** The entry in the log of deliveries of a webhook with such a receiver. */
const deliveries: Partial<Record<HostileKind, { status: number | null; answer: RegExp }>> = {
  'endless 1xx': { status: null, answer: /^more than 4 informational responses$/ },
  'endless 1xx with heads': {
    status: null,
    answer: /^more than 4 informational responses$|^no body after 81920 bytes$/,
  },
  'endless head': { status: null, answer: /^HPE_HEADER_OVERFLOW$|^no body after 81920 bytes$/ },
  'endless body': { status: 200, answer: /^x{1024}$/ },
  'endless chunks of a byte': { status: 200, answer: /^x{1024}$/ },
  'redirects in a circle': { status: 302, answer: /^$/ },
  resets: { status: null, answer: /^ECONNRESET$/ },
};

for (const [kind, { status, answer }] of Object.entries(deliveries))
  test(`a webhook whose receiver sends ${kind} is cut off, and the log of deliveries says why`, async () => {
    await using receiver = await startHostileReceiver(kind as HostileKind);
    const key = await platen.key();
    const send = (method: string, path = '', body?: object) =>
      platen.get(`/v1/webhooks${path}`, key, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
    const { id } = (await send('POST', '', { url: receiver.url })).body as { id: string };
    assert.equal((await send('POST', `/${id}/test`)).status, 202);
    const delivery = await eventually(async () => {
      const { body } = await send('GET', `/${id}/deliveries`);
      const [first] = body['deliveries'] as { status: number | null; answer: string; attempts: number }[];
      return first !== undefined && first.attempts > 0 && first;
    }, 'the attempt is written down');
    assert.equal(delivery.status, status);
    assert.match(delivery.answer, answer);
    assert.equal(receiver.connections, 1);
    assert.ok(receiver.bytes < bufferedBytes, `${receiver.bytes} bytes were sent`);
  });

test('a file is not fetched from a server that never ends its response, and nothing is left of it', async () => {
  const reasons: Partial<Record<HostileKind, string>> = {
    'endless 1xx': 'unreachable',
    'endless 1xx with heads': 'unreachable',
    'endless head': 'unreachable',
    'endless body': 'too_large',
    'redirects in a circle': 'redirect',
    resets: 'unreachable',
  };
  const key = await platen.key();
  for (const [kind, reason] of Object.entries(reasons)) {
    await using receiver = await startHostileReceiver(kind as HostileKind);
    const answer = await platen.convert('copy', [], { key, fields: { file_url: receiver.url } });
    refused(answer, 422, 'source_unreachable', { field: 'file_url', reason });
    assert.equal(receiver.connections, 1, kind);
  }
});

test('responses of receivers are parsed by a process without the service’s environment, which ends with the service', async () => {
  const children = async () => {
    const tasks = await readdir('/proc/self/task');
    const lists = await Promise.all(
      tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
    );
    const pids = lists.join(' ').split(' ').filter(Boolean);
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return pids.filter((_, n) => lines[n]?.includes('outbound/process.ts'));
  };
  process.env['PLATEN_TEST_PLANTED'] = 'planted';
  await using own = await startPlaten({ fetchesInputs: 'on', webhookAllow: ['127.0.0.0/8'] }, { tools: withSaboteurs });
  const before = await children();
  await using receiver = await startHostileReceiver('resets');
  await own.convert('copy', [], { key: await own.key(), fields: { file_url: receiver.url } });
  const [pid] = (await children()).filter((one) => !before.includes(one));
  assert.ok(pid !== undefined);
  assert.doesNotMatch(await readFile(`/proc/${pid}/environ`, 'utf8'), /planted/);
  await own.running.stop();
  await eventually(async () => !(await children()).includes(pid), 'it has ended');
});

test('every kind of receiver is tried', () => {
  // The slow ones end by the time limit, which others than these tests wait for.
  const slow = ['silent', 'a byte a second'];
  assert.deepEqual([...Object.keys(deliveries), ...slow].sort(), [...hostileKinds].sort());
});

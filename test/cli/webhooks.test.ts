// ./platen webhooks listen: the messages of a key's jobs on a machine that the service cannot call.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { docx } from '../support/fixtures.ts';
import { runPlaten } from '../support/cli.ts';
import { startPlaten, type Platen } from '../support/platen.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

let platen: Platen;
let receiver: Receiver;
let key: string;
before(async () => {
  // Its address is no allowed one: nothing is called by the service.
  platen = await startPlaten({ warmProcesses: 1 });
  receiver = await startReceiver();
  key = await platen.key();
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
});

test('a receiver on this machine gets what a webhook gets, with a signature that it can verify', async () => {
  const earlier = await platen.convert('office-to-pdf', [{ name: 'a.docx', data: await docx('Before') }], { key });
  assert.equal(earlier.status, 200);
  const path = receiver.path();
  const args = ['webhooks', 'listen', '--forward', receiver.url + path];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...process.env, PLATEN_URL: platen.url, PLATEN_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const listens = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    const [secret] = /whsec_\S+/.exec(line) ?? [];
    if (secret !== undefined) listens.resolve(secret);
  });
  const printed = createInterface({ input: child.stdout });
  const lines = printed[Symbol.asyncIterator]();
  try {
    const secret = await listens.promise;
    const headers = { Prefer: 'respond-async' };
    const good = await platen.convert('office-to-pdf', [{ name: 'a.docx', data: await docx('A letter') }], {
      key,
      headers,
    });
    const message = await receiver.next(path);
    const event = new Webhook(secret).verify(message.body, message.headers as Record<string, string>) as {
      type: string;
      data: Record<string, unknown>;
    };
    assert.equal(event.type, 'job.succeeded');
    assert.equal(event.data['job_id'], good.body['job_id']);
    assert.equal(event.data['download_url'], `/v1/download/${String(good.body['job_id'])}`);
    assert.deepEqual(JSON.parse(String((await lines.next()).value)), event);

    receiver.behave(path, 'fails');
    const file = { name: 'b.pdf', data: Buffer.from('%PDF-1.4\nnothing') };
    const bad = await platen.convert('compress-pdf', [file], { key, headers });
    assert.equal(bad.status, 202);
    const failed = JSON.parse((await receiver.next(path)).body) as { type: string; data: Record<string, unknown> };
    assert.equal(failed.type, 'job.rejected');
    assert.equal(failed.data['job_id'], bad.body['job_id']);
    assert.equal(receiver.of(path).length, 2, 'jobs from before are not sent');
    assert.ok(
      said.some((line) => / → 200, \d+ ms$/.test(line)),
      said.join('\n'),
    );
  } finally {
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'close'), [0, null]);
  }
  assert.ok(
    said.some((line) => / → 500, \d+ ms$/.test(line)),
    said.join('\n'),
  );
});

test('a service and a key are needed, and an address', async () => {
  const cwd = import.meta.dirname;
  const none = await runPlaten(['webhooks', 'listen'], { cwd, env: { PLATEN_URL: '', PLATEN_API_KEY: '' } });
  assert.equal(none.status, 2);
  assert.match(none.stderr, /PLATEN_URL and PLATEN_API_KEY/);
  const wrong = await runPlaten(['webhooks', 'listen', '--forward', 'here', '--url', platen.url, '--key', key], {
    cwd,
  });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--forward is "here"/);
  const refused = await runPlaten(['webhooks', 'listen', '--url', platen.url, '--key', 'platen_live_wrong'], { cwd });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /invalid_api_key/);
});

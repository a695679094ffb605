// The common cases of the clients: the table that each of them runs.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MiB } from '#core/bytes.ts';
import { pdf } from '../support/fixtures.ts';
import { eventually, type Platen } from '../support/platen.ts';
import { startFaultyLine, startLineWith, type Fault } from './faults.ts';
import type { Ended, Runner } from './runners.ts';

export interface Place {
  platen: Platen;
  /** Of an account of this case alone. */
  key: string;
  /** Of this case alone. */
  folder: string;
  client: Runner;
}

type Case = (place: Place) => Promise<void>;

const busy = (seconds: number): Fault => ({
  status: 503,
  body: { error: 'server_busy', message: 'There is no room now.' },
  headers: { 'Retry-After': String(seconds) },
});
const tooFast: Fault = {
  status: 429,
  body: { error: 'rate_limited', message: 'Too many calls.', retry_after: 0, limit: 'convert' },
  headers: { 'Retry-After': '0' },
};
const gateway: Fault = { status: 502, body: '<h1>Bad gateway</h1>' };
const [convert, download] = [/^POST \/v1\/convert/, /^GET \/v1\/download/];

export function succeeded({ ok, error }: Ended): Record<string, unknown> {
  assert.equal(error, undefined, JSON.stringify(error));
  assert.ok(ok !== undefined);
  return ok;
}

export function failed({ ok, error }: Ended, code: string) {
  assert.ok(error !== undefined, `it succeeded: ${JSON.stringify(ok)}`);
  assert.equal(error.code, code, error.message);
  return error;
}

async function given(folder: string, name: string, data: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, data);
  return path;
}

/** A conversion over a line with faults ends as over one without, and is counted once. */
const overLine =
  (faults: readonly (readonly [RegExp, Fault])[], text = 'a text\n'): Case =>
  async ({ platen, key, folder, client }) => {
    await using line = await startLineWith(platen.url, faults);
    const files = [await given(folder, 'a.txt', text)];
    const save = join(folder, 'a.copy');
    succeeded(await client.run({ do: 'convert', url: line.url, key, tool: 'copy', files, save }));
    assert.equal(await readFile(save, 'utf8'), text);
    assert.equal(line.left, 0, 'every fault has happened');
    assert.equal(await platen.used(key), 1);
    assert.deepEqual(readdirSync(folder).sort(), ['a.copy', 'a.txt'], 'nothing else is left');
  };

export const cases: Record<string, Case> = {
  async 'tools and quota are read'({ key, client }) {
    const { tools } = succeeded(await client.run({ do: 'tools', key })) as { tools: string[] };
    assert.ok(tools.includes('office-to-pdf') && tools.includes('copy'));
    assert.equal(succeeded(await client.run({ do: 'quota', key }))['plan'], 'business');
  },

  async 'a job is read, listed and deleted'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const { job_id } = succeeded(await client.run({ do: 'convert', key, tool: 'copy', files }));
    assert.equal(succeeded(await client.run({ do: 'job', key, job_id }))['job_id'], job_id);
    assert.deepEqual(succeeded(await client.run({ do: 'jobs', key, filters: { tool: 'copy' } }))['jobs'], [job_id]);
    succeeded(await client.run({ do: 'delete', key, job_id }));
    failed(await client.run({ do: 'job', key, job_id }), 'job_deleted');
    failed(await client.run({ do: 'job', key, job_id: 'unknown' }), 'job_not_found');
  },

  async 'warnings and the quota come with a result'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const made = succeeded(await client.run({ do: 'convert', key, tool: 'copy', files, fields: { text: 'a' } }));
    assert.deepEqual(made['warnings'], ['a warning']);
    assert.equal((made['quota'] as { used: number }).used, 1);
    assert.deepEqual([made['size_bytes'], made['bytes']], [1, 1]);
  },

  async 'a key that is wrong is said to be'({ folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const error = failed(
      await client.run({ do: 'convert', key: 'platen_live_wrong', tool: 'copy', files }),
      'invalid_api_key',
    );
    assert.deepEqual([error.type, error.status, error.retryable], ['RequestError', 401, false]);
  },

  async 'a file that is not there is an error like any other, before anything is sent'({ key, folder, client }) {
    const files = [join(folder, 'missing.txt')];
    const error = failed(await client.run({ do: 'convert', key, tool: 'copy', files }), 'file_unreadable');
    assert.deepEqual([error.type, error.status, error.retryable], ['RequestError', 0, false]);
    assert.equal(error.fields['path'], files[0]);
  },

  async 'a field that is wrong is named'({ key, folder, client }) {
    const files = [await given(folder, 'a.pdf', pdf('x'))];
    const wrong = { do: 'convert', key, tool: 'rotate-pdf', files, fields: { rotation: '45' } };
    const error = failed(await client.run(wrong), 'invalid_rotation');
    assert.deepEqual([error.type, error.status], ['RequestError', 400]);
    assert.deepEqual(error.fields['allowed'], ['90', '180', '270']);
    assert.match(error.message, /"rotation"/);
    assert.equal(error.remedy, 'Send 90, 180 or 270.');
  },

  async 'a document that cannot be read is its own kind of error'({ key, folder, client }) {
    const files = [await given(folder, 'a.pdf', '%PDF-1.4\nno document')];
    const error = failed(
      await client.run({ do: 'convert', key, tool: 'rotate-pdf', files, fields: { rotation: '90' } }),
      'source_unreadable',
    );
    assert.deepEqual([error.type, error.status, error.retryable], ['DocumentError', 422, false]);
    assert.ok(error.job_id !== null);
  },

  async 'an engine that fails is the service’s error'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const error = failed(await client.run({ do: 'convert', key, tool: 'crash', files }), 'conversion_failed');
    assert.deepEqual([error.type, error.status, error.retryable], ['ServiceError', 500, true]);
  },

  'a service that is busy is asked again': overLine([
    [convert, busy(0)],
    [convert, busy(1)],
    [download, busy(0)],
  ]),
  'a rate that was exceeded is waited for': overLine([
    [convert, tooFast],
    [download, tooFast],
  ]),
  'a proxy without a service behind it is asked again': overLine([
    [convert, gateway],
    [download, gateway],
  ]),
  'connections that are cut are made again, and nothing is counted twice': overLine([
    [convert, 'reset'],
    [convert, 'lost'],
    [convert, 'half'],
    [download, 'reset'],
  ]),
  'a download that is cut goes on': overLine(
    [
      [download, 'half'],
      [download, 'half'],
    ],
    'All work and no play. '.repeat(200_000),
  ),

  async 'a wait that is too long is left to the caller'({ platen, key, folder, client }) {
    await using line = await startLineWith(platen.url, [[convert, busy(3600)]]);
    const files = [await given(folder, 'a.txt', 'x')];
    const error = failed(await client.run({ do: 'convert', url: line.url, key, tool: 'copy', files }), 'server_busy');
    assert.deepEqual([error.type, error.retryable, error.retry_after], ['ServiceError', true, 3600]);
    assert.equal(line.requests, 1);
  },

  async 'without retries the first error is the last'({ platen, key, folder, client }) {
    await using line = await startLineWith(platen.url, [[convert, busy(0)]]);
    const files = [await given(folder, 'a.txt', 'x')];
    const once = { do: 'convert', url: line.url, key, tool: 'copy', files, retries: 0 };
    failed(await client.run(once), 'server_busy');
    assert.equal(line.requests, 1);
  },

  async 'a quota that is used up is not tried again'({ platen, folder, client }) {
    const key = await platen.key('starter', 1100);
    await using line = await startLineWith(platen.url, []);
    const files = [await given(folder, 'a.txt', 'x')];
    const error = failed(
      await client.run({ do: 'convert', url: line.url, key, tool: 'copy', files }),
      'quota_exceeded',
    );
    assert.deepEqual([error.type, error.status, error.retryable, line.requests], ['RequestError', 429, false, 1]);
  },

  async 'a service that is not there says so'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    // Nobody listens on the discard port of the loopback.
    const error = failed(
      await client.run({ do: 'convert', url: 'http://127.0.0.1:9', key, tool: 'copy', files, retries: 1 }),
      'unreachable',
    );
    assert.deepEqual([error.type.replace('Platen', ''), error.status, error.retryable], ['ConnectionError', 0, true]);
  },

  async 'a call with the same idempotency key is converted once'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const call = { do: 'convert', key, tool: 'copy', files, idempotency_key: 'order-17' };
    const [first, second] = [succeeded(await client.run(call)), succeeded(await client.run(call))];
    assert.equal(first['job_id'], second['job_id']);
    assert.equal(await platen.used(key), 1);
    const other = { ...call, files: [await given(folder, 'b.txt', 'y')] };
    failed(await client.run(other), 'idempotency_key_reused');
  },

  async 'names in every script arrive'({ platen, key, folder, client }) {
    for (const name of ['Überblick – отчёт "1".txt', '報告書 año.txt', 'a;b=c,d%20e.txt']) {
      const files = [await given(folder, name, 'x')];
      const { job_id } = succeeded(await client.run({ do: 'convert', key, tool: 'copy', files }));
      const head = await platen.get(`/v1/download/${String(job_id)}`, key, { method: 'HEAD' });
      const exact = /filename\*=UTF-8''(\S+)/.exec(head.headers.get('content-disposition') ?? '')?.[1] ?? '';
      const plain = /filename="([^"]*)"/.exec(head.headers.get('content-disposition') ?? '')?.[1] ?? '';
      assert.equal(exact === '' ? plain : decodeURIComponent(exact), name.replace('.txt', '-copied.txt'));
    }
  },

  async 'two hundred megabytes go up and come down, and memory stays flat'({ key, folder, client }) {
    const path = join(folder, 'large.txt');
    await writeFile(path, Buffer.alloc(200 * MiB, 'All work and no play.\n'));
    const before = Number(succeeded(await client.run({ do: 'memory' }))['peak_rss']);
    const save = join(folder, 'large.copy');
    const made = succeeded(await client.run({ do: 'convert', key, tool: 'copy', files: [path], save }));
    assert.equal(made['bytes'], 200 * MiB);
    const after = Number(succeeded(await client.run({ do: 'memory' }))['peak_rss']);
    // Less than the file, which is sent and received: garbage is not always collected at once.
    assert.ok(after - before < 200 * MiB, `it took ${Math.round((after - before) / MiB)} MiB`);
  },

  async 'a call that its caller leaves is stopped, and not counted'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const left = client.run({ do: 'abort', key, tool: 'hang', files, after: 1 });
    failed(await left, client.name === 'PHP' ? 'timeout' : 'cancelled');
    await eventually(async () => (await platen.used(key)) === 0, 'it is given back', 30);
  },

  async 'a call has an end'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const error = failed(await client.run({ do: 'convert', key, tool: 'hang', files, timeout: 1 }), 'timeout');
    assert.equal(error.type.replace('Platen', ''), 'ConnectionError');
    await eventually(async () => (await platen.used(key)) === 0, 'it is given back', 30);
  },

  async 'a result that cannot be written leaves nothing'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const save = join(folder, 'nowhere', 'a.copy');
    const { ok } = await client.run({ do: 'convert', key, tool: 'copy', files, save });
    assert.equal(ok, undefined);
    assert.deepEqual(readdirSync(folder), ['a.txt']);
  },

  async 'a batch ends for each file by itself'({ platen, key, folder, client }) {
    const documents = Array.from({ length: 5 }, (_, n) => given(folder, `${n}.pdf`, pdf(`Page ${n}`)));
    const files = [...(await Promise.all(documents)), await given(folder, 'broken.pdf', 'no document')];
    const fields = { rotation: '90' };
    const { entries } = succeeded(
      await client.run({ do: 'batch', key, tool: 'rotate-pdf', files, fields, concurrency: 3, folder: folder }),
    ) as { entries: { index: number; error?: { code: string } }[] };
    assert.deepEqual(new Set(entries.map(({ index }) => index)), new Set([0, 1, 2, 3, 4, 5]));
    assert.equal(entries.length, 6);
    const errors = entries.flatMap(({ index, error }) => (error === undefined ? [] : [[index, error.code]]));
    assert.deepEqual(errors, [[5, 'unsupported_content']]);
    assert.ok(existsSync(join(folder, '4.pdf')));
    assert.equal(await platen.used(key), 5);
  },

  async 'a hundred conversions over a bad line are made and counted once each'({ platen, key, folder, client }) {
    let calls = 0;
    const faults: Fault[] = [busy(0), tooFast, 'reset', 'lost', 'half'];
    // One request in twenty.
    await using line = await startFaultyLine(platen.url, () =>
      ++calls % 20 === 0 ? faults[(calls / 20) % faults.length] : undefined,
    );
    const files = await Promise.all(Array.from({ length: 100 }, (_, n) => given(folder, `${n}.txt`, `text ${n}`)));
    const batch = { do: 'batch', url: line.url, key, tool: 'copy', files, concurrency: 4, folder };
    const { entries } = succeeded(await client.run(batch)) as { entries: { index: number; error?: unknown }[] };
    assert.deepEqual(
      entries.filter(({ error }) => error !== undefined),
      [],
    );
    for (const n of files.keys()) assert.equal(await readFile(join(folder, `${n}.pdf`), 'utf8'), `text ${n}`);
    assert.equal(await platen.used(key), 100);
  },

  async 'a job is answered later'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'later')];
    const { job_id } = succeeded(await client.run({ do: 'start', key, tool: 'sleep', files }));
    const save = join(folder, 'a.copy');
    const made = succeeded(await client.run({ do: 'wait', key, job_id, save }));
    assert.deepEqual([made['job_id'], made['bytes']], [job_id, 5]);
    const { events } = succeeded(await client.run({ do: 'events', key, job_id })) as { events: string[] };
    assert.equal(events.at(-1), 'succeeded');
  },

  async 'a job that is answered later ends with the error that a waiting call has'({ key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const { job_id } = succeeded(await client.run({ do: 'start', key, tool: 'crash', files }));
    const error = failed(await client.run({ do: 'wait', key, job_id }), 'conversion_failed');
    assert.equal(error.type, 'ServiceError');
  },

  async 'a job that is answered later is cancelled'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const { status } = succeeded(await client.run({ do: 'cancel', key, tool: 'hang', files, after: 0.5 }));
    assert.equal(status, 'deleted');
    await eventually(async () => (await platen.used(key)) === 0, 'it is given back', 30);
  },

  async 'events go on where their line was cut'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const { job_id } = succeeded(await client.run({ do: 'start', key, tool: 'sleep', files }));
    await using line = await startLineWith(platen.url, [[/events/, 'reset']]);
    const heard = await client.run({ do: 'events', url: line.url, key, job_id });
    assert.equal((succeeded(heard)['events'] as string[]).at(-1), 'succeeded');
  },

  async 'an upload goes on after a cut, and is converted'({ platen, key, folder, client }) {
    const text = 'All work and no play makes Jack a dull boy.\n'.repeat(400_000);
    const file = await given(folder, 'a.txt', text);
    await using line = await startLineWith(platen.url, [
      [/^PATCH/, 'reset'],
      [/^PATCH/, 'lost'],
    ]);
    const save = join(folder, 'a.copy');
    const made = succeeded(await client.run({ do: 'upload', url: line.url, key, file, tool: 'copy', save }));
    assert.equal(await readFile(save, 'utf8'), text);
    assert.ok(typeof made['upload_id'] === 'string');
    assert.equal(line.left, 0);
  },

  async 'a service that stays busy is asked six times, not more'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const { job_id } = succeeded(await client.run({ do: 'convert', key, tool: 'copy', files }));
    await using line = await startFaultyLine(platen.url, ({ path }) => (/download/.test(path) ? busy(0) : undefined));
    failed(await client.run({ do: 'wait', url: line.url, key, job_id }), 'server_busy');
    assert.equal(line.requests, 7, 'one for the job, six for its file');
  },

  async 'several tools in a row are one call'({ platen, key, folder, client }) {
    const files = [await given(folder, 'a.txt', 'x')];
    const steps = [{ tool: 'copy' }, { tool: 'copy', mode: 'fast' }];
    const save = join(folder, 'a.copy');
    succeeded(await client.run({ do: 'pipeline', key, files, steps, save }));
    assert.equal(await readFile(save, 'utf8'), 'x');
    assert.equal(await platen.used(key), 2);
    const error = failed(await client.run({ do: 'pipeline', key, files, steps: [{ tool: 'none' }] }), 'invalid_steps');
    assert.equal(error.fields['step'], 0);
  },

  async 'messages of webhooks are verified'({ client }) {
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, no').toString('base64')}`;
    const body = JSON.stringify({ type: 'test', timestamp: '2026-11-25T00:00:00.000Z', data: { name: 'é' } });
    const message = (seconds: number) => {
      const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
      return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` };
    };
    const verify = { do: 'verify', secret, body, headers: message(0) };
    assert.equal(succeeded(await client.run(verify))['type'], 'test');
    failed(await client.run({ ...verify, body: `${body} ` }), 'invalid_signature');
    failed(await client.run({ ...verify, headers: message(-400) }), 'invalid_signature');
    failed(await client.run({ ...verify, headers: {} }), 'invalid_signature');
  },
};

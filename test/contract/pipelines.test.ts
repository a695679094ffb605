// Several tools in one call: one job, one download, each step one conversion.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { docx } from '../support/fixtures.ts';
import {
  answerOf,
  eventually,
  refused,
  startAmongOthers,
  type Answer,
  type File,
  type Platen,
} from '../support/platen.ts';

const text: File = { name: 'notes.txt', data: Buffer.from('hello') };
let platen: Platen;
before(async () => {
  platen = await startAmongOthers({ concurrency: 2 });
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const copies = (count: number) => Array.from({ length: count }, () => ({ tool: 'copy' }));

async function send(
  key: string,
  steps: unknown,
  { files = [text], headers = {} }: { files?: File[]; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body = new FormData();
  body.append('steps', typeof steps === 'string' ? steps : JSON.stringify(steps));
  for (const { name, data } of files) body.append('file', new Blob([data]), name);
  const init = { method: 'POST', body, headers: { Authorization: `Bearer ${key}`, ...headers } };
  return answerOf(await fetch(`${platen.nextUrl()}/v1/pipelines`, init));
}

test('a document is converted, made smaller and locked in one call, and each step counts', async () => {
  const key = await platen.key();
  const file = { name: 'report.docx', data: await docx('Hello') };
  const steps = [
    { tool: 'office-to-pdf' },
    { tool: 'rotate-pdf', rotation: 90 },
    { tool: 'protect-pdf', password: 'secret123' },
  ];
  const got = await send(key, steps, { files: [file] });
  assert.equal(got.status, 200, JSON.stringify(got.body));
  const states = ['office-to-pdf', 'rotate-pdf', 'protect-pdf'].map((tool) => ({ tool, state: 'success' }));
  assert.deepEqual(got.body['steps'], states);
  assert.equal(await platen.used(key), 3);
  const job = await platen.get(`/v1/job/${String(got.body['job_id'])}`, key);
  assert.deepEqual([job.body['tool'], job.body['steps']], ['pipeline', states]);
  const result = await platen.download(got.body['job_id'], key);
  assert.match(result.toString('latin1'), /\/Encrypt/);
  const row = await platen.service.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', String(got.body['job_id']))
    .executeTakeFirst();
  assert.equal(JSON.stringify(row).includes('secret123'), false);
});

test('a step that rejects its file says which it was; it and those before it count', async () => {
  const key = await platen.key();
  const got = await send(key, [{ tool: 'copy' }, { tool: 'broken' }, { tool: 'copy' }]);
  refused(got, 422, 'source_unreadable', { step: 1, status: 'rejected' });
  assert.equal(await platen.used(key), 2);
  const failed = await send(key, [{ tool: 'copy' }, { tool: 'crash' }, { tool: 'copy' }]);
  refused(failed, 500, 'conversion_failed', { step: 1, status: 'failed' });
  assert.equal(await platen.used(key), 2);
  const late = await send(key, [{ tool: 'copy' }, { tool: 'refuses-late' }]);
  refused(late, 422, 'password_protected', { step: 1 });
  assert.equal(await platen.used(key), 2);
});

test('steps that do not fit together are refused before anything is converted', async () => {
  const key = await platen.key();
  const no = (reason: string, step: number | null) => ({ step, reason });
  refused(await send(key, 'nonsense'), 400, 'invalid_steps', no('syntax', null));
  refused(await send(key, [{}]), 400, 'invalid_steps', no('syntax', null));
  refused(await send(key, []), 400, 'invalid_steps', no('count', null));
  refused(await send(key, copies(9)), 400, 'invalid_steps', no('count', null));
  refused(await send(key, [{ tool: 'copy' }, { tool: 'nothing' }]), 400, 'invalid_steps', no('tool', 1));
  refused(await send(key, [{ tool: 'copy', colour: 'red' }]), 400, 'invalid_steps', no('field', 0));
  refused(
    await send(key, [{ tool: 'copy' }, { tool: 'rotate-pdf', rotation: 90 }]),
    400,
    'invalid_steps',
    no('content', 1),
  );
  refused(await send(key, [{ tool: 'office-to-pdf' }, { tool: 'merge-pdf' }]), 400, 'invalid_steps', no('files', 1));
  refused(await send(key, [{ tool: 'office-to-pdf' }, { tool: 'rotate-pdf', rotation: 5 }]), 400, 'invalid_rotation', {
    step: 1,
  });
  assert.equal(await platen.used(key), 0);
});

test('a pipeline needs as many conversions as it has steps', async () => {
  const key = await platen.key('starter', 1097);
  refused(await send(key, copies(4)), 429, 'quota_exceeded');
  assert.equal(await platen.used(key), 1097);
  assert.equal((await send(key, copies(3))).status, 200);
  assert.equal(await platen.used(key), 1100);
});

test('a pipeline can be answered later, says how far it is, and is repeated by its key', async () => {
  const key = await platen.key();
  const steps = [{ tool: 'copy' }, { tool: 'copy', mode: 'slow' }, { tool: 'copy' }];
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': 'once' };
  const got = await send(key, steps, { headers });
  assert.equal(got.status, 202, JSON.stringify(got.body));
  const id = String(got.body['job_id']);
  const progress = await eventually(async () => {
    const { body } = await platen.get(`/v1/job/${id}`, key);
    return body['progress'] ?? undefined;
  }, 'it says how far it is');
  assert.deepEqual(progress, { done: 1, of: 3, unit: 'steps' });
  assert.equal((await send(key, steps, { headers })).body['job_id'], id);
  refused(await send(key, steps.slice(1), { headers }), 409, 'idempotency_key_reused');
  const done = await platen.get(`/v1/job/${id}`, key, { headers: { Prefer: 'wait=30' } });
  assert.equal(done.status, 200);
  assert.equal(await platen.used(key), 3);
  const broken = await send(key, [{ tool: 'copy' }, { tool: 'broken' }], { headers: { Prefer: 'respond-async' } });
  const ended = await platen.get(`/v1/job/${String(broken.body['job_id'])}`, key, { headers: { Prefer: 'wait=30' } });
  refused(ended, 409, 'job_not_ready', { status: 'rejected' });
  assert.equal((ended.body['outcome'] as Record<string, unknown>)['step'], 1);
});

test('a key that may use some tools may use pipelines of these alone', async () => {
  const key = await platen.key();
  const all = await platen.service.db.selectFrom('keys').select('prefix').execute();
  for (const { prefix } of all)
    if (key.startsWith(prefix))
      await platen.service.db.updateTable('keys').set({ tools: '["copy"]' }).where('prefix', '=', prefix).execute();
  assert.equal((await send(key, [{ tool: 'copy' }, { tool: 'copy' }])).status, 200);
  refused(await send(key, [{ tool: 'copy' }, { tool: 'broken' }]), 403, 'forbidden', { tools: ['copy'] });
});

// Several nodes with data folders of their own on one PostgreSQL: the rules of one node, exactly.
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#core/ids.ts';
import { hourMs, minuteMs } from '#core/clock.ts';
import { sweepNotices } from '#service/accounts/notices.ts';
import { beginJob, findJob } from '#service/jobs/job-rows.ts';
import { renewLeases } from '#service/jobs/leases.ts';
import { recover, sweep } from '#service/jobs/retention.ts';
import { startMailServer } from '../support/mail.ts';
import { converted, eventually, refused, startPlaten, type Answer, type Platen } from '../support/platen.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };
const secret = 'the same on all nodes, and long enough'.replaceAll(' ', '-');
let postgres: Postgres;
let databaseUrl: string;
let nodes: Platen[];
before(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.database();
  nodes = await Promise.all([1, 2, 3].map(() => startNode()));
});
after(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const startNode = (more: Parameters<typeof startPlaten>[0] = {}) =>
  startPlaten(
    {
      databaseUrl,
      secret,
      queueSize: 1000,
      maxUploads: 1000,
      maxUploadsPerAccount: 1000,
      maxRunningPerAccount: 0,
      ...more,
    },
    { tools: withSaboteurs },
  );

function node(n: number): Platen {
  const found = nodes[n % nodes.length];
  assert.ok(found !== undefined);
  return found;
}

let accounts = 0;
/** The harness numbers accounts by node, and here the nodes share them. */
async function keyOn(platen: Platen, plan: string, used: number): Promise<{ key: string; email: string }> {
  const key = await platen.key(plan, used);
  const { db } = platen.service;
  const email = `owner-${accounts++}@example.test`;
  const { id } = await db.selectFrom('accounts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  await db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
  return { key, email };
}

test('of 200 calls at once on three nodes exactly those are converted that the quota has left', async () => {
  const { key } = await keyOn(node(0), 'starter', 1000);
  // On a slow machine so many at once may wait for the database longer than a call should: then they come again, as clients do.
  const call = async (n: number): Promise<Answer> => {
    const answer = await node(n).convert('copy', [text], { key, fields: { text: 'a' } });
    if (answer.body['error'] !== 'server_busy') return answer;
    // Not a guess: without the pause that the answer asks for, the calls keep the database busy that they wait for.
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 0, 'a busy service says when to come again');
    await sleep(seconds * 1000);
    return call(n);
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => call(n)));
  for (const answer of answers) if (answer.status !== 200) refused(answer, 429, 'quota_exceeded');
  assert.equal(answers.filter(({ status }) => status === 200).length, 100);
  assert.equal(await node(1).used(key), 1100);
});

test('the same call on two nodes is converted once', async () => {
  const { key } = await keyOn(node(0), 'starter', 0);
  const headers = { 'Idempotency-Key': 'on-both' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      node(n % 2).convert('copy', [text], { key, headers, fields: { mode: 'slow' } }),
    ),
  );
  assert.equal(new Set(answers.map(converted)).size, 1);
  assert.equal(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true').length, 5);
  assert.equal(await node(2).used(key), 1);
});

test('a notice is sent once, whichever nodes look', async () => {
  await using mail = await startMailServer();
  await using one = await startNode({ smtpUrl: mail.url });
  await using two = await startNode({ smtpUrl: mail.url });
  const { email } = await keyOn(one, 'dev', 300);
  await Promise.all(Array.from({ length: 20 }, (_, n) => sweepNotices((n % 2 === 0 ? one : two).service)));
  for (const { service } of [one, two]) await service.background.idle(5000);
  const mails = mail.mails.filter(({ to }) => to?.[0]?.address === email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['You have used all of your conversions'],
  );
});

test('a node that starts leaves the jobs of the others alone', async () => {
  const { key } = await keyOn(node(0), 'starter', 0);
  const converting = node(0).convert('slow', [text], { key });
  await eventually(async () => (await node(0).used(key)) === 1, 'the job has begun');
  await using another = await startNode();
  assert.equal(await recover(another.service), 0);
  await sweep(another.service);
  converted(await converting);
});

/** A pending job of a node that is gone, whose lease ends at `leaseUntil`. */
async function jobOfDeadNode(leaseUntil: number): Promise<{ id: string; key: string }> {
  const { service, clock } = node(0);
  const { key, email } = await keyOn(node(0), 'starter', 3);
  const account = await service.db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const keyRow = await service.db
    .selectFrom('keys')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const plan = service.plans.get('starter');
  assert.ok(plan !== undefined);
  const id = newId(clock.now());
  const [owner, names] = [newId(1), { tool: 'copy', outputName: 'x', outputMime: 'y' }];
  await beginJob(service.db, clock, { id, account, plan, keyId: keyRow.id, owner, ...names });
  await service.db.updateTable('jobs').set({ lease_until: leaseUntil }).where('id', '=', id).execute();
  return { id, key };
}

test('the jobs of a node that has died are failed and given back once its lease is over, and not before', async () => {
  const { id, key } = await jobOfDeadNode(Date.now() + 10 * minuteMs);
  await sweep(node(1).service);
  refused(await node(2).get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'pending' });
  await node(0)
    .service.db.updateTable('jobs')
    .set({ lease_until: Date.now() - 1000 })
    .where('id', '=', id)
    .execute();
  await Promise.all([0, 1, 2].map((n) => sweep(node(n).service)));
  refused(await node(2).get(`/v1/job/${id}`, key), 409, 'job_not_ready', { status: 'failed' });
  assert.equal(await node(0).used(key), 3);
  const lost = await Promise.all(nodes.map(({ service }) => service.metrics.leasesLost.get()));
  assert.equal(
    lost.reduce((sum, { values: [counted] }) => sum + (counted?.value ?? 0), 0),
    1,
  );
});

/** The job that the node runs, once it does. */
const runningJob = ({ running }: Platen['service']): Promise<string> =>
  eventually(() => Promise.resolve(running.ids()[0]), 'the job runs');

test('a node renews the leases of its conversions', async () => {
  const { key } = await keyOn(node(0), 'starter', 0);
  const { service } = node(0);
  const converting = node(0).convert('slow', [text], { key });
  const id = await runningJob(service);
  await service.db.updateTable('jobs').set({ lease_until: 1 }).where('id', '=', id).execute();
  await renewLeases(service);
  const job = await findJob(service.db, id);
  assert.equal(job?.owner, service.node.id);
  assert.ok((job?.lease_until ?? 0) > Date.now());
  converted(await converting);
});

test('a job that is deleted on another node is stopped where it runs', async () => {
  const { key } = await keyOn(node(0), 'starter', 0);
  const { service } = node(0);
  const converting = node(0).convert('hang', [text], { key });
  const id = await runningJob(service);
  assert.equal((await node(1).get(`/v1/job/${id}`, key, { method: 'DELETE' })).status, 200);
  await renewLeases(service);
  refused(await converting, 410, 'job_deleted');
  assert.equal(await node(1).used(key), 0);
});

test('a job whose lease was lost meanwhile says that it failed, and is not counted', async () => {
  const { key } = await keyOn(node(0), 'starter', 0);
  const { service } = node(0);
  const converting = node(0).convert('slow', [text], { key });
  const id = await runningJob(service);
  await service.db.updateTable('jobs').set({ lease_until: 1 }).where('id', '=', id).execute();
  await eventually(async () => {
    await sweep(node(1).service);
    return (await findJob(service.db, id))?.state === 'failed';
  }, 'another node ends it');
  refused(await converting, 500, 'conversion_failed', { job_id: id, status: 'failed' });
  assert.equal(await node(1).used(key), 0);
});

test('a restart fails the jobs that its node had, and keeps their inputs', async () => {
  const own = await startNode();
  const { data } = own;
  const { key } = await keyOn(own, 'starter', 0);
  const id = converted(await own.convert('copy', [text], { key }));
  await own.running.stop();
  // As a crash leaves it: the row is pending, and the input lies in the workspace.
  const { db } = node(0).service;
  await db.updateTable('jobs').set({ state: 'pending', expires_at: null }).where('id', '=', id).execute();
  await mkdir(join(data, 'work', id));
  await writeFile(join(data, 'work', id, 'input-0.txt'), 'hello');
  await using again = await startNode({ data });
  assert.equal((await findJob(db, id))?.state, 'failed');
  assert.equal((await again.service.files.inputNames(id)).length, 1);
  assert.equal(await again.used(key), 0);
});

test('each node deletes expired files in its own folder, and leaves the files of others', async () => {
  await using one = await startNode();
  await using two = await startNode();
  const { key } = await keyOn(one, 'starter', 0);
  const job = converted(await one.convert('copy', [text], { key }));
  const foreign = converted(await two.convert('copy', [text], { key }));
  one.clock.move(hourMs + minuteMs);
  await sweep(one.service);
  assert.deepEqual(await readdir(join(one.data, 'files')), []);
  assert.deepEqual(await readdir(join(two.data, 'files')), [foreign]);
  assert.equal((await findJob(one.service.db, job))?.state, 'expired');
  assert.equal((await findJob(one.service.db, foreign))?.state, 'success');
});

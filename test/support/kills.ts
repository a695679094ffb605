// A node with its own database and folder, killed at random moments under load: what its clients, the count and the folders say.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#core/clock.ts';
import { errors } from '#core/errors.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import { loadPlans } from '#service/accounts/plans.ts';
import type { Database } from '#service/database/database.ts';
import { openEmbedded } from '#src/compose.ts';
import { startNodeProcess, type NodeProcess } from './node-process.ts';
import { answerOf, eventually, type Answer } from './platen.ts';
import { startReceiver, type Message } from './receiver.ts';

export interface KillsReport {
  kills: number;
  /** Final answers by code; `success` among them. */
  answers: Record<string, number>;
  sentAgain: number;
}

const lanes = 6;
const longestLifeMs = 1_500;
/** One of so many starts is killed before it listens. */
const killedAtStart = 4;
const mixture = [
  { tool: 'copy', fields: { mode: 'fast' } },
  { tool: 'copy', fields: { mode: 'slow' } },
  { tool: 'copy', fields: { mode: 'fast' } },
  { tool: 'broken', fields: {} },
  { tool: 'crash', fields: {} },
] as const;

/** @throws when an answer is not documented, a conversion is lost or counted wrongly, or something is left */
export async function runKills(kills: number): Promise<KillsReport> {
  await using node = await startNodeProcess({ concurrency: 3, maxUploadsPerAccount: 100 });
  await using opened = await open(node.data);
  const { db } = opened;
  const { account, key } = await newAccount(db);

  const over = new AbortController();
  const load = callUntil(over.signal, node, key);
  await kill(node, kills);
  over.abort();
  const { ended, sentAgain } = await load;

  const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 0, 'no job is pending', 60);
  const counted = ended.filter(({ code }) => ['success', 'source_unreadable'].includes(code)).length;
  assert.equal(
    await usedBy(db, account.id),
    counted,
    'every conversion that was answered is counted once, and no other',
  );
  for (const { code, job } of ended)
    if (code === 'success') assert.equal((await download(node, key, job)).status, 200, `the result of ${job}`);
  await checkFolders(node.data, db);
  const byCode = Object.groupBy(ended, ({ code }) => code);
  const answers = Object.fromEntries(Object.entries(byCode).map(([code, all]) => [code, all?.length ?? 0]));
  return { kills, answers, sentAgain };
}

/** The database of a node, beside it. */
async function open(data: string): Promise<{ db: Database } & AsyncDisposable> {
  const { db } = await openEmbedded(data);
  return { db, [Symbol.asyncDispose]: () => db.destroy() };
}

async function newAccount(db: Database) {
  const account = await createAccount(db, systemClock, loadPlans(undefined), {
    email: 'a@example.test',
    plan: 'business',
  });
  const { key } = await createKey(db, systemClock, account.id, { name: 'test', prefix: 'platen' });
  return { account, key };
}

async function usedBy(db: Database, id: string): Promise<number> {
  const { used } = await db.selectFrom('accounts').select('used').where('id', '=', id).executeTakeFirstOrThrow();
  return used;
}

async function kill(node: NodeProcess, kills: number): Promise<void> {
  for (let n = 0; n < kills; n++) {
    await sleep(Math.random() * longestLifeMs);
    await node.kill();
    if (n % killedAtStart === 0) {
      const started = node.restart().catch(() => {});
      await sleep(Math.random() * longestLifeMs);
      if (node.isAlive) await node.kill();
      await started;
    }
    await node.restart();
  }
}

interface Ended {
  code: string;
  job: string;
}

async function callUntil(signal: AbortSignal, node: NodeProcess, key: string) {
  const ended: Ended[] = [];
  let next = 0;
  let sentAgain = 0;
  const call = async (n: number): Promise<void> => {
    const { tool, fields } = mixture[n % mixture.length] ?? mixture[0];
    for (;;) {
      const answer = await send(node.url, key, tool, fields, n).catch(() => null);
      // As a client does: a call without an answer is sent again, and so is one that is told to come back.
      if (answer === null || ['server_busy', 'conversion_failed'].includes(String(answer.body['error']))) {
        const isFault = answer?.body['error'] === 'conversion_failed' && tool === 'crash';
        if (answer !== null && isFault) return void ended.push({ code: 'conversion_failed', job: '' });
        sentAgain += 1;
        await sleep(100);
        continue;
      }
      const code = answer.status === 200 ? 'success' : String(answer.body['error']);
      if (code !== 'success') {
        assert.ok(code in errors, JSON.stringify(answer.body));
        assert.equal(errors[code as keyof typeof errors].status, answer.status);
        assert.notEqual(code, 'internal_error');
      }
      const { job_id: job } = answer.body;
      return void ended.push({ code, job: typeof job === 'string' ? job : '' });
    }
  };
  const lane = async () => {
    while (!signal.aborted) await call(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { ended, sentAgain };
}

export interface LaterKillsReport {
  kills: number;
  /** Ends of jobs by their state. */
  states: Record<string, number>;
  /** Of webhooks: those that came, and how many came twice or after one of a job that ended later. */
  events: { sent: number; received: number; again: number; outOfOrder: number };
}

/**
 * The same for asynchronous jobs: each that was accepted ends, is counted as it ended, and is sent to `webhooks` webhooks at least
 * once. @throws as {@link runKills}
 */
export async function runLaterKills(kills: number, jobs: number, webhooks: number): Promise<LaterKillsReport> {
  await using receiver = await startReceiver();
  const loopback = ['127.0.0.0/8'];
  await using node = await startNodeProcess({ concurrency: 3, maxUploadsPerAccount: 100, webhookAllow: loopback });
  await using opened = await open(node.data);
  const { db } = opened;
  const { account, key } = await newAccount(db);
  const paths = Array.from({ length: webhooks }, () => receiver.path());
  for (const path of paths) await addWebhook(node, key, receiver.url + path);
  const killing = kill(node, kills);
  const accepted = new Set<string>();
  const calls = Array.from({ length: jobs }, (_, n) => n);
  const accept = async () => {
    for (let n = calls.shift(); n !== undefined; n = calls.shift()) {
      const job = await acceptUntilHeard(node, key, n);
      accepted.add(job);
    }
  };
  await Promise.all(Array.from({ length: lanes }, accept));
  await killing;
  assert.equal(accepted.size, jobs, 'a call that is repeated gets the job that it had');
  const rows = () => db.selectFrom('jobs').select(['id', 'state', 'completed_at']).execute();
  await eventually(async () => (await rows()).every(({ state }) => state !== 'pending'), 'every job ends', 120);
  const all = await rows();
  assert.deepEqual(new Set(all.map(({ id }) => id)), accepted, 'there are the jobs that were accepted, and no others');
  const states = Object.groupBy(all, ({ state }) => state);
  const counted = (states.success?.length ?? 0) + (states.rejected?.length ?? 0);
  assert.equal(await usedBy(db, account.id), counted, 'results and rejected calls are counted, and nothing else');
  assert.deepEqual(await db.selectFrom('orders').selectAll().execute(), []);
  for (const { id } of states.success ?? []) assert.equal((await download(node, key, id)).status, 200);
  const waiting = () => db.selectFrom('outbox').select('id').where('kind', '=', 'webhook').execute();
  await eventually(async () => (await waiting()).length === 0, 'every event is delivered', 120);
  const events = paths.map((path) => checkEvents(receiver.of(path), all));
  await checkFolders(node.data, db);
  const sum = (of: keyof EventCount) => events.reduce((total, one) => total + one[of], 0);
  return {
    kills,
    states: Object.fromEntries(Object.entries(states).map(([state, some]) => [state, some.length])),
    events: {
      sent: jobs * webhooks,
      received: sum('received'),
      again: sum('again'),
      outOfOrder: sum('outOfOrder'),
    },
  };
}

async function addWebhook(node: NodeProcess, key: string, url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${node.url}/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify({ url }) });
  assert.equal(answer.status, 201);
}

interface EventCount {
  received: number;
  again: number;
  outOfOrder: number;
}

/** Of one webhook: each end of a job came, as one message with one identifier, however often. */
function checkEvents(
  messages: readonly Message[],
  jobs: readonly { id: string; state: string; completed_at: number | null }[],
): EventCount {
  const firsts = new Map<string, { id: string; body: string; type: string }>();
  let [again, outOfOrder, latest] = [0, 0, 0];
  const ended = new Map(jobs.map((job) => [job.id, job]));
  for (const { headers, body } of messages) {
    const { type, data } = JSON.parse(body) as { type: string; data: { job_id: string } };
    if (!type.startsWith('job.')) continue;
    const id = String(headers['webhook-id']);
    const first = firsts.get(data.job_id);
    if (first !== undefined) {
      assert.deepEqual([id, body], [first.id, first.body], 'a repeated message is the same');
      again += 1;
      continue;
    }
    firsts.set(data.job_id, { id, body, type });
    const at = ended.get(data.job_id)?.completed_at ?? 0;
    if (at < latest) outOfOrder += 1;
    latest = Math.max(latest, at);
  }
  const types = { success: 'job.succeeded', rejected: 'job.rejected', failed: 'job.failed' } as Record<string, string>;
  assert.deepEqual(
    Object.fromEntries([...firsts].map(([job, { type }]) => [job, type])),
    Object.fromEntries(jobs.map(({ id, state }) => [id, types[state]])),
    'the end of every job came, and was what it is',
  );
  return { received: firsts.size + again, again, outOfOrder };
}

async function acceptUntilHeard(node: NodeProcess, key: string, n: number): Promise<string> {
  const { tool, fields } = mixture[n % mixture.length] ?? mixture[0];
  for (;;) {
    const answer = await send(node.url, key, tool, fields, n, { Prefer: 'respond-async' }).catch(() => null);
    const { job_id: job } = answer?.body ?? {};
    if (typeof job === 'string') return job;
    await sleep(100);
  }
}

async function send(
  url: string,
  key: string,
  tool: string,
  fields: object,
  n: number,
  more: Record<string, string> = {},
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  body.append('file', new Blob([`document ${n}`]), `${n}.txt`);
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `call-${n}`, ...more };
  return answerOf(await fetch(`${url}/v1/convert/${tool}`, { method: 'POST', body, headers }));
}

const download = (node: NodeProcess, key: string, job: string) =>
  fetch(`${node.url}/v1/download/${job}`, { headers: { Authorization: `Bearer ${key}` } });

/** Nothing at work, and nothing stored that no job speaks of. */
async function checkFolders(data: string, db: Database): Promise<void> {
  const left = () => readdir(join(data, 'work'));
  await eventually(async () => (await left()).length === 0, `nothing at work: ${(await left()).join(', ')}`, 30);
  const rows = await db.selectFrom('jobs').select('id').where('state', 'in', ['success', 'failed']).execute();
  const known = new Set(rows.map(({ id }) => id));
  const strays = async () => (await readdir(join(data, 'files'))).filter((id) => !known.has(id));
  await eventually(
    async () => (await strays()).length === 0,
    `no file without a job: ${(await strays()).join(', ')}`,
    30,
  );
}

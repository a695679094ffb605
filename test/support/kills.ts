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
  const account = await createAccount(db, systemClock, loadPlans(undefined), {
    email: 'a@example.test',
    plan: 'business',
  });
  const { key } = await createKey(db, systemClock, account.id, { name: 'test', prefix: 'platen' });

  const over = new AbortController();
  const load = callUntil(over.signal, node, key);
  await kill(node, kills);
  over.abort();
  const { ended, sentAgain } = await load;

  const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 0, 'no job is pending', 60);
  const counted = ended.filter(({ code }) => ['success', 'source_unreadable'].includes(code)).length;
  const { used } = await db
    .selectFrom('accounts')
    .select('used')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  assert.equal(used, counted, 'every conversion that was answered is counted once, and no other');
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

async function send(url: string, key: string, tool: string, fields: object, n: number): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  body.append('file', new Blob([`document ${n}`]), `${n}.txt`);
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `call-${n}` };
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

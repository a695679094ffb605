// ./platen webhooks listen: the webhook messages of a key's jobs, printed, and forwarded to a receiver on this machine. It asks the
// service for jobs that have ended, since a service cannot call a machine behind a router.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Platen, PlatenError } from '#client';
import { loadConfig } from '#config';
import { ending, UsageError, type Define } from './command.ts';

interface Options {
  forward?: string;
  secret?: string;
  url?: string;
  key?: string;
}

/** The interval between two looks at the jobs. */
const pollMs = 500;
/** A receiver must answer within this time, as one of the service must. */
const answerMs = 10_000;

export const webhooks: Define = (command) => {
  command
    .command('listen')
    .description('Print what webhooks get about the jobs of a key, and forward it to a receiver on this machine.')
    .option('--forward <url>', 'receiver of the messages, such as http://127.0.0.1:3000/hook')
    .option('--secret <secret>', 'secret to sign with, whsec_… (default: one that stays the same for the key)')
    .option('--url <url>', 'service (PLATEN_URL)')
    .option('--key <key>', 'API key (PLATEN_API_KEY)')
    .action(ending(listen));
};

async function listen({ forward, secret, url, key }: Options): Promise<void> {
  const { serviceUrl, serviceKey } = loadConfig(process.env);
  const [service, apiKey] = [url ?? serviceUrl, key ?? serviceKey];
  if (service === undefined || apiKey === undefined)
    throw new UsageError('name the service and its key: --url and --key, or PLATEN_URL and PLATEN_API_KEY');
  if (forward !== undefined && !URL.canParse(forward))
    throw new UsageError(`--forward is "${forward}", but must be a URL`);
  const platen = new Platen({ url: service, apiKey });
  const signing = secret ?? secretFor(apiKey);
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const stopped = new AbortController();
  void Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => stopped.abort());
  const seen = await firstLook(platen);
  say(`Waiting for the jobs of this key at ${service}.`);
  if (forward !== undefined) say(`Messages go to ${forward}, signed with ${signing}`);
  while (!stopped.signal.aborted) {
    for (const id of await endedSince(platen, seen, say)) {
      const message = await messageOf(platen, id);
      if (message === null) continue;
      process.stdout.write(`${JSON.stringify(message)}\n`);
      if (forward !== undefined) say(await sent(forward, signing, { id, body: JSON.stringify(message) }));
    }
    // Cut short when the command is stopped, which ends the loop.
    await sleep(pollMs, undefined, { signal: stopped.signal }).catch(() => {});
  }
}

/** A secret that receivers can keep: from the key, which it does not reveal. */
const secretFor = (apiKey: string): string =>
  `whsec_${createHmac('sha256', apiKey).update('platen webhooks listen').digest('base64')}`;

/** What was seen of the jobs of the key. */
interface Seen {
  pending: Set<string>;
  ended: Set<string>;
  /** When the newest began, in milliseconds since 1970. */
  since: number;
}

const pendingIds = async (platen: Platen): Promise<Set<string>> =>
  new Set((await Array.fromAsync(platen.jobs({ status: 'pending' }))).map(({ job_id: id }) => id));

async function firstLook(platen: Platen): Promise<Seen> {
  const seen: Seen = { pending: await pendingIds(platen), ended: new Set(), since: 0 };
  for await (const { job_id: id, status, created_at: at } of platen.jobs()) {
    // Jobs that have begun at the same time may be listed again.
    if (at < seen.since) break;
    seen.since = at;
    if (status !== 'pending') seen.ended.add(id);
  }
  return seen;
}

/** The jobs that have ended since the last look, the oldest first; none while the service does not answer. */
async function endedSince(platen: Platen, seen: Seen, say: (line: string) => void): Promise<string[]> {
  try {
    const listed = (await Array.fromAsync(platen.jobs({ since: seen.since }))).toReversed();
    const pending = await pendingIds(platen);
    const quick = listed.filter(({ status }) => status !== 'pending').map(({ job_id: id }) => id);
    const ended = [...new Set([...seen.pending, ...quick])].filter((id) => !pending.has(id) && !seen.ended.has(id));
    for (const id of ended) seen.ended.add(id);
    seen.pending = pending;
    seen.since = listed.at(-1)?.created_at ?? seen.since;
    return ended.sort();
  } catch (error) {
    if (!(error instanceof PlatenError) || !error.retryable) throw error;
    say(`the service does not answer now: ${error.message}`);
    return [];
  }
}

const types: Readonly<Record<string, string>> = {
  succeeded: 'job.succeeded',
  rejected: 'job.rejected',
  failed: 'job.failed',
};

/** The message about a job, as the service would send it; null for a deleted one. */
async function messageOf(platen: Platen, id: string): Promise<object | null> {
  for await (const { event, data } of platen.job(id).events()) {
    const type = types[event];
    if (type !== undefined) return { type, timestamp: new Date().toISOString(), data: { job_id: id, ...data } };
  }
  return null;
}

/** Posts a message as the service does, signed by the Standard Webhooks; returns a line about the answer. */
async function sent(to: string, secret: string, { id, body }: { id: string; body: string }): Promise<string> {
  const now = new Date();
  const began = performance.now();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const answer = await fetch(to, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return String(response.status);
    },
    (error: Error & { cause?: Error }) => (error.cause ?? error).message,
  );
  return `  ${id} → ${answer}, ${Math.round(performance.now() - began)} ms`;
}

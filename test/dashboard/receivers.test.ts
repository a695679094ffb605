// The receivers that the page of webhooks shows, unchanged: they accept signed events, and nothing else.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/proxies.ts';
import { eventually } from '../support/platen.ts';

const folder = join(import.meta.dirname, '../../web/src/receivers');
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const other = `whsec_${Buffer.from('another one of as many by').toString('base64')}`;
const body = JSON.stringify({
  type: 'job.succeeded',
  timestamp: new Date().toISOString(),
  data: { name: 'Größe €.pdf' },
});

/** Headers and body of a message. */
interface Message {
  headers: Record<string, string>;
  body: string;
}

interface Receiving extends AsyncDisposable {
  /** The status of the answer. */
  send(message: Message): Promise<number>;
}

const has = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)));

function signed({
  by = [secret],
  at = new Date(),
  id = 'msg_1',
}: { by?: string[]; at?: Date; id?: string } = {}): Message {
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': by.map((one) => new Webhook(one).sign(id, at, body)).join(' '),
    },
    body,
  };
}

/** A receiver that listens by itself. */
async function listening(program: string, args: (port: number) => string[]): Promise<Receiving> {
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(program, args(port), { cwd: folder, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  const send = async (message: Message) => (await fetch(url, { method: 'POST', ...message })).status;
  await eventually(() => fetch(url, { method: 'POST' }).catch(() => undefined), `${program} listens`, 30);
  return { send, [Symbol.asyncDispose]: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit');
  child.kill();
  await end;
}

/** A receiver that a web server starts for each message (RFC 3875). */
const cgi = (program: string, file: string): Receiving => ({
  async send(message) {
    const headers = Object.entries(message.headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]);
    const env = {
      PATH: process.env['PATH'],
      WEBHOOK_SECRET: secret,
      CONTENT_LENGTH: String(Buffer.byteLength(message.body)),
      ...(Object.fromEntries(headers) as Record<string, string>),
    };
    const child = spawn(program, [file], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => {}).end(message.body);
    const answer = Buffer.concat(await child.stdout.toArray()).toString();
    return Number(/^Status: (\d+)\r\n/.exec(answer)?.[1]);
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

const receivers: Record<string, { program?: string; start: () => Promise<Receiving> }> = {
  Node: { start: () => listening(process.execPath, () => ['receiver.ts']) },
  Python: { program: 'python3', start: () => listening('python3', () => ['receiver.py']) },
  PHP: { program: 'php', start: () => listening('php', (port) => ['-S', `127.0.0.1:${port}`, 'receiver.php']) },
  shell: { program: 'openssl', start: async () => cgi('bash', 'receiver.sh') },
};

const hourMs = 3_600_000;
const changed = (message: Message, headers: Record<string, string>): Message => ({
  ...message,
  headers: { ...message.headers, ...headers },
});

for (const [language, { program, start }] of Object.entries(receivers))
  test(
    `the receiver in ${language} accepts signed events, and refuses everything else`,
    { skip: program !== undefined && !has(program) },
    async () => {
      await using receiver = await start();
      const good = signed();
      assert.equal(await receiver.send(good), 204, 'signed');
      assert.equal(await receiver.send(signed({ by: [other, secret] })), 204, 'the second of two signatures');
      assert.equal(await receiver.send(signed({ by: [other] })), 401, 'by another secret');
      assert.equal(await receiver.send({ ...good, body: body.replace('Größe', 'Grösse') }), 401, 'another body');
      assert.equal(await receiver.send(changed(good, { 'webhook-id': 'msg_2' })), 401, 'another message');
      assert.equal(await receiver.send(signed({ at: new Date(Date.now() - hourMs) })), 401, 'an hour old');
      assert.equal(await receiver.send(signed({ at: new Date(Date.now() + hourMs) })), 401, 'an hour early');
      assert.equal(await receiver.send(changed(good, { 'webhook-timestamp': 'now' })), 401, 'no time');
      assert.equal(await receiver.send(changed(good, { 'webhook-signature': 'v1,' })), 401, 'an empty signature');
      const v2 = String(good.headers['webhook-signature']).replace('v1,', 'v2,');
      assert.equal(await receiver.send(changed(good, { 'webhook-signature': v2 })), 401, 'of another version');
      assert.equal(await receiver.send({ headers: {}, body }), 401, 'no signature at all');
    },
  );

// Which names the service answers to.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { refused, startPlaten, type Answer } from '../support/platen.ts';

/** A GET that names another host than it is sent to. */
const asked = (url: string, path: string, host: string, more: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const call = request(`${url}${path}`, { headers: { host, ...more } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const body = isJson ? (JSON.parse(text) as Answer['body']) : {};
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), body });
      });
    });
    call.on('error', reject).end();
  });

/** It came through, and had no key. */
const cameThrough = (answer: Answer) => refused(answer, 401, 'missing_bearer_token');

test('with a public address, a name that is not its own is refused wherever it leads', async () => {
  await using platen = await startPlaten({ publicUrl: 'https://platen.example', hosts: ['intern.example.test'] });
  for (const path of ['/v1/tools', '/dashboard/api/me', '/', '/docs'])
    refused(await asked(platen.url, path, 'attacker.example.com'), 421, 'misdirected_request');
  const page = '/s/0123456789abcdefghjkmnpqrs';
  assert.equal((await asked(platen.url, page, 'attacker.example.com')).status, 421);
  for (const host of ['platen.example', 'PLATEN.Example:443', 'intern.example.test', 'localhost:8080', 'platen'])
    cameThrough(await asked(platen.url, '/v1/tools', host));
  for (const host of ['127.0.0.1', '10.1.2.3:8080', '[::1]:8080', '[::ffff:10.1.2.3]'])
    cameThrough(await asked(platen.url, '/v1/tools', host));
  assert.equal((await asked(platen.url, '/ready', 'probe.example.com')).status, 200);
  refused(await asked(platen.url, '/metrics', 'probe.example.com'), 421, 'misdirected_request');
});

test('without one, every name is answered', async () => {
  await using platen = await startPlaten();
  cameThrough(await asked(platen.url, '/v1/tools', 'anything.example.com'));
});

test('without a token, metrics are for this machine by a name of its own, never by another and never through a proxy', async () => {
  await using platen = await startPlaten({ hosts: ['scrape.example.test'] });
  const metrics = (host: string, more?: Record<string, string>) => asked(platen.url, '/metrics', host, more);
  for (const host of ['localhost:8080', '127.0.0.1', 'platen', 'scrape.example.test'])
    assert.equal((await metrics(host)).status, 200, host);
  refused(await metrics('attacker.example.com'), 421, 'misdirected_request');
  const said = ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP'];
  for (const header of said) refused(await metrics('localhost', { [header]: 'for=192.0.2.1' }), 404, 'not_found');

  await using withToken = await startPlaten({ metricsToken: 'a-token-of-metrics' });
  const byToken = (token: string) =>
    asked(withToken.url, '/metrics', 'anything.example.com', { authorization: `Bearer ${token}`, forwarded: 'for=a' });
  assert.equal((await byToken('a-token-of-metrics')).status, 200);
  refused(await byToken('another'), 404, 'not_found');
});

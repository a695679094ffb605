// POST /mcp: an assistant converts by a service, within the rights and bounds of its key.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { MiB } from '#core/bytes.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let key: string;
before(async () => {
  platen = await startPlaten({ warmProcesses: 1, extensions: 'on', corsOrigins: ['https://chat.example.test'] });
  key = await platen.key();
});
after(() => platen[Symbol.asyncDispose]());

interface Connected extends AsyncDisposable {
  client: Client;
  transport: StreamableHTTPClientTransport;
  call(name: string, given: Record<string, unknown>): Promise<CallToolResult>;
}

async function connect(apiKey = key, to = platen): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  });
  await client.connect(transport);
  return {
    client,
    transport,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as CallToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const head = () => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
});
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

async function posted(body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${platen.url}/mcp`, { method: 'POST', headers: { ...head(), ...headers }, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');
const textIn = ({ content }: CallToolResult) =>
  content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n');
const linksIn = ({ content }: CallToolResult) =>
  content.flatMap((one) => (one.type === 'resource_link' ? [one.uri] : []));
const refusedWith = (answer: CallToolResult, text: RegExp) => {
  assert.equal(answer.isError, true, textIn(answer));
  assert.match(textIn(answer), text);
};

test('every tool that the service serves is listed, extensions too', async () => {
  await using mcp = await connect();
  const { tools } = await mcp.client.listTools();
  const served = (await platen.get('/v1/tools', key)).body['tools'] as { id: string }[];
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...served.map(({ id }) => id), 'convert_in_steps', 'get_quota', 'delete_result'],
  );
  const { annotations } = tools.find(({ name }) => name === 'delete_result') ?? {};
  assert.deepEqual([annotations?.readOnlyHint, annotations?.destructiveHint], [false, true]);
});

test('a document becomes a PDF, which is a resource and the input of the next call', async () => {
  await using mcp = await connect();
  const file = { name: 'report.docx', content: base64(await docx('Quarterly figures')) };
  const made = await mcp.call('office-to-pdf', { file });
  assert.equal(made.isError, undefined, textIn(made));
  const { job_id: id, name, size_bytes: size } = made.structuredContent ?? {};
  assert.equal(name, 'report.pdf');
  const [uri = '', download = ''] = linksIn(made);
  assert.equal(uri, `platen://job/${String(id)}`);
  const { contents } = await mcp.client.readResource({ uri });
  const [content] = contents;
  assert.ok(content !== undefined && 'blob' in content);
  assert.equal(content.mimeType, 'application/pdf');
  const bytes = Buffer.from(content.blob, 'base64');
  assert.equal(bytes.length, size);
  const fetched = await fetch(download, { headers: { Authorization: `Bearer ${key}` } });
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), bytes);
  const { resources } = await mcp.client.listResources();
  assert.ok(resources.some((resource) => resource.uri === uri));

  const turned = await mcp.call('rotate-pdf', { file: { file_id: id }, rotation: 90 });
  assert.equal(turned.isError, undefined, textIn(turned));
  assert.equal((await mcp.call('delete_result', { job_id: id })).isError, undefined);
  await assert.rejects(mcp.client.readResource({ uri }), /job_deleted/);
  await assert.rejects(mcp.client.readResource({ uri: 'platen://job/../../v1/quota' }), /resource_not_found/);
});

test('texts are given as they are, and a short text result is in the answer', async () => {
  await using mcp = await connect();
  const markdown = { name: 'note.md', text: '# Grüße\n\nA line.' };
  const steps = [{ tool: 'markdown-to-pdf' }, { tool: 'pdf-to-markdown' }];
  const made = await mcp.call('convert_in_steps', { files: [markdown], steps });
  const inline = made.content.find((one) => one.type === 'resource');
  assert.match(String(inline?.type === 'resource' && 'text' in inline.resource && inline.resource.text), /Grüße/);
});

test('errors are worded so that a model can correct the call', async () => {
  await using mcp = await connect();
  const file = { name: 'a.pdf', content: base64(pdf('one')) };
  refusedWith(await mcp.call('rotate-pdf', { file, rotation: '45' }), /^invalid_rotation: [^]*"allowed":\["90"/);
  refusedWith(await mcp.call('rotate-pdf', { file: { name: 'a.pdf' }, rotation: '90' }), /exactly one of "content"/);
  refusedWith(await mcp.call('rotate-pdf', { file: { ...file, content: '{}' }, rotation: '90' }), /not base64/);
  refusedWith(await mcp.call('rotate-pdf', { file: { file_id: 'nothing' }, rotation: '90' }), /^file_not_found/);
  refusedWith(await mcp.call('rotate-pdf', { file: '/etc/passwd', rotation: '90' }), /^file_not_found/);
  refusedWith(await mcp.call('merge-pdf', { files: [file] }), /^not_enough_files: [^]*"min":2/);
  refusedWith(await mcp.call('office-to-pdf', { file }), /^unsupported_content: [^]*cannot succeed/);
});

test('quota and rate are those of the key, and refused calls are not counted', async () => {
  const spent = await platen.key('business', 1_000_000);
  await using mcp = await connect(spent);
  const file = { name: 'a.pdf', content: base64(pdf('one')) };
  refusedWith(
    await mcp.call('rotate-pdf', { file, rotation: '90' }),
    /^quota_exceeded: [^]*before the quota is renewed/,
  );
  await using limited = await startPlaten({ convertRate: 1 });
  await using other = await connect(await limited.key(), limited);
  assert.equal((await other.call('rotate-pdf', { file, rotation: '90' })).isError, undefined);
  refusedWith(
    await other.call('rotate-pdf', { file, rotation: '90' }),
    /^rate_limited: [^]*can succeed in \d+ seconds/,
  );
  const quota = await other.call('get_quota', {});
  assert.equal(quota.structuredContent?.['used'], 1);
});

test('calls of the API that a call here leads to count for the address of the caller', async () => {
  await using limited = await startPlaten({ ipRate: 6, trustProxy: 1 });
  const own = await limited.key();
  const from = async (address: string) => {
    const answer = await fetch(`${limited.url}/mcp`, {
      method: 'POST',
      headers: { ...head(), Authorization: `Bearer ${own}`, 'X-Forwarded-For': address },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_quota', arguments: {} },
      }),
    });
    return [answer.status, /rate_limited/.test(await answer.text())] as const;
  };
  // The message itself, and the look at the quota.
  for (let n = 0; n < 3; n++) assert.deepEqual(await from('192.0.2.1'), [200, false]);
  assert.equal((await from('192.0.2.1'))[0], 429);
  assert.deepEqual(await from('192.0.2.2'), [200, false]);
});

test('progress is told, and a cancelled call is not counted', async () => {
  await using mcp = await connect();
  const told: Progress[] = [];
  const file = { name: 'report.docx', content: base64(await docx('Figures')) };
  await mcp.client.callTool({ name: 'office-to-pdf', arguments: { file } }, undefined, {
    onprogress: (progress) => told.push(progress),
  });
  const shares = told.map(({ progress }) => progress);
  assert.deepEqual([shares[0], shares.at(-1)], [0, 100]);

  const used = await platen.used(key);
  const long = await docx(...Array.from({ length: 4000 }, (_, n) => `Paragraph ${n} `.repeat(20)));
  for (const wantsProgress of [true, false]) {
    const stop = new AbortController();
    const call = mcp.client.callTool(
      { name: 'office-to-pdf', arguments: { file: { name: 'long.docx', content: base64(long) } } },
      undefined,
      {
        signal: stop.signal,
        ...(wantsProgress ? { onprogress: ({ progress }: Progress) => progress >= 5 && stop.abort() } : {}),
      },
    );
    if (!wantsProgress) {
      await eventually(async () => platen.service.dispatcher.running > 0, 'it is converted');
      stop.abort();
    }
    await assert.rejects(call);
    await eventually(async () => platen.service.dispatcher.running === 0, 'it is stopped');
  }
  await eventually(async () => (await platen.used(key)) === used, 'it is given back');
  await eventually(async () => (await readdir(join(platen.data, 'work'))).length === 0, 'nothing is left');
});

test('without a valid key there is no answer but 401', async () => {
  const without = await fetch(`${platen.url}/mcp`, { method: 'POST', body: ping });
  assert.equal(without.status, 401);
  assert.equal(without.headers.get('www-authenticate'), 'Bearer');
  assert.equal(((await without.json()) as { error: string }).error, 'missing_bearer_token');
  const wrong = await posted(ping, { Authorization: 'Bearer platen_live_wrong' });
  assert.deepEqual([wrong.status, JSON.parse(wrong.text).error], [401, 'invalid_api_key']);
  await assert.rejects(connect('platen_live_wrong'));
});

test('another method, type or body is refused', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${platen.url}/mcp`, { method, headers: head() });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
  }
  assert.equal((await posted(ping, { 'Content-Type': 'text/plain' })).status, 415);
  assert.equal((await posted(ping, { Accept: 'text/html' })).status, 406);
  const hostile = [
    '',
    '{',
    'null',
    '7',
    '"x"',
    '['.repeat(100_000),
    '{"jsonrpc":"1.0"}',
    '{"__proto__":{"id":1}}',
    '\u0000',
  ];
  for (const body of hostile) {
    const answer = await posted(body);
    assert.equal(answer.status, 400, body.slice(0, 20));
    assert.match(answer.text, /"jsonrpc":"2.0"/);
  }
  assert.equal((await posted(`[${ping},${ping}]`)).status, 400);
  const large = await posted(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(10 * MiB) } }),
  );
  assert.deepEqual([large.status, JSON.parse(large.text).error], [413, 'payload_too_large']);
  assert.equal((await posted(ping)).status, 200);
});

test('a message that does not say its size is bounded too', async () => {
  const status = await new Promise((resolve, reject) => {
    const call = httpRequest(`${platen.url}/mcp`, { method: 'POST', headers: head() }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
    for (let n = 0; n < 11; n++) call.write('x'.repeat(MiB));
    call.end();
  });
  assert.equal(status, 413);
});

test('a page of another site is counted, and its body is bounded', async () => {
  await using limited = await startPlaten({ ipRate: 2 });
  const headers = { ...head(), Origin: 'https://evil.example.test' };
  const status = async () => (await fetch(`${limited.url}/mcp`, { method: 'POST', headers, body: ping })).status;
  assert.deepEqual([await status(), await status(), await status()], [403, 403, 429]);

  const call = httpRequest(`${platen.url}/mcp`, { method: 'POST', headers }, (answer) => answer.resume());
  call.on('error', () => {});
  const chunk = 'x'.repeat(MiB);
  for (let n = 0; n < 60 && !call.destroyed; n++) {
    call.write(chunk);
    await setTimeout(25);
  }
  assert.ok(call.destroyed, 'the connection is closed');
});

test('a page of another site reaches nothing; one that may call the API does', async () => {
  assert.equal((await posted(ping, { Origin: 'https://evil.example.test' })).status, 403);
  const allowed = await posted(ping, { Origin: 'https://chat.example.test' });
  assert.equal(allowed.status, 200);
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://chat.example.test');
  assert.equal((await posted(ping, { Origin: platen.url })).status, 200);
  const asked = await fetch(`${platen.url}/mcp`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://chat.example.test', 'Access-Control-Request-Method': 'POST' },
  });
  assert.equal(asked.status, 204);
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Mcp-Session-Id/);

  await using named = await startPlaten({ publicUrl: 'https://platen.example' });
  const status = await new Promise((resolve, reject) => {
    const headers = { ...head(), Host: 'rebound.example.com' };
    httpRequest(`${named.url}/mcp`, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(ping);
  });
  assert.equal(status, 421);
});

test('a task from the menu is a text with the filled-in values', async () => {
  await using mcp = await connect();
  const { prompts } = await mcp.client.listPrompts();
  assert.equal(prompts.length, 2);
  const { messages } = await mcp.client.getPrompt({
    name: 'ready_to_send',
    arguments: { files: 'a.docx', password: 'secret-7' },
  });
  const [{ content } = { content: undefined }] = messages;
  assert.match(content?.type === 'text' ? content.text : '', /protect-pdf: password "secret-7"/);
  await assert.rejects(mcp.client.getPrompt({ name: 'none' }), /no prompt/);
});

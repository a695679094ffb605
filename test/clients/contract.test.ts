// The table of cases by every client, against a real service.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { errorCodes, errors, remedyOf, type ErrorCode } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import { retryOf } from '#reference/error-facts.ts';
import { startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';
import { toolCalls } from '../support/tool-calls.ts';
import { cases, failed, succeeded } from './cases.ts';
import { startFaultyLine, type Fault } from './faults.ts';
import { runners, type Runner } from './runners.ts';

let platen: Platen;
let folder: string;
const started: Runner[] = [];
before(async () => {
  const all = [...new Map([...tools, ...withSaboteurs].map((tool) => [tool.id, tool])).values()];
  platen = await startPlaten({ extensions: 'on', warmProcesses: 1 }, { tools: all });
  folder = await mkdtemp(join(tmpdir(), 'platen-clients-'));
  for (const { skip, start } of runners) if (skip === false) started.push(start(platen.url, await platen.key()));
});
after(async () => {
  for (const runner of started) await runner[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  await platen[Symbol.asyncDispose]();
});

let folders = 0;
async function ownFolder(): Promise<string> {
  const own = join(folder, String(folders++));
  await mkdir(own);
  return own;
}

/** Runs by all clients at once. */
const byEach = (name: string, run: (client: Runner) => Promise<void>): void =>
  void test(name, { concurrency: true }, async (t) => {
    await Promise.all(started.map((client) => t.test(`${client.name}: ${name}`, () => run(client))));
  });

test('every client whose language is installed runs the table', () => {
  assert.ok(started.some(({ name }) => name === 'TypeScript'));
  for (const { name, skip } of runners) if (skip !== false) process.stdout.write(`${name} is left out: ${skip}\n`);
});

for (const [name, run] of Object.entries(cases))
  byEach(name, async (client) => run({ platen, client, key: await platen.key(), folder: await ownFolder() }));

for (const { id } of tools)
  byEach(`${id} by its method`, async (client) => {
    const call = toolCalls[id];
    assert.ok(call !== undefined);
    const { name, data, fields = {}, times = 1 } = call;
    const path = join(await ownFolder(), name);
    await writeFile(path, await data(platen));
    const files = Array.from({ length: times }, () => path);
    const made = succeeded(await client.run({ do: 'method', key: await platen.key(), method: id, files, fields }));
    assert.equal(made['bytes'], made['size_bytes']);
  });

// Answers of the service in its own tests.
const examples = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/examples.json'), 'utf8')) as {
  errors: Record<string, Record<string, unknown>>;
};

byEach(
  'every error of the catalogue has its code, its fields, what to do, and whether a retry helps',
  async (client) => {
    let answer: Fault | undefined;
    await using line = await startFaultyLine(platen.url, () => answer);
    const files = [join(await ownFolder(), 'a.txt')];
    await writeFile(files[0] ?? '', 'x');
    for (const [code, body] of Object.entries(examples.errors) as [ErrorCode, Record<string, unknown>][]) {
      answer = { status: errors[code].status, body };
      const got = failed(await client.run({ do: 'convert', url: line.url, tool: 'copy', files, retries: 0 }), code);
      const { error: _, message, ...fields } = body;
      assert.deepEqual([got.status, got.message, got.fields], [errors[code].status, message, fields], code);
      assert.deepEqual([got.remedy, got.retryable], [remedyOf(code), ['after', 'later'].includes(retryOf(code))], code);
      const isRejected = fields['status'] === 'rejected';
      const isOurs = got.status >= 500 || code === 'rate_limited';
      assert.equal(got.type, isRejected ? 'DocumentError' : isOurs ? 'ServiceError' : 'RequestError', code);
    }
  },
);

/** The rows of docs/api/retries.md: each response, and whether its request is retried. */
const documented = (() => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/api/retries.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (.*) \| (yes|no)[ ,:].* \|$/gm)].map(([, answer = '', retry]) => ({
    codes: [...answer.matchAll(/\[`(\w+)`\]/g)].map(([, code]) => code),
    statuses: [...answer.matchAll(/`(\d{3})`/g)].map(([, status]) => Number(status)),
    hasResponse: !answer.startsWith('no response'),
    isRetried: retry === 'yes',
  }));
  const [, count = ''] = /at most (\w+) retries/.exec(text) ?? [];
  return { rows, retries: ['none', 'one', 'two', 'three', 'four', 'five', 'six'].indexOf(count) };
})();

byEach('a call is repeated after the responses that docs/api/retries.md names, and no others', async (client) => {
  let fault: Fault = 'reset';
  await using line = await startFaultyLine(platen.url, () => fault);
  const files = [join(await ownFolder(), 'a.txt')];
  await writeFile(files[0] ?? '', 'x');
  const requestsAfter = async (answer: Fault, retries?: number): Promise<number> => {
    fault = answer;
    const before = line.requests;
    const { error } = await client.run({ do: 'convert', url: line.url, tool: 'copy', files, retries });
    assert.ok(error !== undefined);
    return line.requests - before;
  };
  const { rows, retries } = documented;
  assert.ok(rows.length > 4);
  for (const { statuses, hasResponse, isRetried } of rows) {
    if (!hasResponse) assert.equal(await requestsAfter('reset', 1), isRetried ? 2 : 1);
    for (const status of statuses)
      assert.equal(await requestsAfter({ status, body: '<p>A proxy.</p>' }, 1), isRetried ? 2 : 1, String(status));
  }
  for (const code of errorCodes) {
    // `fetch` itself repeats a 421 over another connection.
    if (code === 'misdirected_request') continue;
    const body = { ...examples.errors[code], retry_after: 0 };
    const isRetried = rows.some((row) => row.isRetried && row.codes.includes(code));
    assert.equal(await requestsAfter({ status: errors[code].status, body }, 1), isRetried ? 2 : 1, code);
  }
  const busy = { error: 'server_busy', message: 'Busy.', retry_after: 0 };
  assert.equal(await requestsAfter({ status: 503, body: busy }), 1 + retries);
});

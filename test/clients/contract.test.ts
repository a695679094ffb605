// The table of cases by every client, against a real service.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { errors, type ErrorCode } from '#core/errors.ts';
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

// What the service has answered in its own tests.
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
      assert.deepEqual(
        [got.remedy, got.retryable],
        [errors[code].fix, ['after', 'later'].includes(retryOf(code))],
        code,
      );
      const isRejected = fields['status'] === 'rejected';
      const isOurs = got.status >= 500 || code === 'rate_limited';
      assert.equal(got.type, isRejected ? 'DocumentError' : isOurs ? 'ServiceError' : 'RequestError', code);
    }
  },
);

// Every tool called as a client does, with a small document: the source of the examples on the pages of the tools.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tools } from '#conversion/tools/index.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';
import { threePages, toolCalls } from '../support/tool-calls.ts';

let platen: Platen;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
});
after(async () => {
  await platen[Symbol.asyncDispose]();
});

test('every tool has a call here', () => {
  assert.deepEqual(Object.keys(toolCalls).sort(), tools.map(({ id }) => id).sort());
});

const signatures: Record<string, RegExp> = {
  '.pdf': /^%PDF-/,
  '.zip': /^PK/,
  '.docx': /^PK/,
  '.xlsx': /^PK/,
  '.jpg': /^\u00ff\u00d8/,
  '.md': /^\S/,
};

for (const tool of tools)
  test(`${tool.id} converts a client's file`, async () => {
    const call = toolCalls[tool.id];
    assert.ok(call !== undefined);
    const { name, data, fields = {}, times = 1 } = call;
    const key = await platen.key();
    const file = { name, data: Buffer.from(await data(platen)) };
    const files = Array.from({ length: times }, () => file);
    const job = converted(await platen.convert(tool.id, files, { key, fields }));
    const result = await platen.download(job, key);
    assert.match(result.toString('latin1', 0, 8), signatures[tool.produces.format.extensions[0] ?? ''] ?? /never/);
    assert.equal((await platen.get(`/v1/job/${job}`, key)).body['tool'], tool.id);
  });

test('tools beyond the specification exist only if extensions are on', async () => {
  await using plain = await startPlaten();
  const key = await plain.key();
  const further = tools.filter(({ isExtension }) => isExtension === true).map(({ id }) => id);
  const listed = (body: Record<string, unknown>) => (body['tools'] as { id: string }[]).map(({ id }) => id);
  assert.equal(further.length, 6);
  const without = listed((await plain.get('/v1/tools', key)).body);
  assert.equal(without.length, 17);
  assert.deepEqual(
    without.filter((id) => further.includes(id)),
    [],
  );
  const all = listed((await platen.get('/v1/tools', await platen.key())).body);
  assert.deepEqual(
    further.filter((id) => !all.includes(id)),
    [],
  );
  for (const id of further) {
    const answer = await plain.convert(id, [{ name: 'report.pdf', data: threePages }], { key });
    assert.equal(answer.status, 404);
    assert.equal(answer.body['error'], 'tool_not_found');
  }
});

test('a value that a field does not accept is refused with the accepted ones', async () => {
  const key = await platen.key();
  const page = { name: 'page.html', data: Buffer.from('<!doctype html><p>page') };
  const answer = await platen.convert('html-to-pdf', [page], { key, fields: { margin: 'wide' } });
  refused(answer, 400, 'invalid_value', {
    field: 'margin',
    expected: 'a length such as 20mm, or two to four of them, in mm, cm, in, pt or px',
  });
});

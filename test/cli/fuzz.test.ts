// ./platen fuzz: the files that it damages, and the answers that it reports.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { callerOf } from '#dev/fuzz/caller.ts';
import { mutate } from '#dev/fuzz/mutate.ts';
import { randomFrom } from '#dev/fuzz/random.ts';
import { runPlaten } from '../support/cli.ts';
import { pdf, zip } from '../support/fixtures.ts';

test('damaged documents of every kind get documented answers, and nothing is left behind', async () => {
  // It does not touch the database and the bucket of a service in use.
  const env = {
    PLATEN_DATABASE_URL: 'postgres://127.0.0.1:1/in-use',
    PLATEN_FILES: 's3://in-use?endpoint=http://127.0.0.1:1',
  };
  const { status, stdout } = await runPlaten(['fuzz', '--cases', '80', '--seconds', '100', '--seed', '7'], {
    cwd: tmpdir(),
    env,
  });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^80 documents, seed 7: .*converted \d+.*; 0 wrong$/m);
});

test('many more damaged documents are tried if only their first reader runs', async () => {
  const { status, stdout } = await runPlaten(
    ['fuzz', '--readers', '--cases', '120', '--seconds', '400', '--seed', '7'],
    {
      cwd: tmpdir(),
    },
  );
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^120 documents, seed 7: .*came through \d+.*; 0 wrong$/m);
});

test('the same seed damages in the same way, and differently from the next', async () => {
  const sources = [
    Buffer.from(pdf('one', 'two')),
    Buffer.from(await zip({ 'a.xml': '<a b="c">text</a>', 'd.xml': '<e/>' })),
  ];
  for (const source of sources) {
    const made = (seed: number) =>
      Array.from({ length: 50 }, (_, n) => mutate(source, Buffer.from('another'), randomFrom(seed * 100 + n)));
    assert.deepEqual(made(1), made(1));
    assert.notDeepEqual(made(1), made(2));
    const kinds = new Set(made(1).flatMap(({ what }) => what.replace(/\d+/g, 'N').split(', ')));
    assert.ok(kinds.size > 8, [...kinds].join('; '));
  }
});

test('an answer that no client may get is told', async () => {
  let answer: (response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const caller = callerOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key');
  const send = (status: number, body: object) =>
    (answer = (response) => response.writeHead(status).end(JSON.stringify(body)));
  const problem = async () =>
    (await caller.convert('rotate-pdf', [{ name: 'a.pdf', bytes: Buffer.from('x') }])).problem;

  send(422, { error: 'source_unreadable', message: '' });
  assert.equal(await problem(), undefined);
  send(500, { error: 'internal_error', message: '' });
  assert.match((await problem()) ?? '', /500/);
  send(422, { error: 'no_such_code' });
  assert.match((await problem()) ?? '', /without a code/);
  send(400, { error: 'source_unreadable' });
  assert.match((await problem()) ?? '', /source_unreadable with 400/);
  send(422, { error: 'ps_blank_output' });
  assert.match((await problem()) ?? '', /not an error of this tool/);
  send(422, { error: 'too_many_pages', pages: 'many' });
  assert.match((await problem()) ?? '', /wrong fields/);
  send(200, { job_id: 'j' });
  assert.match((await problem()) ?? '', /no pdf/);
  answer = (response) => response.destroy();
  assert.match((await problem()) ?? '', /no answer/);
  server.close();
  server.closeAllConnections();
});

// Nobody holds the asynchronous jobs of others: any number of endless ones give way, and lose nothing by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };

async function begin(platen: Platen, key: string, tool: string): Promise<string> {
  const { status, body } = await platen.convert(tool, [text], { key, headers: { Prefer: 'respond-async' } });
  assert.equal(status, 202, JSON.stringify(body));
  return String(body['job_id']);
}

const ended = (platen: Platen, key: string, id: string) =>
  eventually(
    async () => {
      const { body } = await platen.get(`/v1/job/${id}`, key);
      return body['status'] !== 'pending' && body['status'];
    },
    'the job ends',
    30,
  );

const rowsOf = (platen: Platen) =>
  platen.service.db.selectFrom('orders').select(['job_id', 'is_taken', 'put_back']).execute();

test('another account’s job is done while endless ones have every slot, and these are put back, not failed', async () => {
  await using platen = await startPlaten({ concurrency: 2, asyncTimeoutMs: 600_000 }, { tools: withSaboteurs });
  const [attacker, other] = [await platen.key(), await platen.key()];
  const endless: string[] = [];
  for (let n = 0; n < 8; n++) endless.push(await begin(platen, attacker, 'hang'));
  await eventually(async () => (await rowsOf(platen)).filter((row) => row.is_taken === 1).length === 2, 'two run');
  for (let n = 0; n < 3; n++) assert.equal(await ended(platen, other, await begin(platen, other, 'copy')), 'success');
  const rows = await rowsOf(platen);
  assert.equal(rows.length, endless.length, 'all of them still run');
  assert.ok(rows.some((row) => row.put_back > 0));
  assert.ok(rows.filter((row) => row.is_taken === 1).length <= 3, 'two have slots, and one continues beside them');
  for (const id of endless) {
    const { body } = await platen.get(`/v1/job/${id}`, attacker);
    assert.equal(body['status'], 'pending');
    assert.equal((await platen.get(`/v1/job/${id}`, attacker, { method: 'DELETE' })).status, 200);
  }
  await eventually(async () => platen.service.running.ids().length === 0, 'they are stopped');
  assert.equal(await platen.used(attacker), 0);
  assert.deepEqual(await platen.leftovers(), []);
});

test('a job is done though calls that somebody waits for have every slot', async () => {
  await using platen = await startPlaten({ concurrency: 1 }, { tools: withSaboteurs });
  const [attacker, other] = [await platen.key(), await platen.key()];
  const stop = new AbortController();
  const hanging = platen.convert('hang', [text], { key: attacker, signal: stop.signal }).catch(() => {});
  await eventually(async () => platen.service.dispatcher.running === 1, 'it runs');
  assert.equal(await ended(platen, other, await begin(platen, other, 'copy')), 'success');
  stop.abort();
  await hanging;
});

test('an account whose job has burned its time comes last with its next ones', async () => {
  await using platen = await startPlaten({ concurrency: 1, asyncTimeoutMs: 6000 }, { tools: withSaboteurs });
  const [attacker, other] = [await platen.key(), await platen.key()];
  assert.equal(await ended(platen, attacker, await begin(platen, attacker, 'hang')), 'failed');
  const { dispatcher } = platen.service;
  const stop = new AbortController();
  const calls = [platen.convert('hang', [text], { key: other, signal: stop.signal }).catch(() => {})];
  await eventually(async () => dispatcher.running === 1, 'the slot is taken');
  calls.push(platen.convert('hang', [text], { key: attacker, signal: stop.signal }).catch(() => {}));
  await eventually(async () => dispatcher.waiting === 1, 'it waits');
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.equal(dispatcher.secondsOfOthers({ accountId: 'anybody' }), 0, 'nobody makes room for who burns time');
  stop.abort();
  await Promise.all(calls);
});

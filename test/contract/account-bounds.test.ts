// What one account may take at a time: conversions that wait or run, and bytes that are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { converted, eventually, refused, startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const text = { name: 'a.txt', data: Buffer.from('hello') };

test('an account has so many conversions at a time, and others have theirs', async () => {
  await using platen = await startPlaten({ maxRunningPerAccount: 3 }, { tools: withSaboteurs });
  const [busy, other] = [await platen.key(), await platen.key()];
  const stopped = new AbortController();
  const hung = Array.from({ length: 3 }, () =>
    platen.convert('hang', [text], { key: busy, signal: stopped.signal }).catch(() => null),
  );
  const { db } = platen.service;
  const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
  await eventually(async () => (await pending()).length === 3, 'three that wait or run');
  refused(await platen.convert('copy', [text], { key: busy }), 503, 'server_busy', { retry_after: 5 });
  stopped.abort();
  await Promise.all(hung);
  await eventually(async () => (await pending()).length === 0, 'they have ended');
  converted(await platen.convert('copy', [text], { key: busy }));
  converted(await platen.convert('copy', [text], { key: other }));
  assert.deepEqual(await platen.leftovers(), []);
});

test('who keeps as many bytes as may be converts again when a result is deleted, or expires', async () => {
  const max_bytes = 10;
  await using platen = await startPlaten({ maxStoredBytesPerAccount: max_bytes }, { tools: withSaboteurs });
  const [key, other] = [await platen.key(), await platen.key()];
  const convert = () => platen.convert('copy', [text], { key });
  const first = converted(await convert());
  converted(await convert());
  const full = await convert();
  refused(full, 429, 'storage_limit_reached', { max_bytes, plan: 'business' });
  const wait = Number(full.body['retry_after']);
  assert.ok(wait > 0 && wait <= 3600, String(wait));
  assert.equal(full.headers.get('retry-after'), String(wait));
  assert.equal(await platen.used(key), 2);
  converted(await platen.convert('copy', [text], { key: other }));

  await platen.get(`/v1/job/${first}`, key, { method: 'DELETE' });
  converted(await convert());
  refused(await convert(), 429, 'storage_limit_reached');
  platen.clock.move(2 * hourMs);
  await eventually(async () => (await convert()).status === 200, 'results have expired');
});

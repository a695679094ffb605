// Nobody can take the place of others: endless documents of visitors and of other accounts keep no account waiting, and the time of the
// engines is limited where others wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../support/dashboard.ts';
import { answerOf, converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const endless = { name: 'endless.ps', data: Buffer.from('%!PS\n{} loop\n') };
const text = { name: 'a.txt', data: Buffer.from('hello') };

/** Six that never end, of one visitor; the promise is for when the first of them has an answer. */
async function sixOf(platen: Platen, stop: AbortSignal): Promise<{ answered: () => boolean; all: Promise<unknown> }> {
  let hasAnswer = false;
  const who = visitor(platen);
  const one = async () => {
    const body = new FormData();
    body.append('file', new Blob([endless.data]), endless.name);
    const sent = who.fetch('/dashboard/api/trials/ps-to-pdf', { method: 'POST', body, signal: stop });
    await sent.then(
      async (response) => {
        const { status } = await answerOf(response);
        // Only some of its uploads are taken at a time.
        if (status !== 503) hasAnswer = true;
      },
      () => {},
    );
  };
  const all = Promise.all(Array.from({ length: 6 }, one));
  return { answered: () => hasAnswer, all };
}

test('an account converts while the endless documents of a visitor still run', async () => {
  await using platen = await startPlaten({ tries: 50, concurrency: 2 }, { tools: withSaboteurs });
  const key = await platen.key();
  const stop = new AbortController();
  const six = await sixOf(platen, stop.signal);
  const { dispatcher } = platen.service;
  await eventually(async () => dispatcher.running === 1 && dispatcher.waiting >= 1, 'one runs, and others wait');
  for (let n = 0; n < 5; n++) converted(await platen.convert('copy', [text], { key }));
  assert.ok(dispatcher.running >= 1 && !six.answered(), 'the first of them has not ended yet');
  stop.abort();
  await six.all;
  await eventually(async () => dispatcher.running === 0, 'they are stopped');
  assert.deepEqual(await platen.leftovers(), []);
});

test('time that ended in nothing is used up though the conversion is given back, and others go first', async () => {
  await using platen = await startPlaten(
    { engineSecondsPerHour: 1, concurrency: 1, conversionTimeoutMs: 3000 },
    { tools: withSaboteurs },
  );
  const [slow, other] = [await platen.key(), await platen.key()];
  refused(await platen.convert('hang', [text], { key: slow }), 504, 'conversion_timeout');
  assert.equal(await platen.used(slow), 0, 'given back');
  converted(await platen.convert('copy', [text], { key: slow }));

  const { dispatcher } = platen.service;
  const stop = new AbortController();
  const hanging = Array.from({ length: 2 }, () =>
    platen.convert('hang', [text], { key: other, signal: stop.signal }).catch(() => {}),
  );
  const slowly = { accountId: 'of the slow one' };
  await eventually(async () => dispatcher.secondsOfOthers(slowly) > 0, 'somebody else has to wait');
  const answer = await platen.convert('copy', [text], { key: slow });
  refused(answer, 429, 'rate_limited', { limit: 'engine_seconds', plan: 'business' });
  const wait = Number(answer.body['retry_after']);
  assert.ok(wait > 0 && wait <= 60, `${wait} seconds, after which nobody else waits`);
  assert.equal(answer.headers.get('retry-after'), String(wait));
  stop.abort();
  await Promise.all(hanging);
  await eventually(async () => dispatcher.running === 0, 'they are stopped');
});

test('without a limit, usage is not queried', async () => {
  await using platen = await startPlaten(
    { engineSecondsPerHour: 0, concurrency: 1, conversionTimeoutMs: 1000 },
    { tools: withSaboteurs },
  );
  const key = await platen.key();
  refused(await platen.convert('hang', [text], { key }), 504, 'conversion_timeout');
  const limit = platen.service.limits.engineSeconds;
  await limit.spend({ accountId: 'anybody' }, 1e6);
  assert.equal(await limit.exhaustedFor({ accountId: 'anybody' }), null);
});

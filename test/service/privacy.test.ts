// Output for operators (lines of the log, metrics, traces) never has a document's name, its words, a password or a field's text.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { z } from 'zod';
import { withoutFields } from '#core/log.ts';
import { openFieldsOf, secret, secretNames } from '#conversion/options/secrets.ts';
import { pipelineId } from '#conversion/pipeline.ts';
import { tools } from '#conversion/tools/index.ts';
import { optionFields } from '#reference/option-fields.ts';
import type { Order } from '#service/dispatch/dispatcher.ts';
import { createSealer } from '#service/dispatch/sealed.ts';
import { createTraces } from '#service/traces/otlp.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { startReceiver } from '../support/otlp.ts';
import { converted, startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

/** In names, words of documents, passwords, texts to print, and headers that clients choose. */
const planted = 'zanzibar';

test('after conversions of every outcome no planted word is in the log, the metrics or the traces', async () => {
  const { lines: written, log } = kept();
  await using receiver = await startReceiver();
  await using platen = await startPlaten({ tracesEndpoint: receiver.endpoint }, { tools: withSaboteurs }, log);
  const key = await platen.key();
  const named = (extension: string, data: Uint8Array<ArrayBuffer>) => ({
    name: `${planted}-letter.${extension}`,
    data,
  });
  const page = named('pdf', pdf(planted));
  const fields = { text: planted, password: planted };
  const call = (tool: string, file: typeof page, given: Record<string, string> = {}) =>
    platen.convert(tool, [file], {
      key,
      fields: given,
      headers: { 'Idempotency-Key': `${planted}-${tool}-${file.name}` },
    });

  const letter = converted(await call('office-to-pdf', named('docx', await docx(`Words of ${planted}.`))));
  const locked = converted(await call('protect-pdf', page, { password: planted }));
  converted(await call('watermark-pdf', page, { text: planted }));
  converted(await call('pdf-to-word', page));
  const file = { name: `${planted}-locked.pdf`, data: new Uint8Array(await platen.download(locked, key)) };
  converted(await call('unlock-pdf', file, { password: planted }));
  // Refused, the file's fault, and ours.
  const statuses = [
    await call('unlock-pdf', { ...file, name: `${planted}-other.pdf` }, { password: `${planted}-wrong` }),
    await call('rotate-pdf', page, { rotation: planted }),
    await call('extract-pages', page, { ranges: planted }),
    await call('office-to-pdf', named('docx', Buffer.from(`PK ${planted}`))),
    await call(`${planted}-tool`, page),
    await call('crash', named('txt', Buffer.from(planted)), fields),
    await call('broken', named('txt', Buffer.from(planted)), fields),
  ].map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status >= 400),
    statuses.join(' '),
  );
  await platen.get(`/v1/download/${letter}?name=${planted}`, key, {
    headers: { 'User-Agent': planted, Referer: planted },
  });
  await platen.get(`/v1/job/${planted}`, key);
  await platen.get(`/${planted}`);

  const metrics = String((await platen.get('/metrics')).body['text']);
  await platen.running.stop();
  const lines = written.join('');
  assert.match(lines, /request completed/);
  assert.match(metrics, /platen_conversions_total/);
  assert.ok(receiver.spans.length > 20);
  for (const [what, text] of Object.entries({ lines, metrics, spans: JSON.stringify(receiver.spans) })) {
    const at = text.indexOf(planted);
    assert.equal(at, -1, `${what}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
  }
});

/** A log, and the lines that it has written. */
function kept() {
  const lines: string[] = [];
  const to = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  return { lines, log: pino({ level: 'trace' }, to) };
}

test('a new secret field is sealed, and left out of logs and traces, by its mark in the schema alone', async () => {
  const options = z.strictObject({ pin: z.string().meta(secret).optional(), copies: z.string() });
  const withVault = [...tools, { id: 'vault', options }];
  const names = secretNames(withVault);

  const sealer = createSealer(openFieldsOf(withVault), 'a secret', undefined);
  const order = { tool: 'vault', options: { pin: planted, copies: '2' }, jobId: 'j' } as unknown as Order;
  const sealed = sealer.seal(order);
  assert.deepEqual(sealed.open, { copies: '2' });
  assert.deepEqual(sealer.unseal(sealed, 'j'), order.options);
  assert.doesNotMatch(JSON.stringify(sealed), new RegExp(planted));

  const { lines, log } = kept();
  withoutFields(log, names).info({ ...order.options, order, err: { fields: { pin: planted } } }, 'an order');
  assert.match(lines.join(''), /"copies":"2".*an order/);
  assert.doesNotMatch(lines.join(''), new RegExp(planted));

  await using receiver = await startReceiver();
  const traces = createTraces({ endpoint: receiver.endpoint, serviceName: 'a', instance: 'b', secrets: names });
  traces.begin('convert', { attributes: { pin: planted, tool: 'vault' } }).end({ pin: planted });
  await traces.stop();
  assert.deepEqual(
    receiver.spans.map(({ attributes }) => attributes),
    [{ tool: 'vault' }],
  );
});

test('every password is marked as a secret, and the steps of a pipeline are sealed with the passwords inside', () => {
  const passwords = tools.filter((tool) => optionFields(tool).some(({ name }) => name === 'password'));
  assert.ok(passwords.length > 10);
  const openFields = openFieldsOf(tools);
  for (const { id } of passwords) assert.ok(!openFields(id).has('password'), id);
  assert.deepEqual([...openFields(pipelineId)], []);
});

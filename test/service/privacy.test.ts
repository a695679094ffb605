// What operators see (lines of the log, metrics, traces) never has a document's name, its words, a password or a field's text.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { docx, pdf } from '../support/fixtures.ts';
import { startReceiver } from '../support/otlp.ts';
import { converted, startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

/** In names, words of documents, passwords, texts to print, and headers that clients choose. */
const planted = 'zanzibar';

test('after conversions of every outcome no planted word is in the log, the metrics or the traces', async () => {
  let lines = '';
  const to = new Writable({
    write(line: Buffer, _encoding, done) {
      lines += line.toString();
      done();
    },
  });
  await using receiver = await startReceiver();
  await using platen = await startPlaten(
    { tracesEndpoint: receiver.endpoint },
    { tools: withSaboteurs },
    pino({ level: 'trace' }, to),
  );
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
  assert.match(lines, /request completed/);
  assert.match(metrics, /platen_conversions_total/);
  assert.ok(receiver.spans.length > 20);
  for (const [what, text] of Object.entries({ lines, metrics, spans: JSON.stringify(receiver.spans) })) {
    const at = text.indexOf(planted);
    assert.equal(at, -1, `${what}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
  }
});

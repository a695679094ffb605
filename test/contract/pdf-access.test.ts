// The answers of every PDF tool to an encrypted document, and to one with too many pages; each tool lists them in `errors`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { formats } from '#core/formats.ts';
import { tools } from '#conversion/tools/index.ts';
import { pdf } from '../support/fixtures.ts';
import { pdfOf } from '../support/pdf-builder.ts';
import { refused, startPlaten, type Platen } from '../support/platen.ts';

const required: Record<string, Record<string, string>> = {
  'extract-pages': { ranges: '2' },
  'rotate-pdf': { rotation: '90' },
  'protect-pdf': { password: 'secret' },
  'watermark-pdf': { text: 'draft' },
};
const takePdfs = tools.filter(({ accepts }) => accepts.includes(formats.pdf));
const plain = { name: 'plain.pdf', data: pdf('one', 'two', 'three') };
/** Encrypted for a recipient's certificate: no password opens it. */
const forRecipient = {
  name: 'recipient.pdf',
  data: pdfOf(
    {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
      4: '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 2 /Length 128 /Recipients [<00>] >>',
    },
    '/Encrypt 4 0 R /ID [<00> <00>]',
  ),
};
let platen: Platen;
let locked: { name: string; data: Buffer<ArrayBuffer> };

before(async () => {
  platen = await startPlaten({ maxPdfPages: 2, extensions: 'on' });
  const folder = await mkdtemp(join(tmpdir(), 'platen-pdf-'));
  const [source, target] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
  await writeFile(source, plain.data);
  await promisify(execFile)('qpdf', ['--encrypt', 'user', 'owner', '256', '--', source, target]);
  locked = { name: 'locked.pdf', data: await readFile(target) };
  await rm(folder, { recursive: true });
});

after(() => platen[Symbol.asyncDispose]());

/** Calls a tool with as many copies of a file as it needs. */
const call = (id: string, key: string, file: typeof locked, fields: Record<string, string> = {}) => {
  const min = tools.find((tool) => tool.id === id)?.files.min ?? 1;
  const files = Array.from({ length: min }, () => file);
  return platen.convert(id, files, { key, fields: { ...required[id], ...fields } });
};

for (const { id, errors } of takePdfs) {
  const takesPassword = errors.includes('needs_password');

  test(`${id}: an encrypted PDF is refused with a remedy, and nothing is counted`, async () => {
    const key = await platen.key();
    if (takesPassword) {
      refused(await call(id, key, locked), 422, 'needs_password', { file: 'locked.pdf' });
      refused(await call(id, key, locked, { password: 'wrong' }), 422, 'wrong_password', { file: 'locked.pdf' });
    }
    if (errors.includes('password_protected')) {
      if (!takesPassword) refused(await call(id, key, locked), 422, 'password_protected', { file: 'locked.pdf' });
      refused(await call(id, key, forRecipient), 422, 'password_protected', { file: 'recipient.pdf' });
    }
    assert.equal(await platen.used(key), 0);
  });

  if (errors.includes('too_many_pages') && id !== 'split-pdf')
    test(`${id}: a document with too many pages is rejected with the limit, and counted`, async () => {
      const key = await platen.key();
      refused(await call(id, key, plain), 422, 'too_many_pages', { max_pages: 2, status: 'rejected' });
      assert.equal(await platen.used(key), 1);
    });
}

test('protect-pdf needs its password', async () => {
  const key = await platen.key();
  const got = await platen.convert('protect-pdf', [plain], { key });
  refused(got, 400, 'field_required', { field: 'password', plan: 'business' });
});

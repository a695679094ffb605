// Every tool called as a client does, with a small document: what the pages of the tools show comes from here.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { tools } from '#conversion/tools/index.ts';
import { epub, xhtml } from '../support/epub.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let folder: string;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'platen-tools-'));
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();

async function photo(): Promise<Buffer> {
  const [from, to] = [join(folder, 'photo.png'), join(folder, 'photo.heic')];
  await writeFile(from, await picture());
  await promisify(execFile)('heif-enc', ['-q', '60', '-o', to, from]);
  return readFile(to);
}

const pages = pdf('A first page', 'A second page', 'A third page');

/** A PDF that asks for the password `Blue-Harbour-7`, made by the service itself. */
async function locked(key: string): Promise<Buffer> {
  const fields = { password: 'Blue-Harbour-7' };
  const job = converted(await platen.convert('protect-pdf', [{ name: 'report.pdf', data: pages }], { key, fields }));
  return platen.download(job, key);
}

interface Call {
  name: string;
  data: (key: string) => Uint8Array | Promise<Uint8Array>;
  fields?: Record<string, string>;
  /** How often the file is sent. */
  times?: number;
}

const report: Call = { name: 'report.pdf', data: () => pages };
const calls: Record<string, Call> = {
  'office-to-pdf': { name: 'report.docx', data: () => docx('Quarterly report', 'All is well.') },
  'epub-to-pdf': { name: 'book.epub', data: () => epub({ files: { 'one.xhtml': xhtml('<h1>One</h1><p>Once.</p>') } }) },
  'ps-to-pdf': { name: 'drawing.ps', data: () => Buffer.from('%!PS\n72 72 moveto 200 200 lineto stroke showpage\n') },
  'image-to-pdf': { name: 'scan.png', data: picture },
  'heic-to-jpg': { name: 'photo.heic', data: photo },
  'heic-to-pdf': { name: 'photo.heic', data: photo },
  'merge-pdf': { ...report, times: 2 },
  'split-pdf': report,
  'extract-pages': { ...report, fields: { ranges: '3,1' } },
  'rotate-pdf': { ...report, fields: { rotation: '90' } },
  'page-numbers-pdf': { ...report, fields: { format: 'full' } },
  'watermark-pdf': { ...report, fields: { text: 'DRAFT' } },
  'compress-pdf': { ...report, fields: { quality: 'medium' } },
  'protect-pdf': { ...report, fields: { password: 'Blue-Harbour-7' } },
  'unlock-pdf': { name: 'report.pdf', data: locked, fields: { password: 'Blue-Harbour-7' } },
  'pdf-to-image': { ...report, fields: { format: 'png' } },
  'pdf-to-word': report,
  'pdf-to-markdown': { ...report, fields: { pages: '1-2' } },
  'office-to-markdown': { name: 'report.docx', data: () => docx('Quarterly report', 'All is well.') },
  'pdf-to-excel': report,
  'html-to-pdf': { name: 'page.html', data: () => Buffer.from('<!doctype html><title>Page</title><h1>Page</h1>') },
  'markdown-to-pdf': { name: 'notes.md', data: () => Buffer.from('# Notes\n\n- one\n- two\n') },
};

test('every tool has a call here', () => {
  assert.deepEqual(Object.keys(calls).sort(), tools.map(({ id }) => id).sort());
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
  test(`${tool.id} converts what a client sends`, async () => {
    const { name, data, fields = {}, times = 1 } = calls[tool.id] ?? report;
    const key = await platen.key();
    const file = { name, data: Buffer.from(await data(key)) };
    const files = Array.from({ length: times }, () => file);
    const job = converted(await platen.convert(tool.id, files, { key, fields }));
    const result = await platen.download(job, key);
    assert.match(result.toString('latin1', 0, 8), signatures[tool.produces.format.extensions[0] ?? ''] ?? /never/);
    assert.equal((await platen.get(`/v1/job/${job}`, key)).body['tool'], tool.id);
  });

test('tools beyond the specification are there only where extensions are on', async () => {
  await using plain = await startPlaten();
  const key = await plain.key();
  const further = tools.filter(({ isExtension }) => isExtension === true).map(({ id }) => id);
  const listed = (body: Record<string, unknown>) => (body['tools'] as { id: string }[]).map(({ id }) => id);
  assert.equal(further.length, 5);
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
    const answer = await plain.convert(id, [{ name: 'report.pdf', data: pages }], { key });
    assert.equal(answer.status, 404);
    assert.equal(answer.body['error'], 'tool_not_found');
  }
});

test('a value that a field does not take is refused with what it takes', async () => {
  const key = await platen.key();
  const page = { name: 'page.html', data: Buffer.from('<!doctype html><p>page') };
  const answer = await platen.convert('html-to-pdf', [page], { key, fields: { margin: 'wide' } });
  refused(answer, 400, 'invalid_value', {
    field: 'margin',
    expected: 'a length such as 20mm, or two to four of them, in mm, cm, in, pt or px',
  });
});

// The fields `pages` of rotate-pdf and merge-pdf: single pages turned, left out, and put in another order.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { runPlaten } from '../support/cli.ts';
import { visitor } from '../support/dashboard.ts';
import { pdf } from '../support/fixtures.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let folder: string;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'platen-pages-'));
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const four = { name: 'four.pdf', data: pdf('a1', 'a2', 'a3', 'a4') };
const two = { name: 'two.pdf', data: pdf('b1', 'b2') };
const one = { name: 'one.pdf', data: pdf('c1') };

/** Each page of a file as its text, with the degrees by which it is turned: `a1`, `a2@90`. */
async function pagesOf(path: string): Promise<string> {
  await execute('qpdf', ['--check', path]);
  const { stdout: text } = await execute('pdftotext', [path, '-']);
  const { stdout: facts } = await execute('pdfinfo', ['-l', '100', path]);
  const turned = [...facts.matchAll(/^Page +\d+ rot: +(\d+)$/gm)].map(([, degrees]) => degrees);
  const texts = text.split('\f').slice(0, -1);
  return texts.map((page, n) => page.trim() + (turned[n] === '0' ? '' : `@${turned[n]}`)).join(' ');
}

async function pagesMade(tool: string, files: Parameters<Platen['convert']>[1], fields: Record<string, string>) {
  const key = await platen.key();
  const job = converted(await platen.convert(tool, files, { key, fields }));
  const path = join(folder, `${job}.pdf`);
  await writeFile(path, await platen.download(job, key));
  return pagesOf(path);
}

test('single pages are turned, each as far as it says, and all others stay', async () => {
  const rotate = (pages: string) => pagesMade('rotate-pdf', [four], { rotation: '90', pages });
  assert.equal(await rotate('2'), 'a1 a2@90 a3 a4');
  assert.equal(await rotate('1@180, 3-'), 'a1@180 a2 a3@90 a4@90');
  assert.equal(await rotate('-2@270,2@180,4,4@90'), 'a1@270 a2@180 a3 a4@90');
  assert.equal(await rotate('1-4'), 'a1@90 a2@90 a3@90 a4@90');
  assert.equal(await rotate(''), 'a1@90 a2@90 a3@90 a4@90');
});

test('a page that is turned already is turned further', async () => {
  const key = await platen.key();
  const fields = { rotation: '270', pages: '2' };
  const job = converted(await platen.convert('rotate-pdf', [two], { key, fields }));
  const turned = { name: 'two.pdf', data: new Uint8Array(await platen.download(job, key)) };
  assert.equal(await pagesMade('rotate-pdf', [turned], { rotation: '180', pages: '2' }), 'b1 b2@90');
});

test('single pages of several files are put together in the order that is asked for, and turned', async () => {
  const merge = (pages: string) => pagesMade('merge-pdf', [four, two, one], { pages });
  assert.equal(await merge('1:1-3,2,1:4@90'), 'a1 a2 a3 b1 b2 a4@90');
  assert.equal(await merge('3, 2:-1@180, 3@90'), 'c1 b1@180');
  assert.equal(await merge('1,2,3'), 'a1 a2 a3 a4 b1 b2 c1');
  assert.equal(await merge('1,2@270,3'), 'a1 a2 a3 a4 b1@270 b2@270 c1');
  assert.equal(await merge('2:2-,1:3'), 'b2 a3');
});

test('a wrong selection of single pages is refused with the reason before a job exists, and nothing is counted', async () => {
  const key = await platen.key();
  const rotate = (pages: string) => platen.convert('rotate-pdf', [four], { key, fields: { rotation: '90', pages } });
  const merge = (pages: string) => platen.convert('merge-pdf', [four, two], { key, fields: { pages } });
  const field = 'pages';
  for (const pages of ['a', '1,,2', '3-1', '@90', '1:2'])
    refused(await rotate(pages), 400, 'invalid_page_range', { field, cause: 'syntax' });
  for (const pages of ['a', '1:', '1:2:3', '1-2', '1,,2', ':1'])
    refused(await merge(pages), 400, 'invalid_page_range', { field, cause: 'syntax' });
  for (const got of [await rotate('0@90'), await merge('1:0@90')])
    refused(got, 400, 'invalid_page_range', { field, cause: 'page_zero' });
  refused(await merge('0:1'), 400, 'invalid_page_range', { field, cause: 'page_zero', range: '0:1' });
  for (const got of [await rotate('1@45'), await rotate('1@'), await merge('1@90@90')])
    refused(got, 400, 'invalid_rotation', { field, allowed: ['90', '180', '270'] });
  const beyond = { field, cause: 'beyond_last_page' };
  refused(await rotate('1,3-5@90'), 400, 'invalid_page_range', { ...beyond, range: '3-5@90', total_pages: 4 });
  refused(await merge('1,2:3'), 400, 'invalid_page_range', { ...beyond, range: '2:3', total_pages: 2 });
  const noFile = await merge('1,3:1');
  refused(noFile, 400, 'invalid_page_range', { ...beyond, range: '3:1' });
  assert.match(String(noFile.body['message']), /a file that was not sent/);
  refused(await platen.convert('rotate-pdf', [four], { key, fields: { pages: '1' } }), 400, 'field_required', {
    field: 'rotation',
  });
  assert.equal(await platen.used(key), 0);
  assert.deepEqual(await platen.leftovers(), []);
});

test('the tools name their further fields where the operator wants it, and the pages always know them', async () => {
  const named = async (service: Platen) => {
    const { body } = await service.get('/v1/tools', await service.key());
    const tools = body['tools'] as { id: string; extension_fields?: { name: string }[] }[];
    return tools.flatMap(({ id, extension_fields: fields = [] }) => fields.map(({ name }) => `${id} ${name}`));
  };
  assert.deepEqual(await named(platen), ['merge-pdf pages', 'rotate-pdf pages']);
  await using usual = await startPlaten();
  assert.deepEqual(await named(usual), []);
  const front = await visitor(usual).call('GET', '/front');
  const tools = front.body['tools'] as { id: string; fields: { name: string; extension: boolean }[] }[];
  const fields = tools.find(({ id }) => id === 'rotate-pdf')?.fields ?? [];
  assert.deepEqual(
    fields.map(({ name, extension }) => [name, extension]),
    [
      ['rotation', false],
      ['pages', true],
      ['password', false],
    ],
  );
});

test('the command line accepts the same selections', async () => {
  for (const { name, data } of [four, two]) await writeFile(join(folder, name), data);
  const args = ['convert', 'merge-pdf', 'four.pdf', 'two.pdf', '--pages', '2,1:1@90', '-o', 'some.pdf'];
  assert.equal((await runPlaten(args, { cwd: folder })).status, 0);
  assert.equal(await pagesOf(join(folder, 'some.pdf')), 'b1 b2 a1@90');
});

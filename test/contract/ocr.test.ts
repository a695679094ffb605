// Text recognition through HTTP: refusals, languages, progress, pipelines, and services that do not offer it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAccount } from '#service/accounts/accounts.ts';
import { createKey } from '#service/accounts/keys.ts';
import { workbench } from '../support/convert.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { textOf } from '../support/printing.ts';
import { answerOf, converted, eventually, refused, startPlaten, type Platen } from '../support/platen.ts';
import { printed, scan } from '../support/scans.ts';
import { wordParagraphs, wordParts } from '../support/word.ts';

type Bytes = Buffer<ArrayBuffer>;
const german = ['K\xf6nige schl\xfcrfen s\xfc\xdfe \xc4pfel', 'und B\xe4ren m\xf6gen gr\xfcne K\xe4fer.'];
const english = ['The boats lie along the quay', 'and wait for the morning tide.'];

let platen: Platen;
let key: string;
let paper: Bytes;
let papier: Bytes;
before(async () => {
  await using bench = await workbench();
  paper = await scan(bench, { lines: english });
  papier = await scan(bench, { lines: german });
  platen = await startPlaten({ extensions: 'on', maxOcrPages: 4 });
  key = await platen.key();
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
});

const file = (data: Bytes, name = 'scan.pdf') => ({ name, data });
const said = (words: string) => words.split(/\s+/).filter(Boolean).join(' ');
const recognise = (data: Bytes, fields: Record<string, string> = {}, at = key) =>
  platen.convert('ocr-pdf', [file(data)], { key: at, fields });

async function textAt(id: unknown, by: string): Promise<string> {
  const path = join(platen.data, `${String(id)}.pdf`);
  await writeFile(path, await platen.download(id, by));
  return said(await textOf(path));
}

async function joined(count: number): Promise<Bytes> {
  const files = Array.from({ length: count }, () => file(paper));
  return Buffer.from(await platen.download(converted(await platen.convert('merge-pdf', files, { key })), key));
}

test('values that cannot be read are refused, with those that can be', async () => {
  const languages = ['deu', 'eng', 'fra', 'ita', 'nld', 'pol', 'por', 'spa'];
  const got = await recognise(paper, { languages: 'xxx' });
  refused(got, 400, 'invalid_format', { field: 'languages' });
  const allowed = got.body['allowed'] as string[];
  assert.deepEqual(
    languages.filter((code) => !allowed.includes(code)),
    [],
  );
  refused(await recognise(paper, { languages: 'eng+' }), 400, 'invalid_format', { field: 'languages' });
  const modes = ['missing', 'redo', 'all'];
  refused(await recognise(paper, { mode: 'some' }), 400, 'invalid_format', { field: 'mode', allowed: modes });
  const formats = ['pdf', 'txt', 'md', 'json'];
  refused(await recognise(paper, { format: 'docx' }), 400, 'invalid_format', { field: 'format', allowed: formats });
  refused(await recognise(paper, { rotate: 'maybe' }), 400, 'invalid_format', { field: 'rotate' });
  refused(await recognise(paper, { pages: '2' }), 400, 'invalid_page_range', {});
  refused(await recognise(paper, { pages: '2-1' }), 400, 'invalid_page_range', { cause: 'syntax' });
});

test('more pages than the service recognises in one call are refused, and fewer of them are read', async () => {
  const long = await joined(5);
  refused(await recognise(long), 422, 'too_many_pages', { pages: 5, max_pages: 4, status: 'rejected' });
  refused(
    await platen.convert('pdf-to-word', [file(long)], { key, fields: { ocr: 'auto' } }),
    422,
    'pdf_too_many_pages',
    {
      max_pages: 4,
    },
  );
  converted(await recognise(long, { pages: '5' }));
});

test('images of other formats are refused, and so is the text of more pages than can be read', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  refused(await platen.convert('ocr-pdf', [file(svg, 'scan.svg')], { key }), 415, 'unsupported_format', {
    received: 'svg',
  });
  const long = pdf(...Array.from({ length: 501 }, () => 'x'));
  refused(await recognise(long, { format: 'txt' }), 422, 'pdf_too_many_pages', { pages: 501, max_pages: 500 });
});

test('tools that read PDFs refuse scans and wrong pages, unless they may recognise the text', async () => {
  for (const tool of ['pdf-to-markdown', 'pdf-to-excel']) {
    refused(await platen.convert(tool, [file(paper)], { key, fields: { pages: '2-1' } }), 400, 'invalid_page_range');
    refused(await platen.convert(tool, [file(paper)], { key }), 422, 'pdf_scanned_needs_ocr');
    converted(await platen.convert(tool, [file(paper)], { key, fields: { ocr: 'auto' } }));
  }
});

test('a PDF that asks for a password, and a file of another kind, are refused', async () => {
  const fields = { password: 'Blue-Harbour-7' };
  const id = converted(await platen.convert('protect-pdf', [file(paper)], { key, fields }));
  const locked = Buffer.from(await platen.download(id, key));
  refused(await recognise(locked), 422, 'needs_password');
  refused(await recognise(locked, { password: 'x' }), 422, 'wrong_password');
  converted(await recognise(locked, fields));
  const text = file(await docx('Words'), 'scan.pdf');
  refused(await platen.convert('ocr-pdf', [text], { key }), 415, 'unsupported_content');
});

test('the text is read in the language of the account, unless the call names one', async () => {
  const { db, plans } = platen.service;
  const person = { email: 'anna@example.test', plan: 'business', language: 'de' } as const;
  const account = await createAccount(db, platen.clock, plans, person);
  const { key: own } = await createKey(db, platen.clock, account.id, { name: 'test', prefix: 'test' });
  assert.equal(await textAt(converted(await recognise(papier, {}, own)), own), german.join(' '));
  const asEnglish = await textAt(converted(await recognise(papier, { languages: 'eng' }, own)), own);
  assert.notEqual(asEnglish, german.join(' '));
});

test('a scan becomes a PDF with text and then a Word document in one call', async () => {
  const body = new FormData();
  body.append('steps', JSON.stringify([{ tool: 'ocr-pdf', languages: 'deu' }, { tool: 'pdf-to-word' }]));
  body.append('file', new Blob([papier]), 'scan.pdf');
  const headers = { Authorization: `Bearer ${key}` };
  const got = await answerOf(await fetch(`${platen.url}/v1/pipelines`, { method: 'POST', body, headers }));
  const path = join(platen.data, 'scan.docx');
  await writeFile(path, await platen.download(converted(got), key));
  const [xml = ''] = await wordParts(path, 'word/document.xml');
  assert.equal(
    said(
      wordParagraphs(xml)
        .map(({ text }) => text)
        .join(' '),
    ),
    german.join(' '),
  );
});

test('a job that is waited for tells its progress in pages', async () => {
  const files = [file(await joined(4))];
  const got = await platen.convert('ocr-pdf', files, { key, headers: { Prefer: 'respond-async' } });
  assert.equal(got.status, 202, JSON.stringify(got.body));
  const job = `/v1/job/${String(got.body['job_id'])}`;
  const told: unknown[] = [];
  const { body } = await eventually(async () => {
    const answer = await platen.get(job, key);
    if (answer.body['progress']) told.push(answer.body['progress']);
    return answer.body['status'] !== 'pending' && answer;
  }, 'the job ends');
  assert.equal(body['status'], 'success');
  const [first] = told as { done: number; of: number; unit: string }[];
  assert.ok(first, 'no progress was told');
  assert.deepEqual([first.of, first.unit], [4, 'pages']);
});

test('a service without extensions has no recognition: scans are refused, and the fields are ignored', async () => {
  await using plain = await startPlaten();
  const own = await plain.key();
  refused(await plain.convert('ocr-pdf', [file(paper)], { key: own }), 404, 'tool_not_found');
  const fields = { ocr: 'auto', languages: 'deu' };
  refused(await plain.convert('pdf-to-word', [file(paper)], { key: own, fields }), 422, 'pdf_scanned_needs_ocr', {
    status: 'rejected',
  });
  const { body } = await plain.convert('pdf-to-word', [file(printed(english))], { key: own, fields });
  const warnings = String(body['warnings']);
  assert.match(warnings, /field "ocr" was ignored/);
  assert.match(warnings, /field "languages" was ignored/);
});

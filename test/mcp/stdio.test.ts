// ./platen mcp: an assistant works on the files of this machine, and on no others.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema, type CallToolResult, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { settings } from '#config';
import { createTools } from '#conversion/tools/index.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

let base: string;
let folder: string;
let platen: Platen;
let key: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'platen-mcp-'));
  platen = await startPlaten({ warmProcesses: 1 });
  key = await platen.key();
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await rm(base, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'folder-'));
});

interface Started extends AsyncDisposable {
  client: Client;
  call(name: string, given: Record<string, unknown>): Promise<CallToolResult>;
}

interface Options {
  args?: readonly string[];
  env?: Record<string, string>;
  /** The capabilities of the client. */
  roots?: readonly string[];
}

async function start({ args = [], env = byService(), roots }: Options = {}): Promise<Started> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: roots === undefined ? {} : { roots: {} } });
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((path) => ({ uri: pathToFileURL(path).href })),
    }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main, 'mcp', ...args],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'inherit',
  });
  await client.connect(transport);
  return {
    client,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as CallToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const serviceBy = (apiKey: string) => ({ PLATEN_URL: platen.url, [settings.serviceKey.env]: apiKey });
const byService = () => serviceBy(key);
const write = (name: string, data: Uint8Array) => writeFile(join(folder, name), data);
const textIn = ({ content }: CallToolResult) =>
  content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n');
const path = ({ structuredContent }: CallToolResult) => String(structuredContent?.['path']);
const refusedWith = (answer: CallToolResult, text: RegExp) => {
  assert.equal(answer.isError, true, textIn(answer));
  assert.match(textIn(answer), text);
};

test('every tool of the service is listed with its fields', async () => {
  await using mcp = await start();
  const { tools } = await mcp.client.listTools();
  const served = createTools().filter(({ isExtension }) => isExtension !== true);
  const names = tools.map(({ name }) => name);
  assert.deepEqual(names, [...served.map(({ id }) => id), 'convert_in_steps', 'get_quota']);
  const schemaOf = (id: string) => tools.find(({ name }) => name === id)?.inputSchema ?? {};
  assert.partialDeepStrictEqual(schemaOf('rotate-pdf'), {
    required: ['file', 'rotation'],
    properties: { rotation: { enum: ['90', '180', '270'] } },
  });
  assert.partialDeepStrictEqual(schemaOf('merge-pdf'), { properties: { files: { minItems: 2, maxItems: 20 } } });
  const rotate = tools.find(({ name }) => name === 'rotate-pdf');
  assert.match(rotate?.description ?? '', /clockwise/);
  assert.equal(rotate?.annotations?.destructiveHint, false);
  for (const tool of served) {
    const own = Object.keys(tool.options.shape);
    assert.ok(!own.some((name) => ['file', 'files', 'output'].includes(name)), `${tool.id} has a field of ours`);
  }
});

test('a document becomes a PDF beside it, is linked and can be read; a second time it gets a number', async () => {
  await write('report.docx', await docx('Quarterly figures'));
  await using mcp = await start();
  const made = await mcp.call('office-to-pdf', { file: 'report.docx' });
  assert.equal(made.isError, undefined, textIn(made));
  assert.equal(path(made), join(folder, 'report.pdf'));
  const link = made.content.find((one) => one.type === 'resource_link');
  assert.ok(link?.type === 'resource_link');
  assert.equal(link.uri, pathToFileURL(join(folder, 'report.pdf')).href);
  const bytes = await readFile(path(made));
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  const { contents } = await mcp.client.readResource({ uri: link.uri });
  assert.deepEqual(Buffer.from((contents[0] as { blob: string }).blob, 'base64'), bytes);
  assert.deepEqual(
    (await mcp.client.listResources()).resources.map(({ uri }) => uri),
    [link.uri],
  );

  const second = await mcp.call('office-to-pdf', { file: join(folder, 'report.docx') });
  assert.equal(path(second), join(folder, 'report-2.pdf'));
  assert.deepEqual((await readdir(folder)).sort(), ['report-2.pdf', 'report.docx', 'report.pdf']);
});

test('several steps are one call, with the result where it was asked for', async () => {
  await mkdir(join(folder, 'out'));
  await write('a.pdf', pdf('one', 'two'));
  await using mcp = await start();
  const steps = [
    { tool: 'extract-pages', ranges: '2' },
    { tool: 'rotate-pdf', rotation: 90 },
  ];
  const made = await mcp.call('convert_in_steps', { files: ['a.pdf'], steps, output: 'out/turned.pdf' });
  assert.equal(path(made), join(folder, 'out', 'turned.pdf'), textIn(made));
  assert.equal((await readFile(path(made))).subarray(0, 5).toString(), '%PDF-');
  refusedWith(
    await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output: 'out/turned.pdf' }),
    /^output_exists/,
  );
  const inFolder = async () => path(await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output: 'out' }));
  const usual = join(folder, 'out', 'a-rotated.pdf');
  assert.deepEqual([await inFolder(), await inFolder()], [usual, usual.replace('.pdf', '-2.pdf')]);
  refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output: 'out/.profile' }), /^path_refused/);
});

test('an error names a remedy, and leaves no file', async () => {
  await write('a.pdf', Buffer.from('%PDF-1.7\nnothing more'));
  await using mcp = await start();
  const unreadable = await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90' });
  refusedWith(unreadable, /^source_unreadable: [^]*The same call cannot succeed/);
  refusedWith(
    await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '45' }),
    /^invalid_rotation: [^]*"90","180","270"/,
  );
  refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf' }), /^field_required: [^]*rotation/);
  refusedWith(
    await mcp.call('rotate-pdf', { file: 'a.pdf', rotations: '90' }),
    /no argument "rotations". Did you mean "rotation"/,
  );
  refusedWith(await mcp.call('rotate-pdf', { file: 'none.pdf', rotation: '90' }), /^no_such_file/);
  refusedWith(await mcp.call('merge-pdf', { files: ['a.pdf'] }), /^not_enough_files/);
  await assert.rejects(mcp.call('rotate-pdfs', { file: 'a.pdf' }), /did you mean rotate-pdf/);
  assert.deepEqual(await readdir(folder), ['a.pdf']);
});

test('no file outside the allowed folders is read or written, by any path', async () => {
  const outside = await mkdtemp(join(base, 'outside-'));
  await writeFile(join(outside, 'secret.pdf'), pdf('secret'));
  await symlink(join(outside, 'secret.pdf'), join(folder, 'link.pdf'));
  await symlink(outside, join(folder, 'way'));
  await write('a.pdf', pdf('one'));
  await using mcp = await start();
  const up = join('..', outside.split('/').at(-1) ?? '', 'secret.pdf');
  const url = pathToFileURL(join(outside, 'secret.pdf')).href;
  for (const file of [
    up,
    join(outside, 'secret.pdf'),
    'link.pdf',
    'way/secret.pdf',
    `${folder}/${up}`,
    '/etc/passwd',
    url,
  ])
    refusedWith(await mcp.call('rotate-pdf', { file, rotation: '90' }), /^path_refused/);
  // Whether an outside file exists is not revealed either, through any link.
  await symlink(join(outside, 'none.pdf'), join(folder, 'nowhere.pdf'));
  await symlink('way', join(folder, 'two-links'));
  for (const file of [
    'way/none.pdf',
    'way/none/secret.pdf',
    'way/secret.pdf/x',
    'nowhere.pdf',
    'two-links/none.pdf',
    'two-links',
  ])
    refusedWith(await mcp.call('rotate-pdf', { file, rotation: '90' }), /^path_refused/);
  for (const output of ['way/none/x.pdf', 'nowhere.pdf', 'two-links/none/x.pdf'])
    refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output }), /^path_refused/);
  const long = `${'a'.repeat(300)}.pdf`;
  refusedWith(await mcp.call('rotate-pdf', { file: long, rotation: '90' }), /^no_such_file/);
  refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf/x', rotation: '90' }), /^no_such_file/);
  refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output: long }), /^cannot_write/);
  refusedWith(
    await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output: `${long}/x.pdf` }),
    /^no_such_folder/,
  );
  refusedWith(await mcp.call('rotate-pdf', { file: join(outside, 'none.pdf'), rotation: '90' }), /^path_refused/);
  for (const output of ['../x.pdf', 'way/x.pdf', join(outside, 'x.pdf')])
    refusedWith(await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90', output }), /^path_refused/);
  assert.deepEqual(await readdir(outside), ['secret.pdf']);
  assert.deepEqual((await readdir(folder)).sort(), ['a.pdf', 'link.pdf', 'nowhere.pdf', 'two-links', 'way']);
  await assert.rejects(mcp.client.readResource({ uri: url }), /resource_not_found/);
});

test('a result is read where it may be read now', async () => {
  const [one, two] = [await mkdtemp(join(base, 'one-')), await mkdtemp(join(base, 'two-'))];
  for (const at of [one, two]) await writeFile(join(at, 'a.pdf'), pdf('one'));
  await writeFile(join(base, 'secret.pdf'), pdf('secret'));
  const roots = [one, two];
  await using mcp = await start({ roots });
  const made = async (at: string) => {
    const turned = await mcp.call('rotate-pdf', { file: join(at, 'a.pdf'), rotation: '90' });
    return { path: path(turned), uri: pathToFileURL(path(turned)).href };
  };
  const [first, second] = [await made(one), await made(two)];
  const listed = async () => (await mcp.client.listResources()).resources.map(({ uri }) => uri);
  assert.deepEqual(await listed(), [first.uri, second.uri]);

  await rm(first.path);
  await symlink(join(base, 'secret.pdf'), first.path);
  await assert.rejects(mcp.client.readResource({ uri: first.uri }), /path_refused/);
  assert.deepEqual(await listed(), [second.uri]);
  await rm(first.path);
  await assert.rejects(mcp.client.readResource({ uri: first.uri }), /resource_not_found/);

  assert.equal((await mcp.client.readResource({ uri: second.uri })).contents.length, 1);
  roots.pop();
  await assert.rejects(mcp.client.readResource({ uri: second.uri }), /path_refused/);
  assert.deepEqual(await listed(), []);
});

test('the folders are those of the client, and those of --root', async () => {
  const [one, two] = [await mkdtemp(join(base, 'one-')), await mkdtemp(join(base, 'two-'))];
  for (const at of [folder, one, two]) await writeFile(join(at, 'a.pdf'), pdf('one'));
  const turned = async (mcp: Started, at: string) =>
    (await mcp.call('rotate-pdf', { file: join(at, 'a.pdf'), rotation: '90' })).isError !== true;
  await using byClient = await start({ roots: [one] });
  assert.deepEqual(
    [await turned(byClient, one), await turned(byClient, two), await turned(byClient, folder)],
    [true, false, false],
  );
  await using byBoth = await start({ roots: [one], args: ['--root', two] });
  assert.deepEqual(
    [await turned(byBoth, one), await turned(byBoth, two), await turned(byBoth, folder)],
    [true, true, false],
  );
  await using byNobody = await start({ roots: [] });
  refusedWith(
    await byNobody.call('rotate-pdf', { file: 'a.pdf', rotation: '90' }),
    /^path_refused[^]*no folder is allowed/,
  );
});

test('progress is told where it is wanted, and only grows', async () => {
  await write('report.docx', await docx('Figures'));
  await using mcp = await start();
  const told: Progress[] = [];
  await mcp.client.callTool({ name: 'office-to-pdf', arguments: { file: 'report.docx' } }, undefined, {
    onprogress: (progress) => told.push(progress),
  });
  const shares = told.map(({ progress }) => progress);
  assert.equal(shares[0], 0);
  assert.equal(shares.at(-1), 100);
  assert.deepEqual(
    shares,
    [...new Set(shares)].toSorted((a, b) => a - b),
  );
});

test('on this machine too, the pages that are done are told', async () => {
  await write('pages.pdf', pdf('one', 'two', 'three', 'four'));
  await using mcp = await start({ env: {} });
  const told: (string | undefined)[] = [];
  await mcp.client.callTool({ name: 'pdf-to-image', arguments: { file: 'pages.pdf' } }, undefined, {
    onprogress: ({ message }) => told.push(message),
  });
  assert.deepEqual(told.slice(1, -1), ['1 of 4 pages.', '2 of 4 pages.', '3 of 4 pages.', '4 of 4 pages.']);
});

test('a call that is cancelled leaves nothing behind', async () => {
  await write('report.docx', await docx(...Array.from({ length: 4000 }, (_, n) => `Paragraph ${n} `.repeat(20))));
  await using mcp = await start();
  const stop = new AbortController();
  const call = mcp.client.callTool({ name: 'office-to-pdf', arguments: { file: 'report.docx' } }, undefined, {
    signal: stop.signal,
    onprogress: ({ progress }) => {
      if (progress >= 5) stop.abort();
    },
  });
  await assert.rejects(call);
  // The next call has its turn, and the half of a file is gone.
  await write('a.pdf', pdf('one'));
  await mcp.call('rotate-pdf', { file: 'a.pdf', rotation: '90' });
  const jobs = (await platen.get('/v1/jobs?tool=office-to-pdf&status=deleted', key)).body['jobs'] as unknown[];
  assert.ok(jobs.length > 0, 'the job was cancelled');
  assert.ok(!(await readdir(folder)).includes('report.pdf'));
});

test('a wrong key is an answer that says so; without an answer the tools are those of the specification', async () => {
  await write('a.pdf', pdf('one'));
  await using wrong = await start({ env: serviceBy('platen_live_wrong') });
  assert.ok((await wrong.client.listTools()).tools.length > 10);
  refusedWith(await wrong.call('rotate-pdf', { file: 'a.pdf', rotation: '90' }), /^invalid_api_key/);
  refusedWith(await wrong.call('get_quota', {}), /^invalid_api_key/);
  // What the call names comes before the environment.
  await using named = await start({ args: ['--url', platen.url, '--key', key], env: serviceBy('platen_live_wrong') });
  assert.notEqual((await named.call('get_quota', {})).isError, true);
  await using gone = await start({ env: { ...serviceBy(key), PLATEN_URL: 'http://127.0.0.1:9' } });
  assert.ok((await gone.client.listTools()).tools.some(({ name }) => name === 'rotate-pdf'));
  assert.deepEqual(await readdir(folder), ['a.pdf']);
});

test('without a service this machine converts', async () => {
  await write('a.pdf', pdf('one', 'two', 'three'));
  await using mcp = await start({ env: {} });
  const made = await mcp.call('extract-pages', { file: 'a.pdf', ranges: '1,3' });
  assert.match(textIn(made), /2 pages/);
  assert.equal(path(made), join(folder, 'a-pages.pdf'));
  refusedWith(await mcp.call('extract-pages', { file: 'a.pdf', ranges: '7' }), /^invalid_page_range/);
  const text = await mcp.call('pdf-to-markdown', { file: 'a.pdf' });
  const inline = text.content.find((one) => one.type === 'resource');
  assert.match(String(inline?.type === 'resource' && 'text' in inline.resource && inline.resource.text), /three/);
});

test('a conversion on this machine ends with its call, and with the assistant', async () => {
  const long = await docx(...Array.from({ length: 8000 }, (_, n) => `Paragraph ${n} `.repeat(20)));
  await write('report.docx', long);
  const mcp = await start({ env: {} });
  const call = (stop: AbortSignal) =>
    mcp.client.callTool({ name: 'office-to-pdf', arguments: { file: 'report.docx' } }, undefined, { signal: stop });
  const isBegun = async () => (await readdir(folder)).includes('report.pdf');
  const isGone = async () => !(await isBegun());
  const stop = new AbortController();
  const cancelled = assert.rejects(call(stop.signal));
  await eventually(isBegun, 'its name is taken');
  stop.abort();
  await cancelled;
  await eventually(isGone, 'nothing is left of a cancelled call');

  const left = assert.rejects(call(new AbortController().signal));
  await eventually(isBegun, 'its name is taken');
  await mcp.client.close();
  await left;
  await eventually(isGone, 'nothing is left of a call that nobody waits for');
});

test('a task from the menu names the existing tools', async () => {
  await using mcp = await start();
  const { prompts } = await mcp.client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['archive', 'ready_to_send'],
  );
  const { messages } = await mcp.client.getPrompt({ name: 'archive', arguments: { files: 'a.docx, b.jpg' } });
  const [{ content } = { content: undefined }] = messages;
  const text = content?.type === 'text' ? content.text : '';
  assert.match(text, /a\.docx, b\.jpg/);
  assert.match(text, /\.docx [^\n]*: office-to-pdf/);
  assert.match(text, /merge-pdf/);
  assert.doesNotMatch(text, /html-to-pdf/);
});

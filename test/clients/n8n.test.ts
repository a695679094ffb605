// The n8n node: built and checked by n8n's rules, and run against a service in a context that imitates n8n's.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { packageFiles } from '#reference/clients/packages.ts';
import { createTools } from '#conversion/tools/index.ts';
import { packages } from '../../clients/build/packages.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..', '..', 'clients', 'n8n');
const isInstalled = existsSync(join(folder, 'node_modules', 'n8n-workflow'));
const skip = isInstalled
  ? false
  : 'the packages of clients/n8n are not installed: npm ci --prefix clients/n8n --ignore-scripts';

interface Binary {
  data: Buffer;
  fileName?: string | undefined;
  mimeType?: string | undefined;
  fileExtension?: string;
}

interface Item {
  json: Record<string, unknown>;
  binary?: Record<string, Binary>;
  pairedItem?: { item: number }[];
}

interface Property {
  name: string;
  default: unknown;
  displayOptions?: { show?: { resource?: string[] } };
}

interface Node {
  description: { properties: Property[] };
  execute(this: object): Promise<Item[][]>;
}

interface Credential {
  properties: { name: string }[];
  authenticate: { properties: { headers: { Authorization: string } } };
  test: { request: { baseURL: string; url: string } };
}

/** A folder with the package as it is served, and unpacked. */
let served: string;
const built = (path: string) => join(served, 'package/dist', path);

let platen: Platen;
let key: string;
let node: Node;
let credential: Credential;
before(async () => {
  if (!isInstalled) return;
  served = await mkdtemp(join(tmpdir(), 'platen-n8n-'));
  await symlink(join(folder, 'node_modules'), join(served, 'node_modules'));
  await writeFile(join(served, packageFiles.n8n), (await packages())[packageFiles.n8n] ?? '');
  await run('tar', ['xzf', packageFiles.n8n], { cwd: served });
  const require = createRequire(join(served, 'package', 'package.json'));
  const { Platen: Own } = require(built('nodes/Platen/Platen.node.js')) as { Platen: new () => Node };
  const { PlatenApi } = require(built('credentials/PlatenApi.credentials.js')) as { PlatenApi: new () => Credential };
  [node, credential] = [new Own(), new PlatenApi()];
  platen = await startPlaten({ warmProcesses: 1 });
  key = await platen.key();
});
after(async () => {
  if (!isInstalled) return;
  await platen[Symbol.asyncDispose]();
  await rm(served, { recursive: true });
});

interface Call {
  items: Item[];
  resource: string;
  parameters?: Record<string, unknown>;
  continueOnFail?: boolean;
  apiKey?: string;
  url?: string;
}

/** The part of n8n that the node uses. */
function contextOf({ items, resource, parameters = {}, continueOnFail = false, apiKey = key, url = platen.url }: Call) {
  const given: Record<string, unknown> = { resource, ...parameters };
  const usual = (name: string) =>
    node.description.properties.find(
      (one) => one.name === name && (one.displayOptions?.show?.resource?.includes(resource) ?? true),
    )?.default;
  const binaryAt = (item: number, name: string): Binary => {
    const binary = items[item]?.binary?.[name];
    if (binary === undefined)
      throw new Error(`This operation expects the node's input data to contain a binary file '${name}'`);
    return binary;
  };
  return {
    getInputData: () => items,
    getNodeParameter: (name: string, _item: number, fallback?: unknown) => given[name] ?? usual(name) ?? fallback,
    getNode: () => ({ id: '1', name: 'Platen', type: 'platen', typeVersion: 1, position: [0, 0], parameters: {} }),
    getCredentials: async () => ({ url, apiKey }),
    continueOnFail: () => continueOnFail,
    helpers: {
      assertBinaryData: binaryAt,
      getBinaryDataBuffer: async (item: number, name: string) => binaryAt(item, name).data,
      prepareBinaryData: async (body: Buffer | Readable, fileName?: string, mimeType?: string): Promise<Binary> => ({
        data: Buffer.isBuffer(body) ? body : await buffer(body),
        fileName,
        mimeType,
      }),
      httpRequestWithAuthentication: async (_name: string, options: Asked) => {
        const authorization = credential.authenticate.properties.headers.Authorization;
        assert.match(authorization, /^=Bearer \{\{\$credentials\.apiKey\}\}$/);
        const response = await fetch(options.url, {
          method: options.method,
          headers: { ...options.headers, Authorization: `Bearer ${apiKey}` },
          ...(options.body === undefined ? {} : { body: options.body }),
        });
        const isStream = options.encoding === 'stream' && response.body !== null;
        const body = isStream ? Readable.fromWeb(response.body as never) : await response.json();
        return { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
      },
    },
  };
}

interface Asked {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: Buffer<ArrayBuffer>;
  encoding?: string;
}

const executed = async (call: Call): Promise<Item[]> => (await node.execute.call(contextOf(call)))[0] ?? [];
const itemOf = (data: Uint8Array, fileName: string, name = 'data'): Item => ({
  json: {},
  binary: { [name]: { data: Buffer.from(data), fileName } },
});
const pagesIn = (data: Buffer | undefined) => (data?.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length;

test('the rules of n8n find nothing', { skip }, async () => {
  await run(process.execPath, [join(folder, 'node_modules', 'eslint', 'bin', 'eslint.js'), '.'], { cwd: folder });
});

test('its types are right', { skip }, async () => {
  await run(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '--noEmit'], { cwd: folder });
});

test('the package has the files that n8n loads, and nothing else', { skip }, async () => {
  const { stdout } = await run('tar', ['tzf', packageFiles.n8n], { cwd: served });
  assert.deepEqual(
    stdout.trim().split('\n'),
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/credentials/PlatenApi.credentials.js',
      'dist/credentials/platen.svg',
      'dist/nodes/Platen/Platen.node.js',
      'dist/nodes/Platen/Platen.node.json',
      'dist/nodes/Platen/conversion.js',
      'dist/nodes/Platen/form.js',
      'dist/nodes/Platen/platen.svg',
      'dist/nodes/Platen/service.js',
      'dist/nodes/Platen/tools.generated.js',
      'package.json',
    ]
      .map((name) => `package/${name}`)
      .sort(),
  );
});

test('every tool is a resource with its fields', { skip }, () => {
  const [resource] = node.description.properties as unknown as { options: { value: string }[] }[];
  const ids = createTools().map(({ id }) => id);
  assert.deepEqual(resource?.options.map(({ value }) => value).sort(), ids.sort());
  const shown = node.description.properties.filter((one) => one.displayOptions?.show?.resource?.includes('rotate-pdf'));
  assert.deepEqual(
    shown.map(({ name }) => name),
    ['operation', 'rotation', 'fields'],
  );
});

test('the credentials are tried by a look at the quota', { skip }, async () => {
  const { baseURL, url } = credential.test.request;
  const expression = /^=\{\{(.+)\}\}$/.exec(baseURL)?.[1] ?? '';
  const baseOf = (address: string) => String(runInNewContext(expression, { $credentials: { url: address } }));
  for (const written of [platen.url, `${platen.url}/`, `${platen.url}/v1`, `${platen.url}/v1/`]) {
    const headers = { Authorization: `Bearer ${key}` };
    assert.equal((await fetch(`${baseOf(written)}${url}`, { headers })).status, 200, written);
  }
});

test('each item becomes a result of its own, which says where it comes from', { skip }, async () => {
  const items = [itemOf(await docx('One'), 'one.docx'), itemOf(await docx('Zwei'), 'Zwölf "neu".docx')];
  const results = await executed({
    items,
    resource: 'office-to-pdf',
    parameters: { fields: { pdf_standard: 'PDF/A-2b' } },
  });
  assert.deepEqual(
    results.map(({ pairedItem }) => pairedItem),
    [[{ item: 0 }], [{ item: 1 }]],
  );
  const [first, second] = results;
  assert.equal(first?.binary?.['data']?.data.subarray(0, 5).toString(), '%PDF-');
  assert.equal(first.binary['data'].mimeType, 'application/pdf');
  assert.deepEqual([first.json['file_name'], first.json['tool']], ['one.pdf', 'office-to-pdf']);
  assert.match(String(second?.json['file_name']), /^Zwölf/);
  assert.match(first.binary['data'].data.toString('latin1'), /pdfaid/);
});

test('switches and required fields arrive as the API expects them', { skip }, async () => {
  const parameters = {
    password: 'secret-7',
    fields: { prevent_print: true, prevent_copy: false },
    outputPropertyName: 'locked',
  };
  const [locked] = await executed({ items: [itemOf(pdf('one'), 'a.pdf')], resource: 'protect-pdf', parameters });
  const data = locked?.binary?.['locked']?.data;
  assert.match(data?.toString('latin1') ?? '', /\/Encrypt/);
  const unlocked = await executed({
    items: [itemOf(data ?? Buffer.alloc(0), 'a.pdf', 'locked')],
    resource: 'unlock-pdf',
    parameters: { binaryPropertyName: 'locked', fields: { password: 'secret-7' }, options: { fileName: 'free.pdf' } },
  });
  assert.equal(unlocked[0]?.json['file_name'], 'free.pdf');
});

test('files of all items, or several fields of one, are merged', { skip }, async () => {
  const items = [itemOf(pdf('a', 'b'), '1.pdf'), itemOf(pdf('c'), '2.pdf'), itemOf(pdf('d'), '3.pdf')];
  const [all, ...none] = await executed({ items, resource: 'merge-pdf' });
  assert.deepEqual(all?.pairedItem, [{ item: 0 }, { item: 1 }, { item: 2 }]);
  assert.equal(none.length, 0);
  assert.equal(pagesIn(all?.binary?.['data']?.data), 4);

  const two: Item = {
    json: {},
    binary: { ...itemOf(pdf('a'), '1.pdf', 'x').binary, ...itemOf(pdf('b'), '2.pdf', 'y').binary },
  };
  const parameters = { source: 'each', binaryPropertyName: 'x, y' };
  const [each] = await executed({ items: [two], resource: 'merge-pdf', parameters });
  assert.equal(pagesIn(each?.binary?.['data']?.data), 2);
});

test('an error has its code and a remedy; the workflow continues if it is set to', { skip }, async (t) => {
  t.mock.method(Math, 'random', () => 0);
  const items = [itemOf(Buffer.from('no PDF'), 'a.pdf'), itemOf(pdf('one'), 'b.pdf')];
  const call: Call = { items, resource: 'rotate-pdf', parameters: { rotation: '90' } };
  await assert.rejects(executed(call), (error: Error & Record<string, unknown>) => {
    assert.equal(error.constructor.name, 'NodeApiError');
    assert.match(String(error['description']), /^unsupported_content: /);
    assert.equal(error['httpCode'], '415');
    assert.partialDeepStrictEqual(error['context'], {
      itemIndex: 0,
      code: 'unsupported_content',
      fields: { file: 'a.pdf' },
    });
    return true;
  });
  const [failed, made] = await executed({ ...call, continueOnFail: true });
  assert.partialDeepStrictEqual(failed?.json, { code: 'unsupported_content', status_code: 415, file: 'a.pdf' });
  assert.deepEqual(failed?.pairedItem, [{ item: 0 }]);
  assert.ok(made?.binary?.['data']);

  const missing = executed({ ...call, items: [{ json: {} }] });
  await assert.rejects(
    missing,
    (error: Error) => error.constructor.name === 'NodeOperationError' && /binary/.test(error.message),
  );
  await assert.rejects(executed({ ...call, apiKey: 'wrong' }), /key/);
  await assert.rejects(executed({ ...call, url: 'http://127.0.0.1:9' }), /cannot be reached/);
});

test('a result is deleted from the service where it is to', { skip }, async () => {
  const call = { items: [itemOf(pdf('one'), 'a.pdf')], resource: 'rotate-pdf' };
  const [kept] = await executed({ ...call, parameters: { rotation: '90', options: { deleteFromService: true } } });
  const { status } = await platen.get(`/v1/job/${String(kept?.json['job_id'])}`, key);
  assert.equal(status, 410);
});

test('a result that cannot be deleted is here all the same, with a warning', { skip }, async () => {
  const options = { deleteFromService: true };
  const parameters = { rotation: '90', options };
  const call: Call = { items: [itemOf(pdf('one'), 'a.pdf')], resource: 'rotate-pdf', parameters };
  const context = contextOf(call);
  const asked = context.helpers.httpRequestWithAuthentication;
  context.helpers.httpRequestWithAuthentication = async (name, given) =>
    given.method === 'DELETE'
      ? { statusCode: 403, headers: {}, body: { error: 'forbidden', message: 'Not with this key.' } }
      : await asked(name, given);
  const [[made] = []] = await node.execute.call(context);
  assert.ok(made?.binary?.['data']);
  assert.match(String(made.json['warnings']), /not deleted[^]*Not with this key/);
});

test('a gateway, a busy service and a line that is cut are tried again', { skip }, async (t) => {
  t.mock.method(Math, 'random', () => 0);
  const call: Call = { items: [itemOf(pdf('one'), 'a.pdf')], resource: 'rotate-pdf', parameters: { rotation: '90' } };
  const timeout = { statusCode: 504, headers: {}, body: { error: 'conversion_timeout' } };
  const tried = async (...faults: unknown[]) => {
    const context = contextOf(call);
    const asked = context.helpers.httpRequestWithAuthentication;
    let tries = 0;
    context.helpers.httpRequestWithAuthentication = async (name, given) => {
      tries++;
      const fault = faults.shift();
      if (fault instanceof Error) throw fault;
      return (fault as Awaited<ReturnType<typeof asked>> | undefined) ?? (await asked(name, given));
    };
    const [[made] = []] = await node.execute.call(context).catch(() => []);
    return { isMade: made?.binary?.['data'] !== undefined, tries };
  };
  const gateways = [502, 503, 504].map((statusCode) => ({ statusCode, headers: {}, body: '<html>' }));
  const busy = { statusCode: 503, headers: {}, body: { error: 'server_busy' } };
  const cut = new Error('read ECONNRESET');
  assert.deepEqual(await tried(...gateways, busy, cut), { isMade: true, tries: 7 });
  assert.deepEqual(await tried(timeout), { isMade: false, tries: 1 });
  assert.deepEqual(await tried(...Array.from({ length: 9 }, () => cut)), { isMade: false, tries: 6 });
});

test('a service without room is asked again, with the same call', { skip }, async () => {
  const call: Call = { items: [itemOf(pdf('one'), 'a.pdf')], resource: 'rotate-pdf', parameters: { rotation: '90' } };
  const context = contextOf(call);
  const asked = context.helpers.httpRequestWithAuthentication;
  const keys: unknown[] = [];
  context.helpers.httpRequestWithAuthentication = async (name, options) => {
    if (options.method !== 'POST') return await asked(name, options);
    keys.push(options.headers?.['Idempotency-Key']);
    const busy = { statusCode: 503, headers: { 'retry-after': '0' }, body: { error: 'server_busy' } };
    return keys.length === 1 ? busy : await asked(name, options);
  };
  const [[made] = []] = await node.execute.call(context);
  assert.ok(made?.binary?.['data']);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

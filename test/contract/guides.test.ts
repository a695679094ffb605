// The programs of the guides, as printed, against a service whose clients were installed from it.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { removeTree } from '#core/remove-tree.ts';
import { startBrowser } from '../support/browser.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { installable, installClients } from '../support/installed-clients.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
import { textOf as textIn } from '../support/printing.ts';

const root = join(import.meta.dirname, '..', '..');

let platen: Platen;
let folder: string;
let env: Record<string, string>;
before(async () => {
  platen = await startPlaten({ warmProcesses: 1 });
  folder = await mkdtemp(join(tmpdir(), 'platen-guides-'));
  env = {
    ...(await installClients(folder, platen.url)),
    PLATEN_URL: platen.url,
    PLATEN_API_KEY: await platen.key(),
  };
  for (const name of ['express', 'fflate'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'invoice.docx'), await docx('Invoice {{number}}', 'To {{customer}}', 'Total {{total}}'));
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await removeTree(folder);
});

/** The text of a PDF. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'read.pdf');
  await writeFile(path, bytes);
  return await textIn(path);
}

/** Writes the programs of a guide, each under the name in its first lines. */
async function write(guide: string): Promise<void> {
  const page = await readFile(join(root, 'docs/guides', `${guide}.md`), 'utf8');
  for (const [, code = ''] of page.matchAll(/^```(?:js|python|php|html)\n([^]*?)^```$/gm)) {
    const name =
      /^(?:<\?php\n)?(?:\/\/|#|<!--) ([\w./]+)/.exec(code)?.[1] ?? assert.fail(`a program of ${guide} has no name`);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

interface Started extends AsyncDisposable {
  child: ChildProcess;
  url: string;
  output: () => string;
}

/** Starts a program that listens on `PORT`. */
async function start(argv: (port: string) => readonly string[], more: Record<string, string> = {}): Promise<Started> {
  const port = await freePort();
  const [program = '', ...args] = argv(port);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, ...more, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'close');
      }
    },
  };
}

const answered = (started: Started, path: string): Promise<Response> =>
  eventually(() => {
    assert.equal(started.child.exitCode, null, started.output());
    return fetch(started.url + path).catch(() => false as const);
  }, `${path} is answered`);

const knows = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const frameworks = '/usr/share/php/Illuminate/Events/autoload.php';

/** What a front controller of Laravel does, with the parts that the routes use; what a router needs differs between its versions. */
const front = `<?php
require 'vendor/autoload.php';
foreach (['Container', 'Events', 'Http', 'Routing', 'Support'] as $part) require "/usr/share/php/Illuminate/$part/autoload.php";
$app = new Illuminate\\Container\\Container();
$app->instance('events', new Illuminate\\Events\\Dispatcher($app));
(new Illuminate\\Routing\\RoutingServiceProvider($app))->register();
Illuminate\\Support\\Facades\\Facade::setFacadeApplication($app);
require 'routes/web.php';
$app['router']->dispatch(Illuminate\\Http\\Request::capture())->send();
`;

const servers = {
  Express: { argv: () => [process.execPath, 'invoice.mjs'], lacks: false },
  FastAPI: {
    argv: (port: string) => ['python3', '-m', 'uvicorn', 'invoice:app', '--port', port],
    lacks: !installable.includes('python') || !knows('/usr/bin/python3', '-c', 'import fastapi, uvicorn'),
  },
  Laravel: {
    argv: (port: string) => ['php', '-S', `127.0.0.1:${port}`, 'front.php'],
    lacks:
      !installable.includes('php') ||
      !existsSync(frameworks) ||
      !knows('php', '-r', 'exit(class_exists("ZipArchive") ? 0 : 1);'),
  },
};

for (const [framework, { argv, lacks }] of Object.entries(servers))
  test(`the invoice in ${framework}`, { skip: lacks && `${framework} is not installed` }, async () => {
    await write('invoice');
    await writeFile(join(folder, 'front.php'), front);
    await mkdir(join(folder, 'resources'), { recursive: true });
    await writeFile(join(folder, 'resources/invoice.docx'), await readFile(join(folder, 'invoice.docx')));
    await using server = await start(argv);
    const answer = await answered(server, '/invoices/1042.pdf');
    assert.equal(answer.status, 200, server.output());
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    const text = await textOf(Buffer.from(await answer.arrayBuffer()));
    assert.match(text, /Invoice 1042\s+To Ada & Sons\s+Total 1,290\.00 €/);
    assert.equal((await answered(server, '/invoices/7.pdf')).status, 404);
  });

test('a folder that is watched', async () => {
  await write('watched-folder');
  await mkdir(join(folder, 'in'), { recursive: true });
  await using program = await start(() => [process.execPath, 'watch.mjs']);
  await writeFile(join(folder, 'letter.docx'), await docx('A letter'));
  await rename(join(folder, 'letter.docx'), join(folder, 'in/letter.docx'));
  await writeFile(join(folder, 'in/notes.xyz'), 'nothing');
  await eventually(async () => existsSync(join(folder, 'done/letter.docx')), 'the letter is done');
  await eventually(async () => existsSync(join(folder, 'failed/notes.xyz')), 'the other file is put aside');
  assert.match(await textOf(await readFile(join(folder, 'out/letter.pdf'))), /A letter/);
  assert.equal(await readFile(join(folder, 'failed/notes.xyz.txt'), 'utf8'), 'no tool takes .xyz\n');
  program.child.kill('SIGTERM');
  assert.deepEqual(await once(program.child, 'close'), [0, null], program.output());
});

test('an upload form with a progress bar', async () => {
  await write('upload-form');
  await using server = await start(() => [process.execPath, 'form.mjs']);
  await answered(server, '/');
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const downloaded = page.waitForEvent('download');
    await page
      .getByLabel('Document')
      .setInputFiles({ name: 'letter.docx', mimeType: '', buffer: await docx('A letter') });
    const { path } = await downloaded.then(async (file) => ({ path: await file.path() }));
    assert.match(await textOf(await readFile(path)), /A letter/);
    await page.getByText('Done.').waitFor();
    await page
      .getByLabel('Document')
      .setInputFiles({ name: 'broken.docx', mimeType: '', buffer: Buffer.from('no document') });
    await page.getByText(/could not be converted|broken\.docx/).waitFor();
  } finally {
    await browser.close();
  }
});

test('webhooks on the own machine', async () => {
  await write('local-webhooks');
  const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
  await using receiver = await start(() => [process.execPath, 'receiver.mjs'], { WEBHOOK_SECRET: secret });
  await answered(receiver, '/');
  const main = join(root, 'src/cli/main.ts');
  await using listening = await start(() => [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    main,
    'webhooks',
    'listen',
    '--forward',
    `${receiver.url}/hook`,
    '--secret',
    secret,
  ]);
  await eventually(async () => listening.output().includes('signed with'), 'it listens');
  const key = env['PLATEN_API_KEY'] ?? '';
  const file = { name: 'a.pdf', data: pdf('one', 'two') };
  const headers = { Prefer: 'respond-async' };
  const { body } = await platen.convert('compress-pdf', [file], { key, headers });
  await eventually(async () => receiver.output().includes(`job.succeeded ${String(body['job_id'])}`), 'it is told');
  assert.match(listening.output(), / → 204, /);
});

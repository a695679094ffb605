// Another user of the machine cannot see documents, with any user and umask of Platen.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { epub, xhtml } from '../support/epub.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { answerOf, converted, eventually, type Answer } from '../support/platen.ts';

const execute = promisify(execFile);
const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const folders: string[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function ownFolder(owner?: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-private-'));
  folders.push(folder);
  if (owner !== undefined) await chown(folder, owner, owner);
  await chmod(folder, 0o755);
  return folder;
}

/** Words that run a command with a umask that closes nothing, and as another user if wanted. */
const openly = (owner: number | undefined, ...argv: string[]): [string, string[]] => {
  const as = owner === undefined ? [] : ['setpriv', '--reuid', `${owner}`, '--regid', `${owner}`, '--clear-groups'];
  return ['sh', ['-c', 'umask 000; exec "$@"', 'sh', ...as, process.execPath, ...argv]];
};

/** Where a program makes files as it likes (fontconfig wants 0755): the closed folder around them protects them. */
const ofPrograms = /\/runs\/run-[^/]+\/own\/(home|out)\/./;

/** Everything below a folder that group or others could read, write or enter. */
async function open(folder: string): Promise<string[]> {
  const found: string[] = [];
  const paths = [folder];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const at = await lstat(path).catch(() => null);
    if (at === null || at.isSymbolicLink() || ofPrograms.test(path)) continue;
    if ((at.mode & 0o077) !== 0) found.push(`${path} ${(at.mode & 0o7777).toString(8)}`);
    if (at.isDirectory()) for (const name of await readdir(path).catch(() => [])) paths.push(join(path, name));
  }
  return found;
}

async function convertsInPrivate(owner?: number): Promise<void> {
  const data = await ownFolder(owner);
  // As an earlier version left it.
  const mail = join(data, 'outbox', 'old.eml');
  await mkdir(join(data, 'outbox'));
  await writeFile(mail, 'a mail');
  for (const path of [mail, join(data, 'outbox')]) {
    await chmod(path, 0o755);
    if (owner !== undefined) await chown(path, owner, owner);
  }
  const [program, args] = openly(
    owner,
    '--disable-warning=ExperimentalWarning',
    main,
    'serve',
    '--port',
    '0',
    '--data',
    data,
  );
  const server = spawn(program, args, {
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PLATEN_WARM_PROCESSES: '1', PLATEN_MIN_FREE_BYTES: '0' },
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const seen = new Set<string>();
  const over = new AbortController();
  try {
    const url = await eventually(
      async () => /Platen listens on (http:\S+)/.exec(output)?.[1],
      'the service listens',
      40,
    );
    await eventually(async () => output.includes('first API key'), 'the first key');
    const key = (await readFile(join(data, 'first-key'), 'utf8')).trim();
    const headers = { Authorization: `Bearer ${key}` };
    const health = async () =>
      (await (await fetch(`${url}/health`)).json()) as { engines: { libreoffice: { mode: string } } };
    await eventually(
      async () => (await health()).engines.libreoffice.mode !== 'starting',
      'LibreOffice has started',
      60,
    );
    assert.equal((await health()).engines.libreoffice.mode, 'warm', output);

    const watching = (async () => {
      while (!over.signal.aborted) {
        for (const path of await open(data)) seen.add(path);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const convert = async (
      tool: string,
      name: string,
      bytes: Buffer<ArrayBuffer>,
      fields: Record<string, string> = {},
    ): Promise<Answer> => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.append(field, value);
      body.append('file', new Blob([bytes]), name);
      return answerOf(await fetch(`${url}/v1/convert/${tool}`, { method: 'POST', headers, body }));
    };
    const textOf = async (job: string): Promise<string> => {
      const got = await fetch(`${url}/v1/download/${job}`, { headers });
      const path = join(await ownFolder(), 'result.pdf');
      await writeFile(path, Buffer.from(await got.arrayBuffer()));
      return (await execute('pdftotext', [path, '-'])).stdout;
    };
    const book = await epub({ files: { 'a.xhtml': xhtml('<h1>Chapter</h1><p>a book for nobody else</p>') } });
    const pages = pdf('one', 'two', 'three', 'four');
    const [letter, pictures, printed, marked] = await Promise.all([
      convert('office-to-pdf', 'letter.docx', await docx('a letter for nobody else')),
      convert('pdf-to-image', 'pages.pdf', pages, { format: 'png' }),
      convert('epub-to-pdf', 'book.epub', Buffer.from(book)),
      convert('watermark-pdf', 'pages.pdf', pages, { text: 'SECRET' }),
    ]);
    assert.match(await textOf(converted(letter)), /a letter for nobody else/);
    assert.match(await textOf(converted(printed)), /a book for nobody else/);
    assert.match((await textOf(converted(marked))).replaceAll(/\s/g, ''), /SECRET/);
    converted(pictures);
    over.abort();
    await watching;
    assert.deepEqual([...seen], [], 'while documents are converted');
    assert.deepEqual(await open(data), [], 'afterwards');
    assert.equal((await stat(join(data, 'files', converted(letter), 'output'))).uid, owner ?? process.getuid?.());
    const names = await readdir(data);
    for (const name of ['platen.db', 'platen.db-wal', 'platen.db-shm', 'lock.db', 'secret', 'address'])
      assert.ok(names.includes(name), `${name} was checked`);
  } finally {
    over.abort();
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'close');
  }
}

test('nobody else can read a document, a result or the database, though the umask would let everybody', () =>
  convertsInPrivate());

const canBeNobody =
  isRoot &&
  (await execute('setpriv', ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', 'cat', main]).then(
    () => true,
    () => false,
  ));
test('the same where an ordinary user runs the service', { skip: !canBeNobody }, () => convertsInPrivate(nobody));

test('commands leave no files open to others, close existing ones, and refuse a folder that is everybody’s', async () => {
  const data = await ownFolder();
  const [program, args] = openly(
    undefined,
    '--disable-warning=ExperimentalWarning',
    main,
    'account',
    'create',
    'ann@example.test',
    '--plan',
    'starter',
    '--data',
    data,
  );
  await execute(program, args);
  assert.deepEqual(await open(data), [], 'commands make nothing that is open');

  await chmod(join(data, 'platen.db'), 0o644);
  const [, create] = openly(
    undefined,
    '--disable-warning=ExperimentalWarning',
    main,
    'key',
    'create',
    'ann@example.test',
    '--data',
    data,
  );
  await execute(program, create);
  assert.deepEqual(await open(data), []);

  const shared = await ownFolder();
  await chmod(shared, 0o1777);
  const [, serve] = openly(
    undefined,
    '--disable-warning=ExperimentalWarning',
    main,
    'serve',
    '--port',
    '0',
    '--data',
    shared,
  );
  await assert.rejects(execute(program, serve), /is open to everybody/);
  assert.equal((await stat(shared)).mode & 0o7777, 0o1777);
});

test('a result of ./platen convert is its caller’s own file, by the caller’s umask', async () => {
  const folder = await ownFolder();
  await writeFile(join(folder, 'a.pdf'), pdf('x'), { mode: 0o600 });
  const words = [
    '--disable-warning=ExperimentalWarning',
    main,
    'convert',
    'rotate-pdf',
    'a.pdf',
    '--rotation',
    '90',
    '-o',
  ];
  const [program, args] = openly(undefined, ...words, 'b.pdf');
  await execute(program, args, { cwd: folder });
  assert.equal((await stat(join(folder, 'b.pdf'))).mode & 0o777, 0o666);
  await execute('sh', ['-c', 'umask 027; exec "$@"', 'sh', process.execPath, ...words, 'c.pdf'], { cwd: folder });
  assert.equal((await stat(join(folder, 'c.pdf'))).mode & 0o777, 0o640);
  assert.match(await readFile(join(folder, 'c.pdf'), 'latin1'), /^%PDF-/);
});

// ./platen convert with many files: its inputs, the places of results, its messages.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { runPlaten, type Ran } from '../support/cli.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { startPlaten } from '../support/platen.ts';

let root: string;
let folder: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-cli-'));
});
after(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'call-'));
});

const convert = (...args: string[]): Promise<Ran> => runPlaten(['convert', ...args], { cwd: folder });
const write = (name: string, data: string | Uint8Array) => writeFile(join(folder, name), data);
const read = (name: string) => readFile(join(folder, name), 'latin1');
const jsonLines = ({ stdout }: Ran) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('many files are converted in one call, each beside its input, and the worst is the exit status', async () => {
  await write('a.docx', await docx('A'));
  await write('b.docx', 'no document');
  await write('c.docx', await docx('C'));
  const got = await convert('office-to-pdf', 'a.docx', 'b.docx', 'c.docx', '--json');
  assert.equal(got.status, 1);
  assert.deepEqual((await readdir(folder)).sort(), ['a.docx', 'a.pdf', 'b.docx', 'c.docx', 'c.pdf']);
  const lines = jsonLines(got).sort((a, b) => (String(a['input']) < String(b['input']) ? -1 : 1));
  assert.deepEqual(
    lines.map((line) => [line['input'], line['output'] ?? line['error'], line['pages']]),
    [
      ['a.docx', 'a.pdf', 1],
      ['b.docx', 'unsupported_content', undefined],
      ['c.docx', 'c.pdf', 1],
    ],
  );
  assert.equal(lines[0]?.['bytes'], (await stat(join(folder, 'a.pdf'))).size);
  assert.ok(lines.every((line) => Number.isInteger(line['milliseconds'])));
  // In words of this program, not of the API.
  assert.match(got.stderr, /^error: b\.docx: unsupported_content: .* office-to-pdf accepts \.doc /m);
  assert.match(got.stderr, /^2 of 3 converted, 1 failed, in [\d.]+ s$/m);
});

test('--quiet leaves only errors', async () => {
  await mkdir(join(folder, 'in'));
  for (const name of ['in/a.pdf', 'in/b.pdf']) await write(name, pdf(name));
  await write('in/notes.txt', 'not for this tool');
  const call = ['rotate-pdf', 'in', '--rotation', '90', '-o', 'out', '--quiet'];
  assert.deepEqual(await convert(...call), { status: 0, stdout: '', stderr: '' });
  await write('in/c.pdf', 'no document');
  const { status, stdout, stderr } = await convert(...call, '--force');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^error: in\/c\.pdf: [^\n]+\n$/);
});

test('nothing is overwritten unless it is said so', async () => {
  await write('a.pdf', pdf('A'));
  await write('a-rotated.pdf', 'mine');
  const refused = await convert('rotate-pdf', 'a.pdf', '--rotation', '90');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^error: output_exists: a-rotated\.pdf exists already\..*--force/);
  assert.equal(await read('a-rotated.pdf'), 'mine');
  assert.equal((await convert('rotate-pdf', 'a.pdf', '--rotation', '90', '--force')).status, 0);
  assert.match(await read('a-rotated.pdf'), /^%PDF-/);
  // An empty file, as mktemp makes it, loses nothing.
  await write('empty.pdf', '');
  assert.equal((await convert('rotate-pdf', 'a.pdf', '--rotation', '90', '-o', 'empty.pdf')).status, 0);
});

test('folders and patterns name files, and results keep their place below the folder', async () => {
  await mkdir(join(folder, 'in', 'deep'), { recursive: true });
  await mkdir(join(folder, 'in', '.hidden'));
  for (const name of ['in/a.pdf', 'in/deep/b.pdf', 'in/.hidden/c.pdf', 'in/.d.pdf']) await write(name, pdf(name));
  await write('in/notes.txt', 'not for this tool');
  const call = ['rotate-pdf', 'in', '--rotation', '90'];
  await write('in/deep/more.txt', 'nor this');
  const flat = await convert(...call, '-o', 'flat');
  assert.equal(flat.status, 0);
  assert.match(flat.stderr, /^1 file passed over: not for rotate-pdf$/m);
  assert.deepEqual(await readdir(join(folder, 'flat')), ['a-rotated.pdf']);
  const tree = await convert(...call, '--recursive', '-o', 'tree');
  assert.equal(tree.status, 0);
  assert.match(tree.stderr, /^2 of 2 converted.*\n2 files passed over: not for rotate-pdf$/m);
  assert.deepEqual((await readdir(join(folder, 'tree'), { recursive: true })).sort(), [
    'a-rotated.pdf',
    'deep',
    'deep/b-rotated.pdf',
  ]);
  assert.equal((await convert('rotate-pdf', 'in/**/*.pdf', '--rotation', '90', '-o', 'matched')).status, 0);
  assert.deepEqual((await readdir(join(folder, 'matched'))).sort(), ['a-rotated.pdf', 'b-rotated.pdf']);
});

test('files that differ only in their extensions do not share a result', async () => {
  await write('a.png', await pixel());
  await write('a.jpg', await pixel());
  assert.equal((await convert('image-to-pdf', 'a.png', 'a.jpg')).status, 0);
  assert.deepEqual((await readdir(folder)).sort(), ['a.jpg', 'a.jpg.pdf', 'a.png', 'a.png.pdf']);
});

async function pixel(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

test('files of one name in two folders do not share a result, and a file that is named twice is converted once', async () => {
  for (const year of ['2023', '2024']) {
    await mkdir(join(folder, year));
    await write(`${year}/report.pdf`, pdf(year));
  }
  const call = ['rotate-pdf', '--rotation', '90'];
  const got = await convert(...call, '2023/report.pdf', '2024/report.pdf', '-o', 'out');
  assert.equal(got.status, 2);
  assert.match(got.stderr, /several files would become out\/report\.pdf-rotated\.pdf/);
  assert.equal((await convert(...call, '2023/report.pdf', './2023/report.pdf', '2024/report.pdf')).status, 0);
  assert.deepEqual((await readdir(join(folder, '2024'))).sort(), ['report-rotated.pdf', 'report.pdf']);
});

test('several results do not go into one file', async () => {
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await write(name, pdf(name));
  const got = await convert('rotate-pdf', 'a.pdf', 'b.pdf', '--rotation', '90', '-o', 'c.pdf');
  assert.equal(got.status, 2);
  assert.equal((await convert('merge-pdf', 'a.pdf', 'b.pdf', '-o', 'all.pdf')).status, 0);
});

test('a dash is standard input and output', async () => {
  const call = ['convert', 'rotate-pdf', '-', '--rotation', '90'];
  const got = await runPlaten(call, { cwd: folder, stdin: pdf('piped') });
  assert.equal(got.status, 0, got.stderr);
  assert.match(got.stdout, /^%PDF-/);
  const csv = await runPlaten(['convert', 'office-to-pdf', '-', '--name', 'list.csv', '-o', 'list.pdf'], {
    cwd: folder,
    stdin: 'a,b\n1,2\n',
  });
  assert.equal(csv.status, 0, csv.stderr);
  assert.match(await read('list.pdf'), /^%PDF-/);
});

test('a service converts instead when it is named, and its errors are told as those of here', async () => {
  await using platen = await startPlaten();
  const env = { PLATEN_API_KEY: await platen.key() };
  await write('a.pdf', pdf('A'));
  await write('b.pdf', 'nothing');
  const ask = (...args: string[]) =>
    runPlaten(['convert', 'rotate-pdf', '--rotation', '90', '--url', platen.url, ...args], { cwd: folder, env });
  const got = await ask('a.pdf', 'b.pdf', '--json');
  assert.equal(got.status, 1);
  assert.match(await read('a-rotated.pdf'), /^%PDF-/);
  const refusal = jsonLines(got).find((line) => line['input'] === 'b.pdf');
  assert.equal(refusal?.['error'], 'unsupported_content');
  assert.match(got.stderr, /^error: b\.pdf: unsupported_content: /m);
  const wrongKey = await ask('a.pdf', '--force', '--key', 'platen_live_nobody');
  assert.match(wrongKey.stderr, /^error: invalid_api_key: The API key/);
  const { stderr, status } = await runPlaten(
    ['convert', 'rotate-pdf', 'a.pdf', '--force', '--url', 'http://127.0.0.1:9', '--rotation', '90'],
    { cwd: folder, env },
  );
  assert.equal(status, 3);
  assert.match(stderr, /^error: unreachable: http:\/\/127\.0\.0\.1:9 cannot be reached: .*--url/);
});

test('a shell completes commands, tools, options and their values', async () => {
  const { stdout } = await runPlaten(['completion', 'bash'], { cwd: folder });
  await write(
    'complete.bash',
    `${stdout}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _platen; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  const complete = async (...words: string[]) => {
    const { execFile } = await import('node:child_process');
    return new Promise<string[]>((resolve, reject) => {
      execFile('bash', [join(folder, 'complete.bash'), './platen', ...words], (error, out) =>
        error === null ? resolve(out.trim().split('\n')) : reject(error),
      );
    });
  };
  assert.deepEqual(await complete('conv'), ['convert']);
  assert.deepEqual(await complete('convert', 'merge'), ['merge-pdf']);
  assert.deepEqual(await complete('convert', 'compress-pdf', '--qual'), ['--quality']);
  assert.deepEqual(await complete('convert', 'compress-pdf', '--quality', 'h'), ['high']);
  assert.deepEqual(await complete('account', 'cr'), ['create']);
});

test('tools in a row are one word, and an option is that of every tool that has it, or of one', async () => {
  await write('a.docx', await docx('Chained'));
  const got = await convert('office-to-pdf+compress-pdf+protect-pdf', 'a.docx', '--password', 'secret-1', '--json');
  assert.equal(got.status, 0, got.stderr);
  assert.deepEqual((await readdir(folder)).sort(), ['a-protected.pdf', 'a.docx']);
  assert.equal((await convert('unlock-pdf+pdf-to-word', 'a-protected.pdf', '--password', 'secret-1')).status, 0);
  assert.match(await read('a-protected.docx'), /^PK/);
  const own = ['--unlock-pdf.password', 'secret-1', '--protect-pdf.password', 'secret-2', '-o', 'b.pdf'];
  assert.equal((await convert('unlock-pdf+protect-pdf', 'a-protected.pdf', ...own)).status, 0);
  assert.equal((await convert('unlock-pdf', 'b.pdf', '--password', 'secret-2')).status, 0);
});

test('a step that cannot be is named', async () => {
  await write('a.docx', await docx('A'));
  await write('b.docx', 'no document');
  const misfit = await convert('office-to-pdf+heic-to-pdf', 'a.docx');
  assert.equal(misfit.status, 2);
  assert.match(misfit.stderr, /invalid_steps: Step 1 cannot accept the output of the step before it/);
  const unknown = await convert('office-to-pdf+fold-pdf', 'a.docx');
  assert.match(unknown.stderr, /there is no tool "fold-pdf"/);
  const broken = await convert('office-to-pdf+compress-pdf', 'b.docx', '--json');
  assert.equal(broken.status, 1);
  assert.deepEqual([jsonLines(broken)[0]?.['error'], jsonLines(broken)[0]?.['step']], ['unsupported_content', 0]);
  assert.match(broken.stderr, /unsupported_content: office-to-pdf: /);
});

test('tools in a row are one call of a service', async () => {
  await using platen = await startPlaten();
  await write('a.docx', await docx('By the service'));
  const env = { PLATEN_URL: platen.url, PLATEN_API_KEY: await platen.key() };
  const args = ['convert', 'office-to-pdf+rotate-pdf', 'a.docx', '--rotation', '90'];
  assert.equal((await runPlaten(args, { cwd: folder, env })).status, 0);
  assert.match(await read('a-rotated.pdf'), /^%PDF/);
  const [job] = await platen.service.db.selectFrom('jobs').select('tool').execute();
  assert.equal(job?.tool, 'pipeline');
});

// The samples of the documentation, as the pages of a running service show them: each runs unchanged.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { removeTree } from '#core/remove-tree.ts';
import { installClients } from '../support/installed-clients.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let folder: string;
let key: string;
let further: Record<string, string>;
before(async () => {
  platen = await startPlaten({ warmProcesses: 1 });
  folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
  key = await platen.key();
  further = await installClients(folder);
  await writeFile(join(folder, 'report.txt'), 'A first page.\n');
});
after(async () => {
  await platen[Symbol.asyncDispose]();
  await removeTree(folder);
});

const languages: Record<string, { program: string; file: string }> = {
  curl: { program: 'bash', file: 'sample.sh' },
  TypeScript: { program: process.execPath, file: 'sample.ts' },
  Python: { program: '/usr/bin/python3', file: 'sample.py' },
  PHP: { program: 'php', file: 'sample.php' },
};

const has = (program: string): boolean =>
  existsSync(program) || (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const textOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? '');

/** The samples of a page in a language, in their order. */
async function samplesOn(path: string, language: string): Promise<string[]> {
  const html = await (await fetch(platen.url + path)).text();
  const blocks = html.matchAll(new RegExp(`data-sample="${language}".*?<pre[^>]*><code>(.*?)</code></pre>`, 'gs'));
  return [...blocks].map(([, code = '']) => textOf(code));
}

async function run(language: string, code: string): Promise<string> {
  const { program, file } = languages[language] ?? { program: '', file: '' };
  await writeFile(join(folder, file), code);
  const env = { PATH: process.env['PATH'], PLATEN_API_KEY: key, ...further };
  return (await execute(program, [file], { cwd: folder, env })).stdout;
}

/** The beginning of a file that a sample has written, which is removed. */
async function begins(name: string): Promise<string> {
  const bytes = await readFile(join(folder, name));
  if (name !== 'report.pdf') await rm(join(folder, name));
  return bytes.subarray(0, 5).toString();
}

for (const [language, { program }] of Object.entries(languages))
  test(
    `the quick start and the call of a tool in ${language} run unchanged`,
    { skip: !has(program) && `${program} is not installed` },
    async () => {
      await rm(join(folder, 'report.pdf'), { force: true });
      const [inOneCall = '', inTwo = ''] = await samplesOn('/docs', language);
      await run(language, inOneCall);
      assert.equal(await begins('report.pdf'), '%PDF-');
      await rm(join(folder, 'report.pdf'));
      const said = await run(language, inTwo);
      assert.match(said, /[0-9a-z]{36}/, 'it shows the job');
      assert.equal(await begins('report.pdf'), '%PDF-');
      const [rotate = ''] = await samplesOn('/docs/de/tools/rotate-pdf', language);
      await run(language, rotate);
      assert.equal(await begins('report-rotated.pdf'), '%PDF-');
      // The error is shown, not only that there is one; of curl it is the status.
      key = 'wrong';
      await assert.rejects(run(language, rotate), language === 'curl' ? /401/ : /invalid_api_key/);
      key = await platen.key();
    },
  );
